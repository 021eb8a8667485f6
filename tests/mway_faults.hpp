// Meshes with one dead member, and messages between all pairs of their processors.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/network.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"

namespace wayfarer {

/// Every single dead channel and dead router of a mesh.
inline std::vector<MwayFault> all_faults(const TopologyConfig& mesh) {
  const MwayTopology topology(mesh);
  std::vector<MwayFault> faults;
  for (ChannelId channel = 0; channel < topology.channels(); ++channel)
    faults.push_back({MwayDead::kChannel, channel, 0});
  for (const MwayRouter& router : topology.routers())
    faults.push_back({MwayDead::kRouter, router.low, router.dimension});
  return faults;
}

inline std::string name_of(const MwayFault& fault) {
  return fault.dead == MwayDead::kChannel
             ? fmt::format("channel {} is dead", fault.channel)
             : fmt::format("the router of channel {} in dimension {} is dead", fault.channel,
                           fault.dimension);
}

inline NetworkConfig faulty_mesh(const TopologyConfig& mesh, const MwayFault& fault,
                                 unsigned flit_bits) {
  NetworkConfig config = mway_config();
  config.name = "faulty-mesh";
  config.topology = mesh;
  mway_of(config).configuration = Configuration::kPins;
  mway_of(config).fault = fault;
  config.flit_bits = flit_bits;
  config.message_bytes = 32;
  validate(config);
  return config;
}

/// Sends a message from every processor to every processor, all at once, with random stalls. Throws
/// CheckFailed unless exactly those to connected channels arrive, each once, and the source of each
/// other one shows an error of the destination. Returns the number of messages refused.
inline unsigned exchange_all_pairs(Network& network, const NetworkConfig& config,
                                   std::uint64_t seed) {
  const MwayTopology topology(config.topology, mway_of(config).fault);
  const TerminalId terminals = topology.terminals();
  struct Port {
    TerminalId to;
    unsigned flit = 0;  ///< The next one.
  };
  constexpr unsigned kDataFlits = 3;
  std::vector<std::vector<Port>> ports(terminals);  // two for each processor: each sends a half
  std::vector<unsigned> arrived(terminals * terminals, 0);
  std::vector<unsigned> errors(terminals, 0);
  std::size_t left = 0;
  for (TerminalId from = 0; from < terminals; ++from) {
    for (TerminalId to = 0; to < terminals; ++to)
      left += topology.connected(topology.channel_of(from), topology.channel_of(to)) ? 1 : 0;
    ports[from] = {{0}, {1}};
  }
  network.reset();
  const Cycle limit = 200'000;
  for (Cycle now = 0; now < limit; ++now) {
    Random random(seed, 0, Purpose::kTest, now);
    bool sending = false;
    for (TerminalId from = 0; from < terminals; ++from) {
      const unsigned p = random.below(2);
      Port& port = ports[from][p];
      network.stall_ejection(from, random.below(8) == 0);
      sending |= ports[from][0].to < terminals || ports[from][1].to < terminals;
      if (port.to >= terminals || (network.injection_ready()[from] >> p & 1) == 0) continue;
      Flit flit;
      flit.tag = port.flit == 0 ? Tag::kHeader : port.flit == kDataFlits ? Tag::kTail : Tag::kBody;
      flit.index = static_cast<std::uint16_t>(port.flit);
      flit.message = from * terminals + port.to;
      flit.destination = port.to;
      flit.length_bytes = static_cast<std::uint16_t>(kDataFlits * config.flit_bytes());
      network.offer(from, p, flit);
      if (port.flit++ == kDataFlits) port = {port.to + 2};
    }
    network.step();
    for (const ErrorEvent& error : network.errors()) {
      if (error.causes != kErrorDestination)
        throw CheckFailed(fmt::format("terminal {}: causes {:#x}", error.terminal, error.causes));
      ++errors[error.terminal];
    }
    for (const Delivery& delivery : network.deliveries()) {
      if (delivery.tag != Tag::kTail) continue;
      const MessageId message = delivery.message;
      if (message % terminals != delivery.terminal || !delivery.intact ||
          delivery.index != kDataFlits)
        throw CheckFailed(fmt::format("message {} at terminal {}", message, delivery.terminal));
      if (++arrived[message] > 1) throw CheckFailed(fmt::format("message {} twice", message));
      --left;
    }
    if (left == 0 && !sending) break;
  }
  unsigned refused = 0;
  for (TerminalId from = 0; from < terminals; ++from) {
    unsigned unreachable = 0;
    for (TerminalId to = 0; to < terminals; ++to) {
      const bool connected = topology.connected(topology.channel_of(from), topology.channel_of(to));
      unreachable += connected ? 0 : 1;
      if ((arrived[from * terminals + to] != 0) != connected)
        throw CheckFailed(
            fmt::format("from {} to {}: {}", from, to, connected ? "does not arrive" : "arrives"));
    }
    if (errors[from] != unreachable)
      throw CheckFailed(fmt::format("terminal {} flags {} messages; unreachable: {}", from,
                                    errors[from], unreachable));
    refused += unreachable;
  }
  return refused;
}

}  // namespace wayfarer
