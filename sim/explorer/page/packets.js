// Reads the block of packets of a run: docs/explorer.md has its columns.

async function inflate(id) {
  const text = atob(document.getElementById(id).textContent);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/// One column's numbers, in their order.
class Column {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }
  next() {
    let byte = this.bytes[this.at++];
    if (byte < 128) return byte;
    let number = byte & 127;
    let weight = 128;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * weight;
      weight *= 128;
    } while (byte > 127);
    return number;
  }
  nextSigned() {
    const number = this.next();
    return number % 2 === 0 ? number / 2 : -(number + 1) / 2;
  }
}

export const never = 0x7fffffff;

/// Arrays by packet; `firstHop` and its like have one element more. Cycles count from the window's
/// first. Events that have not happened have the cycle `never`.
function packetArrays(counts, waiting) {
  const {channel: hops, cause: waits, terminal: arrivals} = counts;
  const packets = counts.delivered + waiting;
  return {
    count: packets,
    begin: new Float64Array(packets),
    birth: new Float64Array(packets),
    start: new Float64Array(packets),
    delivered: new Float64Array(packets),
    message: new Float64Array(packets),
    packet: new Uint16Array(packets),
    packets: new Uint16Array(packets),
    source: new Uint32Array(packets),
    sequence: new Float64Array(packets),
    destination: new Float64Array(packets),
    multicast: new Uint8Array(packets),
    completes: new Uint8Array(packets),
    bytes: new Uint32Array(packets),
    flits: new Uint32Array(packets),
    number: new Uint32Array(packets),
    port: new Uint8Array(packets),
    firstHop: new Uint32Array(packets + 1),
    firstWait: new Uint32Array(packets + 1),
    firstArrival: new Uint32Array(packets + 1),
    channel: new Uint32Array(hops),
    lane: new Uint16Array(hops),
    head: new Int32Array(hops),
    tail: new Int32Array(hops),
    hopPacket: new Uint32Array(hops),
    cause: new Uint8Array(waits),
    wanted: new Int32Array(waits),
    driver: new Uint8Array(waits),
    holder: new Float64Array(waits),
    holderPacket: new Uint16Array(waits),
    since: new Int32Array(waits),
    until: new Int32Array(waits),
    terminal: new Uint32Array(arrivals),
    arrival: new Int32Array(arrivals),
    taken: new Int32Array(arrivals),
  };
}

/// The cycle in which something ended that took so many; 0: it has not.
const ending = (from, cycles) => (cycles === 0 ? never : from + cycles - 1);

function readHops(p, i, count, at, c) {
  let channel = 0;
  let cycle = p.start[i];
  for (let n = 0; n < count; ++n, ++at) {
    channel += c.channel.nextSigned();
    cycle += c.head.nextSigned();
    p.channel[at] = channel;
    p.lane[at] = c.lane.next();
    p.head[at] = cycle;
    p.tail[at] = ending(cycle, c.tail.next());
    p.hopPacket[at] = i;
  }
  return at;
}

/// The channel of the first hop after a cycle.
function nextChannel(p, i, cycle, hops) {
  for (let h = p.firstHop[i]; h < hops; ++h)
    if (p.head[h] > cycle) return p.channel[h];
  return -1;
}

function readWaits(p, i, count, at, c, hops) {
  let cycle = p.start[i];
  for (let n = 0; n < count; ++n, ++at) {
    p.cause[at] = c.cause.next();
    const wanted = c.wanted.next();
    p.driver[at] = c.driver.next();
    const holder = c.holder.nextSigned();
    const packet = c.holder_packet.next();
    p.holder[at] = packet === 0 ? -1 : p.message[i] + holder;
    p.holderPacket[at] = packet - 1;
    cycle += c.since.nextSigned();
    p.since[at] = cycle;
    const until = c.waited.next();
    p.until[at] = until === 0 ? never : cycle + until - 1;
    p.wanted[at] = wanted === 1 ? nextChannel(p, i, cycle, hops) : wanted === 0 ? -1 : wanted - 2;
  }
  return at;
}

function readArrivals(p, i, count, at, c, hops) {
  const last = hops > p.firstHop[i] ? p.head[hops - 1] : p.start[i];
  for (let n = 0; n < count; ++n, ++at) {
    const terminal = c.terminal.next();
    p.terminal[at] = terminal === 0 ? p.destination[i] : terminal - 1;
    p.arrival[at] = last + c.arrival.nextSigned();
    p.taken[at] = ending(p.arrival[at], c.taken.next());
  }
  return at;
}

/// Messages that wait at the front of their sources' queues at the end, as packets without hops.
function addWaiting(p, at, side) {
  for (const {message, source, destination, multicast, birth, front} of side.waiting) {
    Object.entries({message, source, destination, multicast: multicast ? 1 : 0, packets: 1})
        .forEach(([name, value]) => p[name][at] = value);
    p.birth[at] = birth - side.first;
    p.begin[at] = front - side.first;
    p.start[at] = p.delivered[at] = never;
    for (const first of [p.firstHop, p.firstWait, p.firstArrival]) first[at + 1] = first[at];
    ++at;
  }
}

/// The packets of side `index` of the page.
export async function readPackets(side, index) {
  const bytes = await inflate(`block${index}`);
  const c = {};
  const counts = {};
  let at = 0;
  for (const {name, count, bytes: size} of side.columns) {
    c[name] = new Column(bytes, at);
    counts[name] = count;
    at += size;
  }
  const p = packetArrays(counts, side.waiting.length);
  const sequence = new Float64Array(side.network.terminals.length);
  const end = side.end - side.first;
  let delivered = 0;
  let message = 0;
  for (let i = 0; i < counts.delivered; ++i) {
    const step = c.delivered.next();
    if (step > 0) delivered += step - 1;
    p.delivered[i] = step > 0 ? delivered : never;
    p.start[i] = (step > 0 ? delivered : end) - c.life.next();
    p.birth[i] = p.start[i] - c.queued.next();
    p.begin[i] = p.start[i] - c.front.nextSigned();
    p.completes[i] = c.completes.next();
    p.message[i] = message += c.message.nextSigned();
    p.packet[i] = c.packet.next();
    p.packets[i] = c.packets.next();
    p.source[i] = c.source.next();
    p.sequence[i] = sequence[p.source[i]] += c.sequence.nextSigned();
    const destination = c.destination.next();
    p.destination[i] = Math.floor(destination / 2);
    p.multicast[i] = destination % 2;
    p.bytes[i] = c.bytes.next();
    p.flits[i] = c.flits.next();
    p.number[i] = c.number.next();
    p.port[i] = c.port.next();
    p.firstHop[i + 1] = readHops(p, i, c.hops.next(), p.firstHop[i], c);
    p.firstWait[i + 1] = readWaits(p, i, c.waits.next(), p.firstWait[i], c, p.firstHop[i + 1]);
    p.firstArrival[i + 1] =
        readArrivals(p, i, c.arrivals.next(), p.firstArrival[i], c, p.firstHop[i + 1]);
  }
  addWaiting(p, counts.delivered, side);
  return p;
}
