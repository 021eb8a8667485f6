// rtl/mway/mway_injection.sv
//
// Rationale: the bank of the set is that of mway_bank; only the port's rules are new. Each rule has
// a directed case. Then random flits of every kind go to all buffers, most of them legal
// continuations, some not; the rules, written independently here, give the accepted flits, the
// contents of the queues and the errors, and the lines are compared in every cycle, so any effect
// of one buffer's errors on another is detected.
// State space: per buffer: closed, open with 1..n flits due, discarding; times the bank's.
// Parameter space: a 4x4 mesh with three processors a channel (so that some destinations do not
//   exist), flits of 4 bytes, two buffers of two flits, early freeing; three of three, late; two
//   with addressed flits, with the guard, with the network on pins and a dead member, and with
//   relative destinations. Of the banks with another choice of ways, a balanced torus' and that of
//   multicast, what leaves is compared, and not when.
#include "VInjection.h"
#include "VInjectionAddressed.h"
#include "VInjectionBalanced.h"
#include "VInjectionGuarded.h"
#include "VInjectionLate.h"
#include "VInjectionMulticast.h"
#include "VInjectionPins.h"
#include "VInjectionRelative.h"
#include "bench.hpp"
#include "chip/network_pins.hpp"
#include "destinations.hpp"
#include "family/mway/adaptive/candidates.hpp"
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
const TopologyConfig kTorus{TopologyKind::kTorus, {4, 4}, 3};
const TopologyConfig kPair{TopologyKind::kMesh, {2, 1}, 3};

/// A form of the module, and the network that it is in.
struct Kind {
  BankShape shape;
  MwayVariant variant = MwayVariant::kPaper;
  TopologyConfig network = kMesh;
  ChannelId channel = kChannel;
  MwayFault fault{};
  bool pins = false;  ///< The network is pins.
  bool relative = false;

  [[nodiscard]] bool guarded() const { return variant == MwayVariant::kGuarded; }
  [[nodiscard]] bool multicast() const { return variant == MwayVariant::kMulticast; }
  /// The bank chooses ways when it sends.
  [[nodiscard]] bool chooses() const { return multicast() || variant == MwayVariant::kBalanced; }
};

/// Where a header leads.
struct Routed {
  bool legal = false;
  MwayHop hop;
};

class Routes {
 public:
  explicit Routes(const Kind& kind)
      : kind_(kind),
        topology_(kind.network, kind.fault),
        config_(config_of(kind.network, kind.relative)) {}

  [[nodiscard]] Routed route(std::uint32_t header) const {
    const std::uint32_t dest = header >> kDestOffset;
    if (kind_.multicast()) {  // a bit for each of six processors, and two of none
      const bool fits = (header >> kLengthOffset & 1023u) <= 4 * (kind_.shape.depth - 1);
      return {(dest & 63u) != 0 && (dest & 192u) == 0 && fits, {}};
    }
    const std::uint32_t field = dest & ((1u << dest_width(config_)) - 1);
    const auto to = decode_dest(config_, kind_.channel, field);
    if (!to || !topology_.connected(kind_.channel, topology_.channel_of(*to))) return {};
    return {true, topology_.route(kind_.channel, *to)};
  }
  /// A header for a terminal that exists.
  [[nodiscard]] std::uint32_t header(Random& random) const {
    const std::uint32_t bytes = (kind_.multicast() ? random() % 13 : random() % 18)
                                << kLengthOffset;
    if (kind_.multicast()) return (1 + random() % 63) << kDestOffset | bytes;
    for (;;) {
      const std::uint64_t dest =
          encode_dest(config_, kind_.channel, random() % topology_.terminals());
      const std::uint32_t made = static_cast<std::uint32_t>(dest << kDestOffset) | bytes;
      if (route(made).legal) return made;
    }
  }
  /// A header for no terminal, or of a message that is longer than a buffer.
  [[nodiscard]] std::uint32_t illegal_header(Random& random) const {
    if (!kind_.multicast() || random.chance(1, 2)) return random() & ~(1000u << kLengthOffset);
    return (1 + random() % 63) << kDestOffset | (13 + random() % 12) << kLengthOffset;
  }
  /// Way and Class of a balanced header: class 0, if it may and can have it, before class 1.
  [[nodiscard]] std::uint32_t balanced_bits(std::uint32_t header, const Status& status) const {
    const std::uint64_t field = header >> kDestOffset & ((1u << dest_width(config_)) - 1);
    const MwayCandidates candidates =
        mway_candidates(topology_, kind_.variant, kind_.channel,
                        *decode_dest(config_, kind_.channel, field), kNoWay, 0);
    const unsigned classes = candidates.classes & status.available[candidates.way];
    return candidates.way | ((classes & 1) == 0 ? 1u << kClassBit : 0);
  }
  /// Bits of a header that the bank sets when it sends it.
  [[nodiscard]] std::uint32_t chosen_bits() const {
    return kind_.multicast() ? 15u << (kDestOffset + 8) | 1u : kind_.chooses() ? 31u : 0;
  }

 private:
  Kind kind_;
  MwayTopology topology_;
  NetworkConfig config_;
};

std::uint32_t header(TerminalId destination, unsigned bytes) {
  return static_cast<std::uint32_t>(encode_dest(kMesh, destination) << kDestOffset) |
         bytes << kLengthOffset;
}
/// Local number 3 of channel 0, which does not exist.
constexpr std::uint32_t kNowhere = 3u << (kDestOffset + 4);

template <class Top>
class Injection {
 public:
  explicit Injection(const Kind& kind)
      : kind_(kind),
        shape_(kind.shape),
        bank_(kind.shape),
        lanes_(kind.shape.buffers),
        status_(kind.shape.ways),
        routes_(kind) {
    if (kind.pins) drive_network(bench_->network_i, kind.network, kind.fault);
    drive(bench_->position_i, kind.channel);
    bench_->valid_i = 0;
    bench_->enable_i = 0;
    put_lines({});
    bench_.reset();
    CHECK(bench_->error_o == 0);
    CHECK(bench_->error_count_o == 0);
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
  [[nodiscard]] const Routes& routes() const { return routes_; }

  /// Offers a flit and grants the channel if `enable`; `taken` acknowledges the flit then sent.
  /// Returns the errors flagged.
  unsigned cycle(unsigned lane, unsigned tag, std::uint32_t data, bool enable = false,
                 bool taken = true) {
    return step(true, lane, tag, data, enable, taken);
  }
  /// No flit is offered, whatever the other inputs of the port.
  void idle(bool enable = false, bool taken = true, unsigned lane = 0, unsigned tag = kInvalid) {
    step(false, lane, tag, 0, enable, taken);
  }

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
    const auto sending = sent_buffer(enable);
    const Lines lines = check_lines(sending, taken);
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

  /// The buffer whose flit is on the lines; where the bank chooses, it says so.
  std::optional<unsigned> sent_buffer(bool enable) {
    if (kind_.chooses()) {
      if (payload_tag(bench_->payload_o) == kInvalid) return std::nullopt;
      return payload_buffer(bench_->payload_o);
    }
    const auto choice = bank_.choice(status_);
    REQUIRE(bench_->request_o == choice.has_value());
    return enable ? choice : std::nullopt;
  }

  Lines check_lines(std::optional<unsigned> sending, bool taken) {
    const auto data = static_cast<std::uint32_t>(bench_->data_o);
    if (!sending) {
      REQUIRE(payload_tag(bench_->payload_o) == kInvalid);
      REQUIRE(data == 0);
      return {};
    }
    REQUIRE(bank_.buffer(*sending).shows());
    const Flit& front = bank_.buffer(*sending).flits.front();
    const std::uint32_t chosen = front.tag == kHeader ? routes_.chosen_bits() : 0;
    REQUIRE(payload_tag(bench_->payload_o) == front.tag);
    REQUIRE(payload_buffer(bench_->payload_o) == *sending);
    REQUIRE(payload_aborted(bench_->payload_o) == (front.tag == kTail && front.buffer_class == 1));
    REQUIRE((data & ~chosen) == (front.data & ~chosen));
    if (kind_.chooses() && !kind_.multicast() && front.tag == kHeader)
      REQUIRE((data & 31u) == routes_.balanced_bits(front.data, status_));
    // With the guard, a data flit that nobody takes ends its message.
    if (shape_.addressed || kind_.chooses() || (kind_.guarded() && front.tag != kHeader))
      taken = true;
    // A header to several receivers leaves when the last of them takes it.
    if (kind_.multicast() && front.tag == kHeader) taken = (data & 1) != 0;
    if (taken) left_.emplace_back(front.tag, front.data);
    const unsigned slot = shape_.addressed ? status_.lowest[front.data & 15] >> 1 : 1;
    const std::uint32_t shown = kind_.chooses() ? 0 : front.data;  // the reference needs no way
    return {front.tag, 4, *sending, shown, taken, false, slot};
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
      const Routed routed = routes_.route(data);
      if (!routed.legal) {
        errors = kDestination;
        lane.discarding = true;
        return std::nullopt;
      }
      const unsigned bytes = data >> kLengthOffset & 1023u;
      lane.owed = std::max(1u, (bytes + 3) / 4);
      const MwayHop& hop = routed.hop;
      const std::uint32_t rewritten = (data & ~31u) | hop.way | hop.buffer_class << kClassBit;
      return Push{number,
                  true,
                  {kHeader, hop.way, hop.buffer_class, kind_.chooses() ? data : rewritten},
                  0,
                  0};
    }
    if (kind_.guarded() && tag == kInvalid) return Push{number, false, {kTail, 0, 1, data}, 0, 0};
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
    const unsigned lines_of_ways = kind_.multicast() ? 2 : kLines;
    drive(bench_->stat_i, shape_.addressed ? status_.addressed_lines(kLines, shape_.buffers)
                                           : status_.exact_lines(lines_of_ways, shape_.buffers));
  }

  Kind kind_;
  Bench<Top> bench_;
  BankShape shape_;
  Bank bank_;
  std::vector<Lane> lanes_;
  Status status_;
  Routes routes_;
  unsigned count_ = 0;
  std::vector<std::pair<unsigned, std::uint32_t>> left_;
};

using Small = Injection<VInjection>;
const Kind kSmall{{2, 2, kWays, true, true}};

template <class Top>
void random_run(const Kind& kind, unsigned cycles = 12000) {
  const BankShape& shape = kind.shape;
  Injection<Top> injection(kind);
  Random random(shape.buffers);
  unsigned flagged = 0;
  for (unsigned cycle = 0; cycle < cycles; ++cycle) {
    for (unsigned w = 0; w < shape.ways; ++w) {
      injection.status().available[w] = (random() | random()) & 3;
      injection.status().full[w] = random() & random() & ((1u << shape.buffers) - 1);
      injection.status().lowest[w] = 1u << random() % shape.buffers;
    }
    const bool enable = random.chance(3, 4);
    const bool taken = random.chance(7, 8);
    if (random.chance(1, 4)) {
      injection.idle(enable, taken, random() % shape.buffers, random() % 4);
      continue;
    }
    const bool errs = cycle > cycles / 3 && random.chance(1, 6);
    // Sometimes for a buffer that does not exist.
    const unsigned lane = random() % (errs ? 1u << index_width(shape.buffers) : shape.buffers);
    unsigned tag = random() % 4;
    std::uint32_t data = errs ? injection.routes().illegal_header(random) : random();
    if (!errs) {
      const bool open = injection.bank().buffer(lane).mapped || injection.discarding(lane);
      tag = !open ? kHeader : injection.owed(lane) == 1 ? kTail : kBody;
      if (injection.discarding(lane)) tag = random.chance(1, 3) ? kTail : kBody;
      if (tag == kHeader) data = injection.routes().header(random) | (random() & 31u);
      if (kind.guarded() && open && !injection.discarding(lane) && random.chance(1, 8))
        tag = kInvalid;
    }
    flagged += injection.cycle(lane, tag, data, enable, taken) != 0;
    if (cycle == cycles / 3) CHECK(flagged == 0);
  }
  CHECK(flagged > 255);
  CHECK(injection.count() == 255);  // saturated
}
}  // namespace

TEST_CASE("random flits, legal and not, into all buffers",
          "[mway_injection][MwayInjectionOneError]") {
  random_run<VInjection>(kSmall);
  random_run<VInjectionLate>({{3, 3, kWays, false, true}});
  random_run<VInjectionAddressed>({{2, 2, kWays, true, true, true}});
}

TEST_CASE("with the guard an invalid flit inside a message aborts it",
          "[mway_injection][MwayInjectionOneError]") {
  random_run<VInjectionGuarded>({{2, 2, kWays, true, true}, MwayVariant::kGuarded, kTorus});
}

TEST_CASE("the same in networks on pins, of relative destinations, and with other choices of ways",
          "[mway_injection][MwayInjectionOneError]") {
  const BankShape shape{2, 2, kWays, true, true};
  Kind kind{shape};
  kind.pins = true;
  for (const MwayFault& fault :
       {MwayFault{}, MwayFault{MwayDead::kChannel, kChannel + 1, 0},
        MwayFault{MwayDead::kRouter, kChannel, 1}, MwayFault{MwayDead::kRouter, kChannel - 1, 0}}) {
    kind.fault = fault;
    random_run<VInjectionPins>(kind, 8000);
  }
  kind = {shape};
  kind.relative = true;
  random_run<VInjectionRelative>(kind);
  random_run<VInjectionBalanced>({shape, MwayVariant::kBalanced, kTorus});
  random_run<VInjectionMulticast>({{2, 4, 4, false, true}, MwayVariant::kMulticast, kPair, 1});
}

TEST_CASE("a header to several receivers does not wait for data", "[mway_injection]") {
  Injection<VInjectionMulticast> injection(
      {{2, 4, 4, false, true}, MwayVariant::kMulticast, kPair, 1});
  CHECK(injection.cycle(0, kHeader, 63u << kDestOffset | 8u << kLengthOffset) == 0);
  CHECK(injection.drain().size() == 1);
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
