#include "family/kit/model_base.hpp"

#include <algorithm>

namespace wayfarer::kit {

void ModelBase::reset() {
  offers_.clear();
  stalls_.clear();
  begin_step();
}

void ModelBase::make_room(std::size_t deliveries, std::size_t transfers) {
  offers_.reserve(std::size_t{shape_.terminals} * shape_.injection_ports);
  stalls_.reserve(shape_.terminals);
  deliveries_.reserve(deliveries);
  transfers_.reserve(transfers);
  errors_.reserve(shape_.terminals);
}

void ModelBase::report(TerminalId terminal, std::uint8_t causes) {
  for (ErrorEvent& event : errors_) {
    if (event.terminal != terminal) continue;
    event.causes |= causes;
    return;
  }
  errors_.push_back({terminal, causes});
}

void ModelBase::sort_errors() {
  if (errors_.size() < 2) return;
  std::sort(errors_.begin(), errors_.end(),
            [](const ErrorEvent& a, const ErrorEvent& b) { return a.terminal < b.terminal; });
}

}  // namespace wayfarer::kit
