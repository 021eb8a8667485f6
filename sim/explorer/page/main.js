// Puts the page together from its data.
import {html} from './dom.js';
import {showRun} from './explorer.js';
import {showLockstep} from './lockstep.js';
import {showSweep} from './sweep.js';
import {themeSwitch} from './theme.js';

function heading(data) {
  const side = data.sides?.[0];
  const title = data.kind === 'sweep' ? data.name : side.name;
  const lines = side === undefined ? [] : [
    `${side.family}: ${side.traffic}; cycles ${side.first} to ${side.end - 1}${side.warmup ? `, of which ${side.warmup} are warm-up` : ''}`,
    ...(data.notes ?? [])];
  return html('header', {}, html('h1', {}, title), themeSwitch(), ...lines.map((line) => html('p', {}, line)));
}

async function main() {
  const data = JSON.parse(document.getElementById('data').textContent);
  const page = document.getElementById('page');
  page.append(heading(data));
  const show = {run: showRun, lockstep: showLockstep, sweep: showSweep}[data.kind];
  await show(page, data);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'd' && !event.target.matches('input, select')) document.querySelector('.theme').click();
  });
  document.body.dataset.ready = 'yes';
}

main().catch((fault) => {
  document.getElementById('page').append(html('p', {role: 'alert'}, `This page cannot be shown: ${fault.message}`));
  document.body.dataset.ready = 'failed';
});
