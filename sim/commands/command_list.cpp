// wayfarer list: lists configurations, keys, patterns, processes and experiments.
#include <memory>

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "commands/commands.hpp"
#include "config/config.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "papers/registry.hpp"
#include "traffic/pattern.hpp"
#include "traffic/process.hpp"

namespace wayfarer {
namespace {

struct ListOptions {
  std::string what = "all";
  std::string family;
  bool json = false;
};

using Json = nlohmann::ordered_json;
using Entries = std::vector<std::pair<std::string, std::string>>;

Entries config_entries() {
  Entries entries;
  for (const std::string& name : shipped_configs())
    entries.emplace_back(name, load_config(find_config(name)).description);
  return entries;
}

std::string default_text(const KeyText& key) {
  if (key.required) return "required, for example " + key.value;
  return key.derived_from.empty() ? key.value : "from " + key.derived_from;
}

/// The choices that hardware does not have.
std::vector<std::string> model_only(const KeyText& key) {
  std::vector<std::string> names;
  for (std::size_t name = 0; name < key.choices.size(); ++name)
    if (key.codes[name] == kModelOnly) names.push_back(key.choices[name]);
  return names;
}

std::string rtl_text(const KeyText& key) {
  return key.also.empty() ? key.rtl : key.rtl + ", " + join(key.also);
}

Entries key_entries(const Family& family) {
  Entries entries;
  for (const KeyText& key : describe_keys(family.schema())) {
    const std::vector<std::string> names = model_only(key);
    const std::string legal = key.legal();
    entries.emplace_back(
        key.key, fmt::format("{}{}{} [{}{}]", key.meaning, legal.empty() ? "" : ": " + legal,
                             names.empty() ? "" : " (" + join(names) + ": models)",
                             default_text(key), key.rtl.empty() ? "" : "; RTL: " + rtl_text(key)));
  }
  return entries;
}

Json key_json(const Family& family, const KeyText& key) {
  const Json value = Json::parse(key.value);  // TOML of these values is JSON, too
  Json json = {{"family", family.name()}, {"key", key.key}};
  json["type"] = !key.choices.empty() ? "choice"
                 : key.sets           ? "sets"
                 : value.is_array()   ? "numbers"
                 : value.is_number()  ? "number"
                                      : "text";
  if (!key.choices.empty())
    json["choices"] = key.choices;
  else if (!value.is_string())
    json.update({{"low", key.low}, {"high", key.high}});
  if (key.length != 0) json["length"] = key.length;
  if (!key.derived_from.empty())
    json["derived_from"] = key.derived_from;
  else
    json[key.required ? "example" : "default"] = value;
  json["meaning"] = key.meaning;
  if (!key.rtl.empty()) json["rtl"] = key.rtl;
  if (!key.rtl.empty() && !key.choices.empty()) {
    json["codes"] = Json::array();
    for (const unsigned code : key.codes)
      json["codes"].push_back(code == kModelOnly ? Json() : Json(code));
  }
  if (!key.allows.empty()) json["allows"] = key.allows;
  if (!key.also.empty()) json["also_rtl"] = key.also;
  if (!key.draw.empty()) json["draw"] = key.draw;
  if (key.model_only) json["model_only"] = true;
  if (const auto names = model_only(key); !names.empty()) json["model_only"] = names;
  return json;
}

/// A line for each key.
void print_keys_json(const std::vector<const Family*>& of) {
  std::vector<std::string> lines;
  for (const Family* family : of)
    for (const KeyText& key : describe_keys(family->schema()))
      lines.push_back(key_json(*family, key).dump());
  fmt::print("[\n{}\n]\n", join(lines, ",\n"));
}

/// The aliases. An alias that implies an option is followed by the pattern that it means.
std::string aliases_text(const PatternInfo& info) {
  std::vector<std::string> texts;
  for (const std::string& alias : info.aliases) {
    const std::string own = canonical_pattern(alias);
    texts.push_back(own.find(':') == std::string::npos ? alias : alias + " for " + own);
  }
  return texts.empty() ? "" : fmt::format(" (also: {})", join(texts));
}

Entries pattern_entries() {
  Entries entries;
  for (const PatternInfo& info : patterns())
    entries.emplace_back(info.name, info.description + aliases_text(info));
  return entries;
}

Entries process_entries() {
  Entries entries;
  for (const ProcessInfo& info : processes()) entries.emplace_back(info.name, info.description);
  return entries;
}

Entries experiment_entries() {
  Entries entries;
  for (const Experiment& experiment : experiments())
    entries.emplace_back(experiment.id, listed_description(experiment));
  return entries;
}

void print(const std::string& title, const Entries& entries) {
  std::size_t width = 0;
  for (const auto& [name, description] : entries) width = std::max(width, name.size());
  fmt::print("{}\n", title);
  for (const auto& [name, description] : entries)
    fmt::print("  {:<{}}  {}\n", name, width, description);
}

void print_keys(const ListOptions& options) {
  const std::vector<const Family*> of =
      options.family.empty() ? families() : std::vector{&find_family(options.family)};
  if (options.json) return print_keys_json(of);
  for (const Family* family : of)
    print(fmt::format("keys of {}", family->name()), key_entries(*family));
}

int run_list(const ListOptions& options) {
  const std::string& what = options.what;
  const bool all = what == "all";
  const bool keys = what == "keys" || what == "config";
  const std::vector<std::string>& legal = list_topics();
  if (!keys && std::find(legal.begin(), legal.end(), what) == legal.end())
    throw UsageError(fmt::format("there is no list of '{}'; {}legal: {}", what,
                                 did_you_mean(what, legal), join(legal)));
  if (!keys && !options.family.empty())
    throw UsageError(fmt::format("list {} {}: only keys are of one family; legal: list keys {}",
                                 what, options.family, options.family));
  if (!keys && options.json)
    throw UsageError(
        fmt::format("list {} --json: only keys are listed as JSON; legal: list keys "
                    "--json",
                    what));
  if (keys) print_keys(options);
  if (all || what == "configs") print("configurations", config_entries());
  if (all || what == "patterns") print("patterns", pattern_entries());
  if (all || what == "processes") print("processes", process_entries());
  if (all || what == "experiments") print("experiments", experiment_entries());
  return 0;
}

}  // namespace

const std::vector<std::string>& list_topics() {
  static const std::vector<std::string> topics = {"all",      "configs",   "keys",
                                                  "patterns", "processes", "experiments"};
  return topics;
}

void add_list(CLI::App& app, const Program&, Action& action) {
  auto options = std::make_shared<ListOptions>();
  CLI::App* command = app.add_subcommand(
      "list", "List configurations, their keys, patterns, processes and experiments");
  command->add_option(
      "what", options->what,
      "configs, keys (or: config), patterns, processes or experiments; all: everything except keys [all]");
  command->add_option("family", options->family, "Family whose keys to list [all]");
  command->add_flag("--json", options->json, "Keys with all their properties, as JSON");
  command->footer("Example: wayfarer list patterns\n         wayfarer list keys FAMILY");
  command->callback([&action, options] { action = [options] { return run_list(*options); }; });
}

}  // namespace wayfarer
