// mway_ages in plain C++: the rules of docs/mway-aged.md, on a mesh or torus of two dimensions.
#pragma once

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

#include "../reference.hpp"

namespace wayfarer::mway_test {

struct AgesShape {
  unsigned buffers;
  unsigned depth;
  unsigned classes;
  unsigned shift;
};

/// A flit, and the age of a header.
struct Held {
  unsigned tag = kInvalid;
  unsigned way = 0;
  unsigned buffer_class = 0;
  unsigned age = 0;
};

/// A buffer with what its front header has.
struct AgedBuffer {
  std::deque<Held> flits;
  unsigned front = 0;  ///< Slot of the front flit.
  bool top = false;
  bool asked = false;

  [[nodiscard]] bool header() const { return !flits.empty() && flits.front().tag == kHeader; }
  [[nodiscard]] unsigned level() const {
    if (!header()) return 0;
    const int step = static_cast<int>(flits.front().age) - 1;
    return top ? 7 : static_cast<unsigned>(std::clamp(step, 0, 5));
  }
  [[nodiscard]] bool wants(unsigned way, unsigned buffer_class) const {
    return header() && flits.front().way == way && flits.front().buffer_class == buffer_class;
  }
};

class Ages {
 public:
  static constexpr unsigned kMembers = 5;
  static constexpr unsigned kRouters = 4;

  explicit Ages(const AgesShape& shape) : shape_(shape), buffers_(shape.buffers) {}

  [[nodiscard]] const AgedBuffer& buffer(unsigned b) const { return buffers_[b]; }

  /// The highest level of these buffers.
  [[nodiscard]] unsigned highest(unsigned members) const {
    unsigned level = 0;
    for (unsigned b = 0; b < shape_.buffers; ++b)
      if ((members >> b & 1) != 0) level = std::max(level, buffers_[b].level());
    return level;
  }
  /// The buffers that may send when the set drives.
  [[nodiscard]] unsigned may_send(unsigned eligible) const {
    unsigned may = 0;
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      const AgedBuffer& buffer = buffers_[b];
      const bool held = buffer.header() && guarded_ && !(buffer.asked && buffer.level() >= won_);
      if ((eligible >> b & 1) != 0 && !held) may |= 1u << b;
    }
    const unsigned level = highest(may);
    for (unsigned b = 0; b < shape_.buffers; ++b)
      if (buffers_[b].level() != level) may &= ~(1u << b);
    return may;
  }
  [[nodiscard]] bool waits() const {
    return std::any_of(buffers_.begin(), buffers_.end(), [&](const AgedBuffer& buffer) {
      if (cycle_ % 2 == 0) return buffer.level() != 0 && buffer.flits.front().way < kRouters;
      return buffer.top && buffer.wants(turn_ / shape_.classes, turn_ % shape_.classes);
    });
  }

  void push(unsigned b, const Held& flit) { buffers_[b].flits.push_back(flit); }
  /// A discarded flit leaves.
  void discard(unsigned b) { pop(buffers_[b]); }

  /// The end of a cycle; level and Wait are the channel's.
  void tick(unsigned eligible, std::optional<unsigned> leaves, unsigned level, bool waits) {
    const bool odd = cycle_ % 2 == 1;
    ++cycle_;
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      AgedBuffer& buffer = buffers_[b];
      buffer.asked = buffer.header() && (eligible >> b & 1) != 0;
      const bool promoted = odd && !waits && buffer.header() && buffer.flits.front().age == 7 &&
                            buffer.wants(turn_ / shape_.classes, turn_ % shape_.classes);
      buffer.top = (buffer.top || promoted) && leaves != b;
      if (leaves == b) {
        pop(buffer);
        buffer.asked = false;
      } else if (buffer.header() && cycle_ % (1u << shape_.shift) == 0) {
        buffer.flits.front().age = std::min(buffer.flits.front().age + 1, 7u);
      }
    }
    won_ = level;
    if (odd)
      turn_ = (turn_ + 1) % (kMembers * shape_.classes);
    else
      guarded_ = waits;
  }

 private:
  void pop(AgedBuffer& buffer) const {
    buffer.flits.pop_front();
    buffer.front = (buffer.front + 1) % shape_.depth;
  }

  AgesShape shape_;
  std::vector<AgedBuffer> buffers_;
  unsigned cycle_ = 0;
  unsigned turn_ = 0;
  unsigned won_ = 0;
  bool guarded_ = false;
};

}  // namespace wayfarer::mway_test
