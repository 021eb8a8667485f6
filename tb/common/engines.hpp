// The engines of the program: cycle models, verilated hardware as RTL or as a netlist, and a model
// in lockstep with either.
#pragma once

#include "common/verilated_build.hpp"
#include "family/engine.hpp"

namespace wayfarer {

class Engines final : public EngineFactory {
 public:
  /// `build` applies to every hardware network; EngineOptions add to it.
  explicit Engines(VerilatedBuildOptions build = {}) : build_(std::move(build)) {}

  std::unique_ptr<Network> make(const NetworkConfig& config, Engine engine,
                                const EngineOptions& options = {}) const override;
  std::string build(const NetworkConfig& config, Engine engine = Engine::kRtl,
                    const EngineOptions& options = {}) const override;

 private:
  VerilatedBuildOptions build_;
};

}  // namespace wayfarer
