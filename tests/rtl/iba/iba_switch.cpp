// rtl/iba/iba_switch.sv
//
// Rationale: packets to terminals and groups from the endpoint and all four links at once, with the
// neighbours in plain C++, which send and accept by credit: each copy leaves once, whole, by a port
// of its table entry. Packets without a route are discarded, counted, reported, and their credit
// returns; so are packets that are late. While a flit is inside, the switch is not idle.
// State space: clearing, saturated, alone, neighbours slow to return credit, ejection stalled;
//   packets that are late before their first flit and after it.
// Parameter space: branch by branch with two virtual lanes, all at once with one; with a lifetime;
//   with an endpoint that cuts messages into packets.
#include "VSwitchBranches.h"
#include "VSwitchLate.h"
#include "VSwitchMessages.h"
#include "VSwitchTogether.h"
#include "bench.hpp"
#include "flits.hpp"
#include "iba/bundles.hpp"
#include "iba/message_header.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <deque>
#include <map>
#include <utility>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kLongest = 3;
constexpr unsigned kFlitsWidth = 2;
constexpr unsigned kDepth = 6;
constexpr unsigned kLids = 6;
constexpr unsigned kGroups = 3;
constexpr unsigned kFirstMulticast = 0xc000;
constexpr unsigned kRoute = 8;
constexpr unsigned kLate = 32;
constexpr std::array<unsigned, kGroups> kGroupPorts = {0b01010, 0b11111, 0b10001};

struct Packet {
  unsigned number = 0;
  unsigned lane = 0;
  unsigned lid = 0;
  unsigned flits = 0;
};

/// LID n leads to port n - 1; LID 0 nowhere.
unsigned ports_of(unsigned lid) {
  if (lid >= kFirstMulticast)
    return lid - kFirstMulticast < kGroups ? kGroupPorts[lid - kFirstMulticast] : 0;
  return lid >= 1 && lid < kLids ? 1u << (lid - 1) : 0;
}

std::uint64_t flit_data(const Packet& packet, unsigned index) {
  if (index != 0) return std::uint64_t{packet.number} << 32 | index;
  return packet.lane | std::uint64_t{packet.lid} << 8 | std::uint64_t{packet.number} << 24 |
         std::uint64_t{packet.flits - 1} << 40;
}
unsigned flit_mark(const Packet& packet, unsigned index) {
  return (index == 0 ? kHead : 0u) | (index + 1 == packet.flits ? kTail : 0u);
}

template <class Top>
void transfer(Bench<Top>& bench, bool write, unsigned table, unsigned entry, unsigned value) {
  bench->apb_i = apb_request(true, false, write, table << 16 | entry, value);
  bench.tick();
  bench->apb_i = apb_request(true, true, write, table << 16 | entry, value);
  bench.settle();
  CHECK(apb_ready(bench->apb_o));
  CHECK_FALSE(apb_error(bench->apb_o));
}
template <class Top>
void end_transfer(Bench<Top>& bench) {
  bench.tick();
  bench->apb_i = 0;
}
template <class Top>
void write_entry(Bench<Top>& bench, unsigned table, unsigned entry, unsigned value) {
  transfer(bench, true, table, entry, value);
  end_transfer(bench);
}

/// Resets the switch, waits until its tables are clear and fills them.
template <class Top>
void start(Bench<Top>& bench, unsigned lanes) {
  bench->apb_i = 0;
  bench->used_i = 31;
  bench->inject_i = 0;
  bench->inject_lane_i = 0;
  bench->eject_stall_i = 0;
  bench->hold_i = 0;
  bench->flit_i = 0;
  bench->credit_i = 0;
  bench.reset();
  while (!apb_ready(bench->apb_o)) {
    REQUIRE(bench->inject_ready_o == 0);
    REQUIRE(bench->idle_o == 0);
    bench.tick();
  }
  for (unsigned lid = 1; lid < kLids; ++lid) write_entry(bench, 0, lid, lid - 1);
  for (unsigned group = 0; group < kGroups; ++group)
    write_entry(bench, 1, group, kGroupPorts[group]);
  for (unsigned port = 0; port < kPorts; ++port) write_entry(bench, 2, port, (1u << lanes) - 1);
}

template <class Top>
class Switch {
 public:
  explicit Switch(unsigned lanes) : lanes_(lanes), random_(lanes) {
    for (unsigned p = 0; p < kPorts; ++p) {
      room_in_[p].assign(lanes, kDepth);
      owed_[p].resize(lanes);
      arriving_[p].resize(lanes);
    }
    start(bench_, lanes);
  }

  void send(unsigned port, unsigned lid, unsigned flits) {
    const Packet packet{++numbers_, random_.below(lanes_), lid, flits};
    const unsigned ports = ports_of(lid);
    if (ports == 0) ++unknown_;
    for (unsigned p = 0; p < kPorts; ++p)
      if (has(ports, p)) expected_[{packet.number, p}] = packet;
    waiting_[port].push_back(packet);
  }

  void cycle(bool slow) {
    // Arrivals: by credit, packet by packet.
    std::array<bool, kPorts> offers{};
    std::uint64_t flits = 0, lanes = 0;
    unsigned inject = 0;
    for (unsigned p = 0; p < kPorts; ++p) {
      if (waiting_[p].empty() || !random_.chance(3, 4)) continue;
      const Packet& packet = waiting_[p].front();
      const unsigned index = sent_[p];
      if (p == 0) {
        offers[0] = true;
        drive(bench_->inject_lane_i, packet.lane);
        inject = flit_info(true, flit_mark(packet, index));
        bench_->inject_data_i = flit_data(packet, index);
        continue;
      }
      unsigned& room = room_in_[p][packet.lane];
      if (index == 0 && room < packet.flits) continue;
      if (index == 0) room -= packet.flits;
      offers[p] = true;
      lanes |= packet.lane << (p - 1);
      flits |= flit_info(true, flit_mark(packet, index)) << 3 * (p - 1);
      bench_->data_i[p - 1] = flit_data(packet, index);
    }
    drive(bench_->inject_i, inject);
    drive(bench_->flit_i, flits);
    drive(bench_->lane_i, lanes);
    // Credit returns from the ends of the links.
    std::uint64_t credit = 0;
    for (unsigned p = 1; p < kPorts; ++p)
      for (unsigned v = 0; v < lanes_; ++v) {
        if (owed_[p][v].empty() || stuck_ || (slow && !random_.chance(1, 10))) continue;
        credit |= std::uint64_t{owed_[p][v].front()} << ((p - 1) * lanes_ + v) * kFlitsWidth;
        owed_[p][v].pop_front();
      }
    drive(bench_->credit_i, credit);
    const bool stall = stuck_ || (slow && random_.chance(1, 2));
    bench_->eject_stall_i = stall;
    bench_.settle();
    REQUIRE_FALSE((inside_ > lost_ && bench_->idle_o != 0));

    const bool taken = offers[0] && has(bench_->inject_ready_o, waiting_[0].front().lane);
    for (unsigned p = 0; p < kPorts; ++p) {
      if (p == 0 ? !taken : !offers[p]) continue;
      if (sent_[p] == 0) entered_ += copies(waiting_[p].front());
      if (++sent_[p] < waiting_[p].front().flits) continue;
      sent_[p] = 0;
      waiting_[p].pop_front();
    }
    if (const Arrived ejected = arrived(bench_->eject_o); ejected.valid) {
      REQUIRE(!stalled_);
      arrive(0, bench_->eject_lane_o, ejected.tag, bench_->eject_data_o);
    }
    for (unsigned p = 1; p < kPorts; ++p) {
      const unsigned flit = bench_->flit_o >> 3 * (p - 1) & 7;
      if ((flit & 4) == 0) continue;
      const unsigned lane = lanes_ == 1 ? 0 : bench_->lane_o >> (p - 1) & 1;
      arrive(p, lane, flit & 3, bench_->data_o[p - 1]);
    }
    for (unsigned p = 1; p < kPorts; ++p)
      for (unsigned v = 0; v < lanes_; ++v)
        room_in_[p][v] += bench_->credit_o >> ((p - 1) * lanes_ + v) * kFlitsWidth & 3;
    bench_.tick();
    inside_ += std::exchange(entered_, 0);
    ++now_;
    stalled_ = stall;
    errors_ |= error_causes(bench_->errors_o);
  }

  /// Runs until no flit is inside or outside; false: that takes too long.
  bool drain(bool slow) {
    for (unsigned i = 0; i < 20000; ++i) {
      bool waits = !expected_.empty();
      for (const auto& queue : waiting_) waits = waits || !queue.empty();
      if (!waits && bench_->idle_o != 0) break;
      cycle(slow);
    }
    for (unsigned i = 0; i < 200; ++i) cycle(false);  // all credit returns
    return expected_.empty() && bench_->idle_o != 0;
  }

  unsigned counter(unsigned entry) {
    transfer(bench_, false, 3, entry, 0);
    const unsigned value = apb_data(bench_->apb_o);
    end_transfer(bench_);
    return value;
  }
  [[nodiscard]] bool all_room_back() const {
    for (unsigned p = 1; p < kPorts; ++p)
      for (const unsigned room : room_in_[p])
        if (room != kDepth) return false;
    return true;
  }
  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] unsigned unknown() const { return unknown_; }
  [[nodiscard]] unsigned sent() const { return numbers_; }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] bool delivered() const { return expected_.empty(); }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }
  [[nodiscard]] bool idle() { return bench_->idle_o != 0; }
  [[nodiscard]] unsigned cut() const { return cut_; }
  Random& random() { return random_; }
  /// No credit returns, and the endpoint takes nothing.
  void stick(bool stuck) {
    stuck_ = stuck;
    was_stuck_ = was_stuck_ || stuck;
  }
  /// The packet of that number is not to arrive there.
  void lose(unsigned number, unsigned port) {
    CHECK(expected_.erase({number, port}) == 1);
    ++lost_;
  }
  /// A flit of a packet for this port has arrived there, and not its last one.
  [[nodiscard]] bool arriving(unsigned port) const { return arriving_[port][0].second != 0; }

 private:
  void arrive(unsigned port, unsigned lane, unsigned mark, std::uint64_t data) {
    auto& [packet, index] = arriving_[port][lane];
    if (was_stuck_ && index != 0 && mark == kSingle) {  // the end of a packet that was cut
      index = 0;
      --inside_;
      ++cut_;
      return;
    }
    if ((mark & kHead) != 0) {
      REQUIRE(index == 0);
      const auto found = expected_.find({data >> 24 & 0xffff, port});
      REQUIRE(found != expected_.end());
      packet = found->second;
      packet.lane = lane;
      expected_.erase(found);
    }
    REQUIRE(mark == flit_mark(packet, index));
    REQUIRE(data == flit_data(packet, index));
    if (++index < packet.flits) return;
    if (port != 0) owed_[port][lane].push_back(packet.flits);
    index = 0;
    --inside_;
  }
  [[nodiscard]] static unsigned copies(const Packet& packet) {
    unsigned count = 0;
    for (unsigned p = 0; p < kPorts; ++p) count += has(ports_of(packet.lid), p);
    return count;
  }
  Bench<Top> bench_;
  unsigned lanes_;
  Random random_;
  std::array<std::deque<Packet>, kPorts> waiting_;
  std::array<unsigned, kPorts> sent_{};
  std::array<std::vector<unsigned>, kPorts> room_in_;
  std::array<std::vector<std::deque<unsigned>>, kPorts> owed_;
  std::array<std::vector<std::pair<Packet, unsigned>>, kPorts> arriving_;
  std::map<std::pair<unsigned, unsigned>, Packet> expected_;  ///< By number and port.
  unsigned numbers_ = 0;
  unsigned unknown_ = 0;
  unsigned errors_ = 0;
  unsigned now_ = 0;
  bool stalled_ = false;
  bool stuck_ = false, was_stuck_ = false;
  unsigned entered_ = 0, inside_ = 0, lost_ = 0;  ///< Copies of packets.
  unsigned cut_ = 0;
};

template <class Top>
void all_at_once(unsigned lanes, bool slow) {
  Switch<Top> device(lanes);
  for (unsigned round = 0; round < 300; ++round)
    for (unsigned port = 0; port < kPorts; ++port) {
      const bool group = device.random().chance(1, 3);
      const unsigned lid = group ? kFirstMulticast + device.random().below(kGroups)
                                 : 1 + device.random().below(kLids - 1);
      device.send(port, lid, 1 + device.random().below(kLongest));
    }
  CHECK(device.drain(slow));
  CHECK(device.all_room_back());
  CHECK(device.errors() == 0);
  CHECK(device.counter(0) == 0);
  CHECK(device.counter(1) == device.sent());
  CHECK_FALSE(device.assertion_failed());
}

template <class Top>
void no_way(unsigned lanes) {
  Switch<Top> device(lanes);
  for (unsigned round = 0; round < 100; ++round)
    for (unsigned port = 0; port < kPorts; ++port) {
      const unsigned lids[] = {0, kLids, kFirstMulticast + kGroups, 0xffff, 1 + port};
      device.send(port, lids[device.random().below(5)], 1 + device.random().below(kLongest));
    }
  CHECK(device.drain(false));
  CHECK(device.all_room_back());
  CHECK(device.errors() == kRoute);
  CHECK(device.counter(0) == device.unknown());
  CHECK(device.counter(1) == device.sent() - device.unknown());
  CHECK_FALSE(device.assertion_failed());
}
}  // namespace

TEST_CASE("each copy leaves once, whole, by its port", "[iba_switch][IbaSendsByUsedPorts]") {
  all_at_once<VSwitchBranches>(2, false);
  all_at_once<VSwitchTogether>(1, false);
}

TEST_CASE("slow neighbours cause no loss", "[iba_switch][IbaSendsByUsedPorts]") {
  all_at_once<VSwitchBranches>(2, true);
  all_at_once<VSwitchTogether>(1, true);
}

TEST_CASE("packets without a route are discarded, counted and reported", "[iba_switch]") {
  no_way<VSwitchBranches>(2);
  no_way<VSwitchTogether>(1);
}

TEST_CASE("a late packet is dropped, counted and reported", "[iba_switch]") {
  Switch<VSwitchLate> device(1);
  constexpr unsigned kLong = 40;
  // The endpoint stalls inside a packet: its end follows when it goes on.
  device.send(1, 1, 3);
  while (!device.arriving(0)) device.cycle(false);
  device.stick(true);
  for (unsigned i = 0; i < kLong; ++i) {
    device.cycle(false);
    CHECK_FALSE(device.idle());
  }
  CHECK(device.cut() == 0);
  CHECK(device.errors() == kLate);
  CHECK(device.counter(0) == 1);
  device.stick(false);
  CHECK(device.drain(false));
  CHECK(device.cut() == 1);
  // The neighbour has room for two packets, and returns no credit.
  device.stick(true);
  for (unsigned packet = 0; packet < 3; ++packet) device.send(1, 3, 3);
  device.lose(4, 2);
  for (unsigned i = 0; i < kLong; ++i) device.cycle(false);
  CHECK(device.idle());
  device.stick(false);
  CHECK(device.drain(false));
  CHECK(device.all_room_back());
  CHECK(device.counter(0) == 2);
  CHECK(device.counter(1) == 2);
  CHECK_FALSE(device.assertion_failed());
}

TEST_CASE("a switch is not idle while a message is cut or put together", "[iba_switch]") {
  Bench<VSwitchMessages> bench;
  start(bench, 1);
  constexpr unsigned kWords = 5;
  for (unsigned message = 1; message < 50; ++message) {
    unsigned sent = 0, received = 0;  // flits, and words
    for (unsigned cycle = 0; received < kWords; ++cycle) {
      REQUIRE(cycle < 200);
      const bool offers = sent <= kWords && (cycle % 3 == 0 || message % 2 == 0);
      const unsigned mark = (sent == 0 ? kHead : 0u) | (sent == kWords ? kTail : 0u);
      drive(bench->inject_i, flit_info(offers, mark));
      set_words(bench->inject_data_i,
                sent == 0 ? to_words({std::uint64_t{1} << 8 | std::uint64_t{1} << 24, kWords, false,
                                      0, 0, message, 0})
                          : Words{sent, message, 0, ~sent});
      bench.settle();
      const bool outstanding = sent > 1 && sent - 1 > received;
      REQUIRE_FALSE((outstanding && bench->idle_o != 0));
      if (offers && (bench->inject_ready_o & 1) != 0) ++sent;
      const Arrived ejected = arrived(bench->eject_o);
      if (ejected.valid && (ejected.tag & kHead) == 0) {
        ++received;
        REQUIRE(get_words(bench->eject_data_o) == Words{received, message, 0, ~received});
      }
      bench.tick();
    }
    bench->inject_i = 0;
    for (unsigned i = 0; i < 3; ++i) bench.tick();
    CHECK(bench->idle_o != 0);
  }
  CHECK(error_causes(bench->errors_o) == 0);
  CHECK_FALSE(bench.assertion_failed());
}
