// Draws a network, and what is in it in a cycle.
import {messageColour, shareColour} from './colours.js';
import {set, svg} from './dom.js';
import {layoutOf} from './layout.js';

const scale = 100;  // units of the drawing for the distance of neighbours
const many = 100;   // nodes from which on no numbers are drawn
const mostDots = 6;
const pins = [
  [], [20], [14, 28], [-22, 14, 28], [-28, -14, 14, 28]
];  // of a bus's terminals, by their number

const at = (value) => Math.round(value * scale);
const xy = (p) => `${at(p.x)} ${at(p.y)}`;

export class NetworkDrawing {
  /// `choose` gets {kind: 'node' | 'router' | 'channel' | 'message', id}.
  constructor(run, choose) {
    this.run = run;
    this.choose = choose;
    this.layout = layoutOf(run.network);
    const {left, right, top, bottom} = this.layout.box;
    this.svg = svg('svg', {
      class: 'network',
      viewBox: [at(left), at(top), at(right - left), at(bottom - top)].join(' '),
      role: 'application',
      tabindex: 0,
      'aria-label': this.label(),
      onkeydown: (event) => this.walk(event),
    });
    this.channels = new Map();
    this.nodes = [];
    this.stubs = new Map();
    for (const channel of this.layout.channels) this.addChannel(channel);
    for (const stub of this.layout.stubs) this.addStub(stub);
    this.layout.routers.forEach((router) => this.addRouter(router));
    this.layout.positions.forEach((position, node) => this.addNode(position, node));
  }

  label() {
    const {layout, run} = this;
    const words = layout.isBus ?
        `${layout.positions.length} channels, each a bus, and ${layout.routers.length} routers` :
        `${layout.positions.length} routers and ${layout.channels.length} channels`;
    return `Network ${run.side.name}: ${words}. Arrow keys choose a neighbour.`;
  }

  addChannel({channel, bus, begin, control, end, middle}) {
    const path = bus ? `M${at(bus.x - 0.3)} ${at(bus.y)}H${at(bus.x + 0.3)}` :
                       `M${xy(begin)}Q${xy(control)} ${xy(end)}`;
    const line = svg('path', {class: 'line', d: path});
    const hit = svg('path', {class: 'hit', d: path});
    const group =
        svg('g', {class: bus ? 'channel bus' : 'channel', 'data-channel': channel}, line, hit,
            svg('title', {}, this.run.channelText(channel)));
    group.addEventListener('click', () => this.choose({kind: 'channel', id: channel}));
    this.svg.append(group);
    const place = bus ? {x: bus.x, y: bus.y} : middle;
    this.channels.set(channel, {group, line, place, flit: null});
  }

  addStub({bus, driver, router}) {
    const position = this.layout.positions[bus];
    const line = svg('path', {class: 'stub', d: `M${xy(router)}L${xy(position)}`});
    this.svg.prepend(line);
    this.stubs.set(bus * this.run.network.drivers + driver, line);
  }

  addRouter({key, pair, x, y}) {
    const box = svg('rect', {x: at(x) - 9, y: at(y) - 9, width: 18, height: 18, rx: 3});
    const group =
        svg('g', {class: 'router', 'data-router': key}, box,
            svg('title', {}, `router ${key}, between channels ${pair[0]} and ${pair[1]}`));
    group.addEventListener('click', () => this.choose({kind: 'router', id: key}));
    this.svg.append(group);
  }

  addNode(position, node) {
    const {isBus, terminals, positions} = this.layout;
    const size = isBus ? 0 : 40;
    const group =
        svg('g', {class: isBus ? 'node' : 'node router', 'data-node': node},
            svg('title', {}, isBus ? `channel ${node}` : `router ${node}`));
    if (size > 0)
      group.append(svg('rect', {
        x: at(position.x) - size / 2,
        y: at(position.y) - size / 2,
        width: size,
        height: size,
        rx: 6
      }));
    if (isBus)
      terminals[node].forEach((terminal, n) => {
        const x = at(position.x) + pins[terminals[node].length][n];
        group.append(
            svg('path', {class: 'pin', d: `M${x} ${at(position.y)}v20`}),
            svg('circle', {class: 'terminal', cx: x, cy: at(position.y) + 20, r: 6}));
      });
    if (positions.length <= many)
      group.append(svg(
          'text', {x: at(position.x) + (isBus ? -26 : 0), y: at(position.y) + (isBus ? -10 : -5)},
          String(node)));
    const dots = svg('g', {class: 'dots'});
    group.append(dots);
    group.addEventListener('click', () => this.choose({kind: 'node', id: node}));
    this.svg.append(group);
    this.nodes.push({group, dots, position, shown: ''});
  }

  /// Arrow keys: to the nearest node in their direction.
  walk(event) {
    const direction = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [
                         0, 1
                       ]}[event.key];
    if (direction === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.node ?? 0;
    const {x, y} = this.layout.positions[here];
    let best = {score: Infinity, node: here};
    this.layout.positions.forEach((p, node) => {
      const along = (p.x - x) * direction[0] + (p.y - y) * direction[1];
      const across = Math.abs((p.x - x) * direction[1]) + Math.abs((p.y - y) * direction[0]);
      if (along > 0 && along + 3 * across < best.score) best = {score: along + 3 * across, node};
    });
    this.choose({kind: 'node', id: best.node});
  }

  /// Shows a state; `loads` (flits a cycle by channel) instead of messages if it is given.
  show(state, selection, loads) {
    const {p} = this.run;
    this.svg.classList.toggle('loads', Boolean(loads));
    this.node = selection.node;
    for (const [channel, shown] of this.channels) {
      const held = state.holders.get(channel) ?? [];
      const now = held.find(({flit}) => flit !== 'held') ?? held[held.length - 1];
      const message = now === undefined ? null : p.message[now.packet];
      const colour =
          loads ? shareColour(loads[channel]) : (message === null ? null : messageColour(message));
      set(shown.line, 'stroke', colour);
      set(shown.group, 'data-flit', now?.flit ?? null);
      set(shown.group, 'data-message', message);
      set(shown.group, 'data-load', loads ? loads[channel].toFixed(4) : null);
      const chosen =
          selection.channel === channel || (message !== null && selection.message === message);
      const passed = selection.path?.has(channel) ?? false;
      set(shown.group, 'data-chosen', chosen ? 'yes' : (passed ? 'path' : null));
      this.showFlit(shown, loads ? null : now, colour);
    }
    for (const [key, line] of this.stubs) {
      const {drivers, buffers} = this.run.network;
      const held = state.holders.get(Math.floor(key / drivers)) ?? [];
      const now = held.find(({hop}) => Math.floor(p.lane[hop] / buffers) === key % drivers);
      set(line, 'stroke', now && !loads ? messageColour(p.message[now.packet]) : null);
    }
    this.showHeads(state, selection);
  }

  /// Draws a head as a disc and a tail as a square.
  showFlit(shown, now, colour) {
    const flit = now && ['head', 'tail', 'single'].includes(now.flit) ? now.flit : null;
    if (shown.flit !== flit) {
      shown.mark?.remove();
      shown.mark = flit === null ?
          null :
          flit === 'tail' ?
          svg('rect', {
            class: 'flit',
            x: at(shown.place.x) - 6,
            y: at(shown.place.y) - 6,
            width: 12,
            height: 12
          }) :
          svg('circle', {class: 'flit', cx: at(shown.place.x), cy: at(shown.place.y), r: 8});
      if (shown.mark) {
        this.chooses(shown.mark, () => shown.message);
        shown.group.append(shown.mark);
      }
      shown.flit = flit;
    }
    shown.message = now && this.run.p.message[now.packet];
    if (shown.mark) set(shown.mark, 'fill', colour);
  }

  /// A click on the mark is one on its message, and not on what is below it.
  chooses(mark, message) {
    mark.addEventListener('click', (event) => {
      event.stopPropagation();
      this.choose({kind: 'message', id: message()});
    });
    return mark;
  }

  /// The heads that wait at each node, as dots in the colours of their messages.
  showHeads(state, selection) {
    const waiting = Array.from({length: this.nodes.length}, () => []);
    for (const i of state.packets)
      if (state.waits.has(i))
        for (const node of this.run.waitPlaces(state, i)) waiting[node].push(this.run.p.message[i]);
    this.nodes.forEach((shown, node) => {
      set(shown.group, 'data-waiting', waiting[node].length || null);
      set(shown.group, 'data-chosen', selection.node === node ? 'yes' : null);
      const key = waiting[node].slice(0, mostDots).join();
      if (shown.shown === key) return;
      shown.shown = key;
      const {x, y} = shown.position;
      shown.dots.replaceChildren(...waiting[node].slice(0, mostDots).map((message, n) => {
        const cx = at(x) - 12 + 12 * (n % 3);
        const cy = at(y) + (this.layout.isBus ? -22 : 2) + 11 * Math.floor(n / 3);
        const dot = svg('circle', {cx, cy, r: 5, fill: messageColour(message)});
        return this.chooses(dot, () => message);
      }));
    });
  }
}
