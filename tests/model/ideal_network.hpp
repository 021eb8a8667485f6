// A network without contention, for tests of the code around a network: every flit is delivered a
// fixed number of cycles after it was offered; driver and buffer are its source and injection port.
#pragma once

#include <deque>
#include <functional>
#include <utility>
#include <vector>

#include "core/network.hpp"

namespace wayfarer {

class IdealNetwork final : public Network {
 public:
  /// `delay` 0: delivered by the step that takes it. `period` n: ports are ready every n-th cycle.
  explicit IdealNetwork(std::uint32_t terminals, Cycle delay = 3, unsigned ports = 2,
                        Cycle period = 1)
      : delay_(delay), period_(period) {
    shape_.name = "ideal";
    shape_.terminals = terminals;
    shape_.channels = terminals;
    shape_.injection_ports = ports;
    shape_.drivers_per_channel = terminals;  // the source, so that messages never mix
    owners_.resize(terminals);
    reset();
  }

  /// Changes or drops (returns false) deliveries before they are visible: a fault to be detected.
  std::function<bool(Delivery&)> tamper;

  const NetworkShape& shape() const override { return shape_; }
  void reset() override {
    now_ = 0;
    under_way_.clear();
    open_destination_.assign(shape_.terminals * kMaxInjectionPorts, 0);
    set_ready();
  }
  const std::vector<PortMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    TerminalId& destination = open_destination_[terminal * kMaxInjectionPorts + injection_port];
    if (flit.tag == Tag::kHeader) destination = flit.destination;
    Delivery delivery;
    delivery.terminal = destination;
    delivery.driver = static_cast<std::uint8_t>(terminal);
    delivery.buffer = static_cast<std::uint8_t>(injection_port);
    delivery.tag = flit.tag;
    delivery.index = flit.index & 0xff;
    delivery.message = flit.message;
    under_way_.emplace_back(now_ + delay_, delivery);
    ++offered;
  }
  void stall_ejection(TerminalId, bool stalled) override { stall_changes += 1 + 0 * stalled; }
  void step() override {
    deliveries_.clear();
    transfers_.clear();
    while (!under_way_.empty() && under_way_.front().first <= now_) {
      Delivery delivery = under_way_.front().second;
      under_way_.pop_front();
      if (tamper && !tamper(delivery)) continue;
      deliveries_.push_back(delivery);
      transfers_.push_back({delivery.terminal, delivery.driver, 0, delivery.tag, true});
    }
    ++now_;
    set_ready();
  }
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return owners_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

  std::uint64_t offered = 0;
  std::uint64_t stall_changes = 0;

 private:
  void set_ready() {
    const bool ready = now_ % period_ == 0;
    ready_.assign(shape_.terminals,
                  ready ? static_cast<PortMask>((1u << shape_.injection_ports) - 1) : 0);
  }

  NetworkShape shape_;
  Cycle delay_;
  Cycle period_;
  Cycle now_ = 0;
  std::deque<std::pair<Cycle, Delivery>> under_way_;
  std::vector<TerminalId> open_destination_;
  std::vector<PortMask> ready_;
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> owners_;
  std::vector<ErrorEvent> errors_;
};

}  // namespace wayfarer
