// Puts the page together from its data.
import {html, onKeys} from './dom.js';
import {showRun} from './explorer.js';
import {showLockstep} from './lockstep.js';
import {showSweep} from './sweep.js';
import {themeSwitch} from './theme.js';

/// What a reader must know of a run before its numbers.
function notesOf(side) {
  const notes = [];
  if (side.warmup === null)
    notes.push('The run has detected its warm-up; the latencies below have it, too.');
  if (side.end < side.file_end) notes.push(`The run goes on to cycle ${side.file_end - 1}.`);
  if (side.filter !== '')
    notes.push(`The file has only ${side.filter}; what else happened is not shown.`);
  if (side.dropped > 0) notes.push(`Terminals refused ${side.dropped} illegal flits.`);
  return notes;
}

function heading(data) {
  const side = data.sides?.[0];
  const title = data.kind === 'sweep' ? data.name : side.name;
  const lines = [];
  if (side !== undefined) {
    const warmup = side.warmup ? `; the warm-up is ${side.warmup} cycles` : '';
    lines.push(`${side.family}: ${side.traffic}; cycles ${side.first} to ${side.end - 1}${warmup}`);
    lines.push(...notesOf(side));
  }
  return html(
      'header', {}, html('h1', {}, title), themeSwitch(),
      ...lines.map((line) => html('p', {}, line)));
}

async function main() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  page.append(heading(data));
  const show = {run: showRun, lockstep: showLockstep, sweep: showSweep}[data.kind];
  await show(page, data);
  onKeys({d: () => document.querySelector('.theme').click()});
  document.body.dataset.ready = 'yes';
}

main().catch((fault) => {
  document.getElementById('page').append(
      html('p', {role: 'alert'}, `This page cannot be shown: ${fault.message}`));
  document.body.dataset.ready = 'failed';
});
