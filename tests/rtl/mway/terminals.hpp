// The processors' sides of a node or a network: feeds legal and illegal messages into the buffers,
// collects the ejected flits, and checks them against the expected messages.
#pragma once

#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "bench.hpp"
#include "family/mway/header.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

namespace wayfarer::mway_test {

using Message = std::vector<std::uint32_t>;

/// The processors' ports of mway_network, each a pin.
template <class Top, class = void>
struct Pins {
  static void request(Top& top, unsigned t, bool valid, unsigned tag, unsigned buffer, bool stall) {
    top.inject_valid_i[t] = valid;
    drive(top.inject_tag_i[t], tag);
    drive(top.inject_buffer_i[t], buffer);
    top.eject_stall_i[t] = stall;
  }
  static ProcessorResponse response(const Top& top, unsigned t) {
    return {top.inject_ready_o[t], top.error_o[t],        top.error_count_o[t],
            top.eject_tag_o[t],    top.eject_driver_o[t], top.eject_buffer_o[t]};
  }
};

/// Terminals of mway_node, as bundles.
template <class Top>
struct Pins<Top, std::void_t<decltype(Top::processor_i)>> {
  static void request(Top& top, unsigned t, bool valid, unsigned tag, unsigned buffer, bool stall) {
    drive(top.processor_i[t], processor_request(valid, tag, buffer, stall));
  }
  static ProcessorResponse response(const Top& top, unsigned t) {
    return processor_response(top.processor_o[t]);
  }
};

/// `Top` is mway_node or mway_network, with flits of 32 bits.
template <class Top>
class Terminals {
 public:
  Terminals(const TopologyConfig& config, unsigned terminals, unsigned buffers)
      : config_(config),
        lanes_(terminals, std::vector<Lane>(buffers)),
        stalls_(terminals, false),
        flagged_(terminals, 0),
        open_(terminals) {
    for (unsigned t = 0; t < terminals; ++t) {
      Pins<Top>::request(top(), t, false, kInvalid, 0, false);
    }
  }

  Bench<Top>& bench() { return bench_; }
  [[nodiscard]] std::size_t outstanding() const { return expected_.size(); }
  [[nodiscard]] unsigned flagged(unsigned terminal) const { return flagged_[terminal]; }
  [[nodiscard]] unsigned error_count(unsigned terminal) { return response(terminal).error_count; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }

  /// Queues a legal message.
  void send(unsigned from, unsigned lane, TerminalId to, unsigned data_flits) {
    const unsigned serial = ++serial_;
    Message message{static_cast<std::uint32_t>(encode_dest(config_, to)) << kDestOffset |
                    (4 * data_flits) << kLengthOffset};
    for (unsigned i = 0; i < data_flits; ++i) message.push_back((serial << 8 | i) * kSpread);
    expect(message, to);
    for (std::size_t i = 0; i < message.size(); ++i) {
      const unsigned tag = i == 0 ? kHeader : i + 1 == message.size() ? kTail : kBody;
      lanes_[from][lane].push_back({tag, message[i]});
    }
  }
  /// Expects a message that is not sent by `send`.
  void expect(const Message& message, TerminalId to) { expected_[message] = to; }

  /// Queues a flit of any kind.
  void send_flit(unsigned from, unsigned lane, unsigned tag, std::uint32_t data) {
    lanes_[from][lane].push_back({tag, data});
  }
  [[nodiscard]] bool idle(unsigned from, unsigned lane) const { return lanes_[from][lane].empty(); }

  /// One cycle. One in `stall_one_in` processors, at random, accepts no flit.
  void cycle(Random& random, unsigned stall_one_in) {
    for (unsigned t = 0; t < lanes_.size(); ++t) {
      const unsigned lane = random() % static_cast<unsigned>(lanes_[t].size());
      Lane& queue = lanes_[t][lane];
      const bool offer = (response(t).ready >> lane & 1) != 0 && !queue.empty();
      const bool stall = stall_one_in > 0 && random.chance(1, stall_one_in);
      const unsigned tag = offer ? queue.front().first : kInvalid;
      Pins<Top>::request(top(), t, offer, tag, lane, stall);
      stalls_[t] = stall;
      if (!offer) continue;
      drive(bench_->inject_data_i[t], queue.front().second);
      queue.pop_front();
    }
    bench_.tick();
    for (unsigned t = 0; t < lanes_.size(); ++t) {
      flagged_[t] += response(t).error != 0;
      Pins<Top>::request(top(), t, false, kInvalid, 0, stalls_[t]);
      receive(t);
    }
    bench_.settle();
    REQUIRE_FALSE(bench_.assertion_failed());
  }

 private:
  using Lane = std::deque<std::pair<unsigned, std::uint32_t>>;

  Top& top() { return *bench_.operator->(); }
  ProcessorResponse response(unsigned t) { return Pins<Top>::response(top(), t); }

  void receive(unsigned t) {
    const auto [ready, error, count, tag, driver, buffer] = response(t);
    if (tag == kInvalid) return;
    Message& open = open_[t][{driver, buffer}];
    REQUIRE(open.empty() == (tag == kHeader));
    const std::uint32_t data = bench_->eject_data_o[t];
    open.push_back(tag == kHeader ? data & ~31u : data);
    if (tag != kTail) return;
    const auto entry = expected_.find(open);
    REQUIRE(entry != expected_.end());
    REQUIRE(entry->second == t);
    expected_.erase(entry);
    open.clear();
    ++delivered_;
  }

  Bench<Top> bench_;
  TopologyConfig config_;
  std::vector<std::vector<Lane>> lanes_;
  std::vector<bool> stalls_;
  std::vector<unsigned> flagged_;
  std::vector<std::map<std::pair<unsigned, unsigned>, Message>> open_;
  std::map<Message, TerminalId> expected_;
  unsigned serial_ = 0;
  std::uint64_t delivered_ = 0;
};

/// Every terminal of a mesh of three processors a channel offers illegal messages of all kinds,
/// more than its counter can show: each is flagged, and only those of a wrong length arrive.
template <class Top>
void count_errors(Terminals<Top>& network, const TopologyConfig& mesh, unsigned terminals) {
  constexpr unsigned kMost = 255;
  constexpr unsigned kMessages = kMost + 5;
  constexpr unsigned kLong = 40;  // bytes of a message that ends early
  const std::uint32_t nowhere = 3u << (kDestOffset + dest_width(mesh) - 2);
  for (std::uint32_t i = 0; i < kMessages; ++i) {
    for (unsigned t = 0; t < terminals; ++t) {
      const std::uint32_t word = (i << 8 | t) * kSpread;
      if (i % 16 == 0) {  // no such processor
        network.send_flit(t, 0, kHeader, nowhere | (word & 0x7fff));
        network.send_flit(t, 0, kTail, word);
      } else if (i % 16 == 1) {  // too short
        const std::uint32_t header =
            static_cast<std::uint32_t>(encode_dest(mesh, t)) << kDestOffset | kLong
                                                                                  << kLengthOffset;
        network.send_flit(t, 1, kHeader, header);
        network.send_flit(t, 1, kTail, word);
        network.expect({header, word}, t);
      } else {  // no header
        network.send_flit(t, 0, i % 2 == 0 ? kBody : kTail, word);
      }
    }
  }
  Random random(1);
  const auto idle = [&] {
    for (unsigned t = 0; t < terminals; ++t)
      if (!network.idle(t, 0) || !network.idle(t, 1)) return false;
    return network.outstanding() == 0;
  };
  for (unsigned cycle = 0; cycle < 10'000 && !idle(); ++cycle) network.cycle(random, 0);
  CHECK(idle());
  network.cycle(random, 0);
  for (unsigned t = 0; t < terminals; ++t) {
    CHECK(network.flagged(t) == kMessages);
    CHECK(network.error_count(t) == kMost);
  }
}

}  // namespace wayfarer::mway_test
