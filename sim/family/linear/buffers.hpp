// The input buffers of all switches or branches in flat arrays.
#pragma once

#include <cstddef>
#include <vector>

#include "family/linear/flit.hpp"

namespace wayfarer::linear {

/// Queues of one depth, numbered.
class Buffers {
 public:
  Buffers(std::size_t count, unsigned depth)
      : depth_(depth), state_(count), flits_(count * depth) {}

  void clear() { state_.assign(state_.size(), {}); }
  [[nodiscard]] bool empty(std::size_t buffer) const { return state_[buffer].level == 0; }
  [[nodiscard]] bool full(std::size_t buffer) const { return state_[buffer].level == depth_; }
  [[nodiscard]] const Flit& front(std::size_t buffer) const {
    return flits_[buffer * depth_ + state_[buffer].head];
  }

  void push(std::size_t buffer, const Flit& flit) {
    State& state = state_[buffer];
    unsigned at = state.head + state.level;
    if (at >= depth_) at -= depth_;
    flits_[buffer * depth_ + at] = flit;
    ++state.level;
  }

  void pop(std::size_t buffer) {
    State& state = state_[buffer];
    state.head = static_cast<std::uint8_t>(state.head + 1u == depth_ ? 0 : state.head + 1);
    --state.level;
  }

 private:
  struct State {
    std::uint8_t head = 0;
    std::uint8_t level = 0;
  };

  unsigned depth_;
  std::vector<State> state_;
  std::vector<Flit> flits_;
};

/// A set of small numbers that can be traversed in both directions.
class ActiveSet {
 public:
  explicit ActiveSet(std::size_t size) : words_((size + 63) / 64) {}

  void clear() { words_.assign(words_.size(), 0); }
  void insert(std::size_t n) { words_[n / 64] |= std::uint64_t{1} << n % 64; }
  void erase(std::size_t n) { words_[n / 64] &= ~(std::uint64_t{1} << n % 64); }

  template <typename Action>
  void ascending(const Action& action) const {
    for (std::size_t w = 0; w < words_.size(); ++w)
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1)
        action(static_cast<std::uint32_t>(64 * w + static_cast<unsigned>(__builtin_ctzll(word))));
  }

  template <typename Action>
  void descending(const Action& action) const {
    for (std::size_t w = words_.size(); w-- > 0;)
      for (std::uint64_t word = words_[w]; word != 0;) {
        const unsigned bit = 63 - static_cast<unsigned>(__builtin_clzll(word));
        word &= ~(std::uint64_t{1} << bit);
        action(static_cast<std::uint32_t>(64 * w + bit));
      }
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace wayfarer::linear
