// The factory of networks, model or hardware, with one interface.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "config/config.hpp"
#include "core/error.hpp"
#include "core/network.hpp"
#include "core/text.hpp"

namespace wayfarer {

enum class Engine {
  kModel,  ///< The cycle model.
  kRtl,    ///< The verilated hardware.
  kBoth,   ///< Both, compared in every cycle; a difference throws CheckFailed.
};

[[nodiscard]] inline std::string to_string(Engine engine) {
  return engine == Engine::kModel ? "model" : engine == Engine::kRtl ? "rtl" : "both";
}

[[nodiscard]] inline Engine parse_engine(const std::string& name) {
  if (name == "model") return Engine::kModel;
  if (name == "rtl") return Engine::kRtl;
  if (name == "both") return Engine::kBoth;
  throw UsageError("engine '" + name + "'; " + did_you_mean(name, {"model", "rtl", "both"}) +
                   "legal: model, rtl, both");
}

/// Called several times a second while hardware is built, with the current phase and its steps done
/// and to do (0: unknown); false stops the build. The last call has an empty phase.
using BuildCallback =
    std::function<bool(const std::string& phase, std::size_t done, std::size_t total)>;

struct EngineOptions {
  bool waves = false;      ///< The hardware must be able to write waves (Network::trace_to).
  bool insides = false;  ///< These waves must have the insides of nodes in large networks as well.
  std::uint64_t seed = 1;  ///< Of the network's own draws: FamilyConfig::use_seed.
  std::string rtl;         ///< Folder of the RTL; empty: the project's.
};

class EngineFactory {
 public:
  virtual ~EngineFactory() = default;

  /// Makes a network of a checked configuration. Several threads may call it at a time; each
  /// network is used by one thread. Throws UsageError if the configuration has no such engine.
  [[nodiscard]] virtual std::unique_ptr<Network> make(const NetworkConfig& config, Engine engine,
                                                      const EngineOptions& options = {}) const = 0;

  /// Builds the hardware library of a configuration unless it exists, and returns its path. Not
  /// thread-safe.
  [[nodiscard]] virtual std::string build(const NetworkConfig& /*config*/,
                                          const EngineOptions& /*options*/ = {}) const {
    throw UsageError("this program was built without the hardware engine; legal: --engine model");
  }
};

}  // namespace wayfarer
