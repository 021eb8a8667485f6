// The program: says where its networks come from and runs the command line.
#include <memory>

#include "cli/program.hpp"
#include "core/error.hpp"
#include "model/mway/mway_model.hpp"

namespace {

/// The cycle models alone.
class ModelEngines final : public wayfarer::EngineFactory {
 public:
  std::unique_ptr<wayfarer::Network> make(const wayfarer::NetworkConfig& config,
                                          wayfarer::Engine engine,
                                          const wayfarer::EngineOptions&) const override {
    if (engine == wayfarer::Engine::kModel) return wayfarer::make_mway_model(config);
    throw wayfarer::UsageError(
        "this program was built without the hardware engine; legal: --engine model");
  }
};

}  // namespace

int main(int argc, char** argv) {
  const ModelEngines engines;
  return wayfarer::run_program(argc, argv, {engines, {}});
}
