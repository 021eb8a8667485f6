#include <fmt/format.h>

#include "example.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kDeflection(
    "deflection",
    {"deflection4x4",
     0,
     6,
     "links",
     [](ChannelId channel) {
       return fmt::format("node {}, {}", channel / 2, channel % 2 == 0 ? "east" : "south");
     },
     [](const Case& c) { return fmt::format("h + 2 = {} + 2 = {}", c.distance, c.distance + 2); },
     {1}});
