#include "family/linear/topology.hpp"

#include <fmt/format.h>

namespace wayfarer {

LinearTopology::LinearTopology(const std::string& tree) {
  SwitchTree parsed = parse_switch_tree(tree);
  host_target_ = std::move(parsed.host_targets);
  switch_target_ = std::move(parsed.switch_targets);
  derive();
}

void LinearTopology::derive() {
  distance_.assign(switches(), 1);
  for (SwitchId at = 1; at < switches(); ++at) distance_[at] = distance_[switch_target_[at].at] + 1;
  behind_.assign(std::size_t{2} * switches(), {});
  for (HostId host = 0; host < hosts(); ++host)
    for (SwitchInput input = host_target_[host];; input = switch_target_[input.at]) {
      behind_[2 * input.at + input.input].word[host / 64] |= std::uint64_t{1} << host % 64;
      if (input.at == 0) break;
    }
}

std::string LinearTopology::tree() const {
  return fmt::format("({} {})", tree_below({0, kLocal}), tree_below({0, kUpstream}));
}

std::string LinearTopology::tree_below(SwitchInput input) const {
  const auto feeds = [input](SwitchInput target) {
    return target.at == input.at && target.input == input.input;
  };
  for (HostId host = 0; host < hosts(); ++host)
    if (feeds(host_target_[host])) return fmt::format("{}", host + 1);
  for (SwitchId at = 1; at < switches(); ++at)
    if (feeds(switch_target_[at]))
      return fmt::format("({} {})", tree_below({at, kLocal}), tree_below({at, kUpstream}));
  return "-";
}

}  // namespace wayfarer
