// A network that reports wrong deliveries, to test the checkers.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "core/network.hpp"

namespace wayfarer {

/// Forwards all calls to the inner network, except that `fault` may change the deliveries after
/// every step.
class FaultyNetwork final : public Network {
 public:
  using Fault = std::function<void(std::vector<Delivery>&)>;

  FaultyNetwork(std::unique_ptr<Network> inside, Fault fault)
      : inside_(std::move(inside)), fault_(std::move(fault)) {}

  const NetworkShape& shape() const override { return inside_->shape(); }
  void reset() override { inside_->reset(); }
  const std::vector<PortMask>& injection_ready() const override {
    return inside_->injection_ready();
  }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    inside_->offer(terminal, injection_port, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    inside_->stall_ejection(terminal, stalled);
  }
  void step() override {
    inside_->step();
    deliveries_ = inside_->deliveries();
    fault_(deliveries_);
  }
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return inside_->transfers(); }
  const std::vector<std::uint8_t>& drivers() const override { return inside_->drivers(); }
  const std::vector<ErrorEvent>& errors() const override { return inside_->errors(); }

 private:
  std::unique_ptr<Network> inside_;
  Fault fault_;
  std::vector<Delivery> deliveries_;
};

}  // namespace wayfarer
