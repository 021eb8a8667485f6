// A dead member of an m-way network, around which the others route.
#pragma once

#include "core/types.hpp"

namespace wayfarer {

enum class MwayDead { kNothing, kChannel, kRouter };

struct MwayFault {
  MwayDead dead = MwayDead::kNothing;
  ChannelId channel = 0;   ///< The failed channel, or the failed router's lower channel.
  unsigned dimension = 0;  ///< Dimension of the failed router.

  explicit operator bool() const { return dead != MwayDead::kNothing; }
};

}  // namespace wayfarer
