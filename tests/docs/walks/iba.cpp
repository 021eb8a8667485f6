#include <fmt/format.h>

#include "example.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kIba("iba",
                           {"iba4x4", 0, 9, "links",
                            [](ChannelId channel) {
                              constexpr const char* kPorts[] = {"east", "north", "west", "south"};
                              return fmt::format("switch {}, {}", channel / 4 + 1,
                                                 kPorts[channel % 4]);
                            },
                            [](const Case& c) {
                              return fmt::format("F + 2 h + 2 = {} + 2 x {} + 2 = {}",
                                                 c.message.flits, c.distance,
                                                 c.message.flits + 2 * c.distance + 2);
                            }});
