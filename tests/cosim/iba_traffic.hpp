// Illegal traffic of InfiniBand endpoints, and tables that no subnet manager would write.
#pragma once

#include <algorithm>
#include <vector>

#include "config/config.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "family/iba/config.hpp"
#include "family/iba/header.hpp"
#include "family/iba/in_band.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/subnet_manager.hpp"

namespace wayfarer {

/// Every terminal is the source of one group: each terminal with probability 1/2, at least itself.
inline std::vector<MulticastGroup> random_groups(const NetworkConfig& config, Random& random) {
  std::vector<MulticastGroup> groups(config.terminals());
  for (std::size_t number = 0; number < groups.size(); ++number) {
    groups[number].source = static_cast<TerminalId>(number);
    for (TerminalId member = 0; member < config.terminals(); ++member)
      if (random.below(2) == 0) groups[number].members.push_back(member);
    if (groups[number].members.empty()) groups[number].members = {groups[number].source};
  }
  return groups;
}

/// The next flit of a terminal.
struct IbaStream {
  unsigned lane = 0;
  unsigned next = 0;   ///< Flit of the packet.
  unsigned flits = 0;  ///< Flits that the packet has.
  unsigned bytes = 0;  ///< Length in its header.
  TerminalId destination = 0;
  MessageId message = 0;
};

/// Maximum data flits that a terminal sends as one: of a packet, or of a message that endpoints
/// cut.
inline unsigned most_data_flits(const NetworkConfig& config) {
  if (segment_flits(config) == 0) return largest_packet_flits(config) - 1;
  return IbaHeader::kMostPackets * segment_flits(config);
}

/// A new packet, or message that endpoints cut, to a terminal or the source's group; with `faults`
/// also to destinations unknown at the source's switch, and sometimes of a length that differs from
/// its header.
inline IbaStream draw_packet(const NetworkConfig& config, TerminalId source, Random& random,
                             bool faults) {
  IbaStream stream;
  stream.lane = random.below(iba_of(config).virtual_lanes);
  stream.message = random.below(1u << kMessageIdBits);
  const unsigned flit_bytes = config.flit_bytes();
  const unsigned most = most_data_flits(config);
  const unsigned longest = std::min(most, config.data_flits(config.message_bytes));
  stream.bytes = flit_bytes * random.below(longest + 1);
  stream.flits = config.data_flits(stream.bytes) + 1;
  const std::uint32_t terminals = config.terminals();
  if (random.below(2) == 0)
    stream.destination = random.below(terminals + (faults ? 2 : 0));
  else
    stream.destination =
        multicast_destination(faults ? random.below(iba_of(config).groups + 2) : source);
  if (!faults || random.below(6) != 0) return stream;
  stream.flits = 1 + random.below(longest + 3);
  if (random.below(3) == 0) stream.bytes = flit_bytes * (most + random.below(3));
  return stream;
}

/// Arbitration tables that no manager writes: any lanes and weights, limits and entries that do
/// not exist.
inline void write_any_turns(Management& management, const NetworkConfig& config, Random& random) {
  if (iba_of(config).arbitration == Arbitration::kRoundRobin) return;
  for (TerminalId at = 0; at < config.terminals(); ++at) {
    for (unsigned change = 0; change < 30; ++change)
      management.write(
          at, IbaTable::kArbitration,
          arbitration_entry(random.below(6), static_cast<ArbitrationPart>(random.below(4)),
                            random.below(iba_of(config).arbitration_entries + 1)),
          ArbitrationTurn{random.below(5), random.below(4)}.value());
    for (unsigned port = 0; port < kIbaPorts; ++port)
      management.write(at, IbaTable::kArbitration,
                       arbitration_entry(port, ArbitrationPart::kLimit, 0),
                       random.below(8) == 0 ? kNoLimit : random.below(2) * random.below(6));
  }
}

/// A transfer in-band: reads any entry; writes, with `faults` anything, else what `tables` have.
inline ManagementTransfer draw_transfer(const NetworkConfig& config, const SubnetTables& tables,
                                        Random& random, bool faults) {
  ManagementTransfer transfer;
  transfer.write = random.below(2) == 0;
  transfer.at = random.below(config.terminals() + (transfer.write ? 0 : 1));
  transfer.table = static_cast<IbaTable>(random.below(5));
  const unsigned entries[] = {config.terminals() + 2, iba_of(config).groups + 1, 5 * kPortsOfLanes,
                              3, kArbitrationEntries};
  transfer.entry = random.below(entries[static_cast<unsigned>(transfer.table)]);
  if (!transfer.write) return transfer;
  transfer.value = random.below(256);
  if (faults) return transfer;
  const auto& forwarding = tables.forwarding[transfer.at];
  transfer.table = IbaTable::kForwarding;
  transfer.entry = random.below(static_cast<unsigned>(forwarding.size()));
  transfer.value = forwarding[transfer.entry];
  return transfer;
}

/// Alternates between saturated, idle and stalled. With `faults`, some table entries and packets
/// are arbitrary; without, the network drains at the end. Returns the causes on the error ports.
inline std::uint8_t run_iba(Network& network, const NetworkConfig& config, std::uint64_t seed,
                            Cycle cycles, bool faults) {
  Random random(seed, 0, Purpose::kTest, 0);
  network.reset();
  Management& management = *network.find<Management>();
  const SubnetTables tables = make_subnet_tables(config, random_groups(config, random));
  load_subnet_tables(tables, management);
  write_any_turns(management, config, random);
  for (unsigned change = 0; faults && change < config.terminals(); ++change) {
    const auto at = random.below(config.terminals());
    management.write(at, IbaTable::kForwarding, random.below(config.terminals() + 3),
                     random.below(256));
    management.write(at, IbaTable::kMulticast, random.below(iba_of(config).groups + 2),
                     random.below(256));
    management.write(at, IbaTable::kLanes, random.below(4 * kPortsOfLanes), random.below(256));
  }

  auto* const in_band = network.find<InBandManagement>();
  const auto busy = [in_band] { return in_band != nullptr && in_band->busy(); };
  std::uint8_t causes = 0;
  std::vector<IbaStream> streams(config.terminals());
  constexpr Cycle kPhase = 100;
  constexpr Cycle kDrain = 10'000;
  constexpr Cycle kQuiet = 200;  // longer than any flit waits
  Cycle quiet = 0;
  for (Cycle now = 0; now < cycles + (faults ? 0 : kDrain) && (quiet < kQuiet || busy()); ++now) {
    const bool drains = now >= cycles;
    const unsigned load = now / kPhase % 3 == 1 && !drains ? 1 : 8;
    const bool stalls = now / kPhase % 4 >= 2 && !drains;
    const bool always = now / kPhase % 8 == 3;  // longer than any lifetime
    for (TerminalId terminal = 0; terminal < config.terminals(); ++terminal) {
      IbaStream& stream = streams[terminal];
      if (random.below(4) == 0)
        network.stall_ejection(terminal, stalls && (random.below(2) == 0 || always));
      if (random.below(8) >= load) continue;
      if (stream.next == stream.flits && drains) continue;
      if (stream.next == stream.flits) stream = draw_packet(config, terminal, random, faults);
      if ((network.injection_ready()[terminal] >> stream.lane & 1) == 0) continue;
      const bool last = stream.next + 1 == stream.flits;
      Flit flit;
      flit.tag = make_tag(stream.next == 0, last);
      if (faults && random.below(40) == 0) flit.tag = static_cast<Tag>(1 + random.below(4));
      flit.index = static_cast<std::uint16_t>(is_head(flit.tag) ? 0 : stream.next);
      flit.message = stream.message;
      flit.destination = stream.destination;
      flit.length_bytes = static_cast<std::uint16_t>(stream.bytes);
      network.offer(terminal, stream.lane, flit);
      ++stream.next;
    }
    if (in_band != nullptr && !busy() && !drains && random.below(4) == 0)
      in_band->begin(draw_transfer(config, tables, random, faults));
    network.step();
    const bool moved = !network.transfers().empty() || !network.deliveries().empty();
    quiet = moved || !drains ? 0 : quiet + 1;
    for (const ErrorEvent& event : network.errors())
      causes = static_cast<std::uint8_t>(causes | event.causes);
  }
  return causes;
}

/// Packets counted by the switches, once the network is empty.
inline std::uint64_t forwarded(Network& network, const NetworkConfig& config) {
  std::uint64_t sum = 0;
  for (TerminalId at = 0; at < config.terminals(); ++at) {
    (void)network.find<Management>()->read(at, IbaTable::kCounters,
                                           0);  // also compared in lockstep
    sum += network.find<Management>()->read(at, IbaTable::kCounters, 1);
  }
  return sum;
}

}  // namespace wayfarer
