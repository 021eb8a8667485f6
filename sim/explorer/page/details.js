// The item that is selected, in words and pictures.
import {messageColour} from './colours.js';
import {counted, html, table} from './dom.js';
import {never} from './packets.js';
import {drawInside, insideOf, insideText, packetsOf} from './router.js';

function swatch(message) {
  return html('span', {class: 'swatch', style: `background:${messageColour(message)}`});
}

/// A button that selects a message.
function messageLink(run, i, choose) {
  const message = run.p.message[i];
  return html(
      'button', {
        type: 'button',
        class: 'link',
        'data-message': message,
        onclick: () => choose({kind: 'message', id: message})
      },
      swatch(message), run.name(i));
}

const shown = (run, cycle) => (cycle === never ? '' : String(cycle + run.side.first));

function nodeDetails(run, state, node, choose) {
  const {inputs, outputs} = insideOf(run, state, node);
  const rows = packetsOf(inputs).map(
      ({label, packet, lane, waits}) =>
          [label, lane, messageLink(run, packet, choose),
           waits.map((wait) => run.waitText(wait)).join('; ')]);
  return {
    text: insideText(run, node, inputs, outputs),
    parts: [
      drawInside(run, state, node, choose),
      rows.length === 0 ?
          html('p', {}, 'All of its buffers are empty.') :
          table('Packets at its inputs', ['input', 'buffer', 'packet', 'its head'], rows)
    ],
  };
}

function channelDetails(run, state, channel, choose) {
  const {p} = run;
  const held = state.holders.get(channel) ?? [];
  const waiting =
      state.packets.filter((i) => (state.waits.get(i) ?? []).some((w) => p.wanted[w] === channel));
  const text = `${run.channelText(channel)}: held by ${counted(held.length, 'packet')}; ${
      counted(waiting.length, 'head')} waiting for it`;
  const rows = held.map(
      ({packet, hop, flit}) =>
          [run.laneText(hop), messageLink(run, packet, choose),
           flit === 'held' ? 'between head and tail' : flit, shown(run, p.head[hop]),
           p.tail[hop] === never ? 'not yet' : shown(run, p.tail[hop])]);
  const waits =
      waiting.map((i) => [messageLink(run, i, choose), run.waitText(state.waits.get(i)[0])]);
  return {
    text,
    parts: [
      table('Holders', ['as', 'packet', 'flit in this cycle', 'head', 'tail'], rows),
      ...(waits.length > 0 ? [table('Waiting for it', ['packet', 'its head'], waits)] : [])
    ]
  };
}

/// The steps of one packet: [cycle, words].
function stepsOf(run, i) {
  const {p} = run;
  const steps = [[p.begin[i], 0, 'comes to the front of its source\u2019s queue']];
  if (p.start[i] !== never) steps.push([p.start[i], 1, `is injected at terminal ${p.source[i]}`]);
  for (let w = p.firstWait[i]; w < p.firstWait[i + 1]; ++w)
    steps.push([
      p.since[w], 2,
      `${run.waitText(w)}${
          p.until[w] === never ? '' : ` (${counted(p.until[w] - p.since[w], 'cycle')})`}`
    ]);
  for (let h = p.firstHop[i]; h < p.firstHop[i + 1]; ++h) {
    const lane = run.laneText(h);
    const tail = p.tail[h] === never ? '' : `; its tail in cycle ${shown(run, p.tail[h])}`;
    steps.push([
      p.head[h], 3, `crosses ${run.channelText(p.channel[h])}${lane ? `, ${lane}` : ''}${tail}`
    ]);
  }
  for (let a = p.firstArrival[i]; a < p.firstArrival[i + 1]; ++a)
    steps.push([
      p.arrival[a], 4,
      `arrives at terminal ${p.terminal[a]}${
          p.taken[a] === never ? '' : `; its tail in cycle ${shown(run, p.taken[a])}`}`
    ]);
  return steps.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

function packetDetails(run, state, i, choose, go) {
  const {p} = run;
  const steps = stepsOf(run, i).map(
      ([cycle, , words]) => html(
          'li', cycle <= state.cycle ? {} : {class: 'later'},
          html(
              'button', {type: 'button', class: 'link', onclick: () => go(cycle + run.side.first)},
              `cycle ${shown(run, cycle)}`),
          ` ${words}`));
  const chain = run.chain(state, i).map(
      ({packet, wait, closed}) => html(
          'li', {}, messageLink(run, packet, choose),
          closed       ? ' again: a circle of waits' :
              wait < 0 ? ' does not wait' :
                         ` ${run.waitText(wait)}`));
  return [
    html('h3', {}, run.name(i)),
    html(
        'p', {},
        p.start[i] === never ?
            'It is not injected in these cycles.' :
            `${p.bytes[i]} bytes in ${p.flits[i]} flits; number ${p.number[i]} on data lines`),
    ...(state.waits.has(i) ?
            [html('h4', {}, 'Who waits for whom'), html('ol', {class: 'chain'}, ...chain)] :
            []),
    html('h4', {}, 'Path'), html('ol', {class: 'steps'}, ...steps)
  ];
}

function messageDetails(run, state, message, choose, go) {
  const {p} = run;
  const packets = run.packetsOf(message);
  if (packets.length === 0) return {text: `message ${message} is not in these cycles`, parts: []};
  const [first] = packets;
  const wait = packets.flatMap((i) => state.waits.get(i) ?? [])[0];
  const group = p.multicast[first] ? 'group' : 'terminal';
  const words = [
    `message ${message} from terminal ${p.source[first]} to ${group} ${p.destination[first]}`,
    `born in cycle ${shown(run, p.birth[first])}`
  ];
  if (packets.some((i) => p.completes[i]))
    words.push(`delivered in cycle ${shown(run, Math.max(...packets.map((i) => p.delivered[i])))}`);
  if (wait !== undefined) words.push(run.waitText(wait));
  const text = words.join(', ');
  return {text, parts: packets.flatMap((i) => packetDetails(run, state, i, choose, go))};
}

function routerDetails(run, state, key, choose) {
  const {p} = run;
  const pair = key.split('-').map(Number);
  const rows =
      state.buffered
          .filter(
              ({packet, hop}) =>
                  pair.includes(p.channel[hop]) && pair.includes(run.next(state, packet, hop)))
          .map(
              ({packet, hop}) =>
                  [`${p.channel[hop]} to ${run.next(state, packet, hop)}`, run.laneText(hop),
                   messageLink(run, packet, choose),
                   (state.waits.get(packet) ?? []).map((w) => run.waitText(w)).join('; ')]);
  return {
    text: `router ${key}, between channels ${pair.join(' and ')}: ${
        counted(rows.length, 'packet')} in its buffers`,
    parts: [table('Packets in its buffers', ['set', 'buffer', 'packet', 'its head'], rows)]
  };
}

/// Describes the item {kind, id} as {text, parts}. `go` shows another cycle.
export function detailsOf(run, state, item, choose, go) {
  switch (item?.kind) {
    case 'node':
      return nodeDetails(run, state, item.id, choose);
    case 'router':
      return routerDetails(run, state, item.id, choose);
    case 'channel':
      return channelDetails(run, state, item.id, choose);
    case 'message':
      return messageDetails(run, state, item.id, choose, go);
    default:
      return {
        text: 'Nothing is selected. Click a router, a channel or a flit, or choose by number.',
        parts: []
      };
  }
}
