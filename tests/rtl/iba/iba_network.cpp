// rtl/iba/iba_network.sv, and with it iba_switch.sv, iba_outputs.sv and iba_output.sv
//
// Rationale: packets between all pairs and to groups, all at once, arrive once at every member,
// whole; each takes the closed form's time when alone; packets without a route are discarded,
// counted and reported, and do not affect others; so are illegal flits. Messages arrive in order,
// and one that is cut since it waits too long is reported. Tables are written here by hand, from
// coordinates, through the management port.
// State space: saturated, with stalls, after a reset in the middle, alone, unknown LIDs, groups off
// the mesh, switches and entries that do not exist. Parameter space: 2x2 with two virtual lanes,
// branch by branch, managed beside the links and over them, and with messages and a lifetime; 3x1
// with one, all at once, buffers of one packet.
#include "VNetworkBranches.h"
#include "VNetworkInBand.h"
#include "VNetworkMessages.h"
#include "VNetworkTogether.h"
#include "bench.hpp"
#include "bundles.hpp"
#include "flits.hpp"
#include "stream_bench.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <set>

using namespace wayfarer;
using namespace wayfarer::iba_test;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kLevelShift = 4;
constexpr unsigned kLidShift = 8;
constexpr unsigned kNumberShift = 24;  // of a header; in place of the SLID, which is not used
constexpr unsigned kLengthShift = 40;
constexpr unsigned kSpareShift = 52;
constexpr unsigned kFirstMulticast = 0xc000;
constexpr unsigned kRoute = 8;
constexpr unsigned kOrder = 1, kLength = 4, kSequence = 16, kLate = 32;
constexpr unsigned kLongest = 4;
constexpr unsigned kLevels[] = {6, 9};  ///< Whose lanes are written; level 0 has the first one.

/// All bits of a flit's data, which those of its packet's number determine.
StreamData random_data(std::uint64_t number, unsigned index) {
  const std::uint64_t low = mixed(number << 16 | index);
  return StreamData{mixed(low)} << 64 | low;
}

struct Mesh {
  unsigned columns;
  unsigned rows;
  unsigned lanes;

  [[nodiscard]] unsigned switches() const { return columns * rows; }
  [[nodiscard]] unsigned hops(unsigned a, unsigned b) const {
    const auto apart = [](unsigned m, unsigned n) { return m > n ? m - n : n - m; };
    return apart(a / rows, b / rows) + apart(a % rows, b % rows);
  }
  /// The port from a switch towards a LID: columns first.
  [[nodiscard]] unsigned port(unsigned at, unsigned to) const {
    if (at / rows != to / rows) return to > at ? 1 : 3;
    if (at == to) return 0;
    return to > at ? 2 : 4;
  }
  [[nodiscard]] unsigned behind(unsigned at, unsigned port) const {
    const unsigned next[] = {at, at + rows, at + 1, at - rows, at - 1};
    return next[port];
  }
};

template <class Top>
class Network {
 public:
  explicit Network(const Mesh& mesh) : mesh_(mesh), queues_(mesh.switches()) {
    for (unsigned t = 0; t < mesh.switches(); ++t) {
      bench_->inject_valid_i[t] = 0;
      bench_->eject_stall_i[t] = 0;
    }
    restart();
  }

  /// At any time: packets are lost.
  void restart() {
    for (auto& queue : queues_) queue.clear();
    expected_.clear();
    tracks_.clear();
    errors_.clear();
    bench_->psel_i = 0;
    bench_->penable_i = 0;
    bench_->paddr_i = 0;
    bench_.reset();
    while (!kInBand && bench_->pready_o == 0) bench_.tick();
    const Mesh& mesh = mesh_;
    for (unsigned at = 0; at < mesh.switches(); ++at)
      for (unsigned to = 0; to < mesh.switches(); ++to) write(at, 0, to + 1, mesh.port(at, to));
    for (unsigned at = 0; at < mesh.switches(); ++at)
      for (const unsigned level : kLevels)
        for (unsigned port = 0; port < 5; ++port)
          write(at, 2, 8 * level + port, lanes_of(level, port));
  }

  /// Packets of a message keep their order on one lane.
  [[nodiscard]] unsigned lanes_of(unsigned level, unsigned port) const {
    if (level == 0) return 1;
    return kMessages ? 1 << level % mesh_.lanes : 1 + (level + port) % ((1u << mesh_.lanes) - 1);
  }

  /// A transfer that is refused.
  void refuse(bool write, unsigned at, unsigned table, unsigned entry, unsigned value) {
    transfer(write, at, table, entry, value);
    CHECK(bench_->pslverr_o != 0);
    end_transfer();
  }

  void write(unsigned at, unsigned table, unsigned entry, unsigned value) {
    transfer(true, at, table, entry, value);
    CHECK(bench_->pslverr_o == 0);
    end_transfer();
  }
  unsigned read(unsigned at, unsigned table, unsigned entry) {
    transfer(false, at, table, entry, 0);
    const unsigned value = bench_->prdata_o;
    end_transfer();
    return value;
  }

  /// Entry `group`: the union of the paths from its source, the switch of that number.
  void make_group(unsigned group, const std::set<unsigned>& members) {
    std::vector<unsigned> ports(mesh_.switches());
    for (const unsigned member : members) {
      unsigned at = group;
      for (; at != member; at = mesh_.behind(at, mesh_.port(at, member)))
        ports[at] |= 1u << mesh_.port(at, member);
      ports[at] |= 1;
    }
    for (unsigned at = 0; at < mesh_.switches(); ++at) write(at, 1, group, ports[at]);
  }

  void send(unsigned source, unsigned lane, unsigned lid, const std::set<unsigned>& members,
            unsigned flits, unsigned level = 0) {
    const unsigned number = spread(++last_number_, 16);
    const auto low = std::uint64_t{level} << kLevelShift | std::uint64_t{lid} << kLidShift |
                     std::uint64_t{number} << kNumberShift |
                     std::uint64_t{flits - 1} << kLengthShift;
    const StreamData spare = random_data(number, 0) >> kSpareShift << kSpareShift;
    headers_[number] = spare | low;
    for (const unsigned member : members) expected_[{number, member}] = flits;
    for (unsigned k = 0; k < flits; ++k)
      queues_[source].push_back({lane, (k == 0 ? kHead : 0u) | (k + 1 == flits ? kTail : 0u),
                                 k != 0 ? random_data(number, k) : headers_[number]});
  }
  /// One flit, of which nothing is expected.
  void send_flit(unsigned source, unsigned lane, unsigned mark, StreamData data) {
    queues_[source].push_back({lane, mark, data});
  }

  void cycle(bool stalls = false) {
    std::vector<bool> sent(mesh_.switches()), stalled(mesh_.switches());
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      stalled[t] = bench_->eject_stall_i[t];
      bench_->eject_stall_i[t] = has(held_, t) || (stalls && random_.chance(1, 3));
      sent[t] = !queues_[t].empty() && has(bench_->inject_ready_o[t], queues_[t].front().lane);
      bench_->inject_valid_i[t] = sent[t];
      if (queues_[t].empty()) continue;
      drive(bench_->inject_lane_i[t], queues_[t].front().lane);
      drive(bench_->inject_tag_i[t], queues_[t].front().mark);
      drive_data(bench_->inject_data_i[t], queues_[t].front().data);
    }
    bench_.settle();
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      const Arrived arrival = arrived(bench_->eject_o[t]);
      if (arrival.valid) {
        REQUIRE_FALSE(stalled[t]);
        if (on_arrival)
          on_arrival(t, bench_->eject_lane_o[t], arrival, data_of(bench_->eject_data_o[t]));
        else
          arrive(t, bench_->eject_lane_o[t], arrival.tag, data_of(bench_->eject_data_o[t]));
      }
      if (sent[t]) queues_[t].pop_front();
    }
    bench_.tick();
    ++now_;
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      bench_->inject_valid_i[t] = 0;
      errors_[t] |= bench_->error_o[t];
    }
  }
  void run(unsigned cycles, bool stalls = false) {
    for (unsigned i = 0; i < cycles; ++i) cycle(stalls);
    bench_.settle();
  }
  /// Terminals that take nothing.
  void hold(std::uint64_t terminals) { held_ = terminals; }

  /// Takes the place of the check of packets.
  std::function<void(unsigned terminal, unsigned lane, const Arrived&, StreamData)> on_arrival;

  [[nodiscard]] bool drained() const { return expected_.empty(); }
  [[nodiscard]] bool idle() { return bench_->idle_o != 0; }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] unsigned errors(unsigned terminal) { return errors_[terminal]; }
  [[nodiscard]] unsigned error_count(unsigned terminal) { return bench_->error_count_o[terminal]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  static constexpr bool kInBand = std::is_same_v<Top, VNetworkInBand>;
  static constexpr bool kMessages = std::is_same_v<Top, VNetworkMessages>;

  struct Offered {
    unsigned lane = 0;
    unsigned mark = 0;
    StreamData data = 0;
  };
  struct Track {
    unsigned number = 0;
    unsigned next = 0;
  };
  static StreamData on_lines(StreamData data) {
    constexpr bool kShort = std::is_integral_v<std::decay_t<decltype(Top::eject_data_o[0])>>;
    return kShort ? static_cast<std::uint64_t>(data) : data;
  }

  void transfer(bool write, unsigned at, unsigned table, unsigned entry, unsigned value) {
    bench_->psel_i = 1;
    bench_->pwrite_i = write;
    bench_->paddr_i = at << 18 | table << 16 | entry;
    bench_->pwdata_i = value | (table < 3 ? random_() << 5 : 0);  // without effect
    bench_.tick();
    bench_->penable_i = 1;
    bench_.settle();
    // Over the links, the first transfer also waits until the tables are clear.
    for (unsigned i = 0; kInBand && i < 1000 && bench_->pready_o == 0; ++i) bench_.tick();
    CHECK(bench_->pready_o != 0);
  }
  void end_transfer() {
    bench_.tick();
    bench_->psel_i = 0;
    bench_->penable_i = 0;
  }

  void arrive(unsigned terminal, unsigned lane, unsigned mark, StreamData data) {
    Track& track = tracks_[{terminal, lane}];
    if ((mark & kHead) != 0) {
      REQUIRE(track.number == 0);
      track = {static_cast<unsigned>(data >> kNumberShift) & 0xffff, 0};
      const StreamData header = on_lines(headers_[track.number]);
      REQUIRE(data == (header | lane));
      const unsigned level = static_cast<unsigned>(header >> kLevelShift) & 15;
      REQUIRE(has(lanes_of(level, 0), lane));
    } else {
      REQUIRE(data == on_lines(random_data(track.number, track.next)));
    }
    const std::pair copy{track.number, terminal};
    REQUIRE(expected_.count(copy) == 1);
    const bool tail = ++track.next == expected_[copy];
    REQUIRE(mark == ((track.next == 1 ? kHead : 0u) | (tail ? kTail : 0u)));
    if (!tail) return;
    track = {};
    expected_.erase(copy);
  }

  Bench<Top> bench_;
  Mesh mesh_;
  Random random_{1};
  std::vector<std::deque<Offered>> queues_;
  std::map<unsigned, StreamData> headers_;                      ///< By packet.
  std::map<std::pair<unsigned, unsigned>, unsigned> expected_;  ///< Flits, by copy.
  std::map<std::pair<unsigned, unsigned>, Track> tracks_;
  std::map<unsigned, unsigned> errors_;
  std::uint64_t held_ = 0;
  unsigned last_number_ = 0;
  unsigned now_ = 0;
};

template <class Top>
void all_at_once(const Mesh& mesh) {
  Network<Top> network(mesh);
  Random random(mesh.lanes);
  const auto any_lane = [&] { return random.below(mesh.lanes); };
  const auto any_flits = [&] { return 1 + random.below(kLongest); };
  const auto any_level = [&] { return kLevels[random.below(2)]; };
  // A reset leaves nothing of the traffic before it.
  for (unsigned source = 0; source < mesh.switches(); ++source)
    for (unsigned to = 0; to < mesh.switches(); ++to)
      network.send(source, any_lane(), to + 1, {to}, any_flits(), any_level());
  network.run(15);
  network.restart();
  std::vector<std::set<unsigned>> groups(mesh.switches());
  for (unsigned source = 0; source < mesh.switches(); ++source) {
    for (unsigned member = 0; member < mesh.switches(); ++member)
      if (member == source || random.chance(1, 2)) groups[source].insert(member);
    network.make_group(source, groups[source]);
  }
  constexpr unsigned kRounds = 10;
  for (unsigned round = 0; round < kRounds; ++round)
    for (unsigned source = 0; source < mesh.switches(); ++source)
      for (unsigned to = 0; to < mesh.switches(); ++to) {
        network.send(source, any_lane(), to + 1, {to}, any_flits(), any_level());
        network.send(source, any_lane(), kFirstMulticast + source, groups[source], any_flits(),
                     any_level());
      }
  CHECK(network.idle());
  network.run(100);
  CHECK_FALSE(network.idle());
  while ((!network.drained() || !network.idle()) && network.now() < 10000)
    network.run(10, network.now() < 500);
  CHECK(network.drained());
  CHECK(network.idle());
  unsigned forwarded = 0;
  for (unsigned at = 0; at < mesh.switches(); ++at) {
    CHECK(network.errors(at) == 0);
    CHECK(network.read(at, 3, 0) == 0);
    forwarded += network.read(at, 3, 1);
  }
  CHECK(forwarded > 2 * kRounds * mesh.switches() * mesh.switches());
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void alone(const Mesh& mesh) {
  Network<Top> network(mesh);
  for (unsigned source = 0; source < mesh.switches(); ++source)
    for (unsigned to = 0; to < mesh.switches(); ++to)
      for (const unsigned flits : {1u, kLongest}) {
        const unsigned start = network.now();
        network.send(source, to % mesh.lanes, to + 1, {to}, flits);
        while (!network.drained() && network.now() < start + 100) {
          network.cycle();
          REQUIRE(network.idle() == network.drained());
        }
        REQUIRE(network.now() - 1 - start == 2 * mesh.hops(source, to) + flits + 1);
        network.run(2);
      }
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void no_way(const Mesh& mesh) {
  Network<Top> network(mesh);
  network.make_group(0, {0, mesh.switches() - 1});
  network.write(0, 1, 1, 0b01010);                 // port 3 is off the mesh
  network.send(0, 0, mesh.switches() + 1, {}, 4);  // no such LID
  network.send(0, 0, 0, {}, 1);                    // an entry never written
  network.send(0, 0, kFirstMulticast + 1, {}, 3);
  network.send(0, 0, kFirstMulticast + 2, {}, 2);  // an empty entry
  network.send(0, 0, 0xffff, {}, 1);
  network.send(0, 0, kFirstMulticast, {0, mesh.switches() - 1}, 4);
  network.run(200);
  CHECK(network.drained());
  CHECK(network.idle());
  CHECK(network.errors(0) == kRoute);
  CHECK(network.error_count(0) == 5);
  CHECK(network.read(0, 3, 0) == 5);
  CHECK(network.read(0, 3, 1) == 1);
  for (unsigned at = 1; at < mesh.switches(); ++at) network.send(at, 0, 0xffff, {}, 1);
  network.run(50);
  for (unsigned at = 1; at < mesh.switches(); ++at) {
    CHECK(network.errors(at) == kRoute);
    CHECK(network.read(at, 3, 0) == 1);
  }
  CHECK_FALSE(network.assertion_failed());
}

/// Flits that are illegal do not enter, are counted and reported, and do not affect others.
template <class Top>
void illegal_flits(const Mesh& mesh) {
  Network<Top> network(mesh);
  Random random(1);
  const unsigned last = mesh.switches() - 1;
  for (unsigned source = 0; source <= last; ++source) {
    for (unsigned i = 0; i < 40; ++i)
      network.send_flit(source, random.below(mesh.lanes), random.chance(1, 2) ? kTail : kBody,
                        random_data(source, i));
    const StreamData header = StreamData{last - source + 1} << kLidShift | random_data(source, 0)
                                                                               << 64;
    network.send_flit(source, 0, kSingle, header | StreamData{0xfff} << kLengthShift);
  }
  network.run(100);
  CHECK(network.idle());
  for (unsigned source = 0; source <= last; ++source) {
    CHECK(network.errors(source) == (kOrder | kLength));
    CHECK(network.error_count(source) == 41);
    for (unsigned i = 0; i < 250; ++i) network.send_flit(source, i % mesh.lanes, kBody, i);
    network.send(source, 0, last - source + 1, {last - source}, kLongest);
  }
  network.run(300);
  CHECK(network.drained());
  CHECK(network.idle());
  for (unsigned source = 0; source <= last; ++source) CHECK(network.error_count(source) == 255);
  CHECK_FALSE(network.assertion_failed());
}

template <class Top>
void refused_transfers(const Mesh& mesh) {
  Network<Top> network(mesh);
  Random random(1);
  constexpr unsigned kSwitches = 1u << 14;
  for (unsigned i = 0; i < 40; ++i) {
    network.refuse(random.chance(1, 2), mesh.switches() + random.below(kSwitches - mesh.switches()),
                   random.below(4), random.below(0x10000), random());
    constexpr unsigned kNoEntry = 0x1000;
    network.refuse(random.chance(1, 2), random.below(mesh.switches()), random.below(4),
                   kNoEntry + random.below(0x4000), random());
  }
  for (unsigned at = 0; at < mesh.switches(); ++at)
    for (unsigned to = 0; to < mesh.switches(); ++to)
      CHECK(network.read(at, 0, to + 1) == mesh.port(at, to));
  CHECK_FALSE(network.assertion_failed());
}

/// Messages between all pairs, which endpoints cut into packets and put together.
class MessageRun {
 public:
  explicit MessageRun(const Mesh& mesh) : mesh_(mesh), network_(mesh) {
    network_.on_arrival = [this](unsigned t, unsigned lane, const Arrived& arrival,
                                 StreamData data) { arrive(t, lane, arrival, data); };
  }
  void send(Random& random, unsigned source, unsigned to, unsigned words) {
    const unsigned number = spread(++last_, 24);
    // All messages of a stream take the same lanes.
    const unsigned level = kLevels[random.below(2)];
    const unsigned lane = level % mesh_.lanes;
    const StreamData header =
        StreamData{level} << kLevelShift | StreamData{to + 1} << kLidShift |
        StreamData{source + 1} << kNumberShift | StreamData{words} << kLengthShift |
        StreamData{number} << kIdentifierShift | StreamData{random()} << (kIdentifierShift + 24);
    network_.send_flit(source, lane, kHead, header);
    for (unsigned k = 1; k <= words; ++k)
      network_.send_flit(source, lane, k == words ? kTail : kBody, random_data(number, k));
    open_[{number, to}] = {words, 0};
  }
  Network<VNetworkMessages>& network() { return network_; }
  [[nodiscard]] std::size_t open() const { return open_.size(); }
  /// Messages that are on their way are not expected any more.
  void forget() {
    open_.clear();
    current_.clear();
  }

 private:
  static constexpr unsigned kIdentifierShift = 64;
  struct Received {
    unsigned words = 0;
    unsigned next = 0;
  };
  void arrive(unsigned terminal, unsigned lane, const Arrived& arrival, StreamData data) {
    unsigned& number = current_[{terminal, lane}];
    if ((arrival.tag & kHead) != 0)
      number = static_cast<unsigned>(data >> kIdentifierShift) & 0xffffff;
    const auto found = open_.find({number, terminal});
    if (found == open_.end()) return;  // forgotten
    Received& received = found->second;
    REQUIRE(arrival.place == received.next);
    REQUIRE(arrival.first == ((arrival.tag & kHead) != 0 && received.next == 0));
    if ((arrival.tag & kHead) == 0) REQUIRE(data == random_data(number, ++received.next));
    REQUIRE(arrival.last == (received.next == received.words));
    if (arrival.last) open_.erase(found);
  }
  Mesh mesh_;
  Network<VNetworkMessages> network_;
  unsigned last_ = 0;
  std::map<std::pair<unsigned, unsigned>, Received> open_;  ///< By number and terminal.
  std::map<std::pair<unsigned, unsigned>, unsigned> current_;
};

const Mesh kBranches{2, 2, 2};
const Mesh kTogether{3, 1, 1};
}  // namespace

TEST_CASE("every packet arrives once at every member",
          "[iba_network][IbaSendsByUsedPorts][IbaNetworkIdleSendsNothing]") {
  all_at_once<VNetworkBranches>(kBranches);
  all_at_once<VNetworkInBand>(kBranches);
  all_at_once<VNetworkTogether>(kTogether);
}

TEST_CASE("a lone packet takes 2 H + F + 1 cycles", "[iba_network]") {
  alone<VNetworkBranches>(kBranches);
  alone<VNetworkTogether>(kTogether);
}

TEST_CASE("packets without a route are discarded, counted and reported",
          "[iba_network][iba_switch][IbaSendsByUsedPorts]") {
  no_way<VNetworkBranches>(kBranches);
  no_way<VNetworkInBand>(kBranches);
  no_way<VNetworkTogether>(kTogether);
}

TEST_CASE("illegal flits are dropped, counted and reported", "[iba_network]") {
  illegal_flits<VNetworkBranches>(kBranches);
  illegal_flits<VNetworkTogether>(kTogether);
}

TEST_CASE("transfers to switches and entries that do not exist are refused", "[iba_network]") {
  refused_transfers<VNetworkBranches>(kBranches);
  refused_transfers<VNetworkInBand>(kBranches);
  refused_transfers<VNetworkTogether>(kTogether);
}

TEST_CASE("messages arrive whole and in order, and cut ones are reported", "[iba_network]") {
  MessageRun run(kBranches);
  Random random(1);
  auto& network = run.network();
  for (unsigned source = 0; source < 4; ++source)
    for (unsigned i = 0; i < 10; ++i)
      run.send(random, source, i == 0 ? 3 - source : random.below(4),
               i == 0 ? 300 : 1 + random.below(12));
  for (unsigned i = 0; i < 300 && (run.open() != 0 || !network.idle()); ++i) network.run(10);
  CHECK(run.open() == 0);
  CHECK(network.idle());
  for (unsigned t = 0; t < 4; ++t) CHECK(network.errors(t) == 0);
  // No terminal takes anything for longer than packets may wait: some end without their tail.
  for (unsigned source = 0; source < 4; ++source)
    for (unsigned i = 0; i < 20; ++i) run.send(random, source, (source + i) % 4, 10);
  network.run(40);
  run.forget();
  network.hold(15);
  network.run(300);
  network.hold(0);
  network.run(600);
  CHECK(network.idle());
  for (unsigned t = 0; t < 4; ++t) CHECK(network.errors(t) == (kLate | kSequence));
  // After that messages arrive as before.
  for (unsigned source = 0; source < 4; ++source)
    for (unsigned i = 0; i < 10; ++i) run.send(random, source, random.below(4), 5);
  network.run(300);
  CHECK(run.open() == 0);
  CHECK_FALSE(network.assertion_failed());
}
