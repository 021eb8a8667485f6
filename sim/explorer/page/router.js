// The inside of a router in a cycle: buffers at its inputs, owners of its outputs, and who waits.
import {messageColour} from './colours.js';
import {counted, svg} from './dom.js';

const rowHeight = 22;
const panelWidth = 440;
const boxWidth = 150;
const mostLanes = 4;  // of a channel, of which empty ones are drawn

/// The lanes of a channel that are always drawn: its virtual channels, or none.
function emptyLanes({queues, drivers, buffers}) {
  if (queues === 'driver' && drivers * buffers <= mostLanes)
    return Array.from(
        {length: drivers * buffers},
        (_, lane) => ({packet: -1, laneNumber: lane, lane: `virtual channel ${lane}`}));
  return [];
}

/// The buffers before a node: [{label, rows: [{packet, waits, lane}]}], and its outputs.
export function insideOf(run, state, node) {
  const {p, network} = run;
  const inputs = new Map();
  const waitsOf = (packet) =>
      (state.waits.get(packet) ?? []).filter((wait) => run.waitPlace(state, packet, wait) === node);
  const add = (label, row) =>
      inputs.set(label, [...inputs.get(label) ?? [], {...row, waits: waitsOf(row.packet)}]);
  const fromChannel = (channel) => `from ${network.channels[channel][0]}, channel ${channel}`;
  if (!run.isBus)
    network.channels.forEach((ends, channel) => {
      if (ends !== null && ends[1] === node) inputs.set(fromChannel(channel), emptyLanes(network));
    });
  for (const {packet, hop} of state.buffered) {
    const channel = p.channel[hop];
    if (!run.isBus && network.channels[channel][1] === node) {
      const rows = inputs.get(fromChannel(channel));
      const free =
          rows.findIndex(({packet: other, laneNumber}) => other < 0 && laneNumber === p.lane[hop]);
      rows.splice(
          free < 0 ? rows.length : free, free < 0 ? 0 : 1,
          {packet, hop, lane: run.laneText(hop), waits: waitsOf(packet)});
    }
    if (run.isBus && run.next(state, packet, hop) === node && channel !== node)
      add(`router ${Math.min(channel, node)}-${Math.max(channel, node)}`,
          {packet, hop, lane: `buffer ${p.lane[hop] % network.buffers}`});
  }
  for (const packet of state.packets) {
    const first = p.firstHop[packet];
    const inside = first === p.firstHop[packet + 1] || p.tail[first] >= state.cycle;
    if (inside && network.terminals[p.source[packet]] === node)
      add(`terminal ${p.source[packet]}`, {packet, lane: `port ${p.port[packet]}`});
  }
  for (const packet of state.queued)
    if (network.terminals[p.source[packet]] === node)
      add(`queue of terminal ${p.source[packet]}`, {packet, lane: 'front'});
  return {
    inputs: [...inputs].map(([label, rows]) => ({label, rows})),
    outputs: outputsOf(run, state, node)
  };
}

function outputsOf(run, state, node) {
  const {p, network} = run;
  const outputs = [];
  network.channels.forEach((ends, channel) => {
    if (ends === null || ends[0] !== node) return;
    const rows = (state.holders.get(channel) ??
                  []).map(({packet, hop, flit}) => ({packet, flit, lane: run.laneText(hop)}));
    outputs.push({
      channel,
      label: ends[0] === ends[1] ? `channel ${channel}` : `to ${ends[1]}, channel ${channel}`,
      rows
    });
  });
  const terminals = new Map();
  for (const packet of state.packets)
    for (let a = p.firstArrival[packet]; a < p.firstArrival[packet + 1]; ++a)
      if (network.terminals[p.terminal[a]] === node && p.arrival[a] <= state.cycle &&
          p.taken[a] >= state.cycle) {
        const label = `terminal ${p.terminal[a]}`;
        terminals.set(label, [
          ...terminals.get(label) ?? [], {
            packet,
            flit: p.arrival[a] === state.cycle ? 'head' :
                p.taken[a] === state.cycle     ? 'tail' :
                                                 'held',
            lane: ''
          }
        ]);
      }
  for (const [label, rows] of terminals) outputs.push({channel: -1, label, rows});
  return outputs;
}

/// Rows of one side, from the top; notes where each packet and channel is.
function drawSide(groups, x, places, side, choose, run) {
  const parts = [];
  let y = 8;
  for (const {label, rows, channel} of groups) {
    parts.push(svg('text', {x, y: y + 12, class: 'label'}, label));
    y += rowHeight - 4;
    if (channel !== undefined) places.set(`channel ${channel}`, y + rowHeight / 2 - 4);
    if (rows.length === 0) {
      parts.push(svg('rect', {class: 'slot', x, y, width: boxWidth, height: rowHeight - 6, rx: 3}));
      y += rowHeight;
    }
    for (const {packet, lane, flit} of rows) {
      if (packet < 0) {
        parts.push(
            svg('rect', {class: 'slot', x, y, width: boxWidth, height: rowHeight - 6, rx: 3}),
            svg('text', {x: x + 15, y: y + 12, class: 'label'}, short(lane)));
        y += rowHeight;
        continue;
      }
      const message = run.p.message[packet];
      const group = svg(
          'g', {class: 'held', 'data-message': message}, svg('rect', {
            class: 'slot',
            x,
            y,
            width: boxWidth,
            height: rowHeight - 6,
            rx: 3,
            stroke: messageColour(message)
          }),
          svg('rect',
              {x: x + 2, y: y + 2, width: 8, height: rowHeight - 10, fill: messageColour(message)}),
          svg('text', {x: x + 15, y: y + 12},
              `${message}${flit && flit !== 'held' ? ` ${flit}` : ''}${
                  lane ? ` (${short(lane)})` : ''}`));
      group.addEventListener('click', () => choose({kind: 'message', id: message}));
      parts.push(group);
      const place = `${side} ${packet}`;
      places.set(place, [...places.get(place) ?? [], y + rowHeight / 2 - 4]);
      y += rowHeight;
    }
    y += 6;
  }
  return {parts, height: y};
}

const short = (lane) => lane.replace('virtual channel', 'vc')
                            .replace('from ', '')
                            .replace('router ', '')
                            .replace('terminal ', 't')
                            .replace(', buffer ', ' b')
                            .replace('buffer ', 'b');

/// As a picture: inputs on the left, outputs on the right; a line is a crossing, a dashed one a
/// wait.
export function drawInside(run, state, node, choose) {
  const {inputs, outputs} = insideOf(run, state, node);
  const places = new Map();
  const left = drawSide(inputs, 4, places, 'in', choose, run);
  const right = drawSide(outputs, panelWidth - boxWidth - 4, places, 'out', choose, run);
  const lines = [];
  const line = (from, to, attributes) => lines.push(svg('path', {
    d: `M${boxWidth + 6} ${from}C${panelWidth / 2} ${from} ${panelWidth / 2} ${to} ${
        panelWidth - boxWidth - 6} ${to}`,
    ...attributes
  }));
  for (const {packet, waits} of packetsOf(inputs)) {
    const stroke = messageColour(run.p.message[packet]);
    const [from] = places.get(`in ${packet}`);
    for (const to of places.get(`out ${packet}`) ?? []) line(from, to, {class: 'crossing', stroke});
    for (const wait of waits) {
      const wanted = places.get(`channel ${run.p.wanted[wait]}`);
      if (wanted !== undefined) line(from, wanted, {class: 'waiting', stroke});
    }
  }
  const height = Math.max(left.height, right.height, 40);
  return svg(
      'svg', {
        class: 'inside',
        viewBox: `0 0 ${panelWidth} ${height}`,
        role: 'img',
        'aria-label': insideText(run, node, inputs, outputs)
      },
      ...left.parts, ...right.parts, ...lines);
}

/// Rows of inputs that hold a packet, with the inputs' labels.
export function packetsOf(inputs) {
  return inputs.flatMap(
      ({label, rows}) => rows.filter(({packet}) => packet >= 0).map((row) => ({label, ...row})));
}

export function insideText(run, node, inputs, outputs) {
  const packets = packetsOf(inputs);
  const waiting = packets.filter(({waits}) => waits.length > 0).length;
  const busy = outputs.filter(({rows}) => rows.length > 0).length;
  return `${run.isBus ? 'channel' : 'router'} ${node}: ${
             counted(packets.length, 'packet')} at its inputs, ${waiting} waiting; ` +
      `${busy} of ${outputs.length} outputs held`;
}
