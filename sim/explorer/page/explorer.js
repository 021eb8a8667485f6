// The pages of runs: one side, or both sides of a lockstep failure.
import {histogramChart, shareLegend} from './charts.js';
import {button, exact, html, onKeys, set, table} from './dom.js';
import {Player} from './player.js';
import {Run} from './run.js';
import {View} from './view.js';

const reading =
    'A disc is a head that crosses a channel in this cycle, a square a tail. A channel has the ' +
    'colour of the message that uses it; it is dashed where the message holds it and no event ' +
    'tells whether a flit crosses. Dots in a router are heads that wait there.';

const keys = [
  ['Space', 'play or pause'], ['Left, Right', 'a cycle back or on; ten with Shift'],
  ['Page Up, Page Down', '100 cycles back or on'], ['Home, End', 'first and last cycle'],
  ['arrows in the network', 'choose a neighbour'], ['h', 'messages or load'], ['d', 'dark or light']
];

export class Explorer {
  constructor(page, data, runs) {
    this.data = data;
    this.runs = runs;
    this.item = null;
    const side = data.sides[0];
    const choose = (item) => this.choose(item);
    const go = (cycle) => this.player.go(cycle);
    const titles = data.kind === 'lockstep' ? ['Model', 'Hardware'] : [null];
    this.views = runs.map((run, n) => new View(run, titles[n], choose, go));
    this.player =
        new Player(side.first, Math.min(...data.sides.map(({end}) => end)), () => this.show());
    this.command = html('code', {id: 'command'});
    this.changes = html('div', {id: 'changes'});
    page.append(
        this.toolbar(), this.changes,
        html(
            'div', {class: `views sides${runs.length}`}, ...this.views.map(({element}) => element)),
        this.commandLine(), ...(data.kind === 'run' ? [this.latencies(side), this.channels()] : []),
        this.help(side));
    onKeys({h: () => this.toggleHeat()});
    this.player.go(data.cycle ?? side.first);
  }

  toolbar() {
    const {length} = this.runs[0];
    this.heat = html(
        'select', {id: 'heat', onchange: () => this.show()}, html('option', {value: 0}, 'message'),
        ...[10, 100, 1000]
            .filter((width) => width < length)
            .map((width) => html('option', {value: width}, `load in ${width} cycles`)),
        html('option', {value: length}, 'load in all cycles'));
    this.legend = html('span', {class: 'legend', hidden: ''}, shareLegend());
    const kind = html(
        'select', {id: 'kind'},
        ...['message', 'channel', 'node'].map(
            (name) => html('option', {value: name}, this.kindName(name))));
    const number =
        html('input', {id: 'item', type: 'number', min: 0, 'aria-label': 'number of the item'});
    const find = html(
        'form', {
          class: 'find',
          onsubmit: (event) => {
            event.preventDefault();
            this.find(kind.value, number.value);
          }
        },
        html('label', {}, 'show ', kind), number,
        button('select', 'Select this item', () => this.find(kind.value, number.value)));
    const zoom = html(
        'select', {id: 'zoom', onchange: () => this.views.forEach((view) => view.zoom(zoom.value))},
        ...[100, 200, 400].map((percent) => html('option', {value: percent}, `${percent} %`)));
    return html(
        'div', {class: 'toolbar'}, this.player.bar,
        html(
            'div', {class: 'options'}, html('label', {}, 'colour by ', this.heat), this.legend,
            find, html('label', {}, 'zoom ', zoom)));
  }

  kindName(kind) {
    return kind === 'node' ? (this.runs[0].isBus ? 'bus' : 'router') : kind;
  }

  find(kind, text) {
    const id = Number(text);
    const {channels, nodes} = this.runs[0].network;
    const legal = {
      message: true,
      channel: id < channels.length && channels[id] !== null,
      node: id < nodes
    };
    if (text === '' || !Number.isInteger(id) || id < 0 || !legal[kind]) {
      this.views[0].live.textContent = `There is no ${this.kindName(kind)} ${text}`;
      return;
    }
    if (kind === 'message') {
      const {p, side} = this.runs[0];
      const packets = this.runs[0].packetsOf(id);
      if (packets.length > 0 && !packets.some((i) => this.inFlight(i)))
        this.player.go(Math.max(0, p.begin[packets[0]]) + side.first);
    }
    this.choose({kind, id});
  }

  inFlight(i) {
    const {p, side} = this.runs[0];
    const cycle = this.player.cycle - side.first;
    return p.begin[i] <= cycle && p.delivered[i] >= cycle;
  }

  choose(item) {
    this.item = item;
    this.show();
  }

  toggleHeat() {
    this.heat.selectedIndex = this.heat.selectedIndex === 0 ? this.heat.length - 1 : 0;
    this.show();
  }

  show() {
    const heat = Number(this.heat.value);
    this.legend.hidden = heat === 0;
    const states = this.views.map((view) => view.show(this.player.cycle, this.item, heat));
    this.command.textContent = this.viewCommand(states[0]);
    // While it plays, nothing is announced.
    for (const {live} of this.views) set(live, 'aria-live', this.player.playing ? 'off' : 'polite');
    if (this.onshow) this.onshow(states);
  }

  /// The command that shows the selected channel, or the channel that the selected message crossed
  /// last, in waves.
  viewCommand(state) {
    const {p, side} = this.runs[0];
    let place = '';
    if (this.item?.kind === 'channel') place = ` --channel ${this.item.id}`;
    if (this.item?.kind === 'message') {
      const i = state.packets.find((packet) => p.message[packet] === this.item.id);
      for (let h = i === undefined ? 0 : p.firstHop[i]; i !== undefined && h < p.firstHop[i + 1];
           ++h)
        if (p.head[h] <= state.cycle) place = ` --channel ${p.channel[h]}`;
    }
    const dump = this.data.waves ?? 'waves.fst';
    return `wayfarer view ${dump} --family ${side.family} --cycle ${this.player.cycle}${place}`;
  }

  commandLine() {
    const copy = button('copy', 'Copy the command', async () => {
      getSelection().selectAllChildren(this.command);
      await navigator.clipboard?.writeText(this.command.textContent);
    });
    const none = this.data.waves === '';  // a failed lockstep without waves
    return html(
        'p', {class: 'command', hidden: none}, 'Waves of this cycle: ', this.command, ' ', copy);
  }

  latencies(side) {
    const rows = [
      ['messages', 'count'], ['mean', 'mean'], ['standard deviation', 'sd'], ['least', 'min'],
      ['half are up to', 'p50'], ['99 % are up to', 'p99'], ['greatest', 'max'],
      ['half width of the 95 % interval', 'half_width']
    ].map(([label, key]) => [label, html('span', {'data-latency': key}, exact(side.latency[key]))]);
    return html(
        'section', {class: 'latency'}, html('h2', {}, 'Latency'),
        html(
            'div', {class: 'columns'}, histogramChart(side.histogram, side.latency),
            table('Cycles from birth to delivery', ['', 'value'], rows)));
  }

  channels() {
    const run = this.runs[0];
    const loads = run.loads(0, run.length);
    const order = [...loads.keys()]
                      .filter((channel) => run.network.channels[channel] !== null)
                      .sort((a, b) => loads[b] - loads[a])
                      .slice(0, 10);
    const rows = order.map(
        (channel) =>
            [html(
                 'button', {
                   type: 'button',
                   class: 'link',
                   onclick: () => this.choose({kind: 'channel', id: channel})
                 },
                 run.channelText(channel)),
             loads[channel].toFixed(4)]);
    return html(
        'section', {}, html('h2', {}, 'Busiest channels'),
        table('Of all cycles shown', ['channel', 'flits a cycle'], rows));
  }

  help(side) {
    return html(
        'section', {}, html('h2', {}, 'How to read it'), html('p', {}, reading),
        table('Keys', ['key', ''], keys),
        html(
            'details', {}, html('summary', {}, 'Configuration'),
            html('pre', {}, side.configuration)));
  }
}

export async function showRun(page, data) {
  const runs = await Promise.all(data.sides.map((side, index) => Run.read(side, index)));
  return new Explorer(page, data, runs);
}
