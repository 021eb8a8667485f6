// A network as a TOML file describes it, checked: what all families have, and the family's own
// part.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

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

/// A family's own part of a configuration, and what follows from it for traffic. All members are
/// inline, so that a verilated network's adapter needs no more than the header.
class FamilyConfig {
 public:
  virtual ~FamilyConfig() = default;

  [[nodiscard]] virtual std::uint32_t terminals(const TopologyConfig& topology) const {
    return topology.nodes() * topology.processors;
  }
  /// Flits after a message's header at least: 0 where the header may be the tail, too.
  [[nodiscard]] virtual unsigned least_data_flits() const { return 0; }
  /// What the header's length field holds; where it has none, what a message table counts.
  [[nodiscard]] virtual unsigned max_message_bytes(const NetworkConfig&) const { return 65535; }
  /// Data bytes of a packet at most; in families without packets, of a message.
  [[nodiscard]] virtual unsigned packet_bytes(const NetworkConfig& config) const {
    return max_message_bytes(config);
  }
  /// Packets of one message arrive in the order sent.
  [[nodiscard]] virtual bool packets_in_order() const { return true; }
  /// The first is that of the default pattern.
  [[nodiscard]] virtual std::vector<PatternKind> pattern_kinds() const {
    return {PatternKind::kGrid};
  }
  /// Seeds the draws that the network itself makes, unless the configuration has a seed of its own.
  virtual void use_seed(std::uint64_t /*of the run*/) {}
  /// The seed of these draws, for families that have some.
  [[nodiscard]] virtual unsigned draw_seed() const { return 0; }
  /// The grid that patterns see: the digit that counts fastest in a terminal's number comes first.
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
  std::string path;  ///< Where it was read from; empty when made in code.
  TopologyConfig topology;
  unsigned flit_bits = 128;     ///< Data bits of a flit: a power of two, at most 512.
  unsigned message_bytes = 64;  ///< Data bytes of a message unless the traffic says otherwise.
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
  [[nodiscard]] unsigned least_data_flits() const { return own->least_data_flits(); }
  [[nodiscard]] unsigned max_message_bytes() const { return own->max_message_bytes(*this); }
  [[nodiscard]] unsigned packet_bytes() const { return own->packet_bytes(*this); }
};

/// Reads and checks a file of one of these families. Throws UsageError naming file, line, key and
/// what would be legal.
[[nodiscard]] NetworkConfig load_config(const std::string& path, const ConfigFamilies& families);

/// The same for text; `origin` stands for the file's name in messages.
[[nodiscard]] NetworkConfig parse_config(const std::string& toml_text, const std::string& origin,
                                         const ConfigFamilies& families);

/// Checks a configuration made in code and fills derived defaults.
void validate(NetworkConfig& config);

/// An error text unless the parts are possible together. Empty when all is well.
[[nodiscard]] std::string config_error(const NetworkConfig& config);

/// The configuration as a TOML document that load_config reads back to the same value.
[[nodiscard]] std::string to_toml(const NetworkConfig& config);

/// Resolves a shipped name ("mesh16x16") or a path to the path of a file; UsageError lists names.
[[nodiscard]] std::string find_config(const std::string& name_or_path);

/// Names of the shipped configurations in sim/configs, sorted.
[[nodiscard]] std::vector<std::string> shipped_configs();

}  // namespace wayfarer
