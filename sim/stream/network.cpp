#include "stream/network.hpp"

#include <utility>

namespace wayfarer {

StreamNetwork::StreamNetwork(std::unique_ptr<Network> network, const MakeTerminal& make)
    : network_(std::move(network)) {
  const NetworkShape& shape = network_->shape();
  for (TerminalId t = 0; t < shape.terminals; ++t) terminals_.push_back(make(t, shape, messages_));
  offered_.resize(terminals_.size());
  inputs_.resize(terminals_.size());
}

void StreamNetwork::reset() {
  network_->reset();
  messages_.clear();
  for (const auto& terminal : terminals_) terminal->reset();
  for (StreamInput& input : inputs_) input = {};
}

void StreamNetwork::step() {
  for (const auto& terminal : terminals_) terminal->drive(*network_);
  // The flits at the ejection ports in this cycle are those of the previous step, in ascending
  // order of terminals.
  const Delivery* delivery = network_->deliveries().data();
  const Delivery* const end = delivery + network_->deliveries().size();
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    const Delivery* const first = delivery;
    while (delivery != end && delivery->terminal == t) ++delivery;
    terminals_[t]->step(inputs_[t], first, delivery);
    inputs_[t].offered = nullptr;
  }
  network_->step();
}

}  // namespace wayfarer
