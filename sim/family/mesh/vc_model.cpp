#include "family/mesh/vc_model.hpp"

#include "family/cut_through/model.hpp"
#include "family/wormhole/model.hpp"

namespace wayfarer {

std::unique_ptr<Network> make_vc_model(const NetworkConfig& config) {
  return config.cut_through() ? make_cut_through_model(config) : make_wormhole_model(config);
}

}  // namespace wayfarer
