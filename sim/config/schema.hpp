// The keys of a family's configurations as data: one list for reading, checking, writing and
// `--set`.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "config/document.hpp"

namespace wayfarer {

/// The parameter of the hardware that a key sets.
struct RtlParameter {
  const char* name = nullptr;  ///< In the family's top module; null: the key sets no parameter.
  const char* format = "{}";   ///< How `verilator -G` takes the value.
  /// Computes the value if it depends on other keys as well; null: the number or the choice's code.
  std::uint64_t (*value)(const NetworkConfig&) = nullptr;
};

constexpr const char* kBit = "1'b{}";  ///< Format of a parameter of type `bit`.

/// A whole number with its legal range.
struct NumberKey {
  std::string key;      ///< "table.key".
  const char* meaning;  ///< With its unit.
  unsigned low;
  unsigned high;
  unsigned& (*of)(NetworkConfig&);

  // Set by the functions below.
  RtlParameter rtl = {};
  std::vector<unsigned> draw = {};  ///< Small values worth drawing at random, the simplest first.
  const char* derived_from = nullptr;  ///< What an omitted value, stored as 0, is derived from;
                                       ///< null: the key has a fixed default.
  bool model_only = false;             ///< Hardware has the derived value alone.

  [[nodiscard]] NumberKey gives(RtlParameter parameter) const;
  [[nodiscard]] NumberKey draws(std::vector<unsigned> values) const;
  [[nodiscard]] NumberKey derives_from(const char* others) const;
  [[nodiscard]] NumberKey for_models() const;

  [[nodiscard]] bool derived() const { return derived_from != nullptr; }
  [[nodiscard]] bool implied(unsigned value) const { return derived() && value == 0; }
};

/// The code of a name that only the model supports.
constexpr unsigned kModelOnly = ~0u;

/// What a name of one choice allows of another choice.
struct Restriction {
  unsigned name;    ///< Of the restricting choice.
  const char* key;  ///< The other choice's key.
  unsigned legal;   ///< A bit for each of its names.
  const char* why;  ///< Why its other names are not legal.
};

/// A choice between names; the n-th name is enumerator n.
struct ChoiceKey {
  std::string key;
  const char* meaning;
  std::vector<std::string> names;
  unsigned (*get)(const NetworkConfig&);
  void (*set)(NetworkConfig&, unsigned);

  // Set by the functions below.
  RtlParameter rtl = {};
  std::vector<unsigned> codes = {};     ///< RTL codes of the names; empty: 0, 1, ...
  std::vector<RtlParameter> also = {};  ///< Additional parameters; each has a `value` function.
  const char* derived_from = nullptr;   ///< As in NumberKey.
  void (*derive)(NetworkConfig&) = nullptr;  ///< Marks the value as omitted, to be derived.
  std::vector<Restriction> restrictions = {};

  [[nodiscard]] ChoiceKey gives(RtlParameter parameter,
                                std::vector<unsigned> names_codes = {}) const;
  [[nodiscard]] ChoiceKey also_gives(RtlParameter parameter) const;
  [[nodiscard]] ChoiceKey derives_from(const char* others, void (*omit)(NetworkConfig&)) const;
  [[nodiscard]] ChoiceKey restricts(std::vector<Restriction> others) const;

  [[nodiscard]] bool derived() const { return derived_from != nullptr; }
  [[nodiscard]] unsigned code(unsigned name) const { return codes.empty() ? name : codes[name]; }
  /// The names that the RTL supports.
  [[nodiscard]] std::vector<std::string> hardware_names() const;

  /// Sets the value by its name; returns the error, if any.
  [[nodiscard]] std::string choose(NetworkConfig& config, const std::string& name) const;
};

/// A list of whole numbers. A configuration may give only the first ones; the others are `low`.
struct ListKey {
  std::string key;
  const char* meaning;  ///< With the unit.
  unsigned low;         ///< The range of each number.
  unsigned high;
  unsigned length;  ///< Maximum number of entries.
  unsigned* (*of)(NetworkConfig&);

  [[nodiscard]] std::vector<unsigned> get(const NetworkConfig& config) const;
  /// Returns the error, if any; every number is in its range.
  [[nodiscard]] std::string set(NetworkConfig& config, const std::vector<unsigned>& values) const;
};

/// A list of sets of small numbers, each stored as a mask. Omitted, no set is stored; none is
/// empty.
struct SetsKey {
  std::string key;
  const char* meaning;
  unsigned high;    ///< The largest number in a set; the least is 0.
  unsigned length;  ///< Sets at most.
  unsigned* (*of)(NetworkConfig&);
  const char* derived_from;
  RtlParameter rtl = {};

  using Sets = std::vector<std::vector<unsigned>>;
  [[nodiscard]] Sets get(const NetworkConfig& config) const;
  /// Returns the error, if any; every number is in its range.
  [[nodiscard]] std::string set(NetworkConfig& config, const Sets& sets) const;
};

constexpr char kSetSeparator = '/';   ///< Separates sets after `--set`: "0:1/2:3".
constexpr char kListSeparator = ':';  ///< Separates entries of a list, as commas do values.

/// A key that defines a network's shape; it has no default.
struct ShapeKey {
  std::string key;
  const char* meaning;
  const char* example;  ///< A value in TOML.
  unsigned low = 0;     ///< The range of a number, or of each in a list.
  unsigned high = 0;
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
  const char* name;  ///< The family's name.
  std::vector<NumberKey> numbers;
  std::vector<ChoiceKey> choices;
  const ShapeKeys& shape;
  NetworkConfig (*defaults)();
  /// Finds contradictions between keys. Every number is in its range, or 0 if it is still to be
  /// derived.
  std::optional<ConfigFault> (*fault)(const NetworkConfig&);
  /// Fills derived values that are not given.
  void (*fill_defaults)(NetworkConfig&);
  std::vector<Document::Renamed> renamed;  ///< Old keys, refused with the new one named.
  std::vector<ListKey> lists = {};
  std::vector<SetsKey> sets = {};
};

/// Keys of the shape, choices, numbers, lists and sets, in this order.
[[nodiscard]] std::vector<std::string> keys_of(const ConfigSchema& schema);

/// Documentation of a key.
struct KeyText {
  std::string key;
  std::string meaning;
  std::string value;              ///< The default, in TOML; for keys of the shape, an example.
  std::string derived_from = {};  ///< Source of an omitted value; empty: the default is fixed.
  bool required = false;          ///< Part of the shape: there is no default.
  unsigned low = 0;               ///< The range of numbers.
  unsigned high = 0;
  unsigned length = 0;  ///< Maximum number of entries of a list; 0 for a shape.
  std::vector<std::string> choices = {};
  std::vector<unsigned> codes = {};  ///< RTL codes of the choices, or kModelOnly.
  /// By choice and other key, the legal names of that key, where not all are legal.
  std::map<std::string, std::map<std::string, std::vector<std::string>>> allows = {};
  std::string rtl = {};                ///< The parameter of the top module; empty: none.
  std::vector<std::string> also = {};  ///< Additional parameters.
  std::vector<unsigned> draw = {};
  bool model_only = false;
  bool sets = false;  ///< A list of sets of numbers.

  /// "1 to 8", "mesh, torus", or empty for texts.
  [[nodiscard]] std::string legal() const;
};

/// Documents all keys, by table, for a network of the schema's example shape.
[[nodiscard]] std::vector<KeyText> describe_keys(const ConfigSchema& schema);

/// A configuration file with a comment for each key; it reads back as the defaults.
[[nodiscard]] std::string commented_toml(const ConfigSchema& schema);

/// The hardware parameters that keys set: names and values as `verilator -G` takes them.
using RtlParameters = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] RtlParameters rtl_parameters(const NetworkConfig& config);

/// The reason why a key's value has no hardware; empty if all have.
[[nodiscard]] std::string model_only_value(const NetworkConfig& config);

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

/// Keys with their values as text: "router.buffers" and "2", "topology.extents" and "16x16",
/// "router.low_weights" and "1:7".
using Settings = std::vector<std::pair<std::string, std::string>>;

/// A key's value as `--set` takes it, or in TOML for a shape that `--set` cannot take; empty if the
/// network has no such key, or the key is omitted.
[[nodiscard]] std::string key_value(const NetworkConfig& config, const std::string& key);

/// Sets all these keys at once, in any order. Keys that were set before keep
/// their values unless they are set again; all other derived values are computed anew from the
/// whole, which is then checked. Throws UsageError for unknown or repeated keys, illegal values and
/// contradictions.
void set_keys(NetworkConfig& config, Settings settings);

/// Sets a single key.
void set_key(NetworkConfig& config, const std::string& key, const std::string& value);

/// Adds the other keys that cause the fault to its text.
[[nodiscard]] ConfigFault with_causes(const NetworkConfig& config, ConfigFault fault);

}  // namespace wayfarer
