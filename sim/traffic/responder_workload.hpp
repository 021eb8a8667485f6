// Workloads whose messages all come from a responder.
#pragma once

#include <string>

#include "config/config.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

/// `finite`: the messages come to an end.
[[nodiscard]] Workload responder_workload(const NetworkConfig& config, bool finite,
                                          MakeResponder responder);

/// Throws UsageError naming the file if its messages, between this number of terminals and of at
/// most so many bytes, do not fit the network.
void check_responder_limits(const std::string& path, const NetworkConfig& config,
                            std::uint32_t terminals, unsigned bytes);

}  // namespace wayfarer
