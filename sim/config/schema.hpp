// The keys of a family's configurations as data: one list for reading, checking, writing and
// `--set`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/document.hpp"

namespace wayfarer {

/// A whole number with its legal range.
struct NumberKey {
  std::string key;      ///< "table.key".
  const char* meaning;  ///< With its unit.
  unsigned low;
  unsigned high;
  unsigned& (*of)(NetworkConfig&);
  bool derived = false;  ///< 0: the other keys, or the run, imply it.

  [[nodiscard]] bool implied(unsigned value) const { return derived && value == 0; }
};

/// A choice between names; the n-th name stands for the enumerator n.
struct ChoiceKey {
  std::string key;
  const char* meaning;
  std::vector<std::string> names;
  unsigned (*get)(const NetworkConfig&);
  void (*set)(NetworkConfig&, unsigned);

  /// Sets the value of that name; else returns what is wrong.
  [[nodiscard]] std::string choose(NetworkConfig& config, const std::string& name) const;
};

/// A key that gives a network its shape, and has no default.
struct ShapeKey {
  std::string key;
  const char* meaning;
  const char* example;  ///< A value in TOML.
};

/// All of them; one of them is given.
struct ShapeKeys {
  std::vector<ShapeKey> keys;
  void (*read)(const Document&, NetworkConfig&);
  /// Stores one key's value as `--set` gives it.
  void (*set)(NetworkConfig&, const std::string& key, const std::string& value);
  /// The key and its value in TOML that `read` reads back.
  std::pair<std::string, std::string> (*write)(const NetworkConfig&);
};

/// The tables of a file, in the order in which they are written.
constexpr const char* kTables[] = {"topology", "router", "flit", "traffic"};

constexpr unsigned kMaxExtent = 1024;
constexpr const char* kExtentsKey = "topology.extents";
/// Extents of a mesh or torus.
[[nodiscard]] const ShapeKeys& extents_keys();
/// "mesh" or "torus".
[[nodiscard]] const ChoiceKey& topology_kind_key();

// Keys that all families have, in their own ranges.
[[nodiscard]] NumberKey flit_bits_key(unsigned low);
[[nodiscard]] NumberKey message_bytes_key(unsigned high);

/// What is wrong with a configuration and which key to mend.
struct ConfigFault {
  std::string key;
  std::string text;
};

/// What a family's configuration files can say.
struct ConfigSchema {
  const char* name;  ///< Of the family.
  std::vector<NumberKey> numbers;
  std::vector<ChoiceKey> choices;
  const ShapeKeys& shape;
  NetworkConfig (*defaults)();
  /// What the parts have against each other; every number is in its range. Derived ones may be 0.
  std::optional<ConfigFault> (*fault)(const NetworkConfig&);
  /// Fills what the other keys imply where it is not given.
  void (*fill_defaults)(NetworkConfig&);
  /// A key is about to change: what was derived from it becomes 0.
  void (*forget)(NetworkConfig&, const std::string& key);
  std::vector<Document::Renamed> renamed;  ///< Old keys, refused with the new one named.
};

/// Of the shape, choices and numbers, in this order.
[[nodiscard]] std::vector<std::string> keys_of(const ConfigSchema& schema);

/// What a reader must know of a key.
struct KeyText {
  std::string key;
  std::string meaning;
  std::string legal;
  std::string value;     ///< By default, in TOML.
  bool implied = false;  ///< By the other keys, or given by another one in its place.
};

/// Of all keys, by table, for a network of the shape that the schema has as its example.
[[nodiscard]] std::vector<KeyText> describe_keys(const ConfigSchema& schema);

/// A file with a comment for each key, which reads back as the defaults.
[[nodiscard]] std::string commented_toml(const ConfigSchema& schema);

/// The families that a file may be of.
struct ConfigFamilies {
  std::vector<const ConfigSchema*> schemas;  ///< The first is that of a file that names none.
  std::vector<Document::Renamed> renamed;    ///< Old names.
};

[[nodiscard]] std::optional<ConfigFault> find_fault(const NetworkConfig& config);

/// Of a mesh or torus: extents from `least` on, at most 65536 terminals.
[[nodiscard]] std::optional<ConfigFault> extents_fault(const TopologyConfig& topology,
                                                       unsigned least = 1);
/// Of flit.bits that are no power of two from `low` on.
[[nodiscard]] std::optional<ConfigFault> flit_fault(const NetworkConfig& config, unsigned low);

/// Sets "router.buffers" to "2" or "topology.extents" to "16x16", and checks the whole. Values that
/// were derived before are derived anew. Throws UsageError for unknown keys and illegal values.
void set_key(NetworkConfig& config, const std::string& key, const std::string& value);

}  // namespace wayfarer
