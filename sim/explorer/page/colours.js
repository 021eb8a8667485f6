// Colours that everybody can tell apart: Okabe and Ito's for messages, viridis for shares.
const okabeIto = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7'];
const viridis = [
  '#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b',
  '#fde725'
];

export function messageColour(message) {
  return okabeIto[message % okabeIto.length];
}

// Curves: sixteen colours, dashes and marks, so that they differ without colours too. Marks are
// paths around 0,0.
const seriesColours = [
  '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#3b3b3b', '#882255', '#999933',
  '#5b4bc4', '#117733', '#7f7f7f', '#cc6677', '#44aa99', '#8b4513', '#aa4499'
];
const dashes = [
  '', '9 4', '2 3', '9 3 2 3', '9 3 2 3 2 3', '18 4', '5 3', '18 4 5 4', '2 6', '14 3', '9 7',
  '18 3 3 3', '5 3 2 3', '9 3 9 3 3 3', '14 3 5 3 5 3', '3 2 3 2 9 3'
];
const marks = [
  'M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z', 'M-5 -5h10v10h-10z', 'M0 -6l6 11h-12z',
  'M0 -7l7 7l-7 7l-7 -7z', 'M0 6l6 -11h-12z', 'M0 -6l6 4l-2 7h-8l-2 -7z', 'M-5 -2h10v4h-10z',
  'M-2 -5h4v10h-4z', 'M-6 0l11 6v-12z', 'M6 0l-11 6v-12z', 'M-3 -6h6l3 6l-3 6h-6l-3 -6z',
  'M-5 -5h10l-10 10h10z', 'M-6 -1.5h12v3h-12zM-1.5 -6h3v12h-3z',
  'M-5 -5l2 -1l8 10l-2 1zM5 -5l-2 -1l-8 10l2 1z', 'M-5 -6h10l-5 6zM-5 6h10l-5 -6z',
  'M-6 -5v10l6 -5zM6 -5v10l-6 -5z'
];

export function seriesStyle(index) {
  const n = index % seriesColours.length;
  return {colour: seriesColours[n], dash: dashes[n], mark: marks[n]};
}

/// The colour of a share from 0 to 1, in ten steps.
export function shareColour(share) {
  return viridis[Math.min(viridis.length - 1, Math.floor(share * viridis.length))];
}

export function shareSteps() {
  return viridis.map((colour, step) => ({colour, from: step / viridis.length}));
}
