// The parts of a buffer set in plain C++, with queues for buffers, as the reference of the m-way
// module tests. Written from the modules' contracts, not from their code.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

#include "bundles.hpp"

namespace wayfarer::mway_test {

enum Tag : unsigned { kInvalid = 0, kHeader = 1, kBody = 2, kTail = 3 };

/// Rows of mway_pkg's header layout; all tests use flits of 32 bits.
constexpr unsigned kWayBits = 4;
constexpr unsigned kClassBit = 4;
constexpr unsigned kLengthOffset = 5;
constexpr unsigned kLengthBits = 10;
constexpr unsigned kDestOffset = 15;

/// Factor of numbers that make data: odd, so that words stay different, and differ in all bits.
constexpr std::uint32_t kSpread = 0x9e37'79b9;

/// Random numbers as `unsigned`.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  unsigned operator()() { return static_cast<unsigned>(engine_()); }
  bool chance(unsigned numerator, unsigned denominator) {
    return (*this)() % denominator < numerator;
  }

 private:
  std::mt19937 engine_;
};

/// The values on a channel in one cycle. For headers, way and class are in the data.
struct Lines {
  unsigned tag = kInvalid;
  unsigned driver = 0;
  unsigned buffer = 0;
  std::uint32_t data = 0;
  bool acknowledge = false;
  bool fills = false;
  unsigned slot = 0;

  [[nodiscard]] unsigned way() const { return data & 15u; }
  [[nodiscard]] unsigned buffer_class() const { return data >> kClassBit & 1u; }
  [[nodiscard]] bool is_data() const { return tag == kBody || tag == kTail; }
  friend bool operator==(const Lines& a, const Lines& b) {
    return a.tag == b.tag && a.driver == b.driver && a.buffer == b.buffer && a.data == b.data &&
           a.acknowledge == b.acknowledge && a.fills == b.fills && a.slot == b.slot;
  }
};

struct Target {
  unsigned way = 0;
  unsigned slot = 0;
};

constexpr unsigned index_width(unsigned count) {
  unsigned width = 1;
  while ((1u << width) < count) ++width;
  return width;
}

/// The receivers' registers as the Stat lines show them, by way: one bit for each class, one bit
/// for each buffer; with cyclic Stat only those of `turn` are visible.
struct Status {
  std::vector<unsigned> available;
  std::vector<unsigned> full;
  std::vector<unsigned> lowest;  ///< Addressed flits: the lowest free buffer of a mesh's one class.
  unsigned turn = 0;

  explicit Status(unsigned ways) : available(ways, 0), full(ways, 0), lowest(ways, 0) {}

  [[nodiscard]] std::uint64_t exact_lines(unsigned lines, unsigned buffers) const {
    const unsigned ways = 1u << lines;
    const unsigned slots = 1u << index_width(buffers);
    std::uint64_t packed = 0;
    for (unsigned w = 0; w < available.size(); ++w) {
      for (unsigned c = 0; c < 2; ++c) {
        packed |= std::uint64_t{available[w] >> c & 1u} << (c * ways + w);
      }
      packed |= std::uint64_t{full[w]} << (2 * ways + w * slots);
    }
    return packed;
  }
  /// With addressed flits; for few buffers, so that 64 bits are enough.
  [[nodiscard]] std::uint64_t addressed_lines(unsigned lines, unsigned buffers) const {
    const unsigned ways = 1u << lines;
    const unsigned slots = 1u << index_width(buffers);
    std::uint64_t packed = exact_lines(lines, buffers);
    for (unsigned w = 0; w < lowest.size(); ++w)
      packed |= std::uint64_t{lowest[w]} << (ways * (2 + slots) + w * slots);
    return packed;
  }
  [[nodiscard]] std::uint64_t cyclic_lines() const {
    return std::uint64_t{turn} | std::uint64_t{available[turn]} << 4 |
           std::uint64_t{full[turn]} << 6;
  }
};

/// mway_stat_view: a driver's view of the receivers.
class View {
 public:
  View(bool exact, unsigned ways, unsigned buffers)
      : exact_(exact), available_(ways, 3u), receiver_full_(buffers, false) {}

  [[nodiscard]] bool available(unsigned way, unsigned buffer_class, const Status& now) const {
    return ((exact_ ? now.available[way] : available_[way]) >> buffer_class & 1u) != 0;
  }
  [[nodiscard]] bool receiver_full(unsigned buffer, Target target, const Status& now) const {
    return exact_ ? (now.full[target.way] >> target.slot & 1u) != 0 : receiver_full_[buffer];
  }

  /// The end of a cycle; `sending` is the own buffer whose flit is on the lines.
  void tick(const Lines& lines, std::optional<unsigned> sending, const Status& now,
            const std::vector<Target>& targets) {
    available_[now.turn] = now.available[now.turn];
    for (unsigned b = 0; b < targets.size(); ++b) {
      if (targets[b].way == now.turn) {
        receiver_full_[b] = (now.full[now.turn] >> targets[b].slot & 1u) != 0;
      }
    }
    // The acknowledgements on the lines are newer than the receiver's registers.
    if (lines.tag == kHeader && !lines.acknowledge) {
      available_[lines.way()] &= ~(1u << lines.buffer_class());
    }
    if (sending) receiver_full_[*sending] = !lines.acknowledge || lines.fills;
  }

 private:
  bool exact_;
  std::vector<unsigned> available_;
  std::vector<bool> receiver_full_;
};

/// The lines above the data of a flit that names its receiver, from bit 0 on: way and buffer, each
/// one-hot, and Dest.
constexpr std::uint64_t address(unsigned ways, unsigned buffers, unsigned way, unsigned slot,
                                unsigned dest) {
  return std::uint64_t{1} << way | std::uint64_t{slot} << ways |
         std::uint64_t{dest} << (ways + buffers);
}

/// A flit in a buffer. kInvalid marks the header of a message to discard.
struct Flit {
  unsigned tag = kInvalid;
  unsigned way = 0;
  unsigned buffer_class = 0;
  std::uint32_t data = 0;

  /// The data lines that carry it: Way and Class are put there when it is sent.
  [[nodiscard]] std::uint32_t lines() const {
    return tag == kHeader ? (data & ~31u) | way | buffer_class << kClassBit : data;
  }
};

/// mway_buffer.
struct Buffer {
  std::deque<Flit> flits;
  bool allocated = false;
  bool mapped = false;
  bool discarding = false;
  unsigned driver = 0;
  unsigned driver_buffer = 0;

  [[nodiscard]] bool discards() const {
    return !flits.empty() && (discarding || flits.front().tag == kInvalid);
  }
  [[nodiscard]] bool shows() const { return !flits.empty() && !discards(); }

  void pop(bool early) {
    const bool discarded = discards();
    const unsigned tag = flits.front().tag;
    flits.pop_front();
    if (discarded) discarding = tag != kTail;
    if (!early && tag == kTail) allocated = false;
  }
  void push(const Flit& flit, bool early) {
    flits.push_back(flit);
    if (flit.tag != kTail) return;
    mapped = false;
    if (early) allocated = false;
  }
  void allocate(unsigned from_driver, unsigned from_buffer) {
    allocated = mapped = true;
    driver = from_driver;
    driver_buffer = from_buffer;
  }
};

/// A flit that enters a bank, and whether it allocates its buffer.
struct Push {
  unsigned buffer = 0;
  bool allocate = false;
  Flit flit;
  unsigned driver = 0;
  unsigned driver_buffer = 0;
};

struct BankShape {
  unsigned buffers = 4;
  unsigned depth = 2;
  unsigned ways = 8;
  bool early = true;
  bool exact = true;
  bool addressed = false;
};

/// mway_bank: the buffers and the sending half of a set.
class Bank {
 public:
  explicit Bank(const BankShape& shape)
      : shape_(shape),
        buffers_(shape.buffers),
        targets_(shape.buffers),
        view_(shape.exact, shape.ways, shape.buffers) {}

  [[nodiscard]] const BankShape& shape() const { return shape_; }
  [[nodiscard]] const Buffer& buffer(unsigned b) const { return buffers_[b]; }
  [[nodiscard]] bool is_full(unsigned b) const { return buffers_[b].flits.size() == shape_.depth; }
  [[nodiscard]] bool is_free(unsigned b) const { return !buffers_[b].allocated && !is_full(b); }

  template <class Condition>
  [[nodiscard]] unsigned mask(Condition condition) const {
    unsigned bits = 0;
    for (unsigned b = 0; b < shape_.buffers; ++b) bits |= condition(b) ? 1u << b : 0u;
    return bits;
  }
  [[nodiscard]] unsigned allocated() const {
    return mask([&](unsigned b) { return buffers_[b].allocated; });
  }
  [[nodiscard]] unsigned mapped() const {
    return mask([&](unsigned b) { return buffers_[b].mapped; });
  }
  [[nodiscard]] unsigned full() const {
    return mask([&](unsigned b) { return is_full(b); });
  }
  [[nodiscard]] unsigned empty() const {
    return mask([&](unsigned b) { return buffers_[b].flits.empty(); });
  }
  [[nodiscard]] unsigned free() const {
    return mask([&](unsigned b) { return is_free(b); });
  }
  [[nodiscard]] Target target(unsigned b) const { return targets_[b]; }
  [[nodiscard]] unsigned one_left() const {
    return mask([&](unsigned b) { return buffers_[b].flits.size() + 1 == shape_.depth; });
  }

  [[nodiscard]] bool eligible(unsigned b, const Status& now) const {
    if (!buffers_[b].shows()) return false;
    const Flit& front = buffers_[b].flits.front();
    if (front.tag == kHeader) return view_.available(front.way, front.buffer_class, now);
    return !view_.receiver_full(b, targets_[b], now);
  }
  [[nodiscard]] unsigned eligible(const Status& now) const {
    return mask([&](unsigned b) { return eligible(b, now); });
  }
  /// The eligible buffer whose turn it is.
  [[nodiscard]] std::optional<unsigned> choice(const Status& now) const {
    return next_of(eligible(now));
  }
  /// The one of these buffers whose turn it is.
  [[nodiscard]] std::optional<unsigned> next_of(unsigned buffers) const {
    for (unsigned i = 0; i < shape_.buffers; ++i) {
      const unsigned b = (turn_ + i) % shape_.buffers;
      if ((buffers >> b & 1) != 0) return b;
    }
    return std::nullopt;
  }

  /// The front flit of a buffer leaves, and not by the lines.
  void drop(unsigned b) { buffers_[b].pop(shape_.early); }

  /// The end of a cycle. `sending`: the buffer whose flit was on the lines.
  void tick(std::optional<unsigned> sending, const Lines& lines, const Status& now,
            const std::optional<Push>& push) {
    view_.tick(lines, sending, now, targets_);
    for (unsigned b = 0; b < shape_.buffers; ++b) {
      if (buffers_[b].discards())
        buffers_[b].pop(shape_.early);
      else if (sending == b && lines.acknowledge)
        send(b, lines);
    }
    if (sending) turn_ = (*sending + 1) % shape_.buffers;
    if (!push) return;
    Buffer& to = buffers_[push->buffer];
    if (push->allocate) to.allocate(push->driver, push->driver_buffer);
    to.push(push->flit, shape_.early);
  }

 private:
  void send(unsigned b, const Lines& lines) {
    const Flit front = buffers_[b].flits.front();
    if (front.tag == kHeader) targets_[b] = {front.way, lines.slot};
    buffers_[b].pop(shape_.early);
  }

  BankShape shape_;
  std::vector<Buffer> buffers_;
  std::vector<Target> targets_;
  View view_;
  unsigned turn_ = 0;
};

/// The buffers that serve a class: the lower ones class 0, the others class 1.
constexpr bool serves(unsigned buffer, unsigned buffer_class, unsigned class_zero_buffers) {
  return (buffer >= class_zero_buffers) == (buffer_class == 1);
}

/// mway_allocator: the buffer of the set `own_way` that takes the flit on the lines.
inline std::optional<unsigned> acceptor(const Bank& bank, const Lines& lines, unsigned own_way,
                                        unsigned class_zero_buffers) {
  for (unsigned b = 0; b < bank.shape().buffers; ++b) {
    const Buffer& buffer = bank.buffer(b);
    if (lines.tag == kHeader) {
      if (lines.way() == own_way && bank.is_free(b) &&
          serves(b, lines.buffer_class(), class_zero_buffers)) {
        return b;
      }
    } else if (lines.is_data() && buffer.mapped && buffer.driver == lines.driver &&
               buffer.driver_buffer == lines.buffer && !bank.is_full(b)) {
      return b;
    }
  }
  return std::nullopt;
}

/// One bit for each class in which the set has a free buffer.
inline unsigned availability(const Bank& bank, unsigned class_zero_buffers) {
  unsigned classes = 0;
  for (unsigned b = 0; b < bank.shape().buffers; ++b) {
    if (bank.is_free(b)) classes |= b >= class_zero_buffers ? 2u : 1u;
  }
  return classes;
}

}  // namespace wayfarer::mway_test
