// The part of the network interface common to all cycle models.
#pragma once

#include <cstddef>
#include <vector>

#include "core/network.hpp"

namespace wayfarer::kit {

/// Keeps the offers for the coming step and the results of the last one. A model fills `shape_`,
/// calls `make_room` once, `begin_step` at the start of each step and `sort_errors` at its end.
class ModelBase : public Network {
 public:
  const NetworkShape& shape() const override { return shape_; }
  const std::vector<PortMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    if ((ready_[terminal] >> injection_port & 1) != 0)
      offers_.push_back({terminal, injection_port, flit});
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    stalls_.push_back({terminal, stalled});
  }
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  bool count_transfers(std::uint64_t* by_channel, Listed listed) override {
    counts_ = by_channel;
    ends_ = by_channel != nullptr && listed == Listed::kEnds;
    return true;
  }
  std::size_t moves() const override { return counts_ ? moves_ : Network::moves(); }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

  /// Empties the lists. The model sets the initial values of `ready_` and `drivers_`.
  void reset() override;

 protected:
  struct Offer {
    TerminalId terminal;
    unsigned injection_port;
    Flit flit;
  };
  struct Stall {
    TerminalId terminal;
    bool stalled;
  };

  /// Reserves the most entries that a cycle can add, so that no step allocates.
  void make_room(std::size_t deliveries, std::size_t transfers);
  void begin_step() {
    deliveries_.clear();
    transfers_.clear();
    errors_.clear();
    moves_ = 0;
  }
  [[nodiscard]] bool counting() const { return counts_ != nullptr; }
  /// While counting: whether heads and tails are listed as well.
  [[nodiscard]] bool listing_ends() const { return ends_; }
  /// While counting: records that the receiver of a channel took a flit.
  void count(ChannelId channel) {
    ++counts_[channel];
    ++moves_;
  }
  /// The same for so many flits, of any cycle.
  void count(ChannelId channel, std::uint64_t flits) { counts_[channel] += flits; }
  /// A flit on a channel: counts it if receivers' flits are counted, and lists it if it is to be.
  void show(const Transfer& transfer) {
    if (counting()) {
      if (!transfer.acknowledged) return;
      count(transfer.channel);
      if (!listing_ends() || (!is_head(transfer.tag) && !is_tail(transfer.tag))) return;
    }
    transfers_.push_back(transfer);
  }
  /// Adds causes (ErrorCause) to the terminal's error port in this cycle.
  void report(TerminalId terminal, std::uint8_t causes);
  void sort_errors();

  NetworkShape shape_;
  std::vector<PortMask> ready_;
  std::vector<Offer> offers_;
  std::vector<Stall> stalls_;
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> drivers_;
  std::vector<ErrorEvent> errors_;

 private:
  std::uint64_t* counts_ = nullptr;
  bool ends_ = false;
  std::size_t moves_ = 0;
};

}  // namespace wayfarer::kit
