#include "reduce.hpp"
#include "family/linear/config.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {
namespace {

/// Indices of inputs that are removed together: the flits of a message, or one other input.
using Unit = std::vector<std::size_t>;

std::vector<Unit> messages_and_others(const Stimulus& stimulus) {
  std::vector<Unit> units;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> open;  // unit by terminal and port
  for (std::size_t i = 0; i < stimulus.inputs.size(); ++i) {
    const Input& input = stimulus.inputs[i];
    if (input.kind != Input::Kind::kOffer) {
      units.push_back({i});
      continue;
    }
    const auto port = std::pair(input.numbers[0], input.numbers[1]);
    const auto unit = open.find(port);
    if (unit == open.end() || is_head(static_cast<Tag>(input.numbers[2]))) {
      open[port] = units.size();
      units.push_back({i});
    } else {
      units[unit->second].push_back(i);
    }
  }
  return units;
}

std::vector<Unit> single_inputs(const Stimulus& stimulus) {
  std::vector<Unit> units;
  for (std::size_t i = 0; i < stimulus.inputs.size(); ++i) units.push_back({i});
  return units;
}

Stimulus only(const Stimulus& stimulus, const std::vector<Unit>& units) {
  std::vector<std::size_t> kept;
  for (const Unit& unit : units) kept.insert(kept.end(), unit.begin(), unit.end());
  std::sort(kept.begin(), kept.end());
  Stimulus result;
  result.cycles = stimulus.cycles;
  for (const std::size_t i : kept) result.inputs.push_back(stimulus.inputs[i]);
  return result;
}

/// Removes the inputs after the failure.
void cut(Stimulus& stimulus, Cycle cycles) {
  stimulus.cycles = cycles;
  const auto late = [cycles](const Input& input) { return input.cycle >= cycles; };
  stimulus.inputs.erase(std::remove_if(stimulus.inputs.begin(), stimulus.inputs.end(), late),
                        stimulus.inputs.end());
}

/// Removes runs of units, long ones first, until no unit can be removed.
template <typename UnitsOf>
void leave_out(Stimulus& stimulus, const UnitsOf& units_of,
               const CyclesToFailure& cycles_to_failure) {
  std::vector<Unit> units = units_of(stimulus);
  for (std::size_t size = units.size(); size >= 1;) {
    bool left_out = false;
    for (std::size_t at = 0; at < units.size();) {
      std::vector<Unit> rest = units;
      const auto begin = rest.begin() + static_cast<std::ptrdiff_t>(at);
      rest.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(size, rest.size() - at)));
      Stimulus shorter = only(stimulus, rest);
      if (const std::optional<Cycle> failed = cycles_to_failure(shorter)) {
        cut(shorter, *failed);
        stimulus = std::move(shorter);
        units = units_of(stimulus);
        left_out = true;
      } else {
        at += size;
      }
    }
    if (size == 1 && !left_out) return;
    size = std::clamp<std::size_t>(units.size(), 1, (size + 1) / 2);
  }
}

/// Moves the first input as early as possible: to cycle 0, unless the failure depends on the time.
void begin_early(Stimulus& stimulus, const CyclesToFailure& cycles_to_failure) {
  if (stimulus.inputs.empty()) return;
  Stimulus earlier = stimulus;
  const Cycle first = earlier.inputs.front().cycle;
  for (Input& input : earlier.inputs) input.cycle -= first;
  if (const std::optional<Cycle> cycles = cycles_to_failure(earlier)) {
    cut(earlier, *cycles);
    stimulus = std::move(earlier);
  }
}

std::optional<NetworkConfig> changed(NetworkConfig config, const std::string& key,
                                     const std::string& value) {
  // If the other keys need the old value, those that have a default may follow.
  for (const bool others_follow : {false, true}) {
    if (others_follow) config.named.clear();
    try {
      set_key(config, key, value);
      return config;
    } catch (const UsageError&) {
    }
  }
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> smaller_shapes(const NetworkConfig& config) {
  std::vector<std::pair<std::string, std::string>> steps;
  for (const ShapeKey& shape : config.schema->shape.keys) {
    const std::string& key = shape.key;
    if (key == "topology.hosts") {
      const auto hosts = parse_switch_tree(linear_of(config).tree).host_targets.size();
      for (const std::size_t fewer : std::set{hosts / 2, hosts - 1})
        if (fewer > 0) steps.emplace_back(key, fmt::format("{}", fewer));
    }
    if (key != kExtentsKey) continue;
    const std::vector<unsigned>& extents = config.topology.extents;
    for (std::size_t d = 0; d < extents.size(); ++d) {
      std::vector<unsigned> fewer = extents;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(d));
      if (!fewer.empty()) steps.emplace_back(key, fmt::format("{}", fmt::join(fewer, "x")));
      for (const unsigned extent : {(extents[d] + 1) / 2, extents[d] - 1}) {
        fewer = extents;
        fewer[d] = extent;
        if (extent > 0 && extent < extents[d])
          steps.emplace_back(key, fmt::format("{}", fmt::join(fewer, "x")));
      }
    }
  }
  return steps;
}

/// Networks one step smaller than this one, the much smaller ones first.
std::vector<NetworkConfig> smaller_networks(const NetworkConfig& config) {
  std::vector<std::pair<std::string, std::string>> steps = smaller_shapes(config);
  NetworkConfig reading = config;
  for (const NumberKey& number : config.schema->numbers) {
    const unsigned value = number.of(reading);
    if (value <= number.low) continue;
    for (const unsigned less : std::set{number.low, (number.low + value) / 2, value - 1})
      steps.emplace_back(number.key, fmt::format("{}", less));
  }
  for (const ListKey& list : config.schema->lists) {
    const std::vector<unsigned> values = list.get(config);
    for (std::size_t n = 0; n < values.size(); ++n)
      for (const unsigned less : std::set{list.low, (list.low + values[n]) / 2}) {
        std::vector<unsigned> fewer = values;
        fewer[n] = less;
        if (less < values[n])
          steps.emplace_back(list.key, fmt::format("{}", fmt::join(fewer, ":")));
      }
  }
  std::vector<NetworkConfig> networks;
  for (const auto& [key, value] : steps)
    if (std::optional<NetworkConfig> smaller = changed(config, key, value))
      networks.push_back(*std::move(smaller));
  return networks;
}

}  // namespace

Stimulus reduce_stimulus(Stimulus stimulus, const CyclesToFailure& cycles_to_failure) {
  const std::optional<Cycle> cycles = cycles_to_failure(stimulus);
  if (!cycles) throw UsageError("these inputs make nothing fail");
  cut(stimulus, *cycles);
  leave_out(stimulus, messages_and_others, cycles_to_failure);
  leave_out(stimulus, single_inputs, cycles_to_failure);
  begin_early(stimulus, cycles_to_failure);
  return stimulus;
}

NetworkConfig reduce_network(NetworkConfig config, const NetworkFails& fails,
                             const std::function<bool()>& proceed) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (const NetworkConfig& candidate : smaller_networks(config)) {
      if (!proceed()) return config;
      if (!fails(candidate)) continue;
      config = candidate;
      smaller = true;
      break;
    }
  }
  return config;
}

}  // namespace wayfarer
