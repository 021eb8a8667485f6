// A network that takes whole messages, beside the same one that takes their flits.
#pragma once

#include <catch2/catch.hpp>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "core/message_port.hpp"
#include "core/network.hpp"
#include "core/random.hpp"

namespace wayfarer {

/// Fails in the first cycle in which ports, tails, counts or errors differ.
class BothForms {
 public:
  /// Both are empty.
  BothForms(std::unique_ptr<Network> whole, std::unique_ptr<Network> flits)
      : whole_(std::move(whole)),
        flits_(std::move(flits)),
        port_(whole_->find<MessagePort>()),
        open_(std::size_t{whole_->shape().terminals} * kMaxInjectionPorts),
        whole_counts_(whole_->shape().channels),
        flit_counts_(whole_->shape().channels) {
    REQUIRE(port_ != nullptr);
    port_->open();
    whole_->count_transfers(whole_counts_.data());
    flits_->count_transfers(flit_counts_.data());
  }

  /// Terminals start a message of up to so many flits with this probability, where a port is idle.
  void step(Random& random, double probability, unsigned least, unsigned most) {
    offered_ = 0;
    for (TerminalId from = 0; from < whole_->shape().terminals; ++from)
      for (unsigned port = 0; port < whole_->shape().injection_ports; ++port)
        offer(from, port, random.unit() < probability, random, least, most);
    whole_->step();
    flits_->step();
    compare();
    ++now_;
  }

  /// When counting ends, flits that are not settled must not reach the array, which may be gone.
  void stop_counting() {
    whole_->step();
    const std::vector<std::uint64_t> before = whole_counts_;
    whole_->count_transfers(nullptr);
    expect(whole_counts_ == before, "counts after their end");
  }

 private:
  struct Open {
    MessageId id = 0;
    unsigned flits = 0;  ///< In all; 0: no message is open.
    unsigned sent = 0;
  };

  void offer(TerminalId from, unsigned port, bool wants, Random& random, unsigned least,
             unsigned most) {
    Open& open = open_[from * kMaxInjectionPorts + port];
    const bool ready = (flits_->injection_ready()[from] >> port & 1) != 0;
    const bool startable = (port_->startable()[from] >> port & 1) != 0;
    expect(startable == (ready && open.flits == 0), "startable");
    TerminalId to = 0;
    if (startable && wants) {
      to = random.below(whole_->shape().terminals);
      open = {next_id_++, least + random.below(most + 1 - least), 0};
      port_->start(from, port, open.id, to, open.flits);
    }
    if (open.flits == 0) return;
    expect((flits_->injection_ready()[from] >> port & 1) != 0, "ready");
    const bool tail = open.sent + 1 == open.flits;
    flits_->offer(from, port,
                  {make_tag(open.sent == 0, tail), static_cast<std::uint16_t>(open.sent), open.id,
                   to, static_cast<std::uint16_t>((open.flits - 1) * whole_->shape().flit_bytes)});
    ++open.sent;
    ++offered_;
    if (tail) open.flits = 0;
  }

  /// Cheaper than REQUIRE for each comparison.
  void expect(bool equal, const char* what) const {
    if (!equal) FAIL("the forms differ in cycle " << now_ << ": " << what);
  }

  void compare() {
    std::vector<std::pair<TerminalId, MessageId>> tails;
    std::vector<std::pair<TerminalId, MessageId>> completed;
    for (const Delivery& delivery : flits_->deliveries())
      if (is_tail(delivery.tag)) tails.emplace_back(delivery.terminal, delivery.message);
    for (const CompletedMessage& each : port_->completed())
      completed.emplace_back(each.terminal, each.id);
    expect(completed == tails, "completed");
    expect(port_->injected() == offered_, "injected");
    expect(port_->delivered() == flits_->deliveries().size(), "delivered");
    expect(whole_->moves() == flits_->moves(), "moves");
    expect(whole_->drivers() == flits_->drivers(), "drivers");
    expect(whole_->errors() == flits_->errors(), "errors");
    port_->settle_counts();
    expect(whole_counts_ == flit_counts_, "counts");
  }

  std::unique_ptr<Network> whole_;
  std::unique_ptr<Network> flits_;
  MessagePort* port_;
  std::vector<Open> open_;  ///< By terminal and port.
  std::vector<std::uint64_t> whole_counts_;
  std::vector<std::uint64_t> flit_counts_;
  MessageId next_id_ = 1;
  std::size_t offered_ = 0;
  Cycle now_ = 0;
};

}  // namespace wayfarer
