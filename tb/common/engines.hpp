// The engines of the program: cycle models, verilated hardware as RTL or as a netlist, and a model
// in lockstep with either.
#pragma once

#include "common/verilated_build.hpp"
#include "family/engine.hpp"
#include "stream/network.hpp"

namespace wayfarer {

class Engines final : public EngineFactory {
 public:
  /// `build` applies to every hardware network; EngineOptions add to it. With `build.tile`, what
  /// can be made of tiles is, unless EngineOptions say otherwise.
  explicit Engines(VerilatedBuildOptions build = {}) : build_(std::move(build)) {}

  std::unique_ptr<Network> make(const NetworkConfig& config, Engine engine,
                                const EngineOptions& options = {}) const override;
  std::string build(const NetworkConfig& config, Engine engine = Engine::kRtl,
                    const EngineOptions& options = {}) const override;

  /// The same with AXI4-Streams at its terminals. Its hardware is built whole. Throws UsageError
  /// also for sizes that the network does not have.
  [[nodiscard]] std::unique_ptr<StreamNetwork> make_streams(
      const NetworkConfig& config, const StreamSizes& sizes, Engine engine,
      const EngineOptions& options = {}) const;

  [[nodiscard]] bool has_tiles(const NetworkConfig& config) const override;

  /// Whether the network is made of tiles. Throws UsageError if it cannot be and must.
  [[nodiscard]] bool wants_tiles(const NetworkConfig& config, const EngineOptions& options) const;

 private:
  VerilatedBuildOptions build_;
};

}  // namespace wayfarer
