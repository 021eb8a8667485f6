#include "model/vc/vc_model.hpp"

#include "model/vc/cut_through_model.hpp"
#include "model/vc/wormhole_model.hpp"

namespace wayfarer {

std::unique_ptr<Network> make_vc_model(const NetworkConfig& config) {
  return config.cut_through() ? make_cut_through_model(config) : make_wormhole_model(config);
}

}  // namespace wayfarer
