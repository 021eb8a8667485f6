// Energy of a run: events of its routers, and the energy of each, from a file.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "config/config.hpp"
#include "runs/simulation.hpp"

namespace wayfarer {

struct Point;

/// What takes energy. A flit in a router is `kRouter`, or, in files that tell them apart, a write,
/// a read and a crossbar.
enum EnergyEvent : std::size_t {
  kIdle,          ///< A node, in each cycle.
  kRouter,        ///< A flit that enters a node, from a terminal or a channel.
  kBufferWrite,   ///< The same.
  kBufferRead,    ///< A flit that leaves a node.
  kCrossbar,      ///< The same.
  kLink,          ///< A flit on a channel.
  kArbitration,   ///< A header that leaves a node.
  kDriverChange,  ///< A flit on a channel whose last flit was of another virtual channel or driver.
  kChannelStart,  ///< A flit on a channel that had none in the cycle before.
  kEnergyEvents,
};
[[nodiscard]] const std::array<const char*, kEnergyEvents>& energy_event_names();

/// A value by event.
using ByEnergyEvent = std::array<double, kEnergyEvents>;

/// Events in the measurement window, all nodes together. The run had SimulationOptions::energy.
[[nodiscard]] ByEnergyEvent energy_events(const NetworkConfig& config,
                                          const SimulationResult& result);

/// The energy of each event, from a file such as `wayfarer energy` writes.
struct EnergyModel {
  std::string unit;                      ///< Such as "toggles" or "J".
  ByEnergyEvent each{};                  ///< Energy of one event.
  std::optional<NetworkConfig> network;  ///< The network that was measured; empty: any.
  std::string origin;                    ///< The file.
};

/// Throws UsageError naming file, line and key.
[[nodiscard]] EnergyModel read_energy_model(const std::string& path);
[[nodiscard]] std::string to_toml(const EnergyModel& model, const std::string& comment);

/// The model in a file, or "shipped": the one that was measured on a router like that of this
/// network. Throws UsageError if there is none, or if the file's is of another router.
[[nodiscard]] EnergyModel find_energy_model(const std::string& name, const NetworkConfig& config);

/// What a run took in its measurement window, in the model's unit.
struct Energy {
  std::string unit;
  ByEnergyEvent by_event{};
  double total = 0;
  std::optional<double> per_message;  ///< Of those delivered; empty: none was.
  std::optional<double> per_bit;      ///< Of the data bits delivered.
  std::optional<double> counted;      ///< Toggles that a netlist counted, of the same window.
};
/// Empty if the point has no model.
[[nodiscard]] std::optional<Energy> energy_of(const Point& point, const SimulationResult& result);

}  // namespace wayfarer
