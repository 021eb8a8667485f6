#include "stream/network.hpp"

#include <utility>

namespace wayfarer {

StreamNetwork::StreamNetwork(std::unique_ptr<Network> network, Ejection ejection,
                             const MakeTerminal& make, StreamStart start)
    : network_(std::move(network)), ejection_(ejection), start_(std::move(start)) {
  const NetworkShape& shape = network_->shape();
  for (TerminalId t = 0; t < shape.terminals; ++t) terminals_.push_back(make(t, shape));
  offered_.resize(terminals_.size());
  inputs_.resize(terminals_.size());
  prepare();
}

void StreamNetwork::prepare() {
  starting_ = start_.cycles;
  if (start_.prepare) start_.prepare(*network_);
}

void StreamNetwork::reset() {
  network_->reset();
  for (const auto& terminal : terminals_) terminal->reset();
  for (StreamInput& input : inputs_) input = {};
  prepare();
}

void StreamNetwork::step() {
  if (starting_ != 0) {
    --starting_;
    for (StreamInput& input : inputs_) input.offered = nullptr;
    return;
  }
  for (const auto& terminal : terminals_) terminal->drive(*network_);
  if (ejection_ == Ejection::kNextCycle) step_terminals();
  network_->step();
  if (ejection_ == Ejection::kThisCycle) step_terminals();
}

/// Gives every terminal its deliveries, which are in ascending order of terminals.
void StreamNetwork::step_terminals() {
  const Delivery* delivery = network_->deliveries().data();
  const Delivery* const end = delivery + network_->deliveries().size();
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    const Delivery* const first = delivery;
    while (delivery != end && delivery->terminal == t) ++delivery;
    terminals_[t]->step(inputs_[t], first, delivery);
    inputs_[t].offered = nullptr;
  }
}

}  // namespace wayfarer
