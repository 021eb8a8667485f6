#include "model/vc/vc_model.hpp"

#include "model/vc/wormhole_model.hpp"

namespace wayfarer {

std::unique_ptr<Network> make_vc_model(const NetworkConfig& config) {
  return make_wormhole_model(config);
}

}  // namespace wayfarer
