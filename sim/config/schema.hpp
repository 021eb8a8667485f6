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
  bool derived = false;  ///< 0: derived from the other keys or from the run.

  [[nodiscard]] bool implied(unsigned value) const { return derived && value == 0; }
};

/// A choice between names; the n-th name is enumerator n.
struct ChoiceKey {
  std::string key;
  const char* meaning;
  std::vector<std::string> names;
  unsigned (*get)(const NetworkConfig&);
  void (*set)(NetworkConfig&, unsigned);
  void (*derive)(NetworkConfig&) = nullptr;  ///< Leaves the value to the other keys; null: cannot.

  [[nodiscard]] bool derived() const { return derive != nullptr; }

  /// Sets the value by its name; returns the error, if any.
  [[nodiscard]] std::string choose(NetworkConfig& config, const std::string& name) const;
};

/// A key that defines a network's shape; it has no default.
struct ShapeKey {
  std::string key;
  const char* meaning;
  const char* example;  ///< A value in TOML.
};

/// Alternatives, of which a configuration gives one.
struct ShapeKeys {
  std::vector<ShapeKey> keys;
  void (*read)(const Document&, NetworkConfig&);
  /// Stores one key's value as `--set` gives it.
  void (*set)(NetworkConfig&, const std::string& key, const std::string& value);
  /// The key and its value as TOML, which `read` reads back.
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

// Keys that all families have; the ranges differ.
[[nodiscard]] NumberKey flit_bits_key(unsigned low);
[[nodiscard]] NumberKey message_bytes_key(unsigned high);

/// An error in a configuration and the key to correct.
struct ConfigFault {
  std::string key;
  std::string text;
};

/// The keys of a family's configuration files.
struct ConfigSchema {
  const char* name;  ///< Of the family.
  std::vector<NumberKey> numbers;
  std::vector<ChoiceKey> choices;
  const ShapeKeys& shape;
  NetworkConfig (*defaults)();
  /// Finds contradictions between keys; every number is in its range. Derived ones may be 0.
  std::optional<ConfigFault> (*fault)(const NetworkConfig&);
  /// Fills derived values that are not given.
  void (*fill_defaults)(NetworkConfig&);
  std::vector<Document::Renamed> renamed;  ///< Old keys, refused with the new one named.
};

/// Keys of the shape, choices and numbers, in this order.
[[nodiscard]] std::vector<std::string> keys_of(const ConfigSchema& schema);

/// Documentation of a key.
struct KeyText {
  std::string key;
  std::string meaning;
  std::string legal;
  std::string value;     ///< The default, in TOML.
  bool implied = false;  ///< Derived from the other keys, or replaced by another one.
};

/// Documents all keys, by table, for a network of the schema's example shape.
[[nodiscard]] std::vector<KeyText> describe_keys(const ConfigSchema& schema);

/// A configuration file with a comment for each key; it reads back as the defaults.
[[nodiscard]] std::string commented_toml(const ConfigSchema& schema);

/// The families that a file may describe.
struct ConfigFamilies {
  std::vector<const ConfigSchema*> schemas;  ///< The first one is for files that name no family.
  std::vector<Document::Renamed> renamed;    ///< Old names.
};

[[nodiscard]] std::optional<ConfigFault> find_fault(const NetworkConfig& config);

/// Checks a mesh or torus: extents of at least `least`, at most 65536 terminals.
[[nodiscard]] std::optional<ConfigFault> extents_fault(const TopologyConfig& topology,
                                                       unsigned least = 1);
/// Checks that flit.bits is a power of two, at least `low`.
[[nodiscard]] std::optional<ConfigFault> flit_fault(const NetworkConfig& config, unsigned low);

/// Keys with their values as text: "router.buffers" and "2", "topology.extents" and "16x16".
using Settings = std::vector<std::pair<std::string, std::string>>;

/// Names all these keys at once: their order does not matter. Keys that were named before keep
/// their values unless they are named again; values that nobody named are derived anew from the
/// whole, which is then checked. Throws UsageError for unknown or repeated keys, illegal values and
/// contradictions.
void set_keys(NetworkConfig& config, Settings settings);

/// Names a single key.
void set_key(NetworkConfig& config, const std::string& key, const std::string& value);

/// The fault, its text with the other named keys that cause it.
[[nodiscard]] ConfigFault with_causes(const NetworkConfig& config, ConfigFault fault);

}  // namespace wayfarer
