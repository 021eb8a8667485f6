// A checked network configuration, as read from a TOML file: the part common to all families and
// the family's own.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "core/types.hpp"
#include "core/value.hpp"
#include "geometry/topology_config.hpp"

namespace wayfarer {

struct ConfigFamilies;
struct ConfigSchema;
struct NetworkConfig;

/// Kinds of traffic patterns that a network can carry.
enum class PatternKind {
  kGrid,          ///< Permutations and draws over the terminals of a mesh or torus.
  kMulticast,     ///< Messages to groups.
  kClientServer,  ///< Hosts to the last terminal, and its responses.
};

/// A family's own part of a configuration and the traffic limits it implies.
class FamilyConfig {
 public:
  virtual ~FamilyConfig() = default;

  [[nodiscard]] virtual std::uint32_t terminals(const TopologyConfig& topology) const {
    return topology.nodes() * topology.processors;
  }
  /// Minimum flits after a message's header: 0 where the header may also be the tail.
  [[nodiscard]] virtual unsigned least_data_flits(const NetworkConfig&) const { return 0; }
  /// The range of the header's length field; without such a field, that of a message table.
  [[nodiscard]] virtual unsigned max_message_bytes(const NetworkConfig&) const { return 65535; }
  /// Maximum data bytes of a packet; in families without packets, of a message.
  [[nodiscard]] virtual unsigned packet_bytes(const NetworkConfig& config) const {
    return max_message_bytes(config);
  }
  /// Whether packets of one message arrive in the order sent.
  [[nodiscard]] virtual bool packets_in_order() const { return true; }
  /// Cycles without any movement after which a message that has not arrived never will: the network
  /// discards messages that wait too long. kNever: it delivers all messages.
  [[nodiscard]] virtual Cycle lost_after() const { return kNever; }
  /// Classes of messages, such as levels of priority, whose latencies are measured apart; at most
  /// 256, the values of MessageRecord::message_class.
  [[nodiscard]] virtual unsigned message_classes() const { return 1; }
  /// The class of a message. `header`: how many headers its source has sent before it.
  [[nodiscard]] virtual unsigned message_class(TerminalId /*source*/,
                                               std::uint64_t /*header*/) const {
    return 0;
  }
  /// The first one is the default pattern's.
  [[nodiscard]] virtual std::vector<PatternKind> pattern_kinds() const {
    return {PatternKind::kGrid};
  }
  /// Seeds the network's own random draws unless the configuration sets a seed for them.
  virtual void use_seed(std::uint64_t /*of the run*/) {}
  /// The seed of these draws, in families that make any.
  [[nodiscard]] virtual unsigned draw_seed() const { return 0; }
  /// The grid that patterns use, fastest-varying digit of a terminal's number first.
  [[nodiscard]] virtual TopologyConfig pattern_grid(const TopologyConfig& topology) const {
    return topology;
  }

 protected:
  FamilyConfig() = default;
  FamilyConfig(const FamilyConfig&) = default;
  FamilyConfig& operator=(const FamilyConfig&) = default;
};

struct NetworkConfig {
  NetworkConfig() = default;
  /// The defaults of a family. `schema` may be null where no key is read or written.
  template <typename Part>
  NetworkConfig(const ConfigSchema* family_schema, const Part& part)
      : schema(family_schema), own(part) {}

  std::string name;
  std::string description;
  std::string path;  ///< The file it was read from; empty when made in code.
  TopologyConfig topology;
  unsigned flit_bits = 128;     ///< Data bits of a flit: a power of two, at most 512.
  unsigned message_bytes = 64;  ///< Data bytes of a message unless the traffic overrides it.
  std::set<std::string> named;  ///< Keys that the user set; defaults do not replace their values.
  const ConfigSchema* schema = nullptr;
  Value<FamilyConfig> own;

  /// The family's part. Throws std::bad_cast for that of another family.
  template <typename Part>
  [[nodiscard]] Part& part() {
    return dynamic_cast<Part&>(*own);
  }
  template <typename Part>
  [[nodiscard]] const Part& part() const {
    return dynamic_cast<const Part&>(*own);
  }

  [[nodiscard]] const char* family() const;
  [[nodiscard]] unsigned flit_bytes() const { return flit_bits / 8; }
  [[nodiscard]] unsigned data_flits(unsigned bytes) const {
    return std::max((bytes + flit_bytes() - 1) / flit_bytes(), least_data_flits());
  }
  [[nodiscard]] std::uint32_t terminals() const { return own->terminals(topology); }
  [[nodiscard]] unsigned least_data_flits() const { return own->least_data_flits(*this); }
  [[nodiscard]] unsigned max_message_bytes() const { return own->max_message_bytes(*this); }
  [[nodiscard]] unsigned packet_bytes() const { return own->packet_bytes(*this); }
};

/// Reads and checks a file of one of these families. Throws UsageError naming file, line, key and
/// what would be legal.
[[nodiscard]] NetworkConfig load_config(const std::string& path, const ConfigFamilies& families);

/// The same for text; messages use `origin` as the file's name.
[[nodiscard]] NetworkConfig parse_config(const std::string& toml_text, const std::string& origin,
                                         const ConfigFamilies& families);

/// Checks a configuration made in code and fills derived defaults.
void validate(NetworkConfig& config);

/// An error text if the parts contradict each other, else empty.
[[nodiscard]] std::string config_error(const NetworkConfig& config);

/// The configuration as a TOML document that load_config reads back to the same value.
[[nodiscard]] std::string to_toml(const NetworkConfig& config);

/// Resolves a shipped name ("mesh16x16") or a path to the path of a file; UsageError lists names.
[[nodiscard]] std::string find_config(const std::string& name_or_path);

/// Names of the shipped configurations in sim/configs, sorted.
[[nodiscard]] std::vector<std::string> shipped_configs();

}  // namespace wayfarer
