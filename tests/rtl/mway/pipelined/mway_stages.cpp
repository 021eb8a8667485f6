// rtl/mway/pipelined/mway_stages.sv
//
// Rationale: random front flits, receivers and grants; a reference of the contract gives request,
// choice and sender of every cycle. A front flit changes only when it has been taken, as in a
// buffer; one that vanishes is reported.
// State space: eligible and chosen buffers x kind of their flits x round-robin pointer.
// Parameter space: one buffer of a channel of two; three buffers of a channel of up to eight.
#include "VStages1.h"
#include "VStages3.h"
#include "bench.hpp"
#include "stage_reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

constexpr unsigned kFlitBits = 10;

template <class Top>
class StagesBench {
 public:
  StagesBench(unsigned lines, unsigned buffers)
      : ways_(1u << lines), buffers_(buffers), queues_(buffers), reference_(buffers) {
    put({}, false, false, false, 0);
    bench_.reset();
  }

  void random_cycle(Random& random) {
    for (auto& queue : queues_)
      while (queue.size() < 2 && random() % 3 != 0)
        queue.push_back({1 + random() % 3, random() % ways_, random() % 2, 0});
    const bool enable = random() % 3 != 0;
    const bool taken = random() % 4 != 0;
    const bool fills = random() % 3 == 0;
    const unsigned full = random() & random();
    for (unsigned& available : available_) available = random() % (1u << ways_);
    Lines lines;  // of another driver
    lines.tag = random() % 4;
    lines.data = random() % ways_;
    const auto sending = reference_.sending(enable);
    if (sending) {
      lines.tag = queues_[*sending].front().tag;
      lines.data = queues_[*sending].front().way;
    }
    put(lines, enable, taken, fills, full);
    bench_.settle();
    const auto bit = [](std::optional<unsigned> b) { return b ? 1u << *b : 0u; };
    REQUIRE(bench_->request_o == reference_.requests());
    REQUIRE(bench_->sending_o == bit(sending));
    REQUIRE(bench_->choice_o == bit(reference_.choice(enable, lines)));
    sent += sending && taken;
    bench_.tick();
    REQUIRE_FALSE(bench_.assertion_failed());
    const StageView view = {[&](unsigned b, unsigned behind) {
                              return behind < queues_[b].size()
                                         ? std::optional<Flit>(queues_[b][behind])
                                         : std::nullopt;
                            },
                            [&](const Flit& header) {
                              return (available_[header.buffer_class] >> header.way & 1) != 0;
                            },
                            [&](unsigned b) { return (full >> b & 1) != 0; }};
    reference_.tick(enable, lines, taken, fills, view);
    if (sending && taken) queues_[*sending].pop_front();
  }

  /// Takes an eligible flit away; true if it is reported.
  bool lose_a_flit(Random& random) {
    while (!reference_.requests()) random_cycle(random);
    for (auto& queue : queues_) queue.clear();
    put({}, false, false, false, 0);
    bench_.tick();
    return bench_.assertion_failed();
  }

  unsigned sent = 0;

 private:
  void put(const Lines& lines, bool enable, bool taken, bool fills, unsigned full) {
    std::uint64_t front = 0, next = 0;
    for (unsigned b = 0; b < buffers_; ++b) {
      const auto shown = [&](unsigned n) {
        if (queues_[b].size() <= n) return std::uint64_t{0};
        const Flit& flit = queues_[b][n];
        return std::uint64_t{flit_info(flit.tag, flit.way, flit.buffer_class)};
      };
      front |= shown(0) << kFlitBits * b;
      next |= shown(1) << kFlitBits * b;
    }
    drive(bench_->front_i, front);
    drive(bench_->next_i, next);
    drive(bench_->available_i, available_[1] << ways_ | available_[0]);
    drive(bench_->receiver_full_i, full & ((1u << buffers_) - 1));
    drive(bench_->channel_i, flit_info(lines.tag, lines.way(), 0));
    bench_->enable_i = enable;
    bench_->taken_i = taken;
    bench_->fills_i = fills;
  }

  const unsigned ways_;
  const unsigned buffers_;
  unsigned available_[2] = {0, 0};
  std::vector<std::deque<Flit>> queues_;
  Stages reference_;
  Bench<Top> bench_;
};

template <class Top>
void random_run(unsigned lines, unsigned buffers) {
  StagesBench<Top> bench(lines, buffers);
  Random random(buffers);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) bench.random_cycle(random);
  CHECK(bench.sent > 1000);
}

}  // namespace

TEST_CASE("requests and choices are those of the contract", "[mway_stages]") {
  random_run<VStages1>(1, 1);
  random_run<VStages3>(3, 3);
}

TEST_CASE("an eligible flit that vanishes is reported", "[mway_stages][MwayStagesFlitWaits]") {
  StagesBench<VStages3> bench(3, 3);
  Random random(5);
  CHECK(bench.lose_a_flit(random));
}
