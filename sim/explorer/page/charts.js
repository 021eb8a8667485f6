// Charts, each with its numbers as a table.
import {seriesStyle, shareSteps} from './colours.js';
import {exact, html, svg, table} from './dom.js';

const wide = 640;
const high = 320;
const margin = {
  left: 84,
  right: 14,
  top: 12,
  bottom: 56
};

/// Round steps of an axis from 0 to `most`.
function ticks(most, count = 5) {
  const unit = 10 ** Math.floor(Math.log10(most / count || 1));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((width) => most / width <= count);
  const values = [];
  for (let n = 0; n * step <= most * 1.0001; ++n) values.push(Number((n * step).toPrecision(6)));
  return values;
}

function logTicks(least, most) {
  const values = [];
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); ++power)
    for (const factor of [1, 2, 5]) values.push(factor * 10 ** power);
  return values.filter((value) => value >= least && value <= most);
}

function axes(x, y, xLabel, yLabel, xTicks, yTicks) {
  const bottom = high - margin.bottom;
  return [
    ...yTicks.map(
        (value) =>
            svg('path', {class: 'rule', d: `M${margin.left} ${y(value)}H${wide - margin.right}`})),
    ...yTicks.map(
        (value) =>
            svg('text', {class: 'tick', x: margin.left - 6, y: y(value) + 5, 'text-anchor': 'end'},
                String(value))),
    ...xTicks.map(
        (value) =>
            svg('text', {class: 'tick', x: x(value), y: bottom + 20, 'text-anchor': 'middle'},
                String(value))),
    svg('path',
        {class: 'axis', d: `M${margin.left} ${margin.top}V${bottom}H${wide - margin.right}`}),
    svg('text', {class: 'name', x: (margin.left + wide) / 2, y: high - 8, 'text-anchor': 'middle'},
        xLabel),
    svg('text', {
      class: 'name',
      transform: `translate(18 ${high / 2}) rotate(-90)`,
      'text-anchor': 'middle'
    },
        yLabel)
  ];
}

function drawing(label, ...parts) {
  return svg(
      'svg', {class: 'chart', viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': label},
      ...parts);
}

/// Bars of a run's latencies: [{low, high, count}].
export function histogramChart(bins, latency) {
  if (bins.length === 0) return html('p', {}, 'No message was delivered after the warm-up.');
  const last = bins[bins.length - 1].high + 1;
  const most = Math.max(...bins.map((bin) => bin.count));
  const x = (value) => margin.left + (value / last) * (wide - margin.left - margin.right);
  const y = (value) => high - margin.bottom - (value / most) * (high - margin.top - margin.bottom);
  const bars = bins.map(
      ({low, high: top, count}) =>
          svg('rect', {
            class: 'bar',
            'data-count': count,
            x: x(low),
            y: y(count),
            width: Math.max(1, x(top + 1) - x(low) - 1),
            height: y(0) - y(count)
          },
              svg('title', {}, `${low} to ${top} cycles: ${count} messages`)));
  const mean =
      svg('path', {class: 'mean', d: `M${x(latency.mean)} ${margin.top}V${y(0)}`},
          svg('title', {}, `mean ${exact(latency.mean)} cycles`));
  return html(
      'figure', {},
      drawing(
          `Histogram of latencies: ${latency.count} messages, mean ${exact(latency.mean)} cycles`,
          ...bars, mean,
          ...axes(
              x, y, 'latency from birth (cycles); the line is the mean', 'messages', ticks(last),
              ticks(most))),
      html(
          'details', {}, html('summary', {}, 'As a table'),
          table(
              'Latencies', ['from (cycles)', 'to', 'messages'],
              bins.map(({low, high: top, count}) => [low, top, count]))));
}

/// The mark of a curve at x, y, in its colour.
function markAt({colour, mark}, x, y, hollow) {
  return svg('path', {
    class: hollow ? 'point saturated' : 'point',
    d: mark,
    transform: `translate(${x} ${y})`,
    stroke: colour,
    ...(hollow ? {} : {fill: colour})
  });
}

/// A line of the legend: the curve as it is drawn, and its title.
function legendEntry(title, style) {
  return html(
      'li', {},
      svg('svg', {class: 'sample', viewBox: '0 0 44 16', 'aria-hidden': 'true'},
          svg('path',
              {class: 'curve', stroke: style.colour, 'stroke-dasharray': style.dash, d: 'M0 8H44'}),
          markAt(style, 22, 8, false)),
      title);
}

/// Lines with points: series [{title, points: [{x, y, error, hollow}], limit}]; `error` is the
/// half-width of y's confidence interval, or 0, and `limit` is where it saturates.
export function curvesChart(label, series, xLabel, yLabel, logarithmic) {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return html('p', {}, 'No run has delivered a message.');
  const xMost =
      Math.max(...points.map((p) => p.x), ...series.map((one) => one.limit ?? 0)) * 1.04 || 1;
  const values = points.map((p) => p.y).filter((value) => value > 0);
  const least = logarithmic ? Math.min(...values) * 0.8 : 0;
  const most = Math.max(...values) * 1.1;
  const x = (value) => margin.left + (value / xMost) * (wide - margin.left - margin.right);
  const share = (value) =>
      logarithmic ? Math.log(value / least) / Math.log(most / least) : value / most;
  const y = (value) => high - margin.bottom - share(value) * (high - margin.top - margin.bottom);
  const parts = series.flatMap(({points: own, limit}, index) => {
    const style = seriesStyle(index);
    const {colour, dash} = style;
    return [
      ...own.filter((p) => p.error > 0).map((p) => svg('path', {
                                              class: 'error',
                                              stroke: colour,
                                              d: `M${x(p.x)} ${y(Math.max(p.y - p.error, least))}V${
                                                  y(Math.min(p.y + p.error, most))}`
                                            })),
      svg('path', {
        class: 'curve',
        stroke: colour,
        'stroke-dasharray': dash,
        d: own.map((p, n) => `${n === 0 ? 'M' : 'L'}${x(p.x)} ${y(p.y)}`).join('')
      }),
      ...own.map((p) => {
        const mark = markAt(style, x(p.x), y(p.y), p.hollow);
        mark.append(svg('title', {}, p.title));
        return mark;
      }),
      ...(limit === undefined ?
              [] :
              [svg(
                  'path', {
                    class: 'limit',
                    stroke: colour,
                    d: `M${x(limit)} ${margin.top}V${y(logarithmic ? least : 0)}`
                  },
                  svg('title', {}, `saturated from here on: ${xLabel} ${limit}`))])
    ];
  });
  const legend = html(
      'ul', {class: 'legend'},
      ...series.map(({title}, index) => legendEntry(title, seriesStyle(index))));
  return html(
      'figure', {},
      drawing(
          label,
          ...axes(
              x, y, xLabel, yLabel, ticks(xMost),
              logarithmic ? logTicks(least, most) : ticks(most)),
          ...parts),
      html('figcaption', {}, legend));
}

/// The steps of the heat map's colours.
export function shareLegend() {
  return html(
      'span', {
        class: 'scale',
        role: 'img',
        'aria-label': 'colours from 0 flits a cycle, dark, to 1, light'
      },
      '0 ', ...shareSteps().map(({colour}) => html('span', {style: `background:${colour}`})),
      ' 1 flit a cycle');
}
