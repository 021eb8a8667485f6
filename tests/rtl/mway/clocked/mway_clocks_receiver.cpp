// rtl/mway/clocked/mway_clocks_receiver.sv
//
// Rationale: the receiving half alone. Messages come from two buffers of two drivers; the other
// half is played by the test, which reads what has been written and returns its read pointers late.
// Accepted flits, the free and full bits, and the memory's contents equal those of two queues.
// State space: pointers of two buffers x their delay. Parameter space: two buffers of four flits
// with
//   early freeing; of two flits with late freeing; in the set DIM+ between channels 1 and 2 of a
//   row of four in the 4x4 mesh with three processors a channel (some destinations do not exist).
#include "VReceiver.h"
#include "VReceiverLate.h"
#include "bench.hpp"
#include "two_clocks.hpp"

#include <catch2/catch.hpp>

#include <array>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kBuffers = 2;
constexpr unsigned kPlus = 0;

struct Stored {
  unsigned tag = kInvalid;
  std::uint32_t data = 0;
};

template <class Top>
void receives(unsigned depth, bool early) {
  const unsigned address_bits = depth == 4 ? 2 : 1;
  Bench<Top> bench;
  Random random(depth);
  drive(bench->own_way_i, kPlus);
  drive(bench->position_i, 2);  // x = 2, y = 0
  drive(bench->tag_i, kInvalid);
  drive(bench->read_gray_i, 0);
  bench.reset();
  std::array<std::vector<Stored>, kBuffers> written;
  std::array<unsigned, kBuffers> read{}, seen{};  // seen: as the module knows it
  std::array<bool, kBuffers> mapped{};
  std::array<unsigned, kBuffers> source{};  // of the open message
  std::array<unsigned, 4> left{};           // data flits of each source's message
  std::array<unsigned, 4> target{};
  unsigned accepted = 0, refused = 0, illegal = 0;
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    const auto full = [&](unsigned b) { return written[b].size() - seen[b] == depth; };
    const auto free = [&](unsigned b) {
      return !mapped[b] && (early ? !full(b) : written[b].size() == seen[b]);
    };
    // The lines.
    const unsigned from = random() % 4;  // driver from / 2, its buffer from % 2
    const bool data = left[from] > 0;
    const unsigned way = random() % 4 == 0 ? 1 : kPlus;
    const unsigned dest_local = random() % 4;
    const unsigned dest = random() % 16 | dest_local << 4;
    const unsigned tag = random() % 4 == 0 ? kInvalid
                         : !data           ? kHeader
                         : left[from] == 1 ? kTail
                                           : kBody;
    const std::uint32_t value = tag == kHeader ? dest << kDestOffset | way : random();
    drive(bench->tag_i, tag);
    drive(bench->driver_i, 1 + from / 2);
    drive(bench->driver_buffer_i, from % 2);
    drive(bench->data_i, value);
    drive(bench->read_gray_i, gray_port(seen, address_bits + 1));
    bench.settle();
    unsigned expected = kBuffers;  // the buffer that takes it
    for (unsigned b = kBuffers; b-- > 0;) {
      if (tag == kHeader && way == kPlus && free(b)) expected = b;
      if ((tag == kBody || tag == kTail) && target[from] == b && mapped[b] && !full(b))
        expected = b;
    }
    const bool taken = expected < kBuffers;
    REQUIRE(bench->acknowledge_o == taken);
    if (taken) REQUIRE(bench->slot_o == expected);
    REQUIRE(bench->error_o == (taken && tag == kHeader && dest_local == 3));
    REQUIRE(status_full(bench->status_o) == (full(0) ? 1u : 0u) + (full(1) ? 2u : 0u));
    REQUIRE((status_available(bench->status_o) & 1) == (free(0) || free(1) ? 1u : 0u));
    refused += tag != kInvalid && !taken;
    // The other clock reads the words that were written.
    std::array<unsigned, kBuffers> counts{};
    for (unsigned b = 0; b < kBuffers; ++b) counts[b] = static_cast<unsigned>(written[b].size());
    REQUIRE(bench->write_gray_o == gray_port(counts, address_bits + 1));
    const unsigned b = random() % kBuffers;
    if (read[b] < written[b].size()) {
      const unsigned at = read[b] % depth;
      drive(bench->front_i, at << b * address_bits);
      drive(bench->read_i, b << address_bits | at);
      bench.settle();
      const Stored& front = written[b][read[b]];
      const unsigned info = bench->front_o >> 10 * b & 0x7f;
      REQUIRE((info >> 5) == front.tag);
      REQUIRE(std::uint32_t(bench->read_data_o) >> 5 == front.data >> 5);
      if (front.tag == kHeader) {
        REQUIRE((info >> 1 & 15) == (front.data & 15));
        REQUIRE((bench->read_data_o & 15) == (front.data & 15));
      }
      if (front.tag != kHeader && front.tag != kInvalid)
        REQUIRE(std::uint32_t(bench->read_data_o) == front.data);
      if (random() % 2 == 0) ++read[b];
    }
    bench.tick();
    REQUIRE_FALSE(bench.assertion_failed());
    if (taken) {
      ++accepted;
      if (tag == kHeader) {
        // On channel 2: along x, then y, then to a processor.
        const unsigned x = dest & 3, y = dest >> 2 & 3;
        const unsigned next = x != 2 ? (x < 2 ? 1 : 0) : y != 0 ? 2 : (4 + dest_local) & 15;
        illegal += dest_local == 3;
        written[expected].push_back({dest_local == 3 ? kInvalid : kHeader, (value & ~31u) | next});
        target[from] = expected;
        source[expected] = from;
        left[from] = 1 + random() % 5;
      } else {
        written[expected].push_back({tag, value});
        --left[from];
      }
      mapped[expected] = tag != kTail;
    }
    for (unsigned each = 0; each < kBuffers; ++each)
      if (random() % 3 == 0) seen[each] = read[each];
  }
  CHECK(accepted > 4000);
  CHECK(refused > 100);
  CHECK(illegal > 100);
}

}  // namespace

TEST_CASE("flits are accepted into the buffers of two queues",
          "[mway_clocks_receiver][ClocksWriteGray][ClocksNoOverflow][ClocksAllocateFreeBuffer]"
          "[ClocksDataOnlyMapped]") {
  receives<VReceiver>(4, true);
  receives<VReceiverLate>(2, false);
}
