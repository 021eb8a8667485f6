// Keys that a user names are a set: their order, and whether a file or `--set` names them, matters
// neither to the network nor to a refusal, and what is read back is what was set. Random sets of
// random keys of every family.
#include <algorithm>
#include <map>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <catch2/catch.hpp>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

using Named = std::map<std::string, std::string>;  ///< Keys and values as `--set` takes them.

class Draw {
 public:
  Draw(const ConfigSchema& schema, unsigned seed) : schema_(schema), random_(seed) {}

  unsigned below(unsigned n) { return std::uniform_int_distribution<unsigned>(0, n - 1)(random_); }

  Named shape() {
    const ShapeKey& key =
        schema_.shape.keys[below(static_cast<unsigned>(schema_.shape.keys.size()))];
    if (key.key != kExtentsKey)
      return {{key.key, key.key == "topology.tree" ? "((1 2) (3 4))" : "4"}};
    std::vector<std::string> extents;
    for (unsigned d = 0; d < 1 + below(3); ++d) extents.push_back(fmt::format("{}", 2 + below(4)));
    return {{key.key, join(extents, "x")}};
  }
  /// At most three keys, so that many sets are legal.
  Named settings() {
    const auto numbers = static_cast<unsigned>(schema_.numbers.size());
    const auto choices = static_cast<unsigned>(schema_.choices.size());
    const auto lists = static_cast<unsigned>(schema_.lists.size());
    Named named;
    for (unsigned keys = below(4); keys > 0; --keys) {
      const unsigned n = below(numbers + choices + lists);
      if (n < numbers) {
        named[schema_.numbers[n].key] = fmt::format("{}", value_of(schema_.numbers[n]));
      } else if (n < numbers + choices) {
        const ChoiceKey& choice = schema_.choices[n - numbers];
        named[choice.key] = choice.names[below(static_cast<unsigned>(choice.names.size()))];
      } else {
        const ListKey& list = schema_.lists[n - numbers - choices];
        std::vector<unsigned> values(list.length);
        for (unsigned& value : values) value = list.low + below(list.high - list.low + 1);
        named[list.key] = fmt::format("{}", fmt::join(values, ":"));
      }
    }
    return named;
  }
  Settings shuffled(const Named& named) {
    Settings settings(named.begin(), named.end());
    std::shuffle(settings.begin(), settings.end(), random_);
    return settings;
  }

 private:
  /// Small numbers and powers of two, of which most are legal.
  unsigned value_of(const NumberKey& number) {
    const unsigned value = below(2) == 0 ? 1 + below(5) : 1u << below(10);
    return std::clamp(value, number.low, number.high);
  }

  const ConfigSchema& schema_;
  std::mt19937 random_;
};

std::string toml_of(const ConfigSchema& schema, const Settings& settings) {
  std::string text = fmt::format("family = '{}'\n", schema.name);
  for (const auto& [key, value] : settings) {
    const auto is = [&key = key](const NumberKey& number) { return number.key == key; };
    const bool number = std::any_of(schema.numbers.begin(), schema.numbers.end(), is);
    const auto is_list = [&key = key](const ListKey& list) { return list.key == key; };
    if (key == kExtentsKey)
      text += fmt::format("{} = [{}]\n", key, join(split(value, 'x'), ", "));
    else if (std::any_of(schema.lists.begin(), schema.lists.end(), is_list))
      text += fmt::format("{} = [{}]\n", key, join(split(value, ':'), ", "));
    else if (number || key == "topology.hosts")
      text += fmt::format("{} = {}\n", key, value);
    else
      text += fmt::format("{} = '{}'\n", key, value);
  }
  return text;
}

/// Outcome of naming keys: the network as TOML, or the refusal.
struct Outcome {
  std::string toml;
  std::string refusal;
};

Outcome outcome(NetworkConfig config, const Settings& settings) {
  try {
    set_keys(config, settings);
    return {to_toml(config), ""};
  } catch (const UsageError& error) {
    return {"", error.what()};
  }
}

std::optional<NetworkConfig> read(const std::string& text) {
  try {
    return parse_config(text, "t.toml");
  } catch (const UsageError&) {
    return std::nullopt;
  }
}

/// Every key as `--set` takes it.
Named read_back(const NetworkConfig& config) {
  Named values;
  NetworkConfig copy = config;
  for (const NumberKey& number : config.schema->numbers)
    values[number.key] = fmt::format("{}", number.of(copy));
  for (const ChoiceKey& choice : config.schema->choices)
    values[choice.key] = choice.names[choice.get(config)];
  for (const ListKey& list : config.schema->lists)
    values[list.key] = fmt::format("{}", fmt::join(list.get(config), ":"));
  for (const SetsKey& sets : config.schema->sets) {
    std::vector<std::string> texts;
    for (const std::vector<unsigned>& set : sets.get(config))
      texts.push_back(fmt::format("{}", fmt::join(set, ":")));
    values[sets.key] = join(texts, "/");
  }
  values[kExtentsKey] = fmt::format("{}", fmt::join(config.topology.extents, "x"));
  return values;
}

}  // namespace

TEST_CASE("keys are a set: any order, from a file or set, gives the same network or refusal",
          "[config]") {
  const Family* family = GENERATE(from_range(families()));
  const ConfigSchema& schema = family->schema();
  unsigned legal = 0, refused = 0;
  for (unsigned seed = 0; seed < 400; ++seed) {
    Draw draw(schema, seed);
    Named in_file = draw.shape();
    for (const auto& [key, value] : draw.settings()) in_file[key] = value;
    const std::optional<NetworkConfig> base = read(toml_of(schema, draw.shuffled(in_file)));
    if (!base) continue;
    const Named set = draw.settings();
    Named all = in_file;
    for (const auto& [key, value] : set) all[key] = value;

    const Outcome first = outcome(*base, draw.shuffled(set));
    INFO(schema.name << ", " << toml_of(schema, draw.shuffled(in_file)) << "and set\n"
                     << toml_of(schema, draw.shuffled(set)));
    for (unsigned order = 0; order < 2; ++order) {
      const Outcome other = outcome(*base, draw.shuffled(set));
      CHECK(other.toml == first.toml);
      CHECK(other.refusal == first.refusal);
    }
    const std::optional<NetworkConfig> whole = read(toml_of(schema, draw.shuffled(all)));
    REQUIRE(whole.has_value() == first.refusal.empty());
    if (!whole) {
      ++refused;
      continue;
    }
    ++legal;
    CHECK(to_toml(*whole) == first.toml);
    const Named values = read_back(*whole);
    for (const auto& [key, value] : all)
      if (values.count(key) != 0) CHECK(key + "=" + values.at(key) == key + "=" + value);
    // If each step is also legal, setting one after the other gives the same network.
    NetworkConfig stepwise = *base;
    bool stepped = true;
    for (const auto& [key, value] : draw.shuffled(set)) {
      const Outcome step = outcome(stepwise, {{key, value}});
      stepped = stepped && step.refusal.empty();
      if (stepped) set_key(stepwise, key, value);
    }
    if (stepped) CHECK(to_toml(stepwise) == first.toml);
  }
  CAPTURE(schema.name);
  CHECK(legal > 60);
  if (schema.numbers.size() >= 10) CHECK(refused > 0);  // in smaller ones nothing contradicts
}

TEST_CASE("a key named in a file or set is not replaced by what other keys imply", "[config]") {
  const auto iba = [](const Settings& settings) {
    NetworkConfig config = load_config(find_config("iba4x4"));
    set_keys(config, settings);
    return read_back(config);
  };
  CHECK(iba({{"router.depth", "40"}, {"flit.bits", "128"}}).at("router.depth") == "40");
  CHECK(iba({{"router.depth", "80"}, {"flit.bits", "256"}}).at("router.depth") == "80");
  CHECK(iba({{"flit.bits", "256"}}).at("router.depth") == "5");

  const auto mway = [](const Settings& settings) {
    NetworkConfig config = parse_config(
        "[topology]\nkind='torus'\nextents=[4,4]\n[router]\nclasses=[[0],[1,2,3]]", "t");
    set_keys(config, settings);
    return read_back(config);
  };
  CHECK(mway({{"router.depth", "8"}}).at("router.classes") == "0/1:2:3");
  CHECK_THROWS_WITH(mway({{"router.buffers", "8"}}), Contains("class 0 has the lower buffers") &&
                                                         Contains("(beside router.buffers = 8)"));
  // Legal as a whole: in this order, each alone is refused.
  CHECK(mway({{"router.classes", "0:1/2:3:4:5"}, {"router.buffers", "6"}}).at("router.classes") ==
        "0:1/2:3:4:5");
}

TEST_CASE("numbers that a list leaves out are the least ones", "[config]") {
  NetworkConfig config = load_config(find_config("iba4x4"));
  CHECK(read_back(config).at("router.low_weights") == "1:1:1:1");
  set_keys(config, {{"router.low_weights", "2:7"}});
  CHECK(read_back(config).at("router.low_weights") == "2:7:0:0");
  CHECK_THROWS_WITH(set_key(config, "router.low_weights", "2:"),
                    Contains("''; legal: a whole number from 0 to 255"));
  CHECK_THROWS_WITH(set_key(config, "router.low_weights", "1:1:1:1:1"),
                    "key 'router.low_weights': 5 numbers; legal: 1 to 4");
  CHECK_THROWS_WITH(
      set_key(config, "router.low_weight_1", "7"),
      "key 'router.low_weight_1': is now in the list router.low_weights, from lane 0 on");
}

TEST_CASE("chaos routing implies the rest of a Chaos router, but for what is named", "[config]") {
  const auto chaos = [](const Settings& settings) {
    NetworkConfig config = parse_config("family='cut_through'\n[topology]\nextents=[4,4]", "t");
    CHECK(read_back(config).at("router.policy") == "input-driven");
    set_key(config, "router.routing", "chaos");
    set_keys(config, settings);
    return config;
  };
  const NetworkConfig alone = chaos({});
  CHECK(read_back(alone).at("router.policy") == "output-driven");
  CHECK(read_back(alone).at("router.queue") == "5");
  CHECK(read_back(chaos({{"router.routing", "star-channels"}})).at("router.policy") ==
        "input-driven");
  CHECK_THROWS_WITH(
      chaos({{"router.policy", "input-driven-uniform"}}),
      Contains("key 'router.policy': chaos routing requires an output-driven policy") &&
          Contains("or omit the key (beside router.routing = chaos)"));
  // One key, two parameters of the hardware.
  const auto given = [](const NetworkConfig& config) {
    std::map<std::string, std::string> values;
    for (const auto& [name, value] : rtl_parameters(config)) values[name] = value;
    return values.at("Policy") + " " + values.at("UniformChoice");
  };
  CHECK(given(alone) == "2 1'b0");
  CHECK(given(chaos({{"router.policy", "output-driven-uniform"}})) == "2 1'b1");
  CHECK(given(chaos({{"router.routing", "star-channels"},
                     {"router.policy", "input-driven-uniform"}})) == "1 1'b1");
}

TEST_CASE("a contradiction names the keys on both sides", "[config]") {
  NetworkConfig config = load_config(find_config("romm-torus16x16-4phase"));
  CHECK_THROWS_WITH(
      set_key(config, "router.routing", "valiant"),
      Contains("key 'router.phases': 4 phases") && Contains("(beside router.routing = valiant)"));
  CHECK(to_toml(config) == to_toml(load_config(find_config("romm-torus16x16-4phase"))));
  set_keys(config, {{"router.routing", "valiant"}, {"router.phases", "2"}});
  CHECK_THROWS_WITH(
      parse_config("[topology]\nextents=[4,4]\n[router]\nstat='cyclic'\nvariant='guarded'",
                   "t.toml"),
      Contains("t.toml:4: key 'router.stat'") && Contains("(beside router.variant = guarded)"));
}

TEST_CASE("a key that is named twice is refused", "[config]") {
  NetworkConfig config = load_config(find_config("line4"));
  CHECK_THROWS_WITH(
      set_keys(config, {{"router.depth", "2"}, {"router.depth", "1"}}),
      "key 'router.depth' = 2 and router.depth = 1 exclude each other; legal: one of them");
  CHECK_THROWS_WITH(
      set_keys(config, {{"topology.tree", "(1 2)"}, {"topology.hosts", "4"}}),
      "key 'topology.tree' = (1 2) and topology.hosts = 4 exclude each other; legal: one of them");
}
