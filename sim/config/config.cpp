#include "config/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "config/config_checks.hpp"
#include "config/config_keys.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "geometry/switch_tree.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

/// A parsed document that remembers its name, so that every complaint can say where.
class Document {
 public:
  Document(const std::string& text, std::string origin) : origin_(std::move(origin)) {
    try {
      root_ = toml::parse(text, origin_);
    } catch (const toml::parse_error& error) {
      throw UsageError(fmt::format("{}:{}: not valid TOML: {}", origin_, error.source().begin.line,
                                   error.description()));
    }
  }

  /// The value of "key" or "table.key"; nullptr when it is not there.
  [[nodiscard]] const toml::node* find(const std::string& key) const {
    return root_.at_path(key).node();
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& what) const {
    throw UsageError(fmt::format("{}:{}: key '{}': {}", origin_, line_of(key), key, what));
  }

  /// Refuses keys that are not on the list, which holds "key" and "table.key".
  void refuse_unknown(const std::vector<std::string>& known) const {
    for (const auto& [name, node] : root_) {
      const std::string key(name.str());
      const std::vector<std::string> inside = keys_below(key, known);
      if (inside.empty()) {
        if (std::find(known.begin(), known.end(), key) == known.end())
          refuse(key, "unknown; legal: " + join(top_level(known)));
        continue;
      }
      const toml::table* table = node.as_table();
      if (table == nullptr) refuse(key, fmt::format("must be a table; legal: [{}]", key));
      for (const auto& entry : *table) {
        const std::string full = fmt::format("{}.{}", key, entry.first.str());
        if (std::find(inside.begin(), inside.end(), full) == inside.end())
          refuse(full, "unknown; legal: " + join(inside));
      }
    }
  }

 private:
  /// Line of a key, or of its table when it is not given, or the first.
  [[nodiscard]] unsigned line_of(const std::string& key) const {
    if (const toml::node* node = find(key)) return node->source().begin.line;
    const std::size_t dot = key.find('.');
    if (dot != std::string::npos)
      if (const toml::node* table = find(key.substr(0, dot))) return table->source().begin.line;
    return 1;
  }

  static std::vector<std::string> keys_below(const std::string& table,
                                             const std::vector<std::string>& known) {
    std::vector<std::string> keys;
    for (const std::string& key : known)
      if (key.rfind(table + ".", 0) == 0) keys.push_back(key);
    return keys;
  }

  static std::vector<std::string> top_level(const std::vector<std::string>& known) {
    std::vector<std::string> names;
    for (const std::string& key : known) {
      const std::size_t dot = key.find('.');
      const std::string name = dot == std::string::npos ? key : "[" + key.substr(0, dot) + "]";
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    return names;
  }

  std::string origin_;
  toml::table root_;
};

std::vector<std::string> known_keys(Family family) {
  std::vector<std::string> keys = {"name", "description", "family"};
  for (const std::string& shape : shape_keys(family)) keys.push_back(shape);
  for (const ChoiceKey& choice : choice_keys(family)) keys.push_back(choice.key);
  for (const NumberKey& number : number_keys(family)) keys.push_back(number.key);
  return keys;
}

std::string read_string(const Document& document, const std::string& key,
                        const std::string& otherwise) {
  const toml::node* node = document.find(key);
  if (node == nullptr) return otherwise;
  if (!node->is_string()) document.refuse(key, "wrong type; legal: a string in quotes");
  return node->as_string()->get();
}

/// A whole number in its range, as a file may give it.
unsigned to_number(const Document& document, const std::string& key, const toml::node& node,
                   unsigned low, unsigned high) {
  if (!node.is_integer())
    document.refuse(key, fmt::format("wrong type; legal: a whole number from {} to {}", low, high));
  const std::int64_t value = node.as_integer()->get();
  if (value < low || value > high)
    document.refuse(key, fmt::format("{} is out of range; legal: {} to {}", value, low, high));
  return static_cast<unsigned>(value);
}

Family read_family(const Document& document) {
  const std::vector<std::string>& names = family_names();
  const std::string family = read_string(document, "family", names.front());
  const auto found = std::find(names.begin(), names.end(), family);
  if (found == names.end())
    document.refuse("family",
                    fmt::format("there is no family '{}'; legal: {}", family, join(names)));
  return static_cast<Family>(found - names.begin());
}

void read_extents(const Document& document, NetworkConfig& config) {
  const toml::node* node = document.find(kExtentsKey);
  if (node == nullptr)
    document.refuse(kExtentsKey, "missing; legal: channels along each dimension, as in [16, 16]");
  const toml::array* array = node->as_array();
  if (array == nullptr)
    document.refuse(kExtentsKey, "wrong type; legal: a list of whole numbers, as in [16, 16]");
  config.topology.extents.clear();
  for (const toml::node& extent : *array)
    config.topology.extents.push_back(to_number(document, kExtentsKey, extent, 1, kMaxExtent));
}

/// The shape of a client-server network: a line of so many hosts, or a tree.
void read_tree(const Document& document, NetworkConfig& config) {
  const toml::node* hosts = document.find(kHostsKey);
  const toml::node* tree = document.find(kTreeKey);
  if ((hosts != nullptr) == (tree != nullptr))
    document.refuse(
        hosts != nullptr ? kTreeKey : kHostsKey,
        fmt::format("{}; legal: {} = 9 for a line of nine hosts, or {} = "
                    "\"((1 2) (3 4))\", one of them",
                    hosts != nullptr ? "given beside hosts" : "missing", "hosts", "tree"));
  if (hosts != nullptr)
    config.linear.tree = line_text(to_number(document, kHostsKey, *hosts, 1, kMaxHosts));
  else
    config.linear.tree = read_string(document, kTreeKey, "");
}

void read_choices(const Document& document, NetworkConfig& config) {
  for (const ChoiceKey& choice : choice_keys(config.family)) {
    const std::string name = read_string(document, choice.key, choice.names[choice.get(config)]);
    const auto found = std::find(choice.names.begin(), choice.names.end(), name);
    if (found == choice.names.end())
      document.refuse(choice.key, fmt::format("'{}'; legal: {}", name, join(choice.names)));
    choice.set(config, static_cast<unsigned>(found - choice.names.begin()));
  }
}

void read_numbers(const Document& document, NetworkConfig& config) {
  for (const NumberKey& number : number_keys(config.family))
    if (const toml::node* node = document.find(number.key))
      number.of(config) = to_number(document, number.key, *node, number.low, number.high);
}

/// Folders with shipped configurations; what the user names comes first.
std::vector<fs::path> config_folders() {
  std::vector<fs::path> folders;
  if (const char* folder = std::getenv("WAYFARER_CONFIGS")) folders.emplace_back(folder);
  folders.emplace_back(WAYFARER_SOURCE_CONFIGS);
  return folders;
}

/// A TOML string in quotes.
std::string quoted(const std::string& text) {
  std::ostringstream stream;
  stream << toml::value<std::string>(text);
  return stream.str();
}

}  // namespace

NetworkConfig parse_config(const std::string& toml_text, const std::string& origin) {
  const Document document(toml_text, origin);
  NetworkConfig config;
  config.family = read_family(document);
  document.refuse_unknown(known_keys(config.family));
  config.name = read_string(document, "name", fs::path(origin).stem().string());
  if (!config.name.empty() && !is_file_stem(config.name))
    document.refuse("name", "legal: a file's name of at most 100 bytes, without slashes, control "
                            "characters or a dot in front");
  config.description = read_string(document, "description", "");
  if (config.family == Family::kLinear)
    read_tree(document, config);
  else
    read_extents(document, config);
  read_choices(document, config);
  read_numbers(document, config);
  if (const auto fault = find_fault(config)) document.refuse(fault->key, fault->text);
  fill_defaults(config);
  return config;
}

NetworkConfig load_config(const std::string& path) {
  NetworkConfig config = parse_config(read_text(path, "a TOML file"), path);
  config.path = path;
  return config;
}

std::string impossible(const NetworkConfig& config) {
  const auto fault = find_fault(config);
  return fault ? fmt::format("key '{}': {}", fault->key, fault->text) : "";
}

void validate(NetworkConfig& config) {
  const std::string fault = impossible(config);
  if (!fault.empty())
    throw UsageError(config.name.empty() ? fault : fmt::format("{}: {}", config.name, fault));
  fill_defaults(config);
}

std::string to_toml(const NetworkConfig& config) {
  NetworkConfig copy = config;
  std::string text = fmt::format("name = {}\ndescription = {}\nfamily = {}\n", quoted(config.name),
                                 quoted(config.description), quoted(family_name(config.family)));
  for (const char* table : {"topology", "router", "flit", "traffic"}) {
    const std::string prefix = fmt::format("{}.", table);
    text += fmt::format("\n[{}]\n", table);
    const auto write = [&](const std::string& key, const std::string& value) {
      if (key.rfind(prefix, 0) == 0)
        text += fmt::format("{} = {}\n", key.substr(prefix.size()), value);
    };
    for (const ChoiceKey& choice : choice_keys(config.family))
      write(choice.key, quoted(choice.names[choice.get(config)]));
    if (config.family == Family::kLinear)
      write(kTreeKey, quoted(config.linear.tree));
    else
      write(kExtentsKey, fmt::format("[{}]", fmt::join(config.topology.extents, ", ")));
    for (const NumberKey& number : number_keys(config.family))
      if (!is_derived(number, number.of(copy)))
        write(number.key, fmt::format("{}", number.of(copy)));
  }
  return text;
}

std::uint32_t NetworkConfig::terminals() const {
  if (family == Family::kLinear)
    return static_cast<std::uint32_t>(parse_switch_tree(linear.tree).host_targets.size()) + 1;
  std::uint32_t product = topology.processors;
  for (const unsigned extent : topology.extents) product *= extent;
  return product;
}

std::vector<std::string> shipped_configs() {
  std::vector<std::string> names;
  for (const fs::path& folder : config_folders()) {
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error))
      if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string find_config(const std::string& name_or_path) {
  const bool is_path = name_or_path.find('/') != std::string::npos ||
                       fs::path(name_or_path).extension() == ".toml";
  std::error_code error;
  if (is_path && fs::exists(name_or_path, error)) return name_or_path;
  if (!is_path)
    for (const fs::path& folder : config_folders()) {
      const fs::path candidate = folder / (name_or_path + ".toml");
      if (fs::exists(candidate, error)) return candidate.string();
    }
  throw UsageError(fmt::format("there is no configuration '{}'; legal: the path of a TOML file or "
                               "one of {}", name_or_path, join(shipped_configs())));
}

}  // namespace wayfarer
