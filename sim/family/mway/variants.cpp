#include "family/mway/variants.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"
#include "family/mway/config.hpp"

namespace wayfarer {
namespace {

/// What a variant allows of a key: a bit for each name, and why not the others.
struct Allowed {
  unsigned names;
  const char* why = "";
};

constexpr Allowed kAll{~0u};

template <class... Names>
constexpr Allowed only(const char* why, Names... names) {
  return {((1u << static_cast<unsigned>(names)) | ...), why};
}

struct Row {
  const char* variant;
  Allowed stat, freeing, topology, configuration, destinations;
};

constexpr Row kAdaptiveRow = {
    "adaptive",
    only("headers choose by the status of all receivers", Stat::kExact),
    only("a header behind a tail does not reach the escape", Freeing::kLate),
    kAll,
    only("the candidates are those of this network", Configuration::kConstant),
    only("offsets are worked off in one order", Destinations::kAbsolute)};

constexpr Row kMulticastRow = {
    "multicast",
    only("receivers take a header in order, by the status of all of them", Stat::kExact),
    only("a buffer holds one whole message", Freeing::kLate),
    only("its trees are those of a mesh", TopologyKind::kMesh),
    only("headers have a bit for each processor of this network", Configuration::kConstant),
    only("headers have a bit for each processor", Destinations::kAbsolute)};

constexpr Row named(const char* variant, Row row) {
  row.variant = variant;
  return row;
}

/// In the order of the enumerators; mway_config_pkg::variant_legal has the same table.
constexpr Row kRows[] = {
    {"paper", kAll, kAll, kAll, kAll, kAll},
    {"pipelined",
     only("with exact Stat a registered flit needs the number of its buffer", Stat::kCyclic,
          Stat::kAddressed),
     kAll, kAll, kAll, kAll},
    {"aged", kAll, kAll, kAll,
     only("with ages the members of a channel are constants", Configuration::kConstant), kAll},
    {"guarded",
     only("only where exact Stat has shown room is a data flit that nobody takes a lost one",
          Stat::kExact),
     kAll, kAll, kAll, kAll},
    {"clocked", only("a driver learns from Stat when its receiver is full", Stat::kExact), kAll,
     kAll, only("its members have constants", Configuration::kConstant),
     only("routers with two clocks compare addresses", Destinations::kAbsolute)},
    {"balanced", kAdaptiveRow.stat, kAll,
     only("a mesh has no classes to balance", TopologyKind::kTorus), kAdaptiveRow.configuration,
     kAdaptiveRow.destinations},
    kAdaptiveRow,
    kMulticastRow,
    named("adaptive-unescaped", kAdaptiveRow),
    named("multicast-unordered", kMulticastRow),
};

const Row& row_of(const NetworkConfig& config) {
  return kRows[static_cast<unsigned>(mway_of(config).variant)];
}

const ChoiceKey& choice_of(const std::string& key) {
  const std::vector<ChoiceKey>& choices = mway_schema().choices;
  return *std::find_if(choices.begin(), choices.end(),
                       [&](const ChoiceKey& choice) { return choice.key == key; });
}

std::optional<ConfigFault> fault_of(const NetworkConfig& config, const char* key,
                                    const Allowed& allowed) {
  const ChoiceKey& choice = choice_of(key);
  const unsigned chosen = choice.get(config);
  if ((allowed.names >> chosen & 1) != 0) return std::nullopt;
  std::vector<std::string> legal;
  for (unsigned name = 0; name < choice.names.size(); ++name)
    if ((allowed.names >> name & 1) != 0) legal.push_back(choice.names[name]);
  return ConfigFault{
      key, fmt::format("'{}' does not go with router.variant '{}': {}; legal: {}",
                       choice.names[chosen], row_of(config).variant, allowed.why, join(legal))};
}

}  // namespace

std::vector<std::string> mway_variant_names() {
  std::vector<std::string> names;
  for (const Row& row : kRows) names.emplace_back(row.variant);
  return names;
}

std::optional<ConfigFault> mway_variant_fault(const NetworkConfig& config) {
  const Row& row = row_of(config);
  if (auto fault = fault_of(config, "topology.kind", row.topology)) return fault;
  if (auto fault = fault_of(config, "router.stat", row.stat)) return fault;
  if (auto fault = fault_of(config, "router.freeing", row.freeing)) return fault;
  if (auto fault = fault_of(config, "router.configuration", row.configuration)) return fault;
  return fault_of(config, "router.destinations", row.destinations);
}

}  // namespace wayfarer
