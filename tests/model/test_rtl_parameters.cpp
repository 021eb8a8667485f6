// The parameters of the hardware that configurations give: which there are, and that each key sets
// its own one. The top modules are read as text.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

using namespace wayfarer;

namespace {

using Values = std::map<std::string, std::string>;

/// Parameters that neither shape nor keys give: those of programmed hosts, for tests.
const std::set<std::string> kOthers = {"Records"};

/// The parameters that `verilator` receives.
Values given(const NetworkConfig& config) {
  Values values;
  for (const std::string& word : split(family_of(config).rtl.parameters(config), ' ')) {
    if (word.empty()) continue;
    const std::size_t equal = word.find('=');
    REQUIRE(word.substr(0, 2) == "-G");
    REQUIRE(equal != std::string::npos);
    CHECK(values.emplace(word.substr(2, equal - 2), word.substr(equal + 1)).second);
  }
  return values;
}

/// By name, the types of the parameters of a configuration's top module.
Values declared(const NetworkConfig& config) {
  const std::string folder = fmt::format("{}/rtl/{}", WAYFARER_SOURCE_DIR, config.family());
  const std::string top = family_of(config).rtl.top_of(config);
  std::ifstream file;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().filename() == top + ".sv") file.open(entry.path());
  std::stringstream text;
  text << file.rdbuf();
  const std::string all = std::regex_replace(text.str(), std::regex("//[^\n]*"), "");
  const std::size_t start = all.find("\nmodule ");
  REQUIRE(start != std::string::npos);
  const std::string head = all.substr(start, all.find("\n) (", start) - start);
  static const std::regex parameter(R"(\sparameter\s+(\S.*?)\s+(\w+)\s*=)");
  Values types;
  for (std::sregex_iterator found(head.begin(), head.end(), parameter), end; found != end; ++found)
    types[(*found)[2]] = (*found)[1];
  return types;
}

/// Networks of a family: the schema's examples and those that ship.
std::vector<NetworkConfig> networks(const Family& family) {
  std::vector<NetworkConfig> all;
  for (const ShapeKey& shape : family.schema().shape.keys)
    all.push_back(parse_config(
        fmt::format("family = '{}'\n{} = {}\n", family.name(), shape.key, shape.example), "t"));
  for (const std::string& name : shipped_configs()) {
    const NetworkConfig config = load_config(find_config(name));
    if (&family_of(config) == &family) all.push_back(config);
  }
  return all;
}

/// The network with one key changed, where that is legal and there is such hardware.
std::optional<NetworkConfig> with(const NetworkConfig& config, const std::string& key,
                                  const std::string& value) {
  NetworkConfig changed = config;
  try {
    set_key(changed, key, value);
  } catch (const UsageError&) {
    return std::nullopt;
  }
  if (!family_of(changed).rtl.refusal(changed).empty()) return std::nullopt;
  return changed;
}

/// The networks of a family, and each with one choice changed.
std::vector<NetworkConfig> varied(const Family& family) {
  std::vector<NetworkConfig> all;
  for (const NetworkConfig& base : networks(family)) {
    all.push_back(base);
    for (const ChoiceKey& choice : family.schema().choices)
      for (const std::string& name : choice.names)
        if (name != choice.names[choice.get(base)])
          if (auto changed = with(base, choice.key, name)) all.push_back(*changed);
  }
  return all;
}

/// The values of keys with a parameter of their own, as --set takes them and as the RTL does.
using Codes = std::vector<std::pair<std::string, std::string>>;
std::vector<std::tuple<std::string, std::string, Codes>> own_parameters(
    const ConfigSchema& schema) {
  std::vector<std::tuple<std::string, std::string, Codes>> keys;
  const auto text = [](const RtlParameter& rtl, unsigned code) {
    return fmt::format(fmt::runtime(rtl.format), code);
  };
  for (const ChoiceKey& choice : schema.choices) {
    if (choice.rtl.name == nullptr || choice.rtl.value != nullptr) continue;
    Codes codes;
    for (unsigned name = 0; name < choice.names.size(); ++name)
      if (choice.code(name) != kModelOnly)
        codes.emplace_back(choice.names[name], text(choice.rtl, choice.code(name)));
    keys.emplace_back(choice.key, choice.rtl.name, codes);
  }
  for (const NumberKey& number : schema.numbers) {
    if (number.rtl.name == nullptr || number.rtl.value != nullptr) continue;
    Codes codes;
    std::set<unsigned> values(number.draw.begin(), number.draw.end());
    for (unsigned value = number.low; value <= std::min(number.high, number.low + 8); ++value)
      values.insert(value);
    for (const unsigned value : values)
      codes.emplace_back(fmt::format("{}", value), text(number.rtl, value));
    keys.emplace_back(number.key, number.rtl.name, codes);
  }
  return keys;
}

}  // namespace

TEST_CASE("every parameter of a top module is given, and no other", "[config]") {
  const Family* family = GENERATE(from_range(families()));
  for (const NetworkConfig& config : varied(*family)) {
    INFO(to_toml(config));
    const Values types = declared(config);
    std::set<std::string> missing;
    for (const auto& [name, type] : types) missing.insert(name);
    for (const auto& [name, value] : given(config)) {
      INFO(name << " = " << value);
      CHECK(missing.erase(name) == 1);
      if (types.count(name) != 0)
        CHECK((types.at(name) == "bit") == (value == "1'b0" || value == "1'b1"));
    }
    for (const std::string& name : kOthers) missing.erase(name);
    CHECK(join({missing.begin(), missing.end()}) == "");
  }
}

TEST_CASE("a key sets its own parameter", "[config]") {
  const Family* family = GENERATE(from_range(families()));
  constexpr std::size_t kEnough = 3;
  const std::vector<NetworkConfig> bases = varied(*family);
  for (const auto& [key, parameter, codes] : own_parameters(family->schema())) {
    INFO(family->name() << " " << key << " " << parameter);
    std::set<std::string> seen;
    for (auto base = bases.begin(); base != bases.end() && seen.size() < kEnough; ++base)
      for (const auto& [value, code] : codes)
        if (const auto changed = with(*base, key, value)) {
          const Values values = given(*changed);
          if (values.count(parameter) == 0) continue;
          CHECK(values.at(parameter) == code);
          seen.insert(code);
        }
    CHECK(seen.size() >= 2);
  }
}

TEST_CASE("what another top module lacks cannot be asked of it", "[config]") {
  for (const Family* family : families()) {
    const auto& has = family->rtl.other_parameters;
    for (const NetworkConfig& other : varied(*family)) {
      if (family->rtl.other_top(other) == nullptr) continue;
      for (const ChoiceKey& lacking : family->schema().choices) {
        if (lacking.rtl.name == nullptr ||
            std::find(has.begin(), has.end(), lacking.rtl.name) != has.end())
          continue;
        for (unsigned value = 1; value < lacking.names.size(); ++value) {
          INFO(lacking.key << " = " << lacking.names[value]);
          const auto changed = with(other, lacking.key, lacking.names[value]);
          CHECK_FALSE((changed && family->rtl.other_top(*changed) != nullptr &&
                       lacking.get(*changed) != lacking.get(other)));
        }
      }
    }
  }
}

TEST_CASE("the values worth drawing are legal", "[config]") {
  for (const Family* family : families())
    for (const NumberKey& number : family->schema().numbers)
      for (const unsigned value : number.draw) {
        INFO(family->name() << " " << number.key << " = " << value);
        CHECK(value >= number.low);
        CHECK(value <= number.high);
      }
}
