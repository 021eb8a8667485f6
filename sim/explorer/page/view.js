// One side of a page: the network in a cycle, and the item that is selected in it.
import {detailsOf} from './details.js';
import {html} from './dom.js';
import {NetworkDrawing} from './network.js';

export class View {
  /// `choose` and `go` select an item and show a cycle, on all sides.
  constructor(run, title, choose, go) {
    this.run = run;
    this.choose = choose;
    this.go = go;
    this.drawing = new NetworkDrawing(run, choose);
    this.details = html('div', {class: 'details'});
    this.live = html('p', {class: 'live', role: 'status', 'aria-live': 'polite'});
    this.pane = html('div', {class: 'pane', tabindex: -1}, this.drawing.svg);
    this.element = html(
        'section', {class: 'view'}, ...(title ? [html('h2', {}, title)] : []),
        html(
            'div', {class: 'side'}, this.pane,
            html('div', {class: 'selected'}, html('h2', {}, 'Selected'), this.live, this.details)));
  }

  /// The item as the drawing marks it.
  marks(item) {
    const {p} = this.run;
    const marks = {};
    if (item?.kind === 'node') marks.node = item.id;
    if (item?.kind === 'channel') marks.channel = item.id;
    if (item?.kind === 'message') {
      marks.message = item.id;
      marks.path = new Set();
      for (const i of this.run.packetsOf(item.id))
        for (let h = p.firstHop[i]; h < p.firstHop[i + 1]; ++h) marks.path.add(p.channel[h]);
    }
    return marks;
  }

  /// `heat`: colours by load over so many cycles; 0: by message.
  show(cycle, item, heat) {
    const inside = cycle - this.run.side.first;
    const state = this.run.at(inside);
    this.drawing.show(state, this.marks(item), heat > 0 ? this.loads(inside, heat) : null);
    const {text, parts} = detailsOf(this.run, state, item, this.choose, this.go);
    this.live.textContent = `Cycle ${cycle}: ${text}`;
    this.details.replaceChildren(...parts);
    return state;
  }

  /// Loads in the window of `width` cycles that contains `cycle`.
  loads(cycle, width) {
    const from = Math.floor(cycle / width) * width;
    const key = `${from} ${width}`;
    if (this.loadsKey !== key) {
      this.loadsKey = key;
      this.kept = this.run.loads(from, Math.min(this.run.length, from + width));
    }
    return this.kept;
  }

  zoom(percent) {
    const {style} = this.drawing.svg;
    style.width = `${percent}%`;
    style.maxHeight = percent > 100 ? 'none' : '';
  }
}
