#include "config/schema.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/error.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

[[noreturn]] void refuse_unknown(const ConfigSchema& schema, const std::string& key) {
  for (const Document::Renamed& old : schema.renamed)
    if (old.key == key) throw UsageError(fmt::format("key '{}': {}", key, old.hint));
  std::vector<std::string> keys = keys_of(schema);
  std::sort(keys.begin(), keys.end());
  throw UsageError(
      fmt::format("key '{}': unknown; {}legal: {}", key, did_you_mean(key, keys), join(keys)));
}

bool is_shape(const ConfigSchema& schema, const std::string& key) {
  const auto& keys = schema.shape.keys;
  return std::any_of(keys.begin(), keys.end(), [&](const ShapeKey& k) { return k.key == key; });
}

/// Refuses unknown keys, keys that are named twice, and two alternatives of a network's shape.
void refuse_repeated(const ConfigSchema& schema, const Settings& settings) {
  const std::vector<std::string> known = keys_of(schema);
  for (auto setting = settings.begin(); setting != settings.end(); ++setting) {
    const std::string& key = setting->first;
    if (std::find(known.begin(), known.end(), key) == known.end()) refuse_unknown(schema, key);
    for (auto other = settings.begin(); other != setting; ++other)
      if (other->first == key || (is_shape(schema, key) && is_shape(schema, other->first)))
        throw UsageError(
            fmt::format("key '{}' = {} and {} = {} exclude each other; legal: one of them", key,
                        setting->second, other->first, other->second));
  }
}

/// "0:1/2:3".
void store_sets(NetworkConfig& config, const SetsKey& key, const std::string& value) {
  SetsKey::Sets sets;
  for (const std::string& part : split(value, kSetSeparator)) {
    sets.emplace_back();
    for (const std::string& number : split(part, kListSeparator))
      sets.back().push_back(static_cast<unsigned>(
          parse_unsigned(number, fmt::format("key '{}':", key.key), 0, key.high)));
  }
  const std::string fault = key.set(config, sets);
  if (!fault.empty()) throw UsageError(fmt::format("key '{}': {}", key.key, fault));
}

/// Stores a known key's value without checking the whole configuration.
void store(NetworkConfig& config, const std::string& key, const std::string& value) {
  const ConfigSchema& schema = *config.schema;
  if (is_shape(schema, key)) return schema.shape.set(config, key, value);
  for (const NumberKey& number : schema.numbers)
    if (number.key == key)
      number.of(config) = static_cast<unsigned>(
          parse_unsigned(value, fmt::format("key '{}':", key), number.low, number.high));
  for (const ChoiceKey& choice : schema.choices) {
    if (choice.key != key) continue;
    const std::string fault = choice.choose(config, value);
    if (!fault.empty()) throw UsageError(fmt::format("key '{}': {}", key, fault));
  }
  for (const ListKey& list : schema.lists) {
    if (list.key != key) continue;
    std::vector<unsigned> values;
    for (const std::string& part : split(value, kListSeparator))
      values.push_back(static_cast<unsigned>(
          parse_unsigned(part, fmt::format("key '{}':", key), list.low, list.high)));
    const std::string fault = list.set(config, values);
    if (!fault.empty()) throw UsageError(fmt::format("key '{}': {}", key, fault));
  }
  for (const SetsKey& sets : schema.sets)
    if (sets.key == key) store_sets(config, sets, value);
}

/// Marks every value that the user did not set as to be derived from the other keys.
void derive_unnamed(NetworkConfig& config) {
  const auto unnamed = [&](const std::string& key) { return config.named.count(key) == 0; };
  for (const NumberKey& number : config.schema->numbers)
    if (number.derived() && unnamed(number.key)) number.of(config) = 0;
  for (const ChoiceKey& choice : config.schema->choices)
    if (choice.derived() && unnamed(choice.key)) choice.derive(config);
  for (const SetsKey& sets : config.schema->sets)
    if (unnamed(sets.key)) std::fill_n(sets.of(config), sets.length, 0u);
}

/// Whether another value of the key would remove the fault: a number's default or limits, or any
/// name of a choice.
bool causes(const NetworkConfig& config, const std::string& key, const ConfigFault& fault) {
  NetworkConfig other = config;
  other.named.erase(key);
  derive_unnamed(other);
  const auto mended = [&] {
    const std::optional<ConfigFault> left = find_fault(other);
    return !left || left->key != fault.key;
  };
  NetworkConfig defaults = config.schema->defaults();
  for (const NumberKey& number : config.schema->numbers) {
    if (number.key != key) continue;
    for (const unsigned value : {number.of(defaults), number.low, number.high}) {
      number.of(other) = value;
      if (mended()) return true;
    }
  }
  for (const ChoiceKey& choice : config.schema->choices) {
    if (choice.key != key) continue;
    for (unsigned name = 0; name < choice.names.size(); ++name) {
      choice.set(other, name);
      if (mended()) return true;
    }
  }
  return false;
}

std::optional<ConfigFault> range_fault(const NetworkConfig& config) {
  const auto outside = [](const auto& key, unsigned value) {
    return ConfigFault{
        key.key, fmt::format("{} is out of range; legal: {} to {}", value, key.low, key.high)};
  };
  NetworkConfig copy = config;
  for (const NumberKey& number : config.schema->numbers) {
    const unsigned value = number.of(copy);
    if (!number.implied(value) && (value < number.low || value > number.high))
      return outside(number, value);
  }
  for (const ListKey& list : config.schema->lists)
    for (const unsigned value : list.get(config))
      if (value < list.low || value > list.high) return outside(list, value);
  return std::nullopt;
}

const ChoiceKey& choice_of(const ConfigSchema& schema, const std::string& key) {
  return *std::find_if(schema.choices.begin(), schema.choices.end(),
                       [&](const ChoiceKey& choice) { return choice.key == key; });
}

std::vector<std::string> names_in(unsigned mask, const std::vector<std::string>& names) {
  std::vector<std::string> found;
  for (unsigned name = 0; name < names.size(); ++name)
    if ((mask >> name & 1) != 0) found.push_back(names[name]);
  return found;
}

std::optional<ConfigFault> restriction_fault(const NetworkConfig& config) {
  for (const ChoiceKey& choice : config.schema->choices) {
    const unsigned chosen = choice.get(config);
    for (const Restriction& restriction : choice.restrictions) {
      const ChoiceKey& other = choice_of(*config.schema, restriction.key);
      const unsigned name = other.get(config);
      if (restriction.name == chosen && (restriction.legal >> name & 1) == 0)
        return ConfigFault{
            restriction.key,
            fmt::format("'{}' does not go with {} '{}': {}; legal: {}", other.names[name],
                        choice.key, choice.names[chosen], restriction.why,
                        join(names_in(restriction.legal, other.names)))};
    }
  }
  return std::nullopt;
}

KeyText describe(const ChoiceKey& choice, const NetworkConfig& config) {
  KeyText text{choice.key, choice.meaning, toml_quoted(choice.names[choice.get(config)])};
  if (choice.derived()) text.derived_from = choice.derived_from;
  if (choice.rtl.name != nullptr) text.rtl = choice.rtl.name;
  for (const RtlParameter& parameter : choice.also) text.also.emplace_back(parameter.name);
  text.choices = choice.names;
  for (unsigned name = 0; name < choice.names.size(); ++name)
    text.codes.push_back(choice.code(name));
  for (const Restriction& restriction : choice.restrictions)
    text.allows[choice.names[restriction.name]][restriction.key] =
        names_in(restriction.legal, choice_of(*config.schema, restriction.key).names);
  return text;
}

KeyText describe(const NumberKey& number, NetworkConfig config) {
  KeyText text{number.key, number.meaning,
               fmt::format("{}", std::max(number.of(config), number.low))};
  if (number.derived()) text.derived_from = number.derived_from;
  if (number.rtl.name != nullptr) text.rtl = number.rtl.name;
  text.low = number.low;
  text.high = number.high;
  text.draw = number.draw;
  text.model_only = number.model_only;
  return text;
}

KeyText describe(const ListKey& list, const NetworkConfig& config) {
  KeyText text{list.key, list.meaning, fmt::format("[{}]", fmt::join(list.get(config), ", "))};
  text.low = list.low;
  text.high = list.high;
  text.length = list.length;
  return text;
}

KeyText describe(const SetsKey& sets, const NetworkConfig& config) {
  KeyText text{sets.key, sets.meaning, fmt::format("{}", sets.get(config)), sets.derived_from};
  text.high = sets.high;
  text.length = sets.length;
  text.sets = true;
  if (sets.rtl.name != nullptr) text.rtl = sets.rtl.name;
  return text;
}

/// Lines of at most 100 columns.
std::string comment(const std::string& text) {
  constexpr std::size_t kColumns = 100;
  std::string lines;
  std::string line = "#";
  for (const std::string& word : split(text, ' ')) {
    if (line.size() + 1 + word.size() > kColumns) {
      lines += line + "\n";
      line = "#";
    }
    line += " " + word;
  }
  return lines + line + "\n";
}

void read_extents(const Document& document, NetworkConfig& config) {
  config.topology.extents =
      document.numbers(kExtentsKey, "channels along each dimension", 1, kMaxExtent);
}

void set_extents(NetworkConfig& config, const std::string&, const std::string& value) {
  std::vector<unsigned> extents;
  for (const std::string& part : split(value, 'x'))
    extents.push_back(static_cast<unsigned>(
        parse_unsigned(part, "key 'topology.extents': extent", 1, kMaxExtent)));
  config.topology.extents = std::move(extents);
}

std::pair<std::string, std::string> write_extents(const NetworkConfig& config) {
  return {kExtentsKey, fmt::format("[{}]", fmt::join(config.topology.extents, ", "))};
}

}  // namespace

std::string ChoiceKey::choose(NetworkConfig& config, const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return fmt::format("'{}'; {}legal: {}", name, did_you_mean(name, names), join(names));
  set(config, static_cast<unsigned>(found - names.begin()));
  return "";
}

std::vector<std::string> keys_of(const ConfigSchema& schema) {
  std::vector<std::string> keys;
  for (const ShapeKey& shape : schema.shape.keys) keys.push_back(shape.key);
  for (const ChoiceKey& choice : schema.choices) keys.push_back(choice.key);
  for (const NumberKey& number : schema.numbers) keys.push_back(number.key);
  for (const ListKey& list : schema.lists) keys.push_back(list.key);
  for (const SetsKey& sets : schema.sets) keys.push_back(sets.key);
  return keys;
}

std::vector<unsigned> ListKey::get(const NetworkConfig& config) const {
  NetworkConfig copy = config;
  return {of(copy), of(copy) + length};
}

std::string ListKey::set(NetworkConfig& config, const std::vector<unsigned>& values) const {
  if (values.empty() || values.size() > length)
    return fmt::format("{} numbers; legal: 1 to {}", values.size(), length);
  std::fill_n(std::copy(values.begin(), values.end(), of(config)), length - values.size(), low);
  return "";
}

SetsKey::Sets SetsKey::get(const NetworkConfig& config) const {
  NetworkConfig copy = config;
  Sets sets;
  for (unsigned n = 0; n < length && of(copy)[n] != 0; ++n) {
    sets.emplace_back();
    for (unsigned number = 0; number <= high; ++number)
      if ((of(copy)[n] >> number & 1) != 0) sets.back().push_back(number);
  }
  return sets;
}

std::string SetsKey::set(NetworkConfig& config, const Sets& sets) const {
  if (sets.empty() || sets.size() > length)
    return fmt::format("{} lists; legal: 1 to {}", sets.size(), length);
  std::fill_n(of(config), length, 0u);
  for (std::size_t n = 0; n < sets.size(); ++n) {
    if (sets[n].empty()) return "an empty list; legal: at least one number in each";
    for (const unsigned number : sets[n]) of(config)[n] |= 1u << number;
  }
  return "";
}

NumberKey NumberKey::gives(RtlParameter parameter) const {
  NumberKey changed = *this;
  changed.rtl = parameter;
  return changed;
}

NumberKey NumberKey::draws(std::vector<unsigned> values) const {
  NumberKey changed = *this;
  changed.draw = std::move(values);
  return changed;
}

NumberKey NumberKey::derives_from(const char* others) const {
  NumberKey changed = *this;
  changed.derived_from = others;
  return changed;
}

NumberKey NumberKey::for_models() const {
  NumberKey changed = *this;
  changed.model_only = true;
  return changed;
}

ChoiceKey ChoiceKey::gives(RtlParameter parameter, std::vector<unsigned> names_codes) const {
  ChoiceKey changed = *this;
  changed.rtl = parameter;
  changed.codes = std::move(names_codes);
  return changed;
}

ChoiceKey ChoiceKey::also_gives(RtlParameter parameter) const {
  ChoiceKey changed = *this;
  changed.also.push_back(parameter);
  return changed;
}

ChoiceKey ChoiceKey::derives_from(const char* others, void (*omit)(NetworkConfig&)) const {
  ChoiceKey changed = *this;
  changed.derived_from = others;
  changed.derive = omit;
  return changed;
}

ChoiceKey ChoiceKey::restricts(std::vector<Restriction> others) const {
  ChoiceKey changed = *this;
  changed.restrictions = std::move(others);
  return changed;
}

std::vector<std::string> ChoiceKey::hardware_names() const {
  std::vector<std::string> found;
  for (unsigned name = 0; name < names.size(); ++name)
    if (code(name) != kModelOnly) found.push_back(names[name]);
  return found;
}

std::string KeyText::legal() const {
  if (!choices.empty()) return join(choices);
  if (high == 0) return required ? "" : "0";
  if (sets) return fmt::format("1 to {} lists of numbers, each 0 to {}", length, high);
  if (length != 0) return fmt::format("1 to {} numbers, each {} to {}", length, low, high);
  if (value.front() == '[') return fmt::format("each {} to {}", low, high);
  return low == high ? fmt::format("{}", low) : fmt::format("{} to {}", low, high);
}

std::vector<KeyText> describe_keys(const ConfigSchema& schema) {
  const ShapeKey& shape = schema.shape.keys.front();
  const std::size_t dot = shape.key.find('.');
  NetworkConfig config =
      parse_config(fmt::format("family = {}\n[{}]\n{} = {}\n", toml_quoted(schema.name),
                               shape.key.substr(0, dot), shape.key.substr(dot + 1), shape.example),
                   "the example", {{&schema}, {}});
  std::vector<KeyText> texts;
  for (const char* table : kTables) {
    const auto add = [&](const KeyText& text) {
      if (text.key.rfind(table + std::string("."), 0) == 0) texts.push_back(text);
    };
    for (const ChoiceKey& choice : schema.choices) add(describe(choice, config));
    for (const ShapeKey& key : schema.shape.keys) {
      KeyText text{key.key, key.meaning, key.example};
      text.required = true;
      text.low = key.low;
      text.high = key.high;
      add(text);
    }
    for (const NumberKey& number : schema.numbers) add(describe(number, config));
    for (const ListKey& list : schema.lists) add(describe(list, config));
    for (const SetsKey& sets : schema.sets) add(describe(sets, config));
  }
  return texts;
}

RtlParameters rtl_parameters(const NetworkConfig& config) {
  RtlParameters parameters;
  const auto add = [&](const RtlParameter& rtl, std::uint64_t value) {
    if (rtl.name == nullptr) return;
    if (rtl.value != nullptr) value = rtl.value(config);
    parameters.emplace_back(rtl.name, fmt::format(fmt::runtime(rtl.format), value));
  };
  NetworkConfig copy = config;
  for (const ChoiceKey& choice : config.schema->choices) {
    add(choice.rtl, choice.code(choice.get(config)));
    for (const RtlParameter& parameter : choice.also) add(parameter, 0);
  }
  for (const NumberKey& number : config.schema->numbers) add(number.rtl, number.of(copy));
  for (const SetsKey& sets : config.schema->sets) add(sets.rtl, 0);
  return parameters;
}

std::string model_only_value(const NetworkConfig& config) {
  for (const ChoiceKey& choice : config.schema->choices) {
    const unsigned name = choice.get(config);
    if (choice.code(name) == kModelOnly)
      return fmt::format("{}: '{}' has no hardware; legal: {}, or --engine model", choice.key,
                         choice.names[name], join(choice.hardware_names()));
  }
  NetworkConfig copy = config;
  for (const NumberKey& number : config.schema->numbers) {
    if (!number.model_only) continue;
    NetworkConfig derived = config;
    number.of(derived) = 0;
    config.schema->fill_defaults(derived);
    if (number.of(copy) != number.of(derived))
      return fmt::format("{}: {} has no hardware; legal: {}, or --engine model", number.key,
                         number.of(copy), number.of(derived));
  }
  return "";
}

std::string commented_toml(const ConfigSchema& schema) {
  std::string text = fmt::format(
      "# A network of the family '{0}', all keys at their defaults. You may omit all keys except\n"
      "# its shape. Lines such as '# key = value' show values that follow from other keys.\n\n"
      "# name = \"my-network\"  # in results; default: the file's name\n"
      "description = \"\"  # for lists\n"
      "family = {1}\n",
      schema.name, toml_quoted(schema.name));
  std::string table;
  bool shape_given = false;  // the other keys of the shape are its alternatives
  for (const KeyText& key : describe_keys(schema)) {
    const std::size_t dot = key.key.find('.');
    if (key.key.substr(0, dot) != table) {
      table = key.key.substr(0, dot);
      text += fmt::format("\n[{}]\n", table);
    }
    const std::string legal = key.legal();
    text += comment(key.meaning);
    if (!legal.empty()) text += comment("Legal: " + legal);
    if (!key.derived_from.empty()) text += comment("Default: from " + key.derived_from);
    const bool alternative = key.required && std::exchange(shape_given, true);
    text += fmt::format("{}{} = {}\n", key.derived_from.empty() && !alternative ? "" : "# ",
                        key.key.substr(dot + 1), key.value);
  }
  return text;
}

const ShapeKeys& extents_keys() {
  static const ShapeKeys keys = {
      {{kExtentsKey, "Nodes along each dimension", "[4, 4]", 1, kMaxExtent}},
      read_extents,
      set_extents,
      write_extents};
  return keys;
}

const ChoiceKey& topology_kind_key() {
  static const ChoiceKey key = ChoiceKey{
      "topology.kind",
      "Whether the last node along a dimension is linked to the first (torus) or not (mesh)",
      {"mesh", "torus"},
      [](const NetworkConfig& c) { return static_cast<unsigned>(c.topology.kind); },
      [](NetworkConfig& c, unsigned n) {
        c.topology.kind = static_cast<TopologyKind>(n);
      }}.gives({"Torus", kBit});
  return key;
}

NumberKey flit_bits_key(unsigned low) {
  return NumberKey{"flit.bits", "Data bits of a flit, a power of two", low, 512,
                   [](NetworkConfig& c) -> unsigned& { return c.flit_bits; }}
      .gives({"FlitWidth"})
      .draws({low, 2 * low, 4 * low});
}

NumberKey message_bytes_key(unsigned high) {
  return {"traffic.message_bytes", "Data bytes of a message unless the command says otherwise", 0,
          high, [](NetworkConfig& c) -> unsigned& { return c.message_bytes; }};
}

std::optional<ConfigFault> find_fault(const NetworkConfig& config) {
  if (auto fault = range_fault(config)) return fault;
  if (auto fault = restriction_fault(config)) return fault;
  return config.schema->fault(config);
}

std::optional<ConfigFault> extents_fault(const TopologyConfig& topology, unsigned least) {
  constexpr unsigned kMaxDimensions = 9;
  constexpr unsigned kMaxTerminals = 65536;
  const std::size_t dimensions = topology.extents.size();
  if (dimensions < 1 || dimensions > kMaxDimensions)
    return ConfigFault{kExtentsKey,
                       fmt::format("{} dimensions; legal: 1 to {}", dimensions, kMaxDimensions)};
  std::uint64_t terminals = topology.processors;
  for (const unsigned extent : topology.extents) {
    if (extent < least || extent > kMaxExtent)
      return ConfigFault{kExtentsKey,
                         fmt::format("an extent of {} in a {}; legal: {} to {}", extent,
                                     topology.torus() ? "torus" : "mesh", least, kMaxExtent)};
    terminals *= extent;
    if (terminals > kMaxTerminals)
      return ConfigFault{kExtentsKey, fmt::format("more than {} processors; legal: at most {}",
                                                  kMaxTerminals, kMaxTerminals)};
  }
  return std::nullopt;
}

std::optional<ConfigFault> flit_fault(const NetworkConfig& config, unsigned low) {
  if ((config.flit_bits & (config.flit_bits - 1)) == 0) return std::nullopt;
  std::vector<unsigned> legal;
  for (unsigned bits = low; bits <= 512; bits *= 2) legal.push_back(bits);
  return ConfigFault{"flit.bits", fmt::format("{} is not a power of two; legal: {}",
                                              config.flit_bits, fmt::join(legal, ", "))};
}

ConfigFault with_causes(const NetworkConfig& config, ConfigFault fault) {
  std::vector<std::string> others;
  for (const std::string& key : config.named) {
    if (key == fault.key || !causes(config, key, fault)) continue;
    others.push_back(fmt::format("{} = {}", key, key_value(config, key)));
  }
  if (!others.empty()) fault.text += fmt::format(" (beside {})", join(others));
  return fault;
}

std::string key_value(const NetworkConfig& config, const std::string& key) {
  const ConfigSchema& schema = *config.schema;
  NetworkConfig copy = config;
  for (const NumberKey& number : schema.numbers)
    if (number.key == key) return fmt::format("{}", number.of(copy));
  for (const ChoiceKey& choice : schema.choices)
    if (choice.key == key) return choice.names[choice.get(config)];
  for (const ListKey& list : schema.lists)
    if (list.key == key)
      return fmt::format("{}", fmt::join(list.get(config), std::string(1, kListSeparator)));
  for (const SetsKey& sets : schema.sets)
    if (sets.key == key) {
      std::vector<std::string> texts;
      for (const std::vector<unsigned>& set : sets.get(config))
        texts.push_back(fmt::format("{}", fmt::join(set, std::string(1, kListSeparator))));
      return join(texts, std::string(1, kSetSeparator));
    }
  if (key == kExtentsKey) return fmt::format("{}", fmt::join(config.topology.extents, "x"));
  const auto [shape, value] = schema.shape.write(config);
  if (shape != key) return "";
  const bool quoted = value.size() > 1 && value.front() == '"';
  return quoted ? value.substr(1, value.size() - 2) : value;
}

void set_keys(NetworkConfig& config, Settings settings) {
  std::sort(settings.begin(), settings.end());  // errors are the same in any order
  refuse_repeated(*config.schema, settings);
  NetworkConfig changed = config;
  for (const auto& [key, value] : settings) {
    // A shape replaces its alternatives.
    if (is_shape(*config.schema, key))
      for (const ShapeKey& shape : config.schema->shape.keys) changed.named.erase(shape.key);
    changed.named.insert(key);
  }
  derive_unnamed(changed);
  for (const auto& [key, value] : settings) store(changed, key, value);
  validate(changed);
  config = std::move(changed);
}

void set_key(NetworkConfig& config, const std::string& key, const std::string& value) {
  set_keys(config, {{key, value}});
}

}  // namespace wayfarer
