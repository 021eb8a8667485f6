// rtl/iba/iba_switch.sv
//
// Rationale: packets to terminals and groups from the endpoint and all four links at once, with the
// neighbours in plain C++, which send and accept by credit: each copy leaves once, whole, by a port
// of its table entry. Packets without a route are discarded, counted, reported, and their credit
// returns; so are packets that are late. While a flit is inside, the switch is not idle.
// State space: clearing, saturated, alone, neighbours slow to return credit, ejection stalled,
// links
//   held, a reset in the middle, ports not used, levels with and without lanes; packets that are
//   late before their first flit and after it.
// Parameter space: branch by branch with two virtual lanes, arbitration tables and held links, all
//   at once with one lane; with a lifetime; with an endpoint that cuts messages into packets.
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
#include <set>
#include <type_traits>
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

constexpr unsigned kLateLanes = 2;
constexpr unsigned kLevels = 16;
constexpr unsigned kAllPorts = (1u << kPorts) - 1;

template <class Top>
constexpr bool kHolds = std::is_same_v<Top, VSwitchBranches>;  // InBand

struct Packet {
  unsigned number = 0;
  unsigned lane = 0;
  unsigned level = 0;
  unsigned lid = 0;
  unsigned flits = 0;
};

/// LID n leads to port n - 1; LID 0 nowhere.
unsigned entry_of(unsigned lid) {
  if (lid >= kFirstMulticast)
    return lid - kFirstMulticast < kGroups ? kGroupPorts[lid - kFirstMulticast] : 0;
  return lid >= 1 && lid < kLids ? 1u << (lid - 1) : 0;
}

/// The virtual lanes of a level at a port: of level 0 the first one, of the last level none at the
/// last port.
unsigned lanes_of(unsigned lanes, unsigned level, unsigned port) {
  if (level == 0) return 1;
  if (level == kLevels - 1 && port == kPorts - 1) return 0;
  return 1 + (level + port) % ((1u << lanes) - 1);
}

Words flit_data(const Packet& packet, unsigned index) {
  const std::uint64_t random = mixed(std::uint64_t{packet.number} << 8 | index);
  const std::uint64_t other = mixed(random);
  const auto low = static_cast<std::uint32_t>(other),
             high = static_cast<std::uint32_t>(other >> 32);
  if (index != 0)
    return {static_cast<std::uint32_t>(random), static_cast<std::uint32_t>(random >> 32), low,
            high};
  Words words = to_words({packet.lane | packet.level << 4 | std::uint64_t{packet.lid} << 8 |
                              std::uint64_t{packet.number} << 24,
                          packet.flits - 1, false, 0, 0, low, high});
  words[1] |= static_cast<std::uint32_t>(random) << 20;  // spare
  return words;
}
template <class Top>
Words on_lines(Words words) {
  if (std::is_integral_v<std::decay_t<decltype(Top::eject_data_o)>>) words[2] = words[3] = 0;
  return words;
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
void start(Bench<Top>& bench, unsigned lanes, unsigned used = kAllPorts) {
  bench->apb_i = 0;
  drive(bench->used_i, used);
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
  for (unsigned level = 0; level < kLevels; ++level)
    for (unsigned port = 0; port < kPorts; ++port)
      write_entry(bench, 2, 8 * level + port, lanes_of(lanes, level, port));
}

/// Fills the arbitration tables: every lane has a turn of low priority.
template <class Top>
void fill_turns(Bench<Top>& bench, Random& random) {
  constexpr unsigned kTurns = 2;
  const auto write = [&](unsigned port, unsigned which, unsigned number, unsigned value) {
    write_entry(bench, 3, 0x8000 | port << 8 | which << 6 | number, value);
  };
  for (unsigned port = 0; port < kPorts; ++port) {
    for (unsigned lane = 0; lane < kTurns; ++lane) {
      write(port, 0, lane, random.below(256) << 4 | random.below(kTurns));
      write(port, 1, lane, (1 + random.below(255)) << 4 | lane);
    }
    write(port, 2, 0, random.below(255));
  }
}

template <class Top>
class Switch {
 public:
  explicit Switch(unsigned lanes) : lanes_(lanes), random_(lanes) { restart(kAllPorts); }

  /// At any time: packets are lost.
  void restart(unsigned used) {
    used_ = used;
    for (unsigned p = 0; p < kPorts; ++p) {
      waiting_[p].clear();
      sent_[p] = 0;
      room_in_[p].assign(lanes_, kDepth);
      owed_[p].assign(lanes_, {});
      arriving_[p].assign(lanes_, {});
    }
    expected_.clear();
    sent_packets_ = unknown_ = errors_ = inside_ = 0;
    start(bench_, lanes_, used);
    if (std::is_same_v<Top, VSwitchBranches>) fill_turns(bench_, random_);
  }

  /// The packet's number.
  unsigned send(unsigned port, unsigned lid, unsigned flits, unsigned level, unsigned lane) {
    ++sent_packets_;
    const Packet packet{spread(++numbers_, 16), lane, level, lid, flits};
    const unsigned ports = ports_of(packet);
    if (ports == 0) ++unknown_;
    for (unsigned p = 0; p < kPorts; ++p)
      if (has(ports, p)) expected_[{packet.number, p}] = packet;
    waiting_[port].push_back(packet);
    return packet.number;
  }
  /// Of any level below `levels`, and in any lane.
  void send(unsigned port, unsigned lid, unsigned levels) {
    const unsigned flits = 1 + random_.below(kLongest);
    const unsigned level = random_.below(levels);
    send(port, lid, flits, level, random_.below(lanes_));
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
        set_words(bench_->inject_data_i, flit_data(packet, index));
        continue;
      }
      unsigned& room = room_in_[p][packet.lane];
      if (index == 0 && room < packet.flits) continue;
      if (index == 0) room -= packet.flits;
      offers[p] = true;
      lanes |= packet.lane << (p - 1);
      flits |= flit_info(true, flit_mark(packet, index)) << 3 * (p - 1);
      set_words(bench_->data_i[p - 1], flit_data(packet, index));
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
    const unsigned hold = random_.below(16) & random_.below(16);
    drive(bench_->hold_i, hold);
    bench_.settle();
    REQUIRE_FALSE((!loses_ && inside_ > lost_ && bench_->idle_o != 0));

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
      arrive(0, bench_->eject_lane_o, ejected.tag, get_words(bench_->eject_data_o));
    }
    for (unsigned p = 1; p < kPorts; ++p) {
      const unsigned flit = bench_->flit_o >> 3 * (p - 1) & 7;
      if ((flit & 4) == 0) continue;
      REQUIRE_FALSE((kHolds<Top> && has(hold, p - 1)));
      const unsigned lane = lanes_ == 1 ? 0 : bench_->lane_o >> (p - 1) & 1;
      arrive(p, lane, flit & 3, get_words(bench_->data_o[p - 1]));
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

  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle(false);
  }

  /// Runs until no flit is inside or outside; false: that takes too long.
  bool drain(bool slow) {
    for (unsigned i = 0; i < 20000; ++i) {
      bool waits = !expected_.empty();
      for (const auto& queue : waiting_) waits = waits || !queue.empty();
      if (!waits && bench_->idle_o != 0) break;
      cycle(slow);
    }
    run(200);  // all credit returns
    return expected_.empty() && bench_->idle_o != 0;
  }

  unsigned counter(unsigned entry) {
    transfer(bench_, false, 3, entry, 0);
    const unsigned value = apb_data(bench_->apb_o);
    end_transfer(bench_);
    return value;
  }
  Bench<Top>& bench() { return bench_; }
  [[nodiscard]] bool all_room_back() const {
    for (unsigned p = 1; p < kPorts; ++p)
      for (const unsigned room : room_in_[p])
        if (room != kDepth) return false;
    return true;
  }
  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] unsigned unknown() const { return unknown_; }
  [[nodiscard]] unsigned sent() const { return sent_packets_; }
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
  /// Copies may be lost from now on.
  void may_lose() { loses_ = true; }
  /// Packets of which a copy has not arrived, or not whole.
  [[nodiscard]] std::size_t incomplete() const {
    std::set<unsigned> all = cut_packets_;
    for (const auto& [copy, packet] : expected_) all.insert(copy.first);
    return all.size();
  }
  /// The packet of that number is not to arrive there.
  void lose(unsigned number, unsigned port) {
    CHECK(expected_.erase({number, port}) == 1);
    ++lost_;
  }
  /// A flit of a packet for this port has arrived there, and not its last one.
  [[nodiscard]] bool arriving(unsigned port) const { return arriving_[port][0].second != 0; }

 private:
  void arrive(unsigned port, unsigned lane, unsigned mark, const Words& data) {
    auto& [packet, index] = arriving_[port][lane];
    if (was_stuck_ && index != 0 && mark == kSingle) {  // the end of a packet that was cut
      index = 0;
      --inside_;
      ++cut_;
      cut_packets_.insert(packet.number);
      return;
    }
    if ((mark & kHead) != 0) {
      REQUIRE(index == 0);
      const auto number = static_cast<unsigned>(read_header(data).address >> 24);
      const auto found = expected_.find({number, port});
      REQUIRE(found != expected_.end());
      packet = found->second;
      REQUIRE(has(lanes_of(lanes_, packet.level, port), lane));
      packet.lane = lane;
      expected_.erase(found);
    }
    REQUIRE(mark == flit_mark(packet, index));
    REQUIRE(data == on_lines<Top>(flit_data(packet, index)));
    if (++index < packet.flits) return;
    if (port != 0) owed_[port][lane].push_back(packet.flits);
    index = 0;
    --inside_;
  }
  /// A port that is not used, or has no lane for the level, discards all of a packet.
  [[nodiscard]] unsigned ports_of(const Packet& packet) const {
    const unsigned ports = entry_of(packet.lid);
    for (unsigned p = 0; p < kPorts; ++p)
      if (has(ports, p) && (!has(used_, p) || lanes_of(lanes_, packet.level, p) == 0)) return 0;
    return ports;
  }
  [[nodiscard]] unsigned copies(const Packet& packet) const {
    unsigned count = 0;
    for (unsigned p = 0; p < kPorts; ++p) count += has(ports_of(packet), p);
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
  unsigned used_ = kAllPorts;
  unsigned numbers_ = 0;
  unsigned sent_packets_ = 0;
  unsigned unknown_ = 0;
  unsigned errors_ = 0;
  unsigned now_ = 0;
  bool stalled_ = false;
  bool stuck_ = false, was_stuck_ = false;
  unsigned entered_ = 0, inside_ = 0, lost_ = 0;  ///< Copies of packets.
  unsigned cut_ = 0;
  std::set<unsigned> cut_packets_;
  bool loses_ = false;
};

template <class Top>
void send_some(Switch<Top>& device, unsigned rounds) {
  for (unsigned round = 0; round < rounds; ++round)
    for (unsigned port = 0; port < kPorts; ++port) {
      const bool group = device.random().chance(1, 3);
      const unsigned lid = group ? kFirstMulticast + device.random().below(kGroups)
                                 : 1 + device.random().below(kLids - 1);
      device.send(port, lid, kLevels - 1);
    }
}

template <class Top>
void all_at_once(unsigned lanes, bool slow) {
  Switch<Top> device(lanes);
  // A reset leaves nothing of the traffic before it.
  send_some(device, 20);
  for (unsigned i = 0; i < 30; ++i) device.cycle(slow);
  device.restart(kAllPorts);
  send_some(device, 300);
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
  for (const unsigned used : {kAllPorts, 0b11001u, 0b00110u}) {
    device.restart(used);
    for (unsigned round = 0; round < 100; ++round)
      for (unsigned port = 0; port < kPorts; ++port) {
        const unsigned lids[] = {0,
                                 kLids,
                                 kFirstMulticast + device.random().below(kGroups + 1),
                                 0xffff,
                                 1 + device.random().below(kPorts),
                                 device.random().below(0x10000)};
        device.send(port, lids[device.random().below(6)], kLevels);
      }
    CHECK(device.drain(false));
    CHECK(device.all_room_back());
    CHECK(device.errors() == kRoute);
    CHECK(device.counter(0) == device.unknown());
    CHECK(device.counter(1) == device.sent() - device.unknown());
  }
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
  Switch<VSwitchLate> device(kLateLanes);
  constexpr unsigned kLong = 40;
  // The endpoint stalls inside a packet: its end follows when it goes on.
  device.send(1, 1, 3, 0, 0);
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
  unsigned last = 0;
  for (unsigned packet = 0; packet < 3; ++packet) last = device.send(1, 3, 3, 0, 0);
  device.lose(last, 2);
  for (unsigned i = 0; i < kLong; ++i) device.cycle(false);
  CHECK(device.idle());
  device.stick(false);
  CHECK(device.drain(false));
  CHECK(device.all_room_back());
  CHECK(device.counter(0) == 2);
  CHECK(device.counter(1) == 2);
  CHECK_FALSE(device.assertion_failed());
}

TEST_CASE("what stalls for long is dropped and counted once, and all else arrives whole",
          "[iba_switch]") {
  Switch<VSwitchLate> device(kLateLanes);
  device.may_lose();
  for (unsigned phase = 0; phase < 30; ++phase) {
    send_some(device, 10);
    for (const bool stuck : {true, false}) {
      device.stick(stuck);
      for (unsigned i = device.random().below(80); i > 0; --i) device.cycle(false);
    }
  }
  device.run(4000);
  CHECK(device.idle());
  CHECK(device.all_room_back());
  CHECK(device.errors() == kLate);
  CHECK(device.cut() > 4);
  CHECK(device.incomplete() > 2 * device.cut());
  CHECK(device.counter(0) == device.incomplete());
  CHECK(device.counter(1) == device.sent() - device.incomplete());
  CHECK_FALSE(device.assertion_failed());
}

TEST_CASE("transfers to entries that do not exist are refused", "[iba_switch]") {
  Switch<VSwitchLate> device(kLateLanes);
  Bench<VSwitchLate>& bench = device.bench();
  Random random(1);
  const auto exists = [](unsigned table, unsigned entry) {
    const unsigned sizes[] = {kLids, kGroups, 8 * kLevels, 0};
    return entry < sizes[table] && (table != 2 || entry % 8 < kPorts);
  };
  for (unsigned i = 0; i < 500; ++i) {
    const unsigned table = random.below(4);
    const unsigned entry = random.chance(1, 2) ? random.below(0x10000) : random.below(8);
    const bool write = random.chance(1, 2);
    if (exists(table, entry) || (table == 3 && entry < 2 && !write)) continue;
    const unsigned value = random();
    bench->apb_i = apb_request(true, false, write, table << 16 | entry, value);
    bench.tick();
    bench->apb_i = apb_request(true, true, write, table << 16 | entry, value);
    bench.settle();
    REQUIRE(apb_ready(bench->apb_o));
    REQUIRE(apb_error(bench->apb_o));
    end_transfer(bench);
  }
  // They change nothing.
  send_some(device, 20);
  CHECK(device.drain(false));
  CHECK(device.counter(0) == 0);
  CHECK_FALSE(device.assertion_failed());
}

TEST_CASE("a switch is not idle while a message is cut or put together", "[iba_switch]") {
  Bench<VSwitchMessages> bench;
  start(bench, 1);
  Random random(1);
  for (unsigned message = 1; message < 50; ++message) {
    const unsigned words = message == 1 ? 300 : 5;
    const Header header = {std::uint64_t{1} << 8 | std::uint64_t{1 + random.below(kLids - 1)} << 24,
                           words,
                           false,
                           random.below(4),
                           random.below(256),
                           message,
                           random()};
    const auto word = [&](unsigned number) {
      const std::uint64_t low = mixed(message << 16 | number), high = mixed(low);
      return Words{static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(low >> 32),
                   static_cast<std::uint32_t>(high), static_cast<std::uint32_t>(high >> 32)};
    };
    unsigned sent = 0, received = 0;  // flits, and words
    for (unsigned cycle = 0; received < words; ++cycle) {
      REQUIRE(cycle < 2000);
      const bool offers = sent <= words && (cycle % 3 == 0 || message % 2 == 0);
      const unsigned mark = (sent == 0 ? kHead : 0u) | (sent == words ? kTail : 0u);
      drive(bench->inject_i, flit_info(offers, mark));
      set_words(bench->inject_data_i, sent == 0 ? to_words(header) : word(sent));
      bench.settle();
      const bool outstanding = sent > 1 && sent - 1 > received;
      REQUIRE_FALSE((outstanding && bench->idle_o != 0));
      if (offers && (bench->inject_ready_o & 1) != 0) ++sent;
      const Arrived ejected = arrived(bench->eject_o);
      if (ejected.valid && (ejected.tag & kHead) == 0) {
        REQUIRE(ejected.place == received);
        ++received;
        REQUIRE(get_words(bench->eject_data_o) == word(received));
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
