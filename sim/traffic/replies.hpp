// Request and reply: every message that arrives is answered by one to its source.
#pragma once

#include "config/config.hpp"
#include "traffic/responder.hpp"
#include "traffic/spec.hpp"

namespace wayfarer {

/// Throws UsageError for replies that are too long for the network.
[[nodiscard]] MakeResponder make_replies(const ReplySpec& spec, const NetworkConfig& config);

}  // namespace wayfarer
