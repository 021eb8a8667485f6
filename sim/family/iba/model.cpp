#include "family/iba/model.hpp"

#include "family/iba/flit_model.hpp"
#include "family/iba/message_model.hpp"

namespace wayfarer {

std::unique_ptr<Network> make_iba_model(const NetworkConfig& config) {
  if (iba::MessageModel::covers(iba_of(config))) return std::make_unique<iba::MessageModel>(config);
  return std::make_unique<iba::FlitModel>(config);
}

}  // namespace wayfarer
