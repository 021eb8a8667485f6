#include <fmt/format.h>

#include "example.hpp"
#include "family/mway/zero_load.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kMway(
    "mway", {"mesh4x4",
             0,
             6,
             "routers",
             [](ChannelId channel) { return fmt::format("channel {}", channel); },
             [](const Case& c) {
               const unsigned data = c.message.flits - 1;
               const Cycle latency =
                   zero_load_latency(c.config, c.message.from, c.message.to, data);
               return fmt::format("d + h + A + 2 = {} + {} + {} + 2 = {}", data, c.distance,
                                  latency - data - c.distance - 2, latency);
             },
             {2, 5, 9},
             1});
