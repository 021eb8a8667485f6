// Random values of a family's keys, as its schema names them.
#pragma once

#include "config/schema.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Draws each choice among the names that hardware has, and each number among its values worth
/// drawing, if there are any. Half of the values that follow from others are left to them. The
/// result may be illegal.
inline void draw_keys(NetworkConfig& config, Random& random) {
  const auto below = [&random](std::size_t n) {
    return random.below(static_cast<std::uint32_t>(n));
  };
  for (const ChoiceKey& choice : config.schema->choices) {
    if (choice.derived() && below(2) == 0) continue;
    unsigned name = below(choice.names.size());
    while (choice.code(name) == kModelOnly) name = below(choice.names.size());
    choice.set(config, name);
  }
  for (const NumberKey& number : config.schema->numbers) {
    if (number.draw.empty() || (number.derived() && below(2) == 0)) continue;
    number.of(config) = number.draw[below(number.draw.size())];
  }
}

}  // namespace wayfarer
