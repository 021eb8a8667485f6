// Random trees of 2x1 switches for client-server networks.
#pragma once

#include <string>

#include <fmt/format.h>

#include "core/random.hpp"

namespace wayfarer {

/// A random shape over hosts first .. first + count - 1, as parse_switch_tree reads it. Some
/// switches have only one input in use.
inline std::string random_tree(unsigned first, unsigned count, Random& random) {
  if (count == 1 && random.below(4) != 0) return fmt::format("{}", first);
  if (count == 1)
    return random.below(2) == 0 ? fmt::format("({} -)", first) : fmt::format("(- {})", first);
  const unsigned local = 1 + random.below(count - 1);
  return fmt::format("({} {})", random_tree(first, local, random),
                     random_tree(first + local, count - local, random));
}

/// The same with a switch at the root, whatever the number of hosts.
inline std::string random_network_tree(unsigned hosts, Random& random) {
  const std::string tree = random_tree(1, hosts, random);
  return tree.front() == '(' ? tree : fmt::format("(- {})", tree);
}

}  // namespace wayfarer
