// Dark or light: as the system has it, until the switch is used.
import {button} from './dom.js';

export function themeSwitch() {
  const dark = () => matchMedia('(prefers-color-scheme: dark)').matches;
  return button('\u25d0', 'Dark or light', () => {
    const now = document.documentElement.dataset.theme ?? (dark() ? 'dark' : 'light');
    document.documentElement.dataset.theme = now === 'dark' ? 'light' : 'dark';
  }, {class: 'theme', 'aria-keyshortcuts': 'd'});
}
