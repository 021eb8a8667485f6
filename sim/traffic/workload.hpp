// Everything that determines which message is sent when, made from names.
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

namespace wayfarer {

struct Workload {
  std::shared_ptr<const Pattern> pattern;
  std::shared_ptr<const Process> process;
  std::shared_ptr<const Lengths> lengths;
  unsigned packet_bytes = kLongestMessage;  ///< Longer messages are sent as several packets.
  MakeResponder responder = {};             ///< Of messages that depend on deliveries; empty: none.
  std::string note = {};  ///< What a user should know of its file; empty: nothing.
};

[[nodiscard]] inline FlitFormat flit_format(const NetworkConfig& config) {
  return {config.flit_bytes(), config.least_data_flits(), config.packet_bytes()};
}

/// Names as the user gives them; see make_pattern, make_process and make_lengths.
struct TrafficOptions {
  std::string pattern;  ///< Empty: the family's, default_pattern.
  std::string process = "bernoulli";
  std::string message_bytes;  ///< "64" or a mix "16,64,256"; empty: the configuration's.
  std::uint64_t seed = 1;
  std::string reply = {};  ///< make_replies; empty: messages are not answered.
};

/// `rate` in messages per terminal and cycle, copies counted. Throws UsageError for names that do
/// not fit.
[[nodiscard]] Workload make_workload(const NetworkConfig& config, const TrafficOptions& options,
                                     double rate);

}  // namespace wayfarer
