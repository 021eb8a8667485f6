#include "traffic/responder_workload.hpp"

#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {
namespace {

/// Nothing beside the responder's messages.
class NoTraffic final : public Pattern, public Process, public Lengths {
 public:
  explicit NoTraffic(bool finite) : finite_(finite) {}
  TerminalId destination(TerminalId, std::uint32_t) const override { return kNoTerminal; }
  bool silent(TerminalId) const override { return true; }
  Cycle next_birth(TerminalId, std::uint32_t, Cycle) const override { return kNever; }
  bool finite() const override { return finite_; }
  std::uint16_t bytes(TerminalId, std::uint32_t) const override { return 0; }
  double mean_flits(const FlitFormat&) const override { return 0; }
  double mean_bytes() const override { return 0; }
  unsigned greatest_bytes() const override { return 0; }

 private:
  bool finite_;
};

}  // namespace

Workload responder_workload(const NetworkConfig& config, bool finite, MakeResponder responder) {
  const auto none = std::make_shared<const NoTraffic>(finite);
  return {none, none, none, config.packet_bytes(), std::move(responder)};
}

void check_responder_limits(const std::string& path, const NetworkConfig& config,
                            std::uint32_t terminals, unsigned bytes) {
  const TraceLimits limits = trace_limits(config);
  const auto refuse = [&path](const std::string& what, const std::string& legal) {
    throw UsageError(fmt::format("{}: {}; legal: {}", path, what, legal));
  };
  if (limits.client_server) refuse("in a client-server network", "any other network");
  if (terminals > limits.terminals)
    refuse(fmt::format("messages of {} terminals in a network of {}", terminals, limits.terminals),
           "a network of as many terminals or more");
  if (bytes > limits.max_bytes)
    refuse(fmt::format("messages of up to {} bytes in a network whose messages have at most {}",
                       bytes, limits.max_bytes),
           "a network of longer messages");
}

}  // namespace wayfarer
