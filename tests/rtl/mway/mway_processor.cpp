// rtl/mway/mway_processor.sv
//
// Rationale: the parts are tested separately; this test covers their wiring to one channel. The
// processor and C++ members exchange messages over the channel, including messages to itself, with
// random stalls of its ejection port; each must arrive once and whole at its destination.
// State space: that of arbiter, injection and ejection.
// Parameter space: processor 1 of three on channel 5 of a 4x4 mesh, two buffers of two, 32 bits.
#include "Vmway_processor.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "hand_channel.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {
constexpr unsigned kLines = 3;
constexpr unsigned kWays = 7;
constexpr unsigned kOwn = 5;
constexpr ChannelId kChannel = 5;
constexpr BankShape kShape{2, 2, 8, true, true};
const TopologyConfig kMesh{TopologyKind::kMesh, {4, 4}, 3};

class Processor {
 public:
  Processor() {
    // Four routers and two other processors; a router drives as the opposite of what it receives.
    for (const unsigned way : {0u, 1u, 2u, 3u}) channel_.add(way ^ 1u, way);
    channel_.add(4, 4);
    channel_.add(6, 6);
    bench_->identity_i[0] = identity(kOwn, 0);
    drive(bench_->position_i, 1u | 1u << 2);
    bench_->processor_i = 0;
    write();
    bench_.reset();
  }

  HandChannel& channel() { return channel_; }

  void offer(unsigned lane, unsigned tag, std::uint32_t data) {
    offer_ = processor_request(true, tag, lane, false);
    drive(bench_->inject_data_i, data);
  }
  [[nodiscard]] bool ready(unsigned lane) {
    return (processor_response(bench_->processor_o).ready >> lane & 1) != 0;
  }

  /// One cycle; returns a message completed at the ejection port.
  std::optional<Message> cycle(bool stall) {
    drive(bench_->processor_i, std::exchange(offer_, 0) | processor_request(false, 0, 0, stall));
    for (unsigned round = 0;; ++round) {
      REQUIRE(round < 20);
      const auto before = channel_.state();
      channel_.resolve(puts());
      write();
      bench_.settle();
      if (before == channel_.state()) break;
    }
    REQUIRE(bench_->driver_o == channel_.driver());
    bench_.tick();
    channel_.tick();
    bench_->processor_i = 0;
    REQUIRE_FALSE(bench_.assertion_failed());
    const ProcessorResponse response = processor_response(bench_->processor_o);
    REQUIRE(response.error == 0);
    if (response.tag == kInvalid) return std::nullopt;
    Message& open = open_[{response.driver, response.buffer}];
    const std::uint32_t data = bench_->eject_data_o;
    open.push_back(response.tag == kHeader ? data & ~31u : data);
    if (response.tag != kTail) return std::nullopt;
    return std::exchange(open, {});
  }

 private:
  Member puts() {
    Member member;
    member.priority = bench_->po3_o << 3 | bench_->po2_o << 2 | bench_->po1_o << 1 | bench_->po0_o;
    member.drives = {payload_tag(bench_->payload_o), kOwn, payload_buffer(bench_->payload_o),
                     bench_->data_o};
    member.acknowledge = answer_acknowledge(bench_->answer_o);
    member.fills = answer_fills(bench_->answer_o);
    member.slot = answer_slot(bench_->answer_o);
    REQUIRE((!member.fills && member.slot == 0));  // ejection has no buffers
    member.way = kOwn;
    member.available = status_available(bench_->status_o);
    member.full = status_full(bench_->status_o);
    REQUIRE(bench_->status_o == (member.available != 0 ? status(3, 0) : status(0, 3)));
    return member;
  }

  void write() {
    drive(bench_->s3_i, channel_.sum() >> 3 & 1);
    drive(bench_->s2_i, channel_.sum() >> 2 & 1);
    drive(bench_->s1_i, channel_.sum() >> 1 & 1);
    drive(bench_->s0_i, channel_.sum() & 1);
    const Lines& lines = channel_.lines();
    drive(bench_->payload_i, payload(lines.tag, lines.buffer));
    drive(bench_->data_i, lines.data);
    drive(bench_->answer_i, answer(lines.acknowledge, lines.fills, lines.slot));
    drive(bench_->stat_i, channel_.stat());
  }

  Bench<Vmway_processor> bench_;
  HandChannel channel_{kShape, kLines, kWays};
  unsigned offer_ = 0;
  std::map<std::pair<unsigned, unsigned>, Message> open_;
};
}  // namespace

TEST_CASE("a processor exchanges messages with every member of its channel",
          "[mway_processor][MwayProcessorSendsEnabled]") {
  Processor processor;
  const MwayTopology topology(kMesh);
  Ledger ledger;
  Random random(1);
  std::vector<std::deque<Message>> lanes(2);
  for (unsigned serial = 0; serial < 1200; ++serial) {
    const bool outgoing = serial % 2 == 0;
    const TerminalId destination = outgoing ? random() % 48 : kChannel * 3 + 1;
    const unsigned data = 1 + random() % 5;
    Message message{static_cast<std::uint32_t>(encode_dest(kMesh, destination) << kDestOffset) |
                    (4 * data) << kLengthOffset | serial << 21};
    for (unsigned i = 0; i < data; ++i) message.push_back((serial << 8 | i) * kSpread);
    const unsigned way = outgoing ? topology.route(kChannel, destination).way : kOwn;
    ledger.expect(message, {0, way});
    if (outgoing) {
      lanes[random() % 2].push_back(message);
    } else {
      const auto& peers = processor.channel().peers();
      peers[random() % peers.size()]->send(kOwn, 0, message);
    }
  }
  std::vector<std::size_t> position(2, 0);
  std::vector<std::size_t> seen(8, 0);
  for (unsigned cycle = 0; cycle < 40000 && ledger.outstanding() > 0; ++cycle) {
    const unsigned lane = random() % 2;
    if (!lanes[lane].empty() && processor.ready(lane)) {
      const Message& message = lanes[lane].front();
      const std::size_t i = position[lane]++;
      processor.offer(lane, i == 0 ? kHeader : i + 1 == message.size() ? kTail : kBody, message[i]);
      if (position[lane] == message.size()) {
        lanes[lane].pop_front();
        position[lane] = 0;
      }
    }
    if (const auto message = processor.cycle(random.chance(1, 4))) {
      REQUIRE(ledger.settle(*message, {0, kOwn}));
    }
    for (auto& peer : processor.channel().peers()) {
      std::size_t& count = seen[peer->way()];
      for (; count < peer->received().size(); ++count) {
        REQUIRE(ledger.settle(peer->received()[count], {0, peer->way()}));
      }
    }
  }
  CHECK(ledger.outstanding() == 0);
}
