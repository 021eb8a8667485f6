#include "common/toggle_counter.hpp"

#include <bitset>
#include <utility>

namespace wayfarer {

ToggleCounter::ToggleCounter(Pins nets)
    : nets_(std::move(nets)), last_(nets_.size() * nets_.words(), 0) {}

void ToggleCounter::observe() {
  std::size_t at = 0;
  for (std::size_t element = 0; element < nets_.size(); ++element)
    for (std::size_t word = 0; word < nets_.words(); ++word, ++at) {
      const std::uint32_t now = nets_.word(element, word);
      toggles_ += std::bitset<32>(now ^ last_[at]).count();
      last_[at] = now;
    }
}

}  // namespace wayfarer
