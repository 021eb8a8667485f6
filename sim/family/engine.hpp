// The factory of networks, model or hardware, with one interface.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/config.hpp"
#include "core/error.hpp"
#include "core/network.hpp"
#include "core/text.hpp"

namespace wayfarer {

enum class Engine {
  kModel,        ///< The cycle model.
  kRtl,          ///< The verilated hardware.
  kBoth,         ///< Model and RTL, compared in every cycle; a difference throws CheckFailed.
  kNetlist,      ///< The hardware synthesized to the cells of an FPGA, verilated.
  kBothNetlist,  ///< Model and netlist, compared in every cycle.
};

/// In the order of Engine.
[[nodiscard]] inline const std::vector<std::string>& engine_names() {
  static const std::vector<std::string> names = {"model", "rtl", "both", "netlist", "both-netlist"};
  return names;
}

[[nodiscard]] inline std::string to_string(Engine engine) {
  return engine_names()[static_cast<std::size_t>(engine)];
}

[[nodiscard]] inline Engine parse_engine(const std::string& name) {
  for (std::size_t i = 0; i < engine_names().size(); ++i)
    if (engine_names()[i] == name) return static_cast<Engine>(i);
  throw UsageError("engine '" + name + "'; " + did_you_mean(name, engine_names()) +
                   "legal: " + join(engine_names()));
}

/// Whether the hardware of an engine is a netlist.
[[nodiscard]] inline bool uses_netlist(Engine engine) {
  return engine == Engine::kNetlist || engine == Engine::kBothNetlist;
}

[[nodiscard]] inline bool is_lockstep(Engine engine) {
  return engine == Engine::kBoth || engine == Engine::kBothNetlist;
}

/// The engine that has an engine's hardware alone.
[[nodiscard]] inline Engine hardware_of(Engine engine) {
  return uses_netlist(engine) ? Engine::kNetlist : Engine::kRtl;
}

/// Called several times a second while hardware is built, with the current phase and its steps done
/// and to do (0: unknown); false stops the build. The last call has an empty phase.
using BuildCallback =
    std::function<bool(const std::string& phase, std::size_t done, std::size_t total)>;

/// The part of a network that is verilated.
enum class BuildKind {
  kAuto,     ///< Tiles where they are built and run faster.
  kNetwork,  ///< All of it.
  kTiles,    ///< One tile, of which the network is made.
};

/// In the order of BuildKind.
[[nodiscard]] inline const std::vector<std::string>& build_names() {
  static const std::vector<std::string> names = {"auto", "network", "tiles"};
  return names;
}

[[nodiscard]] inline BuildKind parse_build(const std::string& name) {
  for (std::size_t i = 0; i < build_names().size(); ++i)
    if (build_names()[i] == name) return static_cast<BuildKind>(i);
  throw UsageError("--build '" + name + "'; " + did_you_mean(name, build_names()) +
                   "legal: " + join(build_names()));
}

struct EngineOptions {
  BuildKind build = BuildKind::kAuto;
  /// The greatest load that is to come, as a part of the bound; unknown: 1. What is made is the
  /// fastest for it.
  double load = 1;
  bool waves = false;     ///< The hardware must be able to write waves (Network::trace_to).
  bool insides = false;   ///< These waves must have the insides of nodes in large networks as well.
  bool activity = false;  ///< A netlist must count its switching activity (SwitchingActivity).
  std::uint64_t seed = 1;  ///< Seed of the network's own draws (FamilyConfig::use_seed).
  std::string rtl;         ///< Folder of the RTL; empty: the project's.
};

class EngineFactory {
 public:
  virtual ~EngineFactory() = default;

  /// Makes a network of a checked configuration. Several threads may call it at a time; each
  /// network is used by one thread. Throws UsageError if the configuration has no such engine.
  [[nodiscard]] virtual std::unique_ptr<Network> make(const NetworkConfig& config, Engine engine,
                                                      const EngineOptions& options = {}) const = 0;

  /// Whether hardware with waves of chosen nodes is built in seconds, whatever the network's size.
  [[nodiscard]] virtual bool has_tiles(const NetworkConfig& /*config*/) const { return false; }

  /// Builds the hardware library of a configuration unless it exists, and returns its path. Not
  /// thread-safe.
  [[nodiscard]] virtual std::string build(const NetworkConfig& /*config*/,
                                          Engine /*engine*/ = Engine::kRtl,
                                          const EngineOptions& /*options*/ = {}) const {
    throw UsageError("this program was built without the hardware engine; legal: --engine model");
  }
};

}  // namespace wayfarer
