// rtl/stream/stream_axis.sv
//
// Rationale: wires from packed vectors to arrays and back, of which none may be crossed: what goes
// in at a terminal comes out there, with random values everywhere, when the network's side is
// looped back. State space: none (combinational). Parameter space: three terminals with TKEEP and
// TUSER, and TID and TDEST of other widths; two terminals without.
#include "VAxis.h"
#include "VAxisPlain.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

#include <array>

using namespace wayfarer;
using namespace wayfarer::module_test;

namespace {

/// Bits of a packed vector of any width.
template <class Port>
std::uint64_t bits(const Port& port, unsigned at, unsigned width) {
  std::uint64_t found = 0;
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = at + i;
    std::uint64_t set = 0;
    if constexpr (std::is_integral_v<Port>)
      set = std::uint64_t{port} >> bit & 1;
    else
      set = port[bit / 32] >> bit % 32 & 1u;
    found |= set << i;
  }
  return found;
}

template <class Port>
void put_bits(Port& port, unsigned at, unsigned width, std::uint64_t value) {
  for (unsigned i = 0; i < width; ++i) {
    const unsigned bit = at + i;
    if constexpr (std::is_integral_v<Port>) {
      const Port mask = static_cast<Port>(Port{1} << bit);
      port = static_cast<Port>((value >> i & 1) != 0 ? port | mask : port & ~mask);
    } else {
      const std::uint32_t mask = 1u << bit % 32;
      port[bit / 32] = (value >> i & 1) != 0 ? port[bit / 32] | mask : port[bit / 32] & ~mask;
    }
  }
}

struct Shape {
  unsigned terminals, data, keep, user, id, dest;
  [[nodiscard]] unsigned keep_port() const { return data / 8; }
  [[nodiscard]] unsigned user_port() const { return user == 0 ? 1 : user; }
};

template <class Top>
void try_random(const Shape& shape) {
  CombinationalBench<Top> bench;
  Random random(shape.terminals);
  for (unsigned trial = 0; trial < 2000; ++trial) {
    struct Terminal {
      std::uint64_t data, keep, user, dest, id, valid, ready, last, word_valid, word_ready,
          word_last;
    };
    std::array<Terminal, 3> all{};
    for (unsigned n = 0; n < shape.terminals; ++n) {
      Terminal& t = all[n];
      const auto draw = [&](unsigned width) {
        return random() & ((std::uint64_t{1} << width) - 1);
      };
      t = {draw(shape.data),
           draw(shape.keep_port()),
           draw(shape.user_port()),
           draw(shape.dest),
           draw(shape.id),
           draw(1),
           draw(1),
           draw(1),
           draw(1),
           draw(1),
           draw(1)};
      put_bits(bench->s_axis_tvalid_i, n, 1, t.valid);
      put_bits(bench->s_axis_tdata_i, n * shape.data, shape.data, t.data);
      put_bits(bench->s_axis_tkeep_i, n * shape.keep_port(), shape.keep_port(), t.keep);
      put_bits(bench->s_axis_tuser_i, n * shape.user_port(), shape.user_port(), t.user);
      put_bits(bench->s_axis_tdest_i, n * shape.dest, shape.dest, t.dest);
      put_bits(bench->s_axis_tlast_i, n, 1, t.last);
      put_bits(bench->m_axis_tready_i, n, 1, t.ready);
      bench->word_tready_i[n] = static_cast<CData>(t.word_ready);
      bench->word_tvalid_i[n] = static_cast<CData>(t.word_valid);
      bench->word_tlast_i[n] = static_cast<CData>(t.word_last);
      bench->word_tid_i[n] = static_cast<SData>(t.id);
    }
    bench.settle();
    for (unsigned n = 0; n < shape.terminals; ++n) bench->word_tdata_i[n] = bench->word_tdata_o[n];
    bench.settle();
    for (unsigned n = 0; n < shape.terminals; ++n) {
      const Terminal& t = all[n];
      const std::uint64_t word = t.data | (shape.keep != 0 ? t.keep << shape.data : 0) |
                                 (shape.user != 0 ? t.user << (shape.data + shape.keep) : 0);
      REQUIRE(bits(bench->word_tdata_o[n], 0, shape.data + shape.keep + shape.user) == word);
      REQUIRE(bench->word_tvalid_o[n] == t.valid);
      REQUIRE(bench->word_tdest_o[n] == t.dest);
      REQUIRE(bench->word_tlast_o[n] == t.last);
      REQUIRE(bench->word_tready_o[n] == t.ready);
      REQUIRE(bits(bench->s_axis_tready_o, n, 1) == t.word_ready);
      REQUIRE(bits(bench->m_axis_tvalid_o, n, 1) == t.word_valid);
      REQUIRE(bits(bench->m_axis_tlast_o, n, 1) == t.word_last);
      REQUIRE(bits(bench->m_axis_tid_o, n * shape.id, shape.id) == t.id);
      REQUIRE(bits(bench->m_axis_tdata_o, n * shape.data, shape.data) == t.data);
      REQUIRE(bits(bench->m_axis_tkeep_o, n * shape.keep_port(), shape.keep_port()) ==
              (shape.keep != 0 ? t.keep : (1u << shape.keep_port()) - 1));
      REQUIRE(bits(bench->m_axis_tuser_o, n * shape.user_port(), shape.user_port()) ==
              (shape.user != 0 ? t.user : 0));
    }
  }
  CHECK_FALSE(bench.assertion_failed());
}

}  // namespace

TEST_CASE("each terminal's streams are its own, with TKEEP and TUSER", "[stream_axis]") {
  try_random<VAxis>({3, 32, 4, 5, 4, 3});
}

TEST_CASE("without TKEEP and TUSER, all bytes are valid", "[stream_axis]") {
  try_random<VAxisPlain>({2, 16, 0, 0, 16, 1});
}
