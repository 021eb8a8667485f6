// Where nodes, routers and channels of a network are drawn. Units: the distance of neighbours is 1.

/// Dimensions 0 and 1 are columns and rows of a block; 2 and 3, and so on, are those of blocks. The
/// blocks of a last dimension without a partner fill a square. North is at the top: y grows upwards
/// unless it leads south.
function gridPositions({extents, coordinates, y_leads_south: down}) {
  const size = [1, 1];
  const steps = extents.map((extent, dimension) => {
    const gap = dimension > 1 ? 0.8 : 0;
    const square = dimension > 1 && dimension % 2 === 0 && dimension === extents.length - 1;
    const columns = square ? Math.ceil(Math.sqrt(extent)) : dimension % 2 === 0 ? extent : 1;
    const pitch = size.map((own) => own + gap);
    size[0] += pitch[0] * (columns - 1);
    size[1] += pitch[1] * (Math.ceil(extent / columns) - 1);
    return {columns, pitch};
  });
  return coordinates.map((digits) => {
    const at = {x: 0, y: 0};
    digits.forEach((digit, dimension) => {
      const {columns, pitch} = steps[dimension];
      at.x += (digit % columns) * pitch[0];
      at.y += Math.floor(digit / columns) * pitch[1] * (down ? 1 : -1);
    });
    return at;
  });
}

/// From the node of the last terminal, the server, down; leaves side by side. A line lies.
function treePositions(network) {
  const next = Array.from({length: network.nodes}, () => new Set());
  for (const ends of network.channels)
    if (ends !== null) {
      next[ends[0]].add(ends[1]);
      next[ends[1]].add(ends[0]);
    }
  const line = next.every((nodes) => nodes.size <= 2);
  const positions = [];
  let leaves = 0;
  const place = (node, parent, depth) => {
    const children = [...next[node]].filter((child) => child !== parent);
    const across = children.map((child) => place(child, node, depth + 1));
    const middle = across.length === 0 ? leaves++ : (across[0] + across[across.length - 1]) / 2;
    positions[node] = line ? {x: depth, y: 0} : {x: middle, y: depth};
    return middle;
  };
  place(network.terminals[network.terminals.length - 1], -1, 0);
  return positions;
}

const radius = 0.21;  // of a node, half of its side

/// A curve from a to b, both shortened, on the right-hand side of its direction.
function arc(a, b, far, sideways) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const bulge = far ? 0.58 + 0.05 * length : 0;
  const point = (p, along, side) =>
      ({x: p.x + ux * along - uy * side, y: p.y + uy * along + ux * side});
  const begin = point(a, radius, sideways);
  const end = point(b, -radius, sideways);
  const control = point({x: (a.x + b.x) / 2, y: (a.y + b.y) / 2}, 0, sideways + bulge);
  const middle = point({x: (a.x + b.x) / 2, y: (a.y + b.y) / 2}, 0, sideways + bulge / 2);
  // Away from the middle, where routers of neighbours are.
  const quarter = point({x: a.x + dx / 4, y: a.y + dy / 4}, 0, sideways + bulge * 3 / 8);
  return {begin, end, control, middle, quarter};
}

/// Which of the drivers of a bus belong to one router: it drives both buses that it joins.
function busRouters(network, positions) {
  const routers = new Map();
  const stubs = [];
  network.buses.forEach((drivers, bus) => {
    const seen = new Map();
    drivers.forEach((from, driver) => {
      if (from === null || from === bus) return;
      const ordinal = seen.get(from) ?? 0;
      seen.set(from, ordinal + 1);
      const pair = drivers.filter((other) => other === from).length > 1 ?
          (ordinal === 0 ? [from, bus] : [bus, from]) :
          [Math.min(from, bus), Math.max(from, bus)];
      const key = pair.join('-');
      if (!routers.has(key)) {
        const [a, b] = pair.map((node) => positions[node]);
        const far = Math.hypot(a.x - b.x, a.y - b.y) > 1.01;
        const {middle, quarter} = arc(a, b, far, 0);
        routers.set(key, {key, pair, ...(far ? quarter : middle)});
      }
      stubs.push({bus, driver, router: routers.get(key)});
    });
  });
  return {routers: [...routers.values()], stubs};
}

export function layoutOf(network) {
  const positions = network.extents.length > 0 ? gridPositions(network) : treePositions(network);
  const isBus = network.buses.length > 0;
  const layout = {positions, channels: [], routers: [], stubs: [], isBus};
  if (isBus) {
    Object.assign(layout, busRouters(network, positions));
    network.channels.forEach(
        (_, channel) => layout.channels.push({channel, bus: positions[channel]}));
  } else {
    const pairs = new Set(network.channels.filter((ends) => ends !== null).map(String));
    network.channels.forEach((ends, channel) => {
      if (ends === null) return;
      const [a, b] = ends.map((node) => positions[node]);
      const far = Math.hypot(a.x - b.x, a.y - b.y) > 1.01 && network.extents.length > 0;
      const both = pairs.has(`${ends[1]},${ends[0]}`);
      layout.channels.push({channel, ...arc(a, b, far, both ? 0.07 : 0)});
    });
  }
  const terminals = Array.from({length: positions.length}, () => []);
  network.terminals.forEach((node, terminal) => terminals[node].push(terminal));
  layout.terminals = terminals;
  const xs = [
    ...positions, ...layout.routers, ...layout.channels.flatMap((c) => c.control ? [c.middle] : [])
  ];
  layout.box = {
    left: Math.min(...xs.map((p) => p.x)) - 0.45,
    right: Math.max(...xs.map((p) => p.x)) + 0.45,
    top: Math.min(...xs.map((p) => p.y)) - 0.45,
    bottom: Math.max(...xs.map((p) => p.y)) + 0.45,
  };
  return layout;
}
