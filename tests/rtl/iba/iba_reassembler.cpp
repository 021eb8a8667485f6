// rtl/iba/iba_reassembler.sv
//
// Rationale: packets of random messages from several sources and streams, interleaved on the
// virtual lanes, with every sequence fault, against the rule. State space: messages of one packet
// and more; packets left out, sent twice, of another message, cut short, from nonexistent sources
// and streams; stalls. Parameter space: one lane, one source, packets of one data flit; two lanes,
// five sources, four data flits, also with packets that the switch cuts; four lanes, two sources,
// two data flits.
#include "VReassembler1.h"
#include "VReassembler2.h"
#include "VReassembler4.h"
#include "VReassemblerCuts.h"
#include "bench.hpp"
#include "flits.hpp"
#include "message_header.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <optional>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {
constexpr unsigned kSourceShift = 24;

struct Sizes {
  unsigned lanes;
  unsigned lids;
  unsigned mtu;
  bool cuts = false;  ///< There is no source 0, which marks the end of a cut packet.
};

/// A source's stream and its current message.
struct Stream {
  unsigned identifier = 0;
  unsigned packets = 0;
  unsigned tail_flits = 0;  ///< Data flits of the last packet.
  unsigned next = 0;        ///< Packet.
};

/// A packet on a virtual lane.
struct Packet {
  Header header;
  unsigned source = 0;
  unsigned flits = 0;  ///< Data flits to arrive.
  unsigned sent = 1;   ///< Flits.
  [[nodiscard]] bool done() const { return sent == flits + 1; }
};

struct Arrival {
  unsigned lane = 0;
  unsigned mark = 0;
  Words data{};
};

/// The rule's state of a virtual lane's packet.
struct Open {
  Header header;
  unsigned source = 0;
  unsigned seen = 0;  ///< Data flits.
  bool passes = false;
};

struct Verdict {
  bool passes = false;
  bool fault = false;
  bool first = false;
  bool last = false;
  unsigned place = 0;
};

/// The rule, message by message.
class Reference {
 public:
  explicit Reference(const Sizes& sizes) : sizes_(sizes), open_(sizes.lanes) {}

  Verdict take(const Arrival& flit) {
    Open& open = open_[flit.lane];
    const bool cut =
        sizes_.cuts && flit.mark == kSingle && read_header(flit.data).address >> kSourceShift == 0;
    const bool head = (flit.mark & kHead) != 0 && !cut;
    Verdict verdict;
    if (head) {
      open = {read_header(flit.data), 0, 0, false};
      open.source = static_cast<unsigned>(open.header.address >> kSourceShift);
      verdict.fault = begin(open);
      verdict.first = open.header.number == 0;
    }
    verdict.passes = open.passes;
    verdict.place = open.header.number * sizes_.mtu + open.seen;
    if (!head) ++open.seen;
    if ((flit.mark & kTail) == 0 || !open.passes) return verdict;
    if (open.seen == open.header.length && !cut) {
      verdict.last = open.header.last;
    } else {
      verdict.fault = true;
      expected_.erase({open.source, open.header.stream});
    }
    return verdict;
  }

 private:
  /// Whether the header is a fault.
  bool begin(Open& open) {
    const Header& header = open.header;
    if (open.source >= sizes_.lids || header.stream >= sizes_.lanes) return true;
    const std::pair key{open.source, header.stream};
    const std::pair says{header.number, header.identifier & 0xff'ffff};
    const auto expected = expected_.find(key);
    const bool waits = expected != expected_.end();
    const bool next = waits && expected->second == says;
    open.passes = header.number == 0 || next;
    expected_.erase(key);
    if (open.passes && !header.last) expected_[key] = {says.first + 1, says.second};
    return !open.passes || (waits && !next);
  }

  Sizes sizes_;
  std::vector<Open> open_;
  std::map<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>> expected_;
};

class Traffic {
 public:
  Traffic(const Sizes& sizes, Random& random)
      : sizes_(sizes),
        random_(random),
        first_(sizes.cuts ? 1 : 0),
        streams_((sizes.lids - first_) * sizes.lanes),
        packets_(sizes.lanes) {}

  /// The next flit of some lane's packet; with `faults`, not always the expected packet.
  Arrival next(bool faults) {
    const unsigned lane = random_.below(sizes_.lanes);
    Packet& packet = packets_[lane];
    if (packet.done()) {
      packet = draw(faults);
    } else if (faults && sizes_.cuts && packet.sent != 0 && random_.chance(1, 30)) {
      packet.sent = packet.flits + 1;
      return {lane, kSingle, {random_() & 0xff'ffff, random_() & ~0xffu, random_(), random_()}};
    }
    const bool head = packet.sent == 0;
    const bool tail = packet.sent++ == packet.flits;
    Words data = {random_(), random_(), random_(), random_()};
    if (head) {
      packet.header.rest = data[3];
      packet.header.address = (data[0] & 0xff'ffff) | std::uint64_t{packet.source} << kSourceShift;
      data = to_words(packet.header);
    } else if (random_.chance(1, 8)) {  // data that look like the source 0
      data[0] &= 0xff'ffff;
      data[1] &= ~0xffu;
    }
    return {lane, (head ? kHead : 0u) | (tail ? kTail : 0u), data};
  }

 private:
  Packet draw(bool faults) {
    const unsigned number = random_.below(static_cast<unsigned>(streams_.size()));
    Stream& stream = streams_[number];
    if (stream.next == stream.packets)
      stream = {random_(), 1 + random_.below(5), random_.below(sizes_.mtu + 1), 0};
    if (faults && random_.chance(1, 10)) stream.next = random_.below(stream.packets);
    Packet packet;
    packet.header.last = stream.next + 1 == stream.packets;
    packet.header.number = stream.next++;
    packet.header.stream = number % sizes_.lanes;
    packet.header.identifier = stream.identifier;
    packet.header.length = packet.header.last ? stream.tail_flits : sizes_.mtu;
    packet.source = first_ + number / sizes_.lanes;
    packet.flits = packet.header.length;
    packet.sent = 0;
    if (!faults) return packet;
    if (random_.chance(1, 30)) packet.flits = random_.below(packet.header.length + 1);
    if (random_.chance(1, 30)) packet.header.identifier ^= 1u << random_.below(24);
    if (random_.chance(1, 30)) packet.source = first_ + random_.below(sizes_.lids + 3);
    if (random_.chance(1, 30)) packet.header.stream = random_.below(4);
    return packet;
  }

  Sizes sizes_;
  Random& random_;
  unsigned first_;  // source
  std::vector<Stream> streams_;
  std::vector<Packet> packets_;
};

template <class Top>
void drive_flit(Bench<Top>& bench, const Arrival& flit) {
  drive(bench->lane_i, flit.lane);
  drive(bench->tag_i, flit.mark);
  set_words(bench->data_i, flit.data);
}

template <class Top>
void reset(Bench<Top>& bench, const Sizes& sizes) {
  bench->valid_i = 1;  // a header, which has no effect in a reset
  Header begins;
  begins.length = 1;
  drive_flit(bench, {0, kHead, to_words(begins)});
  bench->stall_i = 0;
  bench.reset();
  bench->valid_i = 0;
  bench.settle();
  REQUIRE_FALSE(bench->busy_o);
  for (unsigned cycle = 0; cycle < sizes.lids; ++cycle) bench.tick();
}

template <class Top>
void random_run(const Sizes& sizes, bool faults) {
  Bench<Top> bench;
  Random random(sizes.lids);
  Reference reference(sizes);
  Traffic traffic(sizes, random);
  std::optional<Arrival> held;
  unsigned found = 0;
  unsigned completed = 0;
  reset(bench, sizes);
  for (unsigned cycle = 0; cycle < 30000; ++cycle) {
    const bool stall = random.chance(1, 4);
    std::optional<Arrival> arrival;
    if (!stall && random.chance(5, 6)) arrival = traffic.next(faults);
    bench->stall_i = stall;
    bench->valid_i = arrival.has_value();
    // Without a flit the lines have anything.
    drive_flit(bench, arrival.value_or(Arrival{random.below(sizes.lanes),
                                               random.below(4),
                                               {random(), random(), random(), random()}}));
    bench.settle();
    const bool moves = held && !stall;
    const Verdict verdict = moves ? reference.take(*held) : Verdict{};
    REQUIRE((bench->busy_o != 0) == held.has_value());
    REQUIRE((bench->valid_o != 0) == verdict.passes);
    REQUIRE((bench->sequence_o != 0) == verdict.fault);
    REQUIRE((bench->first_o != 0) == (verdict.passes && verdict.first));
    REQUIRE((bench->last_o != 0) == verdict.last);
    if (verdict.passes) {
      REQUIRE(bench->lane_o == held->lane);
      REQUIRE(bench->tag_o == held->mark);
      REQUIRE(get_words(bench->data_o) == held->data);
      REQUIRE(bench->place_o == verdict.place);
    }
    found += verdict.fault;
    completed += verdict.last;
    if (!stall) held = arrival;
    bench.tick();
  }
  // A flit inside is lost in a reset.
  bench->stall_i = 0;
  bench->valid_i = 1;
  drive_flit(bench, traffic.next(faults));
  bench.tick();
  REQUIRE(bench->busy_o);
  bench->valid_i = 0;
  bench->stall_i = 1;
  bench.tick();
  bench.reset();
  REQUIRE_FALSE(bench->busy_o);
  CHECK(completed > 300);
  CHECK((found > 300) == faults);
  CHECK((found == 0) != faults);
  CHECK_FALSE(bench.assertion_failed());
}

const Sizes kOne{1, 1, 1};
const Sizes kTwo{2, 5, 4};
const Sizes kFour{4, 2, 2};
const Sizes kCuts{2, 5, 4, true};
}  // namespace

TEST_CASE("messages are reassembled",
          "[iba_reassembler][IbaReassemblerPacketBounded][IbaReassemblerHeld]") {
  random_run<VReassembler1>(kOne, false);
  random_run<VReassembler2>(kTwo, false);
  random_run<VReassembler4>(kFour, false);
}

TEST_CASE("packets out of sequence are dropped and flagged", "[iba_reassembler]") {
  random_run<VReassembler1>(kOne, true);
  random_run<VReassembler2>(kTwo, true);
  random_run<VReassembler4>(kFour, true);
  random_run<VReassemblerCuts>(kCuts, true);
}

TEST_CASE("illegal use of the reassembler is detected",
          "[iba_reassembler][IbaReassemblerCleared][IbaReassemblerStalls]"
          "[IbaReassemblerPacketBounded]") {
  Header header;
  header.last = true;
  header.length = 1;
  const auto push = [](Bench<VReassembler2>& bench, unsigned mark, const Words& data) {
    bench->valid_i = 1;
    bench->lane_i = 0;
    bench->tag_i = static_cast<CData>(mark);
    set_words(bench->data_i, data);
    bench.tick();
    bench->valid_i = 0;
  };
  Bench<VReassembler2> early;
  early->valid_i = 0;
  early->stall_i = 0;
  early.reset();
  CHECK_FALSE(early.assertion_failed());
  push(early, kHead, to_words(header));
  CHECK(early.assertion_failed());

  Bench<VReassembler2> stalled;
  reset(stalled, kTwo);
  stalled->stall_i = 1;
  stalled.tick();
  CHECK_FALSE(stalled.assertion_failed());
  push(stalled, kHead, to_words(header));
  CHECK(stalled.assertion_failed());

  Bench<VReassembler2> longer;
  reset(longer, kTwo);
  push(longer, kHead, to_words(header));
  push(longer, kBody, {});
  longer.tick();
  CHECK_FALSE(longer.assertion_failed());
  push(longer, kTail, {});
  longer.tick();
  CHECK(longer.assertion_failed());
}
