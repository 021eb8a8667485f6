// A dead member of an m-way network, around which the others route.
#pragma once

#include "core/types.hpp"

namespace wayfarer {

enum class MwayDead { kNothing, kChannel, kRouter };

struct MwayFault {
  MwayDead dead = MwayDead::kNothing;
  ChannelId channel = 0;   ///< The dead channel, or the lower one of the dead router's.
  unsigned dimension = 0;  ///< Of the dead router.

  explicit operator bool() const { return dead != MwayDead::kNothing; }
};

}  // namespace wayfarer
