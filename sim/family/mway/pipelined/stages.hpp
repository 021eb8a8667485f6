// The registers of the m-way router's two stages (docs/mway-pipelined.md): which buffers may
// request, decided in one cycle, and the flit chosen among them in the next, which is on the lines
// in the third. A model has NoStages, the paper's router, or TwoStages.
#pragma once

#include <vector>

#include "family/mway/state.hpp"

namespace wayfarer::mway {

struct NoStages {
  static constexpr bool kRegistered = false;
  NoStages(const Numbers&, std::size_t) {}
  void reset() {}
};

/// The output register of the set that drives a channel next; those of other sets are not sent.
struct Outgoing {
  unsigned member = 0;      ///< The buffer's bit; 0: no flit.
  BufferId target = kNone;  ///< Exact Stat, header: the buffer that Stat showed as free.
};

class TwoStages {
 public:
  static constexpr bool kRegistered = true;

  TwoStages(const Numbers& numbers, std::size_t channels) : numbers_(numbers), channels_(channels) {
    reset();
  }
  void reset() {
    eligible_.assign((channels_ << numbers_.lines) >> kLaneShift, Lanes{});
    outgoing_.assign(channels_, {});
    sent_.assign(channels_, kNone);
  }

  /// The blocks of a channel's drivers: their buffers that may request.
  [[nodiscard]] Lanes* eligible(ChannelId channel) {
    return &eligible_[channel << (numbers_.lines - kLaneShift)];
  }
  void set_eligible(SetId set, unsigned members, bool value) {
    Lanes& block = eligible_[set >> kLaneShift];
    const unsigned lane = set % kLanes;
    block[lane] = static_cast<BufferMask>(value ? block[lane] | members : block[lane] & ~members);
  }

  [[nodiscard]] const Outgoing& outgoing(ChannelId channel) const { return outgoing_[channel]; }
  /// The flit of the register is on the lines; the register takes the next one.
  void load(ChannelId channel, const Outgoing& next) {
    sent_[channel] = outgoing_[channel].target;
    outgoing_[channel] = next;
  }
  /// The target that came with the flit on the lines.
  [[nodiscard]] BufferId sent_target(ChannelId channel) const { return sent_[channel]; }

 private:
  const Numbers numbers_;
  const std::size_t channels_;
  std::vector<Lanes> eligible_;
  std::vector<Outgoing> outgoing_;
  std::vector<BufferId> sent_;
};

}  // namespace wayfarer::mway
