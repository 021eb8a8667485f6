// rtl/mway/clocked/mway_clocks_network.sv
//
// Rationale: the connections of the parts, clocks and resets included. All processors send random
// messages to all others with random stalls, each in the clock of its channel; every message must
// arrive once, whole and at its destination, and illegal ones are flagged and counted. Edges at the
// same time come in random order. The lockstep tests compare whole networks with the model at every
// edge; this one needs no model. State space: that of a network x positions of the edges. Parameter
// space: a 2x2 mesh of three
//   processors a channel; ratios up to 1:7; a reset that ends when one clock stands still.
#include "../reference.hpp"
#include "VClocksMesh.h"
#include "bench.hpp"
#include "family/mway/header.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <map>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kChannels = 4;
constexpr unsigned kProcessors = 3;
constexpr unsigned kTerminals = kChannels * kProcessors;
constexpr unsigned kBuffers = 2;
using Message = std::vector<std::uint32_t>;
using Periods = std::array<unsigned, kChannels>;

class Mesh {
 public:
  explicit Mesh(unsigned seed) : random_(seed) {
    for (unsigned c = 0; c < kChannels; ++c) bench_->channel_clk_i[c] = 0;
    for (unsigned t = 0; t < kTerminals; ++t)
      bench_->inject_valid_i[t] = bench_->eject_stall_i[t] = 0;
    bench_->arst_ni = 0;
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned c = 0; c < kChannels; ++c) edge(c);
    bench_->arst_ni = 1;
  }

  /// A channel's edge, nothing being offered there.
  void edge(unsigned channel) {
    bench_->channel_clk_i[channel] = 1;
    bench_.settle();
    bench_->channel_clk_i[channel] = 0;
    bench_.settle();
  }

  void send(unsigned from, unsigned buffer, TerminalId to, unsigned data_flits) {
    const TopologyConfig mesh{TopologyKind::kMesh, {2, 2}, kProcessors};
    Message message{static_cast<std::uint32_t>(encode_dest(mesh, to)) << kDestOffset |
                    (4 * data_flits) << kLengthOffset};
    const unsigned serial = ++serial_;
    for (unsigned i = 0; i < data_flits; ++i) message.push_back((serial << 8 | i) * kSpread);
    expected_[message] = to;
    for (std::size_t i = 0; i < message.size(); ++i)
      queues_[from][buffer].push_back({i == 0                    ? kHeader
                                       : i + 1 == message.size() ? kTail
                                                                 : kBody,
                                       message[i]});
  }

  /// A message that is illegal in one of three ways, to this terminal itself if it arrives.
  void send_illegal(unsigned from) {
    const TopologyConfig mesh{TopologyKind::kMesh, {2, 2}, kProcessors};
    const std::uint32_t serial = ++serial_;
    const std::uint32_t word = serial * kSpread;
    auto& queue = queues_[from][serial % kBuffers];
    const unsigned kind = random_() % 16;
    if (kind == 0) {  // no such processor
      queue.push_back({kHeader, 3u << (kDestOffset + 2) | (word & 0x7fff)});
      queue.push_back({kTail, word});
    } else if (kind == 1) {  // too short
      const std::uint32_t header =
          static_cast<std::uint32_t>(encode_dest(mesh, from)) << kDestOffset | 40u << kLengthOffset;
      queue.push_back({kHeader, header});
      queue.push_back({kTail, word});
      expected_[{header, word}] = from;
    } else {  // no header
      queue.push_back({kBody, word});
    }
    ++wrong_[from];
  }
  /// Whether so many messages of each terminal have been flagged, and all others have arrived.
  [[nodiscard]] bool all_flagged() const { return flagged_ == wrong_ && expected_.empty(); }

  /// An edge of the channel, with offers and stalls of its processors.
  void cycle(unsigned channel, unsigned stall_one_in) {
    for (unsigned t = channel * kProcessors; t < (channel + 1) * kProcessors; ++t) {
      const unsigned buffer = random_() % kBuffers;
      auto& queue = queues_[t][buffer];
      const bool offers = (bench_->inject_ready_o[t] >> buffer & 1) != 0 && !queue.empty();
      bench_->inject_valid_i[t] = offers;
      bench_->eject_stall_i[t] = stall_one_in > 0 && random_.chance(1, stall_one_in);
      if (!offers) continue;
      drive(bench_->inject_buffer_i[t], buffer);
      drive(bench_->inject_tag_i[t], queue.front().first);
      drive(bench_->inject_data_i[t], queue.front().second);
      queue.pop_front();
    }
    bench_.settle();
    edge(channel);
    for (unsigned t = channel * kProcessors; t < (channel + 1) * kProcessors; ++t) {
      bench_->inject_valid_i[t] = 0;
      flagged_[t] += bench_->error_o[t] != 0;
      REQUIRE(flagged_[t] <= wrong_[t]);
      REQUIRE(bench_->error_count_o[t] == std::min(flagged_[t], 255u));
      receive(t);
    }
    bench_.settle();
    REQUIRE(bench_->router_error_o[channel] == 0);
    REQUIRE_FALSE(bench_.assertion_failed());
  }

  /// Until all has arrived, or for so many edges.
  void run(const Periods& periods, unsigned edges) {
    std::array<unsigned long, kChannels> next{};
    for (unsigned c = 0; c < kChannels; ++c) next[c] = random_() % periods[c];
    for (unsigned i = 0; i < edges && !all_flagged(); ++i) {
      unsigned first = random_() % kChannels;
      for (unsigned c = 0; c < kChannels; ++c)
        if (next[c] < next[first]) first = c;
      next[first] += periods[first];
      cycle(first, i / 500 % 2 == 0 ? 0 : 3);
    }
  }

  [[nodiscard]] std::size_t outstanding() const { return expected_.size(); }
  Random& random() { return random_; }
  VClocksMesh* operator->() { return bench_.operator->(); }

 private:
  void receive(unsigned t) {
    const unsigned tag = bench_->eject_tag_o[t];
    if (tag == kInvalid) return;
    Message& open = open_[{t, bench_->eject_driver_o[t] * 16 + bench_->eject_buffer_o[t]}];
    REQUIRE(open.empty() == (tag == kHeader));
    const std::uint32_t data = bench_->eject_data_o[t];
    open.push_back(tag == kHeader ? data & ~31u : data);
    if (tag != kTail) return;
    // Way and Class of a header have changed; Len stays.
    const auto entry = expected_.find(open);
    REQUIRE(entry != expected_.end());
    REQUIRE(entry->second == t);
    expected_.erase(entry);
    open.clear();
  }

  CombinationalBench<VClocksMesh> bench_;
  Random random_;
  std::array<std::array<std::deque<std::pair<unsigned, std::uint32_t>>, kBuffers>, kTerminals>
      queues_;
  std::map<std::pair<unsigned, unsigned>, Message> open_;
  std::map<Message, TerminalId> expected_;
  std::array<unsigned, kTerminals> wrong_{};    ///< Illegal messages,
  std::array<unsigned, kTerminals> flagged_{};  ///< and those that have been flagged.
  unsigned serial_ = 0;
};

}  // namespace

TEST_CASE("messages arrive once at any ratio of the clocks", "[mway_clocks_network]") {
  unsigned seed = 0;
  for (const Periods& periods : {Periods{10, 10, 10, 10}, Periods{10, 11, 12, 9},
                                 Periods{1, 7, 3, 2}, Periods{7, 1, 1, 7}}) {
    Mesh mesh(++seed);
    for (unsigned i = 0; i < 4; ++i)
      for (unsigned c = 0; c < kChannels; ++c) mesh.edge(c);
    for (unsigned i = 0; i < 600; ++i)
      mesh.send(mesh.random()() % kTerminals, mesh.random()() % kBuffers,
                mesh.random()() % kTerminals, 1 + mesh.random()() % 5);
    mesh.run(periods, 100'000);
    CHECK(mesh.outstanding() == 0);
  }
}

TEST_CASE("illegal messages of all processors are counted", "[mway_clocks_network]") {
  Mesh mesh(5);
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned c = 0; c < kChannels; ++c) mesh.edge(c);
  for (unsigned t = 0; t < kTerminals; ++t)
    for (unsigned i = 0; i < 260; ++i) mesh.send_illegal(t);
  mesh.run({7, 8, 9, 8}, 20'000);
  CHECK(mesh.all_flagged());
}

TEST_CASE("a channel that is reset late takes what waits for it", "[mway_clocks_network]") {
  Mesh mesh(9);
  for (unsigned i = 0; i < 4; ++i)
    for (unsigned c = 0; c < 3; ++c) mesh.edge(c);
  // Channel 3's clock stands still: it is in reset yet.
  for (unsigned i = 0; i < 20; ++i) mesh.send(i % 9, 0, 9 + i % kProcessors, 1 + i % 5);
  for (unsigned i = 0; i < 200; ++i)
    for (unsigned c = 0; c < 3; ++c) mesh.cycle(c, 0);
  CHECK(mesh.outstanding() == 20);
  mesh.run({10, 10, 10, 13}, 20'000);
  CHECK(mesh.outstanding() == 0);
}
