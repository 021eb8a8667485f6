// A lockstep failure: both sides at the first difference, and what differs in the cycle shown.
import {html, table} from './dom.js';
import {showRun} from './explorer.js';

/// What crosses channels in a cycle, by channel: "head of message 3, virtual channel 1".
function crossings(run, state) {
  const found = new Map();
  for (const [channel, held] of state.holders)
    for (const {packet, hop, flit} of held)
      if (['head', 'tail', 'single'].includes(flit))
        found.set(channel, `${flit} of ${run.name(packet)}, ${run.laneText(hop)}`);
  return found;
}

export async function showLockstep(page, data) {
  const fault = html('pre', {class: 'fault'}, data.text);
  page.append(html('p', {}, `First difference in cycle ${data.cycle}`), fault);
  const explorer = await showRun(page, data);
  explorer.onshow = ([model, rtl]) => {
    const left = crossings(explorer.runs[0], model);
    const right = crossings(explorer.runs[1], rtl);
    const channels = [...new Set([...left.keys(), ...right.keys()])]
                         .filter((channel) => left.get(channel) !== right.get(channel))
                         .sort((a, b) => a - b);
    const rows = channels.map(
        (channel) =>
            [explorer.runs[0].channelText(channel), left.get(channel) ?? 'no head or tail',
             right.get(channel) ?? 'no head or tail']);
    explorer.changes.replaceChildren(
        rows.length === 0 ?
            html(
                'p', {},
                'In this cycle the same heads and tails cross the channels on both sides. Other ' +
                    'flits are not events.') :
            table(
                `Differences in cycle ${explorer.player.cycle}`, ['channel', 'model', 'hardware'],
                rows));
  };
  if (data.channel !== null)
    explorer.choose({kind: 'channel', id: data.channel});
  else
    explorer.show();
}
