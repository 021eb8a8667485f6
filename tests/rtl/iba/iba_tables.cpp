// rtl/iba/iba_tables.sv, and with it iba_management.sv and the three tables
//
// Rationale: random transfers on the management port against arrays, and random headers looked up
// in between; every address beyond a table's end. State space: the clearing after a reset,
// transfers that wait for it, all tables full. Parameter space: 6 LIDs and 3 groups with two lanes;
// more groups than LIDs with four, and
// arbitration tables of two entries.
#include "VTablesFew.h"
#include "VTablesMany.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <map>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {
constexpr unsigned kPorts = 5;
constexpr unsigned kReads = 3;
constexpr unsigned kUnknown = 7;
constexpr unsigned kFirstMulticast = 0xc000;
constexpr unsigned kArbitration = 0x8000;  // entries of table 3

struct Answer {
  unsigned value = 0;
  bool error = false;
};

template <class Top>
class Tables {
 public:
  Tables(unsigned lids, unsigned groups, unsigned lanes, unsigned turns = 0)
      : lanes_count_(lanes), forwarding_(lids, kUnknown), multicast_(groups), lanes_(16 * 8, 1) {
    without_turns_ = turns == 0;
    for (unsigned port = 0; turns != 0 && port < kPorts; ++port) {
      for (unsigned n = 0; n < 2 * turns; ++n)
        arbitration_[kArbitration | port << 8 | n % 2 << 6 | n / 2] = 0;
      arbitration_[kArbitration | port << 8 | 2 << 6] = 0;
    }
    bench_->psel_i = 0;
    bench_->penable_i = 0;
    bench_->discarded_i = 0;
    bench_->forwarded_i = 0;
    drive(bench_->used_i, used_);
    bench_.reset();
  }

  /// Cycles from the reset on in which the port is not ready.
  unsigned clear() {
    unsigned cycles = 0;
    for (; bench_->clearing_o != 0; ++cycles) {
      REQUIRE(bench_->pready_o == 0);
      bench_.tick();
    }
    REQUIRE(bench_->pready_o != 0);
    return cycles;
  }

  Answer transfer(bool write, unsigned table, unsigned entry, unsigned value = 0) {
    bench_->psel_i = 1;
    bench_->pwrite_i = write;
    bench_->paddr_i = table << 16 | entry;
    bench_->pwdata_i = value;
    bench_.tick();
    CHECK(bench_->pslverr_o == 0);
    bench_->penable_i = 1;
    bench_.settle();
    while (bench_->pready_o == 0) bench_.tick();
    const Answer answer = {bench_->prdata_o, bench_->pslverr_o != 0};
    bench_.tick();
    bench_->psel_i = 0;
    bench_->penable_i = 0;
    return answer;
  }

  /// The content of a table's entry; nullopt if it has no such entry.
  std::optional<unsigned> held(unsigned table, unsigned entry) {
    unsigned* const place = find(table, entry);
    return place != nullptr ? std::optional(*place) : std::nullopt;
  }

  void write(unsigned table, unsigned entry, unsigned value) {
    const unsigned widths[] = {3, kPorts, lanes_count_};
    unsigned* const place = find(table, entry);
    REQUIRE(transfer(true, table, entry, value).error == (place == nullptr));
    if (place == nullptr) return;
    if (table < 3)
      *place = value & ((1u << widths[table]) - 1);
    else if ((entry >> 6 & 3) == 2)
      *place = value & 0xff;
    else
      *place = (value & 15) < lanes_count_ ? value & 0xfff : 0;
  }
  void read(unsigned table, unsigned entry) {
    const Answer answer = transfer(false, table, entry);
    REQUIRE(answer.error == !held(table, entry).has_value());
    REQUIRE(answer.value == held(table, entry).value_or(0));
  }

  void look_up(Random& random) {
    for (unsigned r = 0; r < kReads; ++r) {
      const unsigned lid = (random.chance(1, 2) ? kFirstMulticast : 0) +
                           random.below(random.chance(1, 8) ? 0x4000 : 8);
      const unsigned level = random.below(16);
      drive(bench_->lid_i[r], lid);
      drive(bench_->level_i[r], level);
      bench_.settle();
      unsigned ports = 0;
      if (lid >= kFirstMulticast) {
        ports = held(1, lid - kFirstMulticast).value_or(0);
      } else {
        const unsigned port = held(0, lid).value_or(kUnknown);
        ports = port < kPorts ? 1u << port : 0;
      }
      unsigned usable = 0;
      for (unsigned p = 0; p < kPorts; ++p)
        if (has(used_, p) && lanes_[8 * level + p] != 0) usable |= 1u << p;
      REQUIRE(bench_->ports_o[r] == ((ports & ~usable) != 0 ? 0 : ports));
      for (unsigned p = 0; p < kPorts; ++p)
        REQUIRE((bench_->lanes_o[r] >> p * lanes_count_ & ((1u << lanes_count_) - 1)) ==
                lanes_[8 * level + p]);
    }
  }

  void use(unsigned ports) {
    used_ = ports;
    drive(bench_->used_i, used_);
  }

  /// Fills the arbitration tables.
  void fill_turns(Random& random) {
    for (const auto& [entry, value] : arbitration_) write(3, entry, random());
    for (const auto& [entry, value] : arbitration_) read(3, entry);
  }

  /// Without arbitration tables their outputs are 0.
  void check_turns() {
    if (!without_turns_) return;
    for (unsigned word = 0; word < 4; ++word) REQUIRE(bench_->turns_o[word] == 0);
    REQUIRE(bench_->limit_o == 0);
  }

  Bench<Top>& bench() { return bench_; }

 private:
  unsigned* find(unsigned table, unsigned entry) {
    if (table == 3) {
      const auto found = arbitration_.find(entry);
      return found != arbitration_.end() ? &found->second : nullptr;
    }
    std::vector<unsigned>* const tables[] = {&forwarding_, &multicast_, &lanes_};
    if (table > 2 || entry >= tables[table]->size()) return nullptr;
    return table == 2 && entry % 8 >= kPorts ? nullptr : &(*tables[table])[entry];
  }

  Bench<Top> bench_;
  unsigned lanes_count_;
  std::vector<unsigned> forwarding_, multicast_, lanes_;
  std::map<unsigned, unsigned> arbitration_;
  bool without_turns_ = false;
  unsigned used_ = 0b01111;  ///< No port 4.
};

template <class Top>
void random_run(unsigned lids, unsigned groups, unsigned lanes, unsigned turns,
                unsigned clear_cycles) {
  Tables<Top> tables(lids, groups, lanes, turns);
  CHECK(tables.clear() == clear_cycles);
  Random random(lids);
  const auto entry = [&](unsigned table) {
    if (table == 3)
      return kArbitration | random.below(6) << 8 | random.below(4) << 6 | random.below(3);
    const unsigned size = table == 0 ? lids : table == 1 ? groups : 128;
    if (!random.chance(1, 10)) return random.below(size + 1);
    // Far beyond the end, or where an arbitration table has an entry.
    return random.chance(1, 2) ? random.below(65536) : kArbitration | random.below(2);
  };
  for (unsigned table = 0; table < 3; ++table)
    for (unsigned n = 0; n < 130; ++n) tables.read(table, n);
  for (unsigned round = 0; round < 2000; ++round) {
    if (round % 100 == 99) tables.use(random.below(32));
    const unsigned table = random.below(4);
    tables.write(table, entry(table), random());
    const unsigned other = random.below(4);
    tables.read(other, entry(other));
    tables.look_up(random);
  }
  tables.check_turns();
  for (unsigned round = 0; round < 8; ++round) tables.fill_turns(random);
  CHECK_FALSE(tables.bench().assertion_failed());
}
}  // namespace

TEST_CASE("transfers and lookups",
          "[iba_tables][iba_management][IbaTablesUsedPortsOnly][IbaTablesOneKind]") {
  random_run<VTablesFew>(6, 3, 2, 0, 16);
  random_run<VTablesMany>(4, 21, 4, 2, 21);
}

TEST_CASE("a transfer waits until the tables are clear", "[iba_management][IbaManagementSetUp]") {
  Tables<VTablesFew> tables(6, 3, 2);
  tables.write(0, 2, 3);
  tables.read(0, 2);
  tables.read(0, 1);
  tables.bench().reset();
  CHECK(tables.clear() == 16);
  CHECK(tables.transfer(false, 0, 2).value == kUnknown);
  CHECK_FALSE(tables.bench().assertion_failed());
}

TEST_CASE("counters are read and not written", "[iba_management]") {
  Tables<VTablesFew> tables(6, 3, 2);
  tables.clear();
  tables.bench()->discarded_i = 3;
  tables.bench()->forwarded_i = 7;
  tables.bench().tick();
  tables.bench()->discarded_i = 0;
  tables.bench()->forwarded_i = 0;
  CHECK(tables.transfer(false, 3, 0).value == 2);
  CHECK(tables.transfer(false, 3, 1).value == 3);
  CHECK_FALSE(tables.transfer(false, 3, 1).error);
  CHECK(tables.transfer(false, 3, 2).error);
  CHECK(tables.transfer(true, 3, 0, 9).error);
  CHECK(tables.transfer(false, 3, 0).value == 2);
}

TEST_CASE("an access without its setup is detected", "[iba_management][IbaManagementSetUp]") {
  Tables<VTablesFew> tables(6, 3, 2);
  tables.clear();
  tables.transfer(false, 0, 0);
  CHECK_FALSE(tables.bench().assertion_failed());
  tables.bench()->psel_i = 1;
  tables.bench()->penable_i = 1;
  tables.bench().tick();
  CHECK(tables.bench().assertion_failed());
}
