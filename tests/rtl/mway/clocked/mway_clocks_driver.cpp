// rtl/mway/clocked/mway_clocks_driver.sv
//
// Rationale: the driving half alone. The test plays the memory and the write pointers, which come
// in Gray code; where no flit has come, the memory shows random bits. The channel is granted, flits
// are acknowledged and Stat changes at random. Flits leave in the order of each buffer, messages to
// discard never, and requests are those of the queues. State space: pointers of the buffers x round
// robin x Stat. Parameter space: three buffers of four
//   flits, one of two.
#include "VDriver.h"
#include "VDriver1.h"
#include "bench.hpp"
#include "two_clocks.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kWays = 8;
constexpr unsigned kInfoBits = 10;

struct Word {
  unsigned tag = kInvalid;
  unsigned way = 0;
  std::uint32_t data = 0;
};

template <class Top>
void drives(unsigned buffers, unsigned depth) {
  const unsigned address_bits = depth == 4 ? 2 : 1;
  const unsigned buffer_bits = buffers > 1 ? 2 : 1;
  const unsigned slots = 1u << buffer_bits;
  Bench<Top> bench;
  Random random(buffers);
  drive(bench->enable_i, 0);
  drive(bench->write_gray_i, 0);
  drive(bench->answer_i, 0);
  drive(bench->channel_i, 0);
  drive(bench->stat_i, 0);
  bench.reset();
  std::vector<std::vector<Word>> words(buffers);
  std::vector<unsigned> read(buffers, 0);  // as the module's pointer
  std::vector<bool> discarding(buffers, false);
  std::vector<unsigned> left(buffers, 0), target(buffers, 0);
  unsigned turn = 0;  // the first buffer of the round robin
  unsigned sent = 0, discarded = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    for (unsigned b = 0; b < buffers; ++b) {
      if (words[b].size() - read[b] == depth || random() % 2 == 0) continue;
      if (left[b] == 0) {
        words[b].push_back({random() % 8 == 0 ? kInvalid : kHeader, random() % kWays, random()});
        left[b] = 1 + random() % 4;
      } else {
        words[b].push_back({--left[b] == 0 ? kTail : kBody, 0, random()});
      }
    }
    std::vector<unsigned> counts;
    for (const auto& each : words) counts.push_back(static_cast<unsigned>(each.size()));
    drive(bench->write_gray_i, gray_port(counts, address_bits + 1));
    unsigned available = random() | random();
    std::uint32_t full = random() & random();
    available &= (1u << kWays) - 1;
    // Lines of Stat: two classes of each way, then each way's full bits.
    std::uint64_t stat = available;
    stat |= std::uint64_t{full & ((slots * kWays == 32 ? 0u : 1u << slots * kWays) - 1u)}
            << 2 * kWays;
    drive(bench->stat_i, stat);
    bench->enable_i = random() % 4 != 0;
    bench.settle();
    // The memory, which follows the addresses.
    std::uint64_t front = 0;
    for (unsigned b = 0; b < buffers; ++b) {
      const unsigned at = static_cast<unsigned>(bench->front_o) >> b * address_bits & (depth - 1);
      REQUIRE(at == read[b] % depth);
      const bool has = read[b] < words[b].size();
      const Word word = has ? words[b][read[b]] : Word{random() % 4, random() % kWays, 0};
      front |= std::uint64_t{flit_info(word.tag, word.way, has ? 0 : random() % 2)}
               << b * kInfoBits;
    }
    drive(bench->front_i, front);
    bench.settle();
    std::vector<bool> may(buffers);
    for (unsigned b = 0; b < buffers; ++b) {
      if (read[b] == words[b].size()) continue;
      const Word& word = words[b][read[b]];
      if (discarding[b] || word.tag == kInvalid) continue;
      may[b] = word.tag == kHeader ? (available >> word.way & 1) != 0
                                   : (stat >> (2 * kWays + target[b]) & 1) == 0;
    }
    const bool request = std::find(may.begin(), may.end(), true) != may.end();
    REQUIRE(bench->request_o == request);
    unsigned chosen = buffers;
    for (unsigned i = 0; request && chosen == buffers; ++i)
      if (may[(turn + i) % buffers]) chosen = (turn + i) % buffers;
    const bool drives = bench->enable_i != 0 && request;
    bool taken = false;
    const unsigned slot = random() % buffers;
    if (drives) {
      const Word& word = words[chosen][read[chosen]];
      REQUIRE(bench->read_o == (chosen << address_bits | read[chosen] % depth));
      drive(bench->read_data_i, word.data);
      taken = random() % 4 != 0;
      drive(bench->answer_i, answer(taken, false, slot));
      bench.settle();
      REQUIRE(payload_tag(bench->payload_o) == word.tag);
      REQUIRE(payload_buffer(bench->payload_o) == chosen);
      REQUIRE(std::uint32_t(bench->data_o) == word.data);
    } else {
      drive(bench->read_data_i, random());
      drive(bench->answer_i, answer(random() % 2 == 0, false, 0));
      bench.settle();
      REQUIRE(payload_tag(bench->payload_o) == kInvalid);
      if (!bench->enable_i) REQUIRE(payload_buffer(bench->payload_o) == 0);
      REQUIRE(std::uint32_t(bench->data_o) == 0);
    }
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
    for (unsigned b = 0; b < buffers; ++b) {
      if (read[b] == words[b].size()) continue;
      const Word& word = words[b][read[b]];
      if (discarding[b] || word.tag == kInvalid) {
        discarding[b] = word.tag != kTail;
        ++read[b];
        ++discarded;
      } else if (taken && b == chosen) {
        if (word.tag == kHeader) target[b] = word.way * slots + slot;
        ++read[b];
        ++sent;
      }
    }
    if (drives) turn = (chosen + 1) % buffers;
    // Pointers as they are after the edge.
    bench.settle();
    REQUIRE(bench->read_gray_o == gray_port(read, address_bits + 1));
  }
  CHECK(sent > 5000);
  CHECK(discarded > 200);
}

}  // namespace

TEST_CASE("flits leave in order, those to discard do not appear",
          "[mway_clocks_driver][ClocksReadGray][ClocksNoUnderflow][ClocksFrontHeld]") {
  drives<VDriver>(3, 4);
  drives<VDriver1>(1, 2);
}
