// The information of a flit that a model stores until its delivery.
#pragma once

#include "core/flit.hpp"

namespace wayfarer::kit {

struct FlitInfo {
  MessageId message = 0;
  std::uint16_t index = 0;
};

}  // namespace wayfarer::kit
