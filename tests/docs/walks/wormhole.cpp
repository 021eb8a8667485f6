#include <fmt/format.h>

#include "example.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kWormhole("wormhole", {"romm-mesh4x4-2phase", 0, 6, "links", grid_link,
                                             [](const Case& c) {
                                               return fmt::format("F + h + 1 = {} + {} + 1 = {}",
                                                                  c.message.flits, c.distance,
                                                                  c.message.flits + c.distance + 1);
                                             }});
