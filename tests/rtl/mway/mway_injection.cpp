// rtl/mway/mway_injection.sv
//
// Rationale: the bank of the set is that of mway_bank; only the port's rules are new. Each rule has
// a directed case. Then random flits of every kind go to all buffers, most of them legal
// continuations, some not; the rules, written independently here, give the accepted flits, the
// contents of the queues and the errors, and the lines are compared in every cycle, so any effect
// of one buffer's errors on another is detected.
// State space: per buffer: closed, open with 1..n flits due, discarding; times the bank's.
// Parameter space: a 4x4 mesh with three processors a channel (so that some destinations do not
//   exist), flits of 4 bytes, two buffers of two flits, early freeing; three of three, late.
#include "VInjection.h"
#include "VInjectionLate.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 8;
constexpr ChannelId kChannel = 6;  // (2, 1)
constexpr unsigned kOrder = 1;
constexpr unsigned kDestination = 2;
constexpr unsigned kLength = 4;

const TopologyConfig kMesh{TopologyKind::kMesh, {4, 4}, 3};

std::uint32_t header(TerminalId destination, unsigned bytes) {
  return static_cast<std::uint32_t>(encode_dest(kMesh, destination) << kDestOffset) |
         bytes << kLengthOffset;
}
/// Local number 3 of channel 0, which does not exist.
constexpr std::uint32_t kNowhere = 3u << (kDestOffset + 4);

template <class Top>
class Injection {
 public:
  explicit Injection(const BankShape& shape)
      : shape_(shape), bank_(shape), lanes_(shape.buffers), status_(kWays) {
    drive(bench_->position_i, kChannel);
    bench_->valid_i = 0;
    bench_->enable_i = 0;
    put_lines({});
    bench_.reset();
  }

  [[nodiscard]] unsigned ready() const {
    return bank_.mask([&](unsigned b) {
      const Buffer& buffer = bank_.buffer(b);
      return lanes_[b].discarding ||
             (buffer.mapped ? !bank_.is_full(b) : !buffer.allocated && buffer.flits.empty());
    });
  }
  [[nodiscard]] const Bank& bank() const { return bank_; }
  [[nodiscard]] unsigned owed(unsigned lane) const { return lanes_[lane].owed; }
  [[nodiscard]] bool discarding(unsigned lane) const { return lanes_[lane].discarding; }
  [[nodiscard]] unsigned count() const { return count_; }
  Status& status() { return status_; }

  /// Offers a flit and grants the channel if `enable`; `taken` acknowledges the flit then sent.
  /// Returns the errors flagged.
  unsigned cycle(unsigned lane, unsigned tag, std::uint32_t data, bool enable = false,
                 bool taken = true) {
    return step(true, lane, tag, data, enable, taken);
  }
  void idle(bool enable = false, bool taken = true) { step(false, 0, kInvalid, 0, enable, taken); }

  /// Sends all flits; returns tags and data in the order in which they left.
  std::vector<std::pair<unsigned, std::uint32_t>> drain() {
    std::fill(status_.available.begin(), status_.available.end(), 3u);
    std::fill(status_.full.begin(), status_.full.end(), 0u);
    left_.clear();
    for (unsigned cycle = 0; cycle < 4 * shape_.buffers * shape_.depth; ++cycle) idle(true);
    return left_;
  }

 private:
  struct Lane {
    bool discarding = false;
    unsigned owed = 0;
  };

  unsigned step(bool valid, unsigned lane, unsigned tag, std::uint32_t data, bool enable,
                bool taken) {
    bench_->valid_i = valid;
    drive(bench_->buffer_i, lane);
    drive(bench_->tag_i, tag);
    drive(bench_->data_i, data);
    bench_->enable_i = enable;
    put_lines({});
    bench_.settle();
    REQUIRE(bench_->ready_o == ready());
    const auto choice = bank_.choice(status_);
    const auto sending = enable ? choice : std::nullopt;
    REQUIRE(bench_->request_o == choice.has_value());
    Lines lines;
    if (sending) {
      const Flit& front = bank_.buffer(*sending).flits.front();
      REQUIRE(payload_tag(bench_->payload_o) == front.tag);
      REQUIRE(payload_buffer(bench_->payload_o) == *sending);
      REQUIRE(bench_->data_o == front.data);
      lines = {front.tag, 4, *sending, front.data, taken, false, 1};
      if (taken) left_.emplace_back(front.tag, front.data);
    } else {
      REQUIRE(payload_tag(bench_->payload_o) == kInvalid);
      REQUIRE(bench_->data_o == 0);
    }
    put_lines(lines);
    unsigned errors = 0;
    std::optional<Push> push;
    if (valid && lane < shape_.buffers && (ready() >> lane & 1) != 0) {
      push = accept(lane, tag, data, errors);
    }
    bench_.tick();
    bank_.tick(sending, lines, status_, push);
    count_ = std::min(255u, count_ + (errors != 0));
    REQUIRE(bench_->error_o == errors);
    REQUIRE(bench_->error_count_o == count_);
    bench_->valid_i = 0;
    bench_.settle();
    REQUIRE(bench_->ready_o == ready());
    REQUIRE_FALSE(bench_.assertion_failed());
    return errors;
  }

  /// The port's rules.
  std::optional<Push> accept(unsigned number, unsigned tag, std::uint32_t data, unsigned& errors) {
    Lane& lane = lanes_[number];
    const bool is_data = tag == kBody || tag == kTail;
    if (lane.discarding) {
      if (!is_data) errors = kOrder;
      if (tag == kTail) lane.discarding = false;
      return std::nullopt;
    }
    if (!bank_.buffer(number).mapped) {
      if (tag != kHeader) {
        errors = kOrder;
        return std::nullopt;
      }
      const auto destination = decode_dest(kMesh, data >> kDestOffset & 63u);
      if (!destination) {
        errors = kDestination;
        lane.discarding = true;
        return std::nullopt;
      }
      const unsigned bytes = data >> kLengthOffset & 1023u;
      lane.owed = std::max(1u, (bytes + 3) / 4);
      const MwayHop hop = topology_.route(kChannel, *destination);
      const std::uint32_t rewritten = (data & ~31u) | hop.way | hop.buffer_class << kClassBit;
      return Push{number, true, {kHeader, hop.way, hop.buffer_class, rewritten}, 0, 0};
    }
    if (!is_data) {
      errors = kOrder;
      return std::nullopt;
    }
    const bool last = lane.owed-- == 1;
    if (last != (tag == kTail)) errors = kLength;
    if (last && tag == kBody) lane.discarding = true;
    return Push{number, false, {last ? unsigned{kTail} : tag, 0, 0, data}, 0, 0};
  }

  void put_lines(const Lines& lines) {
    drive(bench_->channel_i, flit_info(lines.tag, lines.way(), lines.buffer_class()));
    drive(bench_->answer_i, answer(lines.acknowledge, lines.fills, lines.slot));
    drive(bench_->stat_i, status_.exact_lines(kLines, shape_.buffers));
  }

  Bench<Top> bench_;
  BankShape shape_;
  Bank bank_;
  std::vector<Lane> lanes_;
  Status status_;
  MwayTopology topology_{kMesh};
  unsigned count_ = 0;
  std::vector<std::pair<unsigned, std::uint32_t>> left_;
};

using Small = Injection<VInjection>;
constexpr BankShape kSmall{2, 2, kWays, true, true};

template <class Top>
void random_run(const BankShape& shape) {
  Injection<Top> injection(shape);
  Random random(shape.buffers);
  unsigned flagged = 0;
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    for (unsigned w = 0; w < kWays; ++w) {
      injection.status().available[w] = (random() | random()) & 3;
      injection.status().full[w] = random() & random() & ((1u << shape.buffers) - 1);
    }
    const bool enable = random.chance(3, 4);
    const bool taken = random.chance(7, 8);
    if (random.chance(1, 4)) {
      injection.idle(enable, taken);
      continue;
    }
    const unsigned lane = random() % shape.buffers;
    const bool errs = cycle > 10000 && random.chance(1, 6);
    unsigned tag = random() % 4;
    std::uint32_t data = random();
    if (!errs) {
      const bool open = injection.bank().buffer(lane).mapped || injection.discarding(lane);
      tag = !open ? kHeader : injection.owed(lane) == 1 ? kTail : kBody;
      if (injection.discarding(lane)) tag = random.chance(1, 3) ? kTail : kBody;
      if (tag == kHeader) data = header(random() % 48, random() % 18) | (random() & 31u);
    }
    flagged += injection.cycle(lane, tag, data, enable, taken) != 0;
    if (cycle == 10000) CHECK(flagged == 0);
  }
  CHECK(flagged > 255);
  CHECK(injection.count() == 255);  // saturated
}
}  // namespace

TEST_CASE("random flits, legal and not, into all buffers",
          "[mway_injection][MwayInjectionOneError]") {
  random_run<VInjection>(kSmall);
  random_run<VInjectionLate>({3, 3, kWays, false, true});
}

TEST_CASE("data without a header is dropped and flagged", "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kBody, 1) == kOrder);
  CHECK(injection.cycle(1, kTail, 2) == kOrder);
  CHECK(injection.cycle(1, kInvalid, 3) == kOrder);
  CHECK(injection.drain().empty());
  CHECK(injection.count() == 3);
}

TEST_CASE("a header inside a message is dropped, the message continues", "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kHeader, header(5, 4)) == 0);
  CHECK(injection.cycle(0, kHeader, header(7, 4)) == kOrder);
  CHECK(injection.cycle(0, kInvalid, 0) == kOrder);
  CHECK(injection.cycle(0, kTail, 0xaa) == 0);
  const auto left = injection.drain();
  REQUIRE(left.size() == 2);
  CHECK(left[0].second >> kDestOffset == encode_dest(kMesh, 5));
  CHECK(left[1] == std::pair<unsigned, std::uint32_t>{kTail, 0xaa});
}

TEST_CASE("a message to a nonexistent destination is dropped to its tail, others are unaffected",
          "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kHeader, kNowhere | 8u << kLengthOffset) == kDestination);
  CHECK(injection.cycle(1, kHeader, header(0, 4)) == 0);
  CHECK(injection.cycle(0, kBody, 1) == 0);
  CHECK(injection.cycle(1, kTail, 0xbb) == 0);
  CHECK(injection.cycle(0, kTail, 2) == 0);
  CHECK(injection.cycle(0, kHeader, header(0, 4)) == 0);  // the next message is accepted
  CHECK(injection.cycle(0, kTail, 0xcc) == 0);
  const auto left = injection.drain();
  REQUIRE(left.size() == 4);
  CHECK(injection.count() == 1);
}

TEST_CASE("a message that is too short is closed by its tail", "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kHeader, header(5, 12)) == 0);
  CHECK(injection.cycle(0, kTail, 0xdd) == kLength);
  const auto left = injection.drain();
  REQUIRE(left.size() == 2);
  CHECK(left[1] == std::pair<unsigned, std::uint32_t>{kTail, 0xdd});
}

TEST_CASE("a message that is too long is cut where its tail was due", "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kHeader, header(5, 4)) == 0);
  CHECK(injection.cycle(0, kBody, 0xee) == kLength);  // sent as the tail
  CHECK(injection.cycle(0, kBody, 0xef) == 0);        // dropped
  CHECK(injection.cycle(0, kTail, 0xf0) == 0);        // dropped
  const auto left = injection.drain();
  REQUIRE(left.size() == 2);
  CHECK(left[1] == std::pair<unsigned, std::uint32_t>{kTail, 0xee});
  CHECK(injection.count() == 1);
}

TEST_CASE("without data bytes a message still has its tail", "[mway_injection]") {
  Small injection(kSmall);
  CHECK(injection.cycle(0, kHeader, header(5, 0)) == 0);
  CHECK(injection.cycle(0, kTail, 1) == 0);
  CHECK(injection.drain().size() == 2);
}

TEST_CASE("a buffer accepts its next header only when it is free and empty", "[mway_injection]") {
  Small injection(kSmall);
  injection.cycle(0, kHeader, header(5, 4));
  injection.cycle(0, kTail, 1);
  CHECK((injection.ready() & 1) == 0);  // early freeing or not: two flits wait in it
  CHECK((injection.ready() & 2) != 0);
  injection.drain();
  CHECK(injection.ready() == 3);
}
