// Code shared by the forms of cycle models that move whole messages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/message_port.hpp"
#include "core/network.hpp"
#include "family/kit/transfer_spans.hpp"

namespace wayfarer::kit {

/// What ends in each of the coming cycles.
template <typename Ends>
class Agenda {
 public:
  /// `most`: the cycles to the last end.
  explicit Agenda(std::size_t most) {
    std::size_t cycles = 1;
    while (cycles <= most) cycles *= 2;
    ends_.resize(cycles);
  }
  void clear() {
    for (Ends& ends : ends_) ends = {};
  }
  [[nodiscard]] Ends& in(Cycle cycle) { return ends_[cycle & (ends_.size() - 1)]; }

 private:
  std::vector<Ends> ends_;  ///< By cycle, modulo a power of two.
};

/// The message port of a model whose other form, FlitForm, moves single flits: with the port open,
/// a step fills in the results here. FlitForm is a ModelBase, and `now_` counts its cycles.
template <typename FlitForm>
class MessageForm : public FlitForm, public MessagePort {
 public:
  using FlitForm::FlitForm;

  void reset() override {
    FlitForm::reset();
    open_ = false;
  }
  [[nodiscard]] std::size_t moves() const override { return open_ ? sent_ : FlitForm::moves(); }
  /// The array of before may be gone: flits that it lacks are not counted.
  bool count_transfers(std::uint64_t* by_channel, Listed listed) override {
    if (open_) links_in_use_.settle(this->now_, [](ChannelId, std::uint64_t) {});
    return FlitForm::count_transfers(by_channel, listed);
  }

  void open() override {
    open_ = true;
    links_in_use_.reset(this->shape_.channels);
    completed_.clear();
    injected_ = sent_ = delivered_ = 0;
  }
  [[nodiscard]] const std::vector<PortMask>& startable() const override { return this->ready_; }
  [[nodiscard]] const std::vector<CompletedMessage>& completed() const override {
    return completed_;
  }
  [[nodiscard]] std::size_t injected() const override { return injected_; }
  [[nodiscard]] std::size_t delivered() const override { return delivered_; }
  void settle_counts() override {
    links_in_use_.settle(this->now_, [this](ChannelId channel, std::uint64_t flits) {
      if (this->counting()) this->count(channel, flits);
    });
  }

 protected:
  /// The tail of a message crosses a channel.
  void end_transfer(ChannelId channel, Cycle now) {
    const std::uint64_t sent = links_in_use_.end(channel, now);
    if (this->counting()) this->count(channel, sent);
  }

  bool open_ = false;
  TransferSpans links_in_use_;
  std::vector<CompletedMessage> completed_;
  // The flits of the last step.
  std::size_t injected_ = 0;
  std::size_t sent_ = 0;
  std::size_t delivered_ = 0;
};

}  // namespace wayfarer::kit
