#include "config/config.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "config/document.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> known_keys(const ConfigSchema& schema) {
  std::vector<std::string> keys = keys_of(schema);
  keys.insert(keys.begin(), {"name", "description", "family"});
  return keys;
}

const ConfigSchema& read_family(const Document& document, const ConfigFamilies& families) {
  const std::string family = document.text("family", families.schemas.front()->name);
  std::vector<std::string> names;
  for (const ConfigSchema* schema : families.schemas) {
    if (family == schema->name) return *schema;
    names.emplace_back(schema->name);
  }
  for (const Document::Renamed& old : families.renamed)
    if (old.key == family) document.refuse("family", fmt::format("'{}' {}", family, old.hint));
  document.refuse("family", fmt::format("there is no family '{}'; {}legal: {}", family,
                                        did_you_mean(family, names), join(names)));
}

void read_choices(const Document& document, NetworkConfig& config) {
  for (const ChoiceKey& choice : config.schema->choices) {
    if (!document.has(choice.key)) continue;
    config.named.insert(choice.key);
    const std::string fault = choice.choose(config, document.text(choice.key, ""));
    if (!fault.empty()) document.refuse(choice.key, fault);
  }
}

void read_numbers(const Document& document, NetworkConfig& config) {
  for (const NumberKey& number : config.schema->numbers) {
    if (!document.has(number.key)) continue;
    config.named.insert(number.key);
    number.of(config) = document.number(number.key, number.low, number.high);
  }
}

void read_lists(const Document& document, NetworkConfig& config) {
  for (const ListKey& list : config.schema->lists) {
    if (!document.has(list.key)) continue;
    config.named.insert(list.key);
    const std::string fault =
        list.set(config, document.numbers(list.key, list.meaning, list.low, list.high));
    if (!fault.empty()) document.refuse(list.key, fault);
  }
}

void read_sets(const Document& document, NetworkConfig& config) {
  for (const SetsKey& sets : config.schema->sets) {
    if (!document.has(sets.key)) continue;
    config.named.insert(sets.key);
    const std::string fault = sets.set(config, document.number_lists(sets.key, 0, sets.high));
    if (!fault.empty()) document.refuse(sets.key, fault);
  }
}

/// Folders with shipped configurations; the user's own folder comes first.
std::vector<fs::path> config_folders() {
  std::vector<fs::path> folders;
  if (const char* folder = std::getenv("WAYFARER_CONFIGS")) folders.emplace_back(folder);
  folders.push_back(data_folder("sim/configs"));
  return folders;
}

}  // namespace

const char* NetworkConfig::family() const { return schema->name; }

NetworkConfig parse_config(const std::string& toml_text, const std::string& origin,
                           const ConfigFamilies& families) {
  const Document document(toml_text, origin);
  const ConfigSchema& schema = read_family(document, families);
  document.refuse_unknown(known_keys(schema), schema.renamed);
  NetworkConfig config = schema.defaults();
  config.name = document.text("name", fs::path(origin).stem().string());
  if (!config.name.empty() && !is_file_stem(config.name))
    document.refuse("name",
                    "legal: a file's name of at most 100 bytes, without slashes, control "
                    "characters or a dot in front");
  config.description = document.text("description", "");
  schema.shape.read(document, config);
  for (const ShapeKey& shape : schema.shape.keys)
    if (document.has(shape.key)) config.named.insert(shape.key);
  read_choices(document, config);
  read_numbers(document, config);
  read_lists(document, config);
  read_sets(document, config);
  if (const auto fault = find_fault(config))
    document.refuse(fault->key, with_causes(config, *fault).text);
  schema.fill_defaults(config);
  return config;
}

NetworkConfig load_config(const std::string& path, const ConfigFamilies& families) {
  constexpr std::uint64_t kLongest = 1 << 20;
  NetworkConfig config = parse_config(read_text(path, "a TOML file", kLongest), path, families);
  config.path = path;
  return config;
}

std::string config_error(const NetworkConfig& config) {
  const auto fault = find_fault(config);
  return fault ? fmt::format("key '{}': {}", fault->key, with_causes(config, *fault).text) : "";
}

void validate(NetworkConfig& config) {
  const std::string fault = config_error(config);
  if (!fault.empty())
    throw UsageError(config.name.empty() ? fault : fmt::format("{}: {}", config.name, fault));
  config.schema->fill_defaults(config);
}

std::string to_toml(const NetworkConfig& config) {
  NetworkConfig copy = config;
  const ConfigSchema& schema = *config.schema;
  std::string text =
      fmt::format("name = {}\ndescription = {}\nfamily = {}\n", toml_quoted(config.name),
                  toml_quoted(config.description), toml_quoted(schema.name));
  for (const char* table : kTables) {
    const std::string prefix = fmt::format("{}.", table);
    text += fmt::format("\n[{}]\n", table);
    const auto write = [&](const std::string& key, const std::string& value) {
      if (key.rfind(prefix, 0) == 0)
        text += fmt::format("{} = {}\n", key.substr(prefix.size()), value);
    };
    for (const ChoiceKey& choice : schema.choices)
      write(choice.key, toml_quoted(choice.names[choice.get(config)]));
    const auto [shape, value] = schema.shape.write(config);
    write(shape, value);
    for (const NumberKey& number : schema.numbers)
      if (!number.implied(number.of(copy))) write(number.key, fmt::format("{}", number.of(copy)));
    for (const ListKey& list : schema.lists)
      write(list.key, fmt::format("[{}]", fmt::join(list.get(config), ", ")));
    for (const SetsKey& sets : schema.sets)
      if (const SetsKey::Sets given = sets.get(config); !given.empty())
        write(sets.key, fmt::format("{}", given));
  }
  return text;
}

std::vector<std::string> shipped_configs() {
  std::vector<std::string> names;
  for (const fs::path& folder : config_folders())
    for (const fs::directory_entry& entry : entries_of(folder))
      if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

std::string find_config(const std::string& name_or_path) {
  const bool is_path =
      name_or_path.find('/') != std::string::npos || fs::path(name_or_path).extension() == ".toml";
  std::error_code error;
  if (is_path && fs::exists(name_or_path, error)) return name_or_path;
  if (!is_path)
    for (const fs::path& folder : config_folders()) {
      const fs::path candidate = folder / (name_or_path + ".toml");
      if (fs::exists(candidate, error)) return candidate.string();
    }
  const std::vector<std::string> names = shipped_configs();
  throw UsageError(
      fmt::format("there is no configuration '{}'; {}legal: the path of a TOML file or "
                  "one of {}",
                  name_or_path, did_you_mean(name_or_path, names), join(names)));
}

}  // namespace wayfarer
