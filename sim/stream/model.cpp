#include "stream/model.hpp"

#include <utility>

namespace wayfarer {

StreamModel::StreamModel(std::unique_ptr<Network> network, Ejection ejection,
                         const MakeTerminal& make, Rest rest, StreamStart start)
    : network_(std::move(network)), ejection_(ejection), rest_(rest), start_(std::move(start)) {
  const NetworkShape& shape = network_->shape();
  for (TerminalId t = 0; t < shape.terminals; ++t) terminals_.push_back(make(t, shape));
  offered_.resize(terminals_.size());
  inputs_.resize(terminals_.size());
  prepare();
}

void StreamModel::prepare() {
  starting_ = start_.cycles;
  if (start_.prepare) start_.prepare(*network_);
}

void StreamModel::reset() {
  network_->reset();
  for (const auto& terminal : terminals_) terminal->reset();
  for (StreamInput& input : inputs_) input = {};
  quiet_ = 0;
  prepare();
}

void StreamModel::step() {
  if (starting_ != 0) {
    --starting_;
    for (StreamInput& input : inputs_) input.offered = nullptr;
    return;
  }
  for (const auto& terminal : terminals_) terminal->drive(*network_);
  if (ejection_ == Ejection::kNextCycle) step_terminals();
  network_->step();
  if (ejection_ == Ejection::kThisCycle) step_terminals();
  count_quiet_cycles();
}

/// Gives every terminal its deliveries, which are in ascending order of terminals.
void StreamModel::step_terminals() {
  const Delivery* delivery = network_->deliveries().data();
  const Delivery* const end = delivery + network_->deliveries().size();
  for (TerminalId t = 0; t < terminals_.size(); ++t) {
    const Delivery* const first = delivery;
    while (delivery != end && delivery->terminal == t) ++delivery;
    terminals_[t]->step(inputs_[t], first, delivery);
    offers_ = offers_ || inputs_[t].offered != nullptr;
    inputs_[t].offered = nullptr;
  }
}

/// A message anywhere makes all terminals busy, so that the terminal which was busy last answers
/// for most cycles under load.
void StreamModel::count_quiet_cycles() {
  ++quiet_;
  if (std::exchange(offers_, false) || !terminals_[busy_]->idle()) quiet_ = 0;
  for (TerminalId t = 0; t < terminals_.size() && quiet_ == 1; ++t) {
    if (terminals_[t]->idle()) continue;
    busy_ = t;
    quiet_ = 0;
  }
}

}  // namespace wayfarer
