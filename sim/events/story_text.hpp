// The story of a message in words and as a picture.
#pragma once

#include <string>
#include <vector>

#include "events/story.hpp"

namespace wayfarer {

/// All packets of one message. `now`: the first cycle without events.
[[nodiscard]] std::string story_text(const std::vector<PacketStory>& packets,
                                     const NetworkLayout& layout, Cycle now);

/// An SVG of channels by cycles: on each row, when the message's flits crossed the channel, and
/// what its head waited for before.
[[nodiscard]] std::string story_svg(const std::vector<PacketStory>& packets,
                                    const NetworkLayout& layout, Cycle now);

}  // namespace wayfarer
