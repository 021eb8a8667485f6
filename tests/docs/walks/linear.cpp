#include <fmt/format.h>

#include "example.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kLinear("linear", {"line4",
                                         2,
                                         4,
                                         "switches",
                                         [](ChannelId channel) {
                                           return fmt::format("output of S_{}", channel + 1);
                                         },
                                         [](const Case& c) {
                                           return fmt::format("F + h = {} + {} = {}",
                                                              c.message.flits, c.distance,
                                                              c.message.flits + c.distance);
                                         },
                                         {2, 5, 9},
                                         0,
                                         true});
