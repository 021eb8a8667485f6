#include <fmt/format.h>

#include "example.hpp"

using namespace wayfarer;
using namespace wayfarer::walks;

static const Register kCutThrough("cut_through",
                                  {"fs-mesh4x4-star", 0, 6, "links", grid_link, [](const Case& c) {
                                     constexpr unsigned kPipeline = 4;
                                     return fmt::format(
                                         "F + P + h (P + 1) + 1 = {} + {} + {} x {} + 1 = {}",
                                         c.message.flits, kPipeline, c.distance, kPipeline + 1,
                                         c.message.flits + kPipeline +
                                             c.distance * (kPipeline + 1) + 1);
                                   }});
