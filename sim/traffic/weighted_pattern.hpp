// Patterns that draw each destination among all terminals: uniform and hot spots.
#pragma once

#include <memory>

#include "traffic/pattern.hpp"
#include "traffic/pattern_request.hpp"

namespace wayfarer {

[[nodiscard]] std::unique_ptr<Pattern> make_uniform(const PatternRequest& request);
[[nodiscard]] std::unique_ptr<Pattern> make_full_random(const PatternRequest& request,
                                                        SelfRule to_itself);
/// Fulgham and Snyder, section on traffic: the listed nodes are four times as likely as the others.
[[nodiscard]] std::unique_ptr<Pattern> make_hotspot_1(const PatternRequest& request);
[[nodiscard]] std::unique_ptr<Pattern> make_hotspot_2(const PatternRequest& request);
[[nodiscard]] std::unique_ptr<Pattern> make_hotspot(const PatternRequest& request,
                                                    const HotspotSpec& spec);

}  // namespace wayfarer
