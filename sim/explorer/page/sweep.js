// A sweep: latency against offered and accepted load, and all values.
import {curvesChart} from './charts.js';
import {exact, html, table} from './dom.js';

const columns = [
  ['setting', 'setting'], ['pattern', 'pattern'], ['load', 'load'], ['seed', 'seed'],
  ['offered', 'offered'], ['accepted', 'accepted'], ['latency', 'latency mean'], ['p99', 'p99'],
  ['verdict', 'verdict']
];

/// Nanoseconds per cycle, if the networks have clocks.
const cycle = (point) => point.rates?.clock_mhz ? 1000 / point.rates.clock_mhz : 1;

/// Rates are in the unit of the load, and latencies in time if the networks have clocks.
function value(point, column) {
  const scaled = (latency) => latency === null ? null : latency * cycle(point);
  if (column === 'latency') return scaled(point.latency.mean);
  if (column === 'p99') return scaled(point.latency.p99);
  if (column === 'latencyError') return scaled(point.latency.half_width ?? null);
  if (column === 'acceptedError') return point.rates?.accepted_half_width ?? null;
  if (column === 'offered' || column === 'accepted') return point.rates?.[column] ?? point[column];
  return point[column];
}

/// A number with the digits that say something; others as they are.
function rounded(shown) {
  if (typeof shown !== 'number' || Number.isInteger(shown)) return exact(shown);
  return html('span', {title: exact(shown)}, String(Number(shown.toPrecision(5))));
}

/// The parts of a run's name: network, settings, pattern, engine.
function nameOf({config, setting, pattern, engine}) {
  const words = setting.split(' ');
  return [
    ...(words.includes(config) || words.every((word) => !word.includes('=')) ? [] : [config]),
    ...words, pattern, engine ?? ''
  ].filter(Boolean);
}

/// For each curve the parts of its name that not all have; of keys the last word if that is enough.
function shortLabels(names) {
  const keys = new Map();
  for (const key of new Set(names.flat().filter((part) => part.includes('=')).map(keyOf)))
    keys.set(lastWord(key), (keys.get(lastWord(key)) ?? 0) + 1);
  return names.map((parts) => {
    const own = parts.filter((part) => names.some((other) => !other.includes(part)));
    const short = own.map(
        (part) => part.includes('=') && keys.get(lastWord(keyOf(part))) === 1 ?
            lastWord(keyOf(part)) + part.slice(part.indexOf('=')) :
            part);
    return short.join(' ') || parts[0];
  });
}
const keyOf = (part) => part.slice(0, part.indexOf('='));
const lastWord = (key) => key.slice(key.lastIndexOf('.') + 1);

/// Points of one network and pattern, a mean over its seeds for each load.
function seriesOf(points) {
  const groups = new Map();
  for (const point of points) {
    const name = nameOf(point);
    const key = JSON.stringify(name);
    const group = groups.get(key) ?? {name, loads: new Map()};
    group.loads.set(point.load, [...group.loads.get(point.load) ?? [], point]);
    groups.set(key, group);
  }
  const series = [...groups.values()];
  const titles = shortLabels(series.map(({name}) => name));
  return series.map(({loads}, index) => ({
                      title: titles[index],
                      loads: [...loads.values()].sort((a, b) => a[0].load - b[0].load)
                    }));
}

/// The mean over the points that have a value: a run without deliveries has no latency.
function mean(points, column) {
  const values = points.map((point) => value(point, column)).filter((one) => one !== null);
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}
/// Half the width of the mean's confidence interval, of runs whose own are known.
function errorOf(points, column) {
  const values = points.map((point) => value(point, `${column}Error`));
  if (values.includes(null)) return 0;
  return Math.sqrt(values.reduce((sum, one) => sum + one * one, 0)) / values.length;
}
const saturated = (points) => points.some((point) => point.verdict === 'saturated');

function curve({title, loads}, x, y) {
  const points = loads.filter((own) => mean(own, 'latency') > 0)
                     .map((own) => ({
                            x: mean(own, x),
                            y: mean(own, y),
                            error: errorOf(own, y),
                            hollow: saturated(own),
                            title: `${title}: load ${own[0].load}, ${x} ${mean(own, x)}, ${y} ${
                                mean(own, y)}${saturated(own) ? ', saturated' : ''}`
                          }));
  const first = loads.find(saturated);
  return {title, points, limit: first === undefined ? undefined : mean(first, x)};
}

export function showSweep(page, data) {
  const series = seriesOf(data.points);
  const unit = data.points[0].rates?.unit ?? 'flits per terminal and cycle';
  const time = data.points[0].rates?.clock_mhz ? 'ns' : 'cycles';
  const charts =
      [
        [
          'Latency against offered load', 'offered', 'latency', `offered (${unit})`,
          `mean latency (${time})`, true
        ],
        [
          'Latency against accepted load', 'accepted', 'latency', `accepted (${unit})`,
          `mean latency (${time})`, true
        ],
        [
          'Accepted against offered load', 'offered', 'accepted', `offered (${unit})`,
          `accepted (${unit})`, false
        ]
      ]
          .map(
              ([title, x, y, xLabel, yLabel, logarithmic]) => html(
                  'section', {}, html('h2', {}, title),
                  curvesChart(
                      `${title}, ${series.length} curves`, series.map((one) => curve(one, x, y)),
                      xLabel, yLabel, logarithmic)));
  const rows = data.points.map((point) => columns.map(([column]) => rounded(value(point, column))));
  page.append(
      html(
          'p', {},
          'Hollow marks are saturated; a dashed line is at the first load that is. ' +
              'Marks are means over seeds, with 95 % confidence intervals; ' +
              `rates are in ${unit}, latencies in ${time}.`),
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
                                .map((key) => rounded(search[key] ?? null))))));
}
