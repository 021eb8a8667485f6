// rtl/iba/iba_network.sv, and with it iba_switch.sv, iba_outputs.sv and iba_output.sv
//
// Rationale: packets between all pairs and to groups, all at once, arrive once at every member,
// whole; each takes the closed form's time when alone; packets without a route are discarded,
// counted and reported, and do not affect others. Tables are written here by hand, from
// coordinates, through the management port.
// State space: saturated, alone, unknown LIDs, groups off the mesh. Parameter space: 2x2 with two
// virtual lanes, branch by branch, managed beside the links and over them; 3x1 with one, all at
// once, buffers of one packet.
#include "VNetworkBranches.h"
#include "VNetworkInBand.h"
#include "VNetworkTogether.h"
#include "bench.hpp"
#include "bundles.hpp"
#include "flits.hpp"
#include "stream_bench.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <deque>
#include <map>
#include <set>

using namespace wayfarer;
using namespace wayfarer::iba_test;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kLidShift = 8;
constexpr unsigned kNumberShift = 24;  // of a header; in place of the SLID, which is not used
constexpr unsigned kLengthShift = 40;
constexpr unsigned kIndexShift = 32;  // of data
constexpr unsigned kFirstMulticast = 0xc000;
constexpr unsigned kRoute = 8;
constexpr unsigned kLongest = 4;

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
    bench_->psel_i = 0;
    bench_->penable_i = 0;
    bench_->paddr_i = 0;
    bench_.reset();
    while (!kInBand && bench_->pready_o == 0) bench_.tick();
    for (unsigned at = 0; at < mesh.switches(); ++at)
      for (unsigned to = 0; to < mesh.switches(); ++to) write(at, 0, to + 1, mesh.port(at, to));
    for (unsigned at = 0; at < mesh.switches(); ++at)
      for (unsigned port = 0; port < 5; ++port) write(at, 2, port, (1u << mesh.lanes) - 1);
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
            unsigned flits) {
    const std::uint64_t number = ++last_number_;
    for (const unsigned member : members) expected_[{number, member}] = flits;
    for (unsigned k = 0; k < flits; ++k)
      queues_[source].push_back(
          {lane,
           {(k == 0 ? kHead : 0u) | (k + 1 == flits ? kTail : 0u),
            k != 0 ? number | std::uint64_t{k} << kIndexShift
                   : std::uint64_t{lid} << kLidShift | number << kNumberShift |
                         std::uint64_t{flits - 1} << kLengthShift}});
  }

  void cycle() {
    std::vector<bool> sent(mesh_.switches());
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      sent[t] = !queues_[t].empty() && has(bench_->inject_ready_o[t], queues_[t].front().first);
      bench_->inject_valid_i[t] = sent[t];
      if (queues_[t].empty()) continue;
      drive(bench_->inject_lane_i[t], queues_[t].front().first);
      drive(bench_->inject_tag_i[t], queues_[t].front().second.mark);
      drive_data(bench_->inject_data_i[t], queues_[t].front().second.data);
    }
    bench_.settle();
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      const Arrived arrival = arrived(bench_->eject_o[t]);
      if (arrival.valid)
        arrive(t, bench_->eject_lane_o[t],
               {arrival.tag, static_cast<std::uint64_t>(data_of(bench_->eject_data_o[t]))});
      if (sent[t]) queues_[t].pop_front();
    }
    bench_.tick();
    ++now_;
    for (unsigned t = 0; t < mesh_.switches(); ++t) {
      bench_->inject_valid_i[t] = 0;
      errors_[t] |= bench_->error_o[t];
    }
  }
  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle();
    bench_.settle();
  }

  [[nodiscard]] bool drained() const { return expected_.empty(); }
  [[nodiscard]] bool idle() { return bench_->idle_o != 0; }
  [[nodiscard]] unsigned now() const { return now_; }
  [[nodiscard]] unsigned errors(unsigned terminal) { return errors_[terminal]; }
  [[nodiscard]] unsigned error_count(unsigned terminal) { return bench_->error_count_o[terminal]; }
  [[nodiscard]] bool assertion_failed() { return bench_.assertion_failed(); }

 private:
  static constexpr bool kInBand = std::is_same_v<Top, VNetworkInBand>;

  struct Track {
    std::uint64_t number = 0;
    unsigned next = 0;
  };

  void transfer(bool write, unsigned at, unsigned table, unsigned entry, unsigned value) {
    bench_->psel_i = 1;
    bench_->pwrite_i = write;
    bench_->paddr_i = at << 18 | table << 16 | entry;
    bench_->pwdata_i = value;
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

  void arrive(unsigned terminal, unsigned lane, const Flit& flit) {
    Track& track = tracks_[{terminal, lane}];
    if (flit.head()) {
      REQUIRE(track.number == 0);
      REQUIRE((flit.data & 0xf) == lane);
      track = {flit.data >> kNumberShift & 0xffff, 0};
    } else {
      REQUIRE(flit.data == (track.number | std::uint64_t{track.next} << kIndexShift));
    }
    const std::pair copy{track.number, terminal};
    REQUIRE(expected_.count(copy) == 1);
    REQUIRE(flit.tail() == (++track.next == expected_[copy]));
    if (!flit.tail()) return;
    track = {};
    expected_.erase(copy);
  }

  Bench<Top> bench_;
  Mesh mesh_;
  std::vector<std::deque<std::pair<unsigned, Flit>>> queues_;        ///< Lane and flit.
  std::map<std::pair<std::uint64_t, unsigned>, unsigned> expected_;  ///< Flits, by copy.
  std::map<std::pair<unsigned, unsigned>, Track> tracks_;
  std::map<unsigned, unsigned> errors_;
  std::uint64_t last_number_ = 0;
  unsigned now_ = 0;
};

template <class Top>
void all_at_once(const Mesh& mesh) {
  Network<Top> network(mesh);
  Random random(mesh.lanes);
  std::vector<std::set<unsigned>> groups(mesh.switches());
  for (unsigned source = 0; source < mesh.switches(); ++source) {
    for (unsigned member = 0; member < mesh.switches(); ++member)
      if (member == source || random.chance(1, 2)) groups[source].insert(member);
    network.make_group(source, groups[source]);
  }
  for (unsigned round = 0; round < 20; ++round)
    for (unsigned source = 0; source < mesh.switches(); ++source)
      for (unsigned to = 0; to < mesh.switches(); ++to) {
        network.send(source, random.below(mesh.lanes), to + 1, {to}, 1 + random.below(kLongest));
        network.send(source, random.below(mesh.lanes), kFirstMulticast + source, groups[source],
                     1 + random.below(kLongest));
      }
  CHECK(network.idle());
  network.run(100);
  CHECK_FALSE(network.idle());
  while ((!network.drained() || !network.idle()) && network.now() < 10000) network.run(10);
  CHECK(network.drained());
  CHECK(network.idle());
  unsigned forwarded = 0;
  for (unsigned at = 0; at < mesh.switches(); ++at) {
    CHECK(network.errors(at) == 0);
    CHECK(network.read(at, 3, 0) == 0);
    forwarded += network.read(at, 3, 1);
  }
  CHECK(forwarded > 2 * 20 * mesh.switches() * mesh.switches());
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
  CHECK_FALSE(network.assertion_failed());
}

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
