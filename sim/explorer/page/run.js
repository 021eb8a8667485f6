// A run: what is where in any cycle, who waits for whom, and how much crosses each channel.
import {never, readPackets} from './packets.js';

const frames = 256;  // lists of packets in flight that are kept

/// Why a head waits, in the order of the events' codes.
const causes = [
  'the message before it in the same buffer', 'a free virtual channel or buffer',
  'room in the buffer after the channel', 'its turn on the channel', 'the terminal', 'arbitration'
];

export class Run {
  static async read(side, index) {
    return new Run(side, await readPackets(side, index));
  }

  constructor(side, packets) {
    this.side = side;
    this.network = side.network;
    this.p = packets;
    this.length = side.end - side.first;
    this.isBus = this.network.buses.length > 0;
    this.index();
  }

  /// Keeps which packets are in flight in every 256th part of the run.
  index() {
    const p = this.p;
    this.stride = Math.max(1, Math.ceil(this.length / frames));
    const parts = Math.floor(this.length / this.stride) + 1;
    const part = (cycle) => Math.min(parts - 1, Math.max(0, Math.floor(cycle / this.stride)));
    const sizes = new Uint32Array(parts + 1);
    for (let i = 0; i < p.count; ++i)
      for (let f = part(p.begin[i]); f <= part(p.delivered[i]); ++f) ++sizes[f + 1];
    for (let f = 0; f < parts; ++f) sizes[f + 1] += sizes[f];
    this.frameStart = sizes.slice();
    this.inFrame = new Uint32Array(sizes[parts]);
    for (let i = 0; i < p.count; ++i)
      for (let f = part(p.begin[i]); f <= part(p.delivered[i]); ++f) this.inFrame[sizes[f]++] = i;
  }

  /// Which flit of a hop crosses in this cycle, as far as heads and tails tell.
  flitOf(hop, cycle) {
    const {head, tail, flits, hopPacket} = this.p;
    if (head[hop] === cycle) return tail[hop] === cycle ? 'single' : 'head';
    if (tail[hop] === cycle) return 'tail';
    return tail[hop] - head[hop] + 1 === flits[hopPacket[hop]] ? 'body' : 'held';
  }

  /// The cycle in which the tail leaves the buffer after a hop.
  leaves(i, hop) {
    const p = this.p;
    const next = hop + 1;
    if (!p.multicast[i] && next < p.firstHop[i + 1]) return p.tail[next];
    const node = this.network.channels[p.channel[hop]][1];
    let last = -1;
    if (p.multicast[i])
      for (let h = next; h < p.firstHop[i + 1]; ++h)
        if (this.network.channels[p.channel[h]][0] === node) last = Math.max(last, p.tail[h]);
    for (let a = p.firstArrival[i]; a < p.firstArrival[i + 1]; ++a)
      if (this.network.terminals[p.terminal[a]] === node || this.isBus)
        last = Math.max(last, p.taken[a]);
    return last < 0 ? never : last;
  }

  /// Everything in flight in a cycle of the window, which counts from 0.
  at(cycle) {
    const p = this.p;
    const state =
        {cycle, packets: [], queued: [], holders: new Map(), buffered: [], waits: new Map()};
    const frame = Math.floor(cycle / this.stride);
    for (let n = this.frameStart[frame]; n < this.frameStart[frame + 1]; ++n) {
      const i = this.inFrame[n];
      if (p.begin[i] > cycle || p.delivered[i] < cycle) continue;
      if (p.start[i] > cycle) {
        state.queued.push(i);
        continue;
      }
      state.packets.push(i);
      this.addHops(state, i);
      for (let w = p.firstWait[i]; w < p.firstWait[i + 1]; ++w)
        if (p.since[w] <= cycle && cycle < p.until[w])
          state.waits.set(i, [...state.waits.get(i) ?? [], w]);
    }
    return state;
  }

  addHops(state, i) {
    const p = this.p;
    for (let h = p.firstHop[i]; h < p.firstHop[i + 1] && p.head[h] <= state.cycle; ++h) {
      if (p.tail[h] >= state.cycle) {
        const held = state.holders.get(p.channel[h]) ?? [];
        held.push({packet: i, hop: h, flit: this.flitOf(h, state.cycle)});
        state.holders.set(p.channel[h], held);
      }
      if (this.leaves(i, h) >= state.cycle) state.buffered.push({packet: i, hop: h});
    }
  }

  /// The channel that a packet takes after a hop or wants to, or -1.
  next(state, i, hop) {
    const p = this.p;
    if (hop + 1 < p.firstHop[i + 1]) return p.channel[hop + 1];
    const wait = (state.waits.get(i) ?? []).find((w) => p.wanted[w] >= 0);
    return wait === undefined ? -1 : p.wanted[wait];
  }

  /// The node at which the head of a wait is: of a bus, the one that it will cross next.
  waitPlace(state, i, wait) {
    const {p, network} = this;
    if (p.multicast[i] && p.wanted[wait] >= 0) return network.channels[p.wanted[wait]][0];
    let hop = p.firstHop[i + 1] - 1;
    while (hop >= p.firstHop[i] && p.head[hop] > state.cycle) --hop;
    if (hop < p.firstHop[i]) return network.terminals[p.source[i]];
    const next = this.isBus ? this.next(state, i, hop) : -1;
    return next >= 0 ? next : network.channels[p.channel[hop]][1];
  }

  /// The nodes at which heads of a packet wait.
  waitPlaces(state, i) {
    return new Set((state.waits.get(i) ?? []).map((wait) => this.waitPlace(state, i, wait)));
  }

  /// Where a packet is, or would be, in the order of messages, which is not that of packets.
  orderOf(message, packet) {
    const p = this.p;
    this.byMessage ??=
        Uint32Array.from({length: p.count}, (_, i) => i)
            .sort((a, b) => p.message[a] - p.message[b] || p.packet[a] - p.packet[b]);
    let low = 0;
    let high = p.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      const i = this.byMessage[middle];
      if (p.message[i] < message || (p.message[i] === message && p.packet[i] < packet))
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }

  /// The packets of a message that the run has.
  packetsOf(message) {
    const found = [];
    for (let n = this.orderOf(message, 0); this.p.message[this.byMessage[n]] === message; ++n)
      found.push(this.byMessage[n]);
    return found;
  }

  /// Who waits for whom, from a packet on: [{packet, wait}]; the last one does not wait, or has
  /// been in the chain before (`closed`).
  chain(state, i) {
    const p = this.p;
    const links = [];
    const seen = new Set();
    while (i >= 0) {
      const wait = (state.waits.get(i) ?? [])[0] ?? -1;
      links.push({packet: i, wait, closed: seen.has(i)});
      if (wait < 0 || seen.has(i) || p.holder[wait] < 0) break;
      seen.add(i);
      const packet = p.holderPacket[wait];
      i = this.packetsOf(p.holder[wait]).find((other) => p.packet[other] === packet) ?? -1;
    }
    return links;
  }

  waitText(wait) {
    const p = this.p;
    const channel = p.wanted[wait] < 0 ? '' : `: ${this.channelText(p.wanted[wait])}`;
    const holder = p.holder[wait] < 0 ? '' : `, held by message ${p.holder[wait]}`;
    return `waits for ${causes[p.cause[wait]]}${channel}${holder}`;
  }

  channelText(channel) {
    const [from, to] = this.network.channels[channel];
    return from === to ? `channel ${channel}` : `channel ${channel} (${from} to ${to})`;
  }

  /// What of a channel a packet holds: a virtual channel, or a bus's driver, and a buffer.
  laneText(hop) {
    const {drivers, buffers} = this.network;
    const lane = this.p.lane[hop];
    const driver = Math.floor(lane / buffers);
    const words = [];
    if (this.isBus)
      words.push(`from ${this.memberText(this.p.channel[hop], driver)}`);
    else if (drivers > 1 && this.network.queues !== 'none')
      words.push(`virtual channel ${driver}`);
    if (buffers > 1) words.push(`buffer ${lane % buffers}`);
    return words.join(', ');
  }

  /// A driver of a bus.
  memberText(bus, driver) {
    const {buses, terminals} = this.network;
    const from = buses[bus][driver];
    if (from !== bus) return `router ${Math.min(from, bus)}-${Math.max(from, bus)}`;
    const before = buses[bus].slice(0, driver).filter((other) => other === bus).length;
    return `terminal ${terminals.indexOf(bus) + before}`;
  }

  name(i) {
    const p = this.p;
    const packet = p.packets[i] > 1 ? `, packet ${p.packet[i]} of ${p.packets[i]}` : '';
    return `message ${p.message[i]}${packet}`;
  }

  /// Flits on each channel for each of the cycles [from, to): those between a head and its tail are
  /// spread evenly over the cycles between them.
  loads(from, to) {
    const p = this.p;
    const loads = new Float64Array(this.network.channels.length);
    for (let h = 0; h < p.channel.length; ++h) {
      const open = p.tail[h] === never;
      const last = open ? p.head[h] : p.tail[h];
      const first = Math.max(from, p.head[h]);
      const after = Math.min(to, last + 1);
      if (after <= first) continue;
      const flits = open ? 1 : p.flits[p.hopPacket[h]];
      loads[p.channel[h]] += flits * (after - first) / (last - p.head[h] + 1);
    }
    return loads.map((flits) => flits / (to - from));
  }
}
