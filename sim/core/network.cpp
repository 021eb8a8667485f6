#include "core/network.hpp"

#include <algorithm>

namespace wayfarer {

std::size_t Network::moves() const {
  const std::vector<Transfer>& listed = transfers();
  return static_cast<std::size_t>(
      std::count_if(listed.begin(), listed.end(),
                    [](const Transfer& transfer) { return transfer.acknowledged; }));
}

}  // namespace wayfarer
