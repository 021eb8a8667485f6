// Everything that determines which message is sent when, made from a spec.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "traffic/copies.hpp"
#include "traffic/lengths.hpp"
#include "traffic/pattern.hpp"
#include "traffic/process.hpp"
#include "traffic/responder.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

struct Workload {
  std::shared_ptr<const Pattern> pattern;
  std::shared_ptr<const Process> process;
  std::shared_ptr<const Lengths> lengths;
  unsigned packet_bytes = kLongestMessage;  ///< Longer messages are sent as several packets.
  MakeResponder responder = {};   ///< Makes messages that depend on deliveries; empty: none.
  std::string note = {};          ///< Remark on its file for the user; may be empty.
  std::string pattern_name = {};  ///< For messages; empty: of a trace.
  double rate = 0;       ///< Messages per terminal and cycle that were asked for; 0: of a trace.
  bool replies = false;  ///< The responder answers requests: their round trips are measured.
};

[[nodiscard]] inline FlitFormat flit_format(const NetworkConfig& config) {
  return {config.flit_bytes(), config.least_data_flits(), config.packet_bytes()};
}

/// The lengths of messages that the traffic draws.
[[nodiscard]] LengthsSpec lengths_of(const NetworkConfig& config, const TrafficSpec& spec);

/// Without the replies. `rate` in messages per terminal and cycle, copies counted. Throws
/// UsageError for traffic that does not fit the network.
[[nodiscard]] Workload make_workload(const NetworkConfig& config, const TrafficSpec& spec,
                                     double rate, std::uint64_t seed);

}  // namespace wayfarer
