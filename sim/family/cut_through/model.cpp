#include "family/cut_through/model.hpp"

#include "family/cut_through/flit_model.hpp"
#include "family/cut_through/message_model.hpp"

namespace wayfarer {

std::unique_ptr<Network> make_cut_through_model(const NetworkConfig& config,
                                                const HopSource& hops) {
  if (cut_through::MessageModel::covers(cut_through_of(config)))
    return std::make_unique<cut_through::MessageModel>(config, hops);
  return std::make_unique<cut_through::FlitModel>(config, hops);
}

}  // namespace wayfarer
