#include "family/linear/config.hpp"

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "geometry/switch_tree.hpp"

namespace wayfarer {
namespace {

constexpr const char* kHostsKey = "topology.hosts";
constexpr const char* kTreeKey = "topology.tree";

/// Reads the number of hosts of a line, or a tree.
void read_tree(const Document& document, NetworkConfig& config) {
  const bool hosts = document.has(kHostsKey);
  if (hosts == document.has(kTreeKey))
    document.refuse(hosts ? kTreeKey : kHostsKey,
                    fmt::format("{}; legal: hosts = 9 for a line of nine hosts, or tree = "
                                "\"((1 2) (3 4))\", one of them",
                                hosts ? "given beside hosts" : "missing"));
  linear_of(config).tree =
      hosts ? line_text(document.number(kHostsKey, 1, kMaxHosts)) : document.text(kTreeKey, "");
}

void set_tree(NetworkConfig& config, const std::string& key, const std::string& value) {
  linear_of(config).tree = key == kTreeKey
                               ? value
                               : line_text(static_cast<unsigned>(parse_unsigned(
                                     value, fmt::format("key '{}':", key), 1, kMaxHosts)));
}

std::pair<std::string, std::string> write_tree(const NetworkConfig& config) {
  return {kTreeKey, toml_quoted(linear_of(config).tree)};
}

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  try {
    (void)parse_switch_tree(linear_of(config).tree);
  } catch (const UsageError& error) {
    return ConfigFault{kTreeKey, error.what()};
  }
  return flit_fault(config, 32);
}

}  // namespace

std::uint32_t LinearConfig::terminals(const TopologyConfig&) const {
  return static_cast<std::uint32_t>(parse_switch_tree(tree).host_targets.size()) + 1;
}

const ConfigSchema& linear_schema() {
  using Config = NetworkConfig;
  static const ShapeKeys shape = {
      {{kHostsKey, "Number of hosts on a line", "4", 1, kMaxHosts},
       {kTreeKey, "Instead of hosts: a tree of 2x1 switches, the local input of each first",
        "\"((1 2) (3 4))\""}},
      read_tree,
      set_tree,
      write_tree};
  static const ConfigSchema schema = {
      "linear",
      {NumberKey{"router.depth", "Flits in a switch's buffer", 1, 16,
                 [](Config& c) -> unsigned& { return linear_of(c).depth; }}
           .gives({"Depth"})
           .draws({1, 2, 3}),
       flit_bits_key(32), message_bytes_key(65535)},
      {ChoiceKey{"router.refill",
                 "Whether a full buffer accepts a flit in the cycle in which another leaves it",
                 {"off", "on"},
                 [](const Config& c) { return linear_of(c).refill ? 1u : 0u; },
                 [](Config& c, unsigned n) { linear_of(c).refill = n == 1; }}
           .gives({"Refill", kBit}),
       ChoiceKey{"router.arbitration",
                 "Which of two headers wins arbitration",
                 {"earlier-first", "upstream-first"},
                 [](const Config& c) { return linear_of(c).upstream_first ? 1u : 0u; },
                 [](Config& c, unsigned n) { linear_of(c).upstream_first = n == 1; }}
           .gives({"UpstreamFirst", kBit}),
       ChoiceKey{
           "router.senders",
           "When programmed hosts release messages: once per period, or on demand, at least a period apart",
           {"periodic", "sporadic"},
           [](const Config& c) { return linear_of(c).sporadic ? 1u : 0u; },
           [](Config& c, unsigned n) { linear_of(c).sporadic = n == 1; }}
           .gives({"Sporadic", kBit}),
       ChoiceKey{
           "router.monitors",
           "What the deadlines of programmed hosts cover: requests, or requests with their answers",
           {"requests", "round-trips"},
           [](const Config& c) { return linear_of(c).round_trips ? 1u : 0u; },
           [](Config& c, unsigned n) { linear_of(c).round_trips = n == 1; }}
           .gives({"RoundTrip", kBit})},
      shape,
      linear_config,
      fault,
      [](Config&) {},
      {}};
  return schema;
}

NetworkConfig linear_config() { return {&linear_schema(), LinearConfig{}}; }

}  // namespace wayfarer
