// A sweep: latency against offered and accepted load, and all values.
import {curvesChart} from './charts.js';
import {exact, html, table} from './dom.js';

const columns = [
  ['setting', 'setting'], ['pattern', 'pattern'], ['load', 'load'], ['seed', 'seed'],
  ['offered', 'offered'], ['accepted', 'accepted'], ['latency', 'latency mean'], ['p99', 'p99'],
  ['verdict', 'verdict']
];

function value(point, column) {
  if (column === 'latency') return point.latency.mean;
  if (column === 'p99') return point.latency.p99;
  return point[column];
}

/// Points of one network and pattern, a mean over its seeds for each load.
function seriesOf(points) {
  const groups = new Map();
  for (const point of points) {
    const title = [point.config, point.setting, point.pattern].filter(Boolean).join(', ');
    const loads = groups.get(title) ?? new Map();
    groups.set(title, loads.set(point.load, [...loads.get(point.load) ?? [], point]));
  }
  return [...groups].map(
      ([title, loads]) =>
          ({title, loads: [...loads.values()].sort((a, b) => a[0].load - b[0].load)}));
}

/// The mean over the points that have a value: a run without deliveries has no latency.
function mean(points, column) {
  const values = points.map((point) => value(point, column)).filter((one) => one !== null);
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
const saturated = (points) => points.some((point) => point.verdict === 'saturated');

function curve({title, loads}, x, y) {
  const points = loads.filter((own) => mean(own, 'latency') > 0)
                     .map((own) => ({
                            x: mean(own, x),
                            y: mean(own, y),
                            hollow: saturated(own),
                            title: `${title}: load ${own[0].load}, ${x} ${mean(own, x)}, ${y} ${
                                mean(own, y)}${saturated(own) ? ', saturated' : ''}`
                          }));
  const first = loads.find(saturated);
  return {title, points, limit: first === undefined ? undefined : mean(first, x)};
}

export function showSweep(page, data) {
  const series = seriesOf(data.points);
  const unit = 'flits per terminal and cycle';
  const charts =
      [
        [
          'Latency against offered load', 'offered', 'latency', `offered (${unit})`,
          'mean latency (cycles)', true
        ],
        [
          'Latency against accepted load', 'accepted', 'latency', `accepted (${unit})`,
          'mean latency (cycles)', true
        ],
        [
          'Accepted against offered load', 'offered', 'accepted', `offered (${unit})`,
          'accepted, in the same unit', false
        ]
      ]
          .map(
              ([title, x, y, xLabel, yLabel, logarithmic]) => html(
                  'section', {}, html('h2', {}, title),
                  curvesChart(
                      `${title}, ${series.length} curves`, series.map((one) => curve(one, x, y)),
                      xLabel, yLabel, logarithmic)));
  const rows = data.points.map((point) => columns.map(([column]) => exact(value(point, column))));
  page.append(
      html(
          'p', {},
          'Hollow marks are saturated; a dashed line is at the first load that is. ' +
              'Marks are means over seeds.'),
      html(
          'div', {class: 'sweep'}, html('div', {class: 'charts'}, ...charts),
          html(
              'div', {class: 'values', tabindex: 0, role: 'region', 'aria-label': 'values'},
              table(`All ${data.points.length} runs`, columns.map(([, head]) => head), rows))));
  if (data.searches.length > 0)
    page.append(html(
        'section', {}, html('h2', {}, 'Saturation'),
        table(
            'Saturation searches',
            ['setting', 'pattern', 'seed', 'saturation load', 'load below', 'found'],
            data.searches.map(
                (search) => ['setting', 'pattern', 'seed', 'saturation_load', 'load_below', 'found']
                                .map((key) => exact(search[key] ?? null))))));
}
