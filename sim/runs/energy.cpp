#include "runs/energy.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>

#include <fmt/format.h>

#include "config/document.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/points.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kShipped = "shipped";
constexpr const char* kFolder = "sim/configs/energy";
constexpr double kMost = 1e12;  ///< Of an event's energy, in any unit.

/// The first key by which the routers of two networks differ; empty: they are alike. Sizes and
/// traffic do not matter.
std::string different_key(const NetworkConfig& measured, const NetworkConfig& config) {
  if (measured.schema != config.schema) return "family";
  const auto& shape = config.schema->shape.keys;
  for (const std::string& key : keys_of(*config.schema)) {
    const bool size = std::any_of(shape.begin(), shape.end(),
                                  [&key](const ShapeKey& own) { return own.key == key; });
    if (!size && key.rfind("traffic.", 0) != 0 &&
        key_value(measured, key) != key_value(config, key))
      return key;
  }
  return "";
}

std::string value_text(const NetworkConfig& config, const std::string& key) {
  if (key == "family") return config.family();
  const std::string value = key_value(config, key);
  return value.empty() ? "none" : value;
}

EnergyModel shipped_model(const NetworkConfig& config) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(data_folder(kFolder)))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> networks;
  for (const fs::path& file : files) {
    EnergyModel model = read_energy_model(file.string());
    if (model.network && different_key(*model.network, config).empty()) return model;
    networks.push_back(file.stem().string());
  }
  throw UsageError(fmt::format(
      "--energy shipped: no network with the router of {} was measured; legal: 'wayfarer energy "
      "{} --output FILE' and then --energy FILE, or a network with the router of {}",
      config.name, config.name, join(networks)));
}

}  // namespace

const std::array<const char*, kEnergyEvents>& energy_event_names() {
  static const std::array<const char*, kEnergyEvents> kNames = {
      "idle", "router",      "buffer_write",  "buffer_read",  "crossbar",
      "link", "arbitration", "driver_change", "channel_start"};
  return kNames;
}

ByEnergyEvent energy_events(const NetworkConfig& config, const SimulationResult& result) {
  const Measurements& measured = result.measured;
  const auto cycles = static_cast<double>(measured.cycles);
  const double terminals = config.terminals();
  const double channels = cycles * std::accumulate(measured.channel_utilisation.begin(),
                                                   measured.channel_utilisation.end(), 0.0);
  const double entered = cycles * terminals * measured.injected_flits + channels;
  const double left = cycles * terminals * measured.accepted_flits + channels;
  ByEnergyEvent events{};
  events[kIdle] = cycles * family_of(config).rtl.nodes(config);
  events[kRouter] = events[kBufferWrite] = entered;
  events[kBufferRead] = events[kCrossbar] = left;
  events[kLink] = channels;
  const SwitchingEvents switching = measured.switching.value_or(SwitchingEvents{});
  events[kArbitration] = static_cast<double>(switching.headers);
  events[kDriverChange] = static_cast<double>(switching.driver_changes);
  events[kChannelStart] = static_cast<double>(switching.channel_starts);
  return events;
}

EnergyModel read_energy_model(const std::string& path) {
  constexpr std::uint64_t kLongest = 1 << 20;
  const Document document(read_text(path, "a file of 'wayfarer energy'", kLongest), path);
  std::vector<std::string> known = {"unit", "configuration"};
  for (const char* name : energy_event_names()) known.push_back(fmt::format("energy.{}", name));
  document.refuse_unknown(known, {});
  EnergyModel model;
  model.origin = path;
  model.unit = document.text("unit", "");
  if (model.unit.empty() || model.unit.size() > 20 || printable(model.unit) != model.unit)
    document.refuse("unit", "legal: the unit of the energies in quotes, such as \"pJ\"");
  for (std::size_t event = 0; event < kEnergyEvents; ++event)
    model.each[event] = document.real(known[2 + event], 0, kMost, 0);
  if (std::all_of(model.each.begin(), model.each.end(), [](double each) { return each == 0; }))
    document.refuse("energy", fmt::format("no event takes energy; legal: one or more of {}",
                                          fmt::join(energy_event_names(), ", ")));
  if (model.each[kRouter] > 0 &&
      model.each[kBufferWrite] + model.each[kBufferRead] + model.each[kCrossbar] > 0)
    document.refuse("energy.router",
                    "counts a flit twice beside buffer_write, buffer_read or crossbar; legal: "
                    "either it or them");
  const std::string configuration = document.text("configuration", "");
  if (!configuration.empty()) model.network = parse_config(configuration, path);
  return model;
}

std::string to_toml(const EnergyModel& model, const std::string& comment) {
  std::string text;
  for (const std::string& line : split(comment, '\n')) text += fmt::format("# {}\n", line);
  text += fmt::format("unit = {}\n", toml_quoted(model.unit));
  if (model.network) text += fmt::format("configuration = '''\n{}'''\n", to_toml(*model.network));
  text += "\n[energy]\n";
  for (std::size_t event = 0; event < kEnergyEvents; ++event)
    if (model.each[event] > 0)
      text += fmt::format("{} = {:.5g}\n", energy_event_names()[event], model.each[event]);
  return text;
}

EnergyModel find_energy_model(const std::string& name, const NetworkConfig& config) {
  if (name == kShipped) return shipped_model(config);
  EnergyModel model = read_energy_model(name);
  if (!model.network) return model;
  const std::string key = different_key(*model.network, config);
  if (!key.empty())
    throw UsageError(fmt::format(
        "--energy {}: was measured with {} {}, and {} has {}; legal: 'wayfarer energy {} --output "
        "FILE' measures that",
        name, key, value_text(*model.network, key), config.name, value_text(config, key),
        config.name));
  return model;
}

std::optional<Energy> energy_of(const Point& point, const SimulationResult& result) {
  if (!point.energy) return std::nullopt;
  Energy energy;
  energy.unit = point.energy->unit;
  const ByEnergyEvent events = energy_events(point.config, result);
  for (std::size_t event = 0; event < kEnergyEvents; ++event) {
    energy.by_event[event] = events[event] * point.energy->each[event];
    energy.total += energy.by_event[event];
  }
  const Measurements& measured = result.measured;
  const double terminal_cycles = static_cast<double>(measured.cycles) * point.config.terminals();
  const double messages = measured.accepted_messages * terminal_cycles;
  const double bits = 8 * measured.accepted_bytes * terminal_cycles;
  if (messages > 0) energy.per_message = energy.total / messages;
  if (bits > 0) energy.per_bit = energy.total / bits;
  if (result.toggles) energy.counted = static_cast<double>(*result.toggles);
  return energy;
}

}  // namespace wayfarer
