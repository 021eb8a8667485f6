// The cycle that is shown: buttons, slider, number, keys, and playing.
import {button, html, onKeys} from './dom.js';

const speeds = [1, 2, 5, 10, 30, 60, 200];

export class Player {
  /// `show` gets each cycle of [first, end) that is to be shown.
  constructor(first, end, show) {
    this.first = first;
    this.end = end;
    this.show = show;
    this.cycle = first;
    this.slider = html('input', {
      type: 'range',
      min: first,
      max: end - 1,
      value: first,
      step: 1,
      'aria-label': 'cycle',
      oninput: () => this.go(Number(this.slider.value))
    });
    this.number = html('input', {
      type: 'number',
      min: first,
      max: end - 1,
      value: first,
      id: 'cycle',
      onchange: () => this.go(Number(this.number.value))
    });
    this.playButton =
        button('\u25b6', 'Play', () => this.toggle(), {id: 'play', 'aria-keyshortcuts': 'Space'});
    this.speed = html(
        'select', {id: 'speed'},
        ...speeds.map(
            (speed) => html('option', {value: speed, selected: speed === 10}, `${speed}`)));
    this.bar = html(
        'div', {class: 'player', role: 'group', 'aria-label': 'cycle'},
        button('\u00ab', 'First cycle', () => this.go(first)),
        button('\u2039', 'One cycle back', () => this.step(-1)), this.playButton,
        button('\u203a', 'One cycle on', () => this.step(1)),
        button('\u00bb', 'Last cycle', () => this.go(end - 1)),
        html('label', {}, 'cycle ', this.number), html('label', {}, 'cycles/s ', this.speed),
        this.slider);
    onKeys({
      ' ': () => this.toggle(),
      ArrowRight: (far) => this.step(far ? 10 : 1),
      ArrowLeft: (far) => this.step(far ? -10 : -1),
      PageDown: () => this.step(100),
      PageUp: () => this.step(-100),
      Home: () => this.go(first),
      End: () => this.go(end - 1),
    });
  }

  go(cycle) {
    if (!Number.isFinite(cycle)) return;
    this.cycle = Math.min(this.end - 1, Math.max(this.first, Math.round(cycle)));
    this.slider.value = this.cycle;
    this.number.value = this.cycle;
    this.show(this.cycle);
  }

  step(cycles) {
    this.go(this.cycle + cycles);
  }

  toggle() {
    this.playing = !this.playing;
    this.playButton.textContent = this.playing ? '\u2016' : '\u25b6';
    this.playButton.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
    if (!this.playing) return this.show(this.cycle);
    let due = performance.now();
    const frame = (now) => {
      if (!this.playing) return;
      const cycles = Math.floor((now - due) * Number(this.speed.value) / 1000);
      if (cycles > 0) {
        due = now;
        this.step(cycles);
      }
      if (this.cycle === this.end - 1)
        this.toggle();
      else
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }
}
