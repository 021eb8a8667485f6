// Request and reply: every message that arrives is answered by one to its source.
#pragma once

#include <string>

#include "config/config.hpp"
#include "traffic/responder.hpp"

namespace wayfarer {

/// From "BYTES" or "BYTES:DELAY": replies of so many data bytes, born DELAY + 1 cycles after the
/// delivery of the request (0 unless given). Throws UsageError for other text.
[[nodiscard]] MakeResponder make_replies(const std::string& text, const NetworkConfig& config);

}  // namespace wayfarer
