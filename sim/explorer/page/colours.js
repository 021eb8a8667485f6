// Colours that everybody can tell apart: Okabe and Ito's for messages, viridis for shares.
const okabeIto = ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7'];
const viridis = [
  '#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b',
  '#fde725'
];

export function messageColour(message) {
  return okabeIto[message % okabeIto.length];
}

export function seriesColour(index) {
  return okabeIto[[5, 4, 2, 0, 6, 1, 3][index % okabeIto.length]];
}

/// The colour of a share from 0 to 1, in ten steps.
export function shareColour(share) {
  return viridis[Math.min(viridis.length - 1, Math.floor(share * viridis.length))];
}

export function shareSteps() {
  return viridis.map((colour, step) => ({colour, from: step / viridis.length}));
}
