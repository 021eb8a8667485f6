// rtl/linear/linear_responder.sv
//
// Rationale: random requests, in bursts and alone, into a link that is ready at random; a list of
// requests with the cycles in which they ended gives each answer and the cycle from which it must
// be offered. Every cycle is compared. With registers of six bits, requests wait far longer than
// the range of a register.
// State space: records, how many of them are due, gaps between the others, the current message.
// Parameter space: four records and 24 bits, three records and 6 bits, one record.
#include "VResponder.h"
#include "VResponderNarrow.h"
#include "VResponderOne.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
constexpr unsigned kServer = 7;

template <class Top>
class Responder {
 public:
  Responder(unsigned records, unsigned service) : records_(records), service_(service) {
    drive(bench_->own_i, kServer);
    drive(bench_->service_i, service);
    drive(bench_->request_i, 0);
    drive(bench_->ready_i, 0);
    bench_.reset();
  }

  [[nodiscard]] bool full() const { return reference_.waiting() == records_; }
  [[nodiscard]] bool busy() const { return reference_.busy(); }

  /// One cycle, with or without the end of a request. Returns the flit taken.
  Offer cycle(bool ready, const std::optional<Request>& request = std::nullopt) {
    offer(request);
    const Offer expected = reference_.output();
    for (const bool other : {!ready, ready}) compare(expected, other);
    bench_.tick();
    const Offer taken = ready ? expected : std::nullopt;
    reference_.tick(taken.has_value(), request, service_);
    return taken;
  }

  void offer(const std::optional<Request>& request) {
    drive(bench_->request_i, request.has_value());
    // Without a request the others have no effect.
    drive(bench_->source_i, request ? request->source : random_());
    drive(bench_->identifier_i, request ? request->identifier : random_() & 0xff'ffffu);
    drive(bench_->flits_i, request ? request->flits : random_() & kCountMask);
  }
  /// The time changes while no request waits.
  void idle(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) {
      drive(bench_->service_i, random_() & kCountMask);
      cycle(true);
    }
    drive(bench_->service_i, service_);
  }
  Bench<Top>& bench() { return bench_; }

 private:
  void compare(const Offer& expected, bool ready) {
    bench_->ready_i = ready;
    bench_.settle();
    REQUIRE((bench_->full_o != 0) == full());
    REQUIRE((bench_->busy_o != 0) == busy());
    REQUIRE((bench_->valid_o != 0) == expected.has_value());
    if (expected) REQUIRE(Flit{bench_->tag_o, bench_->data_o} == *expected);
  }

  static constexpr unsigned kCountMask =
      std::is_same_v<Top, VResponderNarrow> ? 63 : (1u << 24) - 1;

  Bench<Top> bench_;
  Random random_{1};
  Answers reference_{kServer};
  unsigned records_;
  unsigned service_;
};

template <class Top>
void random_run(unsigned records, unsigned service, unsigned seed) {
  Responder<Top> responder(records, service);
  Random random(seed);
  unsigned answered = 0;
  unsigned held_back = 0;
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    // Requests rarely and often; answers blocked for longer than the range of six bits, and freely.
    const unsigned part = cycle / 200 % 5;
    const bool ready = part != 1 && random.chance(part == 2 ? 1 : 3, 4);
    const bool wants = random.chance(1, part < 3 ? 2 : 20);
    held_back += wants && responder.full();
    std::optional<Request> request;
    if (wants && !responder.full()) {
      request = Request{random() % kServer, random() & 0xff'ffffu, 1 + random() % 4};
    }
    const Offer taken = responder.cycle(ready, request);
    answered += taken && taken->tail();
  }
  for (unsigned cycle = 0; cycle < service + 10 * records; ++cycle) responder.cycle(true);
  CHECK_FALSE(responder.busy());
  responder.idle(50);
  CHECK(answered > 20);
  CHECK(held_back > 20);
  CHECK_FALSE(responder.bench().assertion_failed());
}

/// Every one of `count` requests, one a cycle or `gap` apart, is answered exactly when it is due.
void on_time(unsigned service, unsigned gap, unsigned count) {
  Responder<VResponder> responder(4, service);
  unsigned answers = 0;
  for (unsigned cycle = 0; cycle < service + gap * count; ++cycle) {
    std::optional<Request> request;
    if (cycle % gap == 0 && cycle < gap * count) request = Request{1, cycle, 1};
    const Offer taken = responder.cycle(true, request);
    const bool due = cycle >= service && (cycle - service) % gap == 0;
    REQUIRE(taken.has_value() == due);
    if (taken) REQUIRE(identifier_of(taken->data) == cycle - service);
    answers += taken.has_value();
  }
  CHECK(answers == count);
  CHECK_FALSE(responder.bench().assertion_failed());
}
}  // namespace

TEST_CASE("random requests",
          "[linear_responder][LinearResponderEachOnce][LinearResponderHeld]"
          "[LinearResponderZero]") {
  unsigned seed = 0;
  for (const unsigned service : {1u, 2u, 3u, 5u, 17u, 63u}) {
    random_run<VResponder>(4, service, ++seed);
    random_run<VResponderNarrow>(3, service, ++seed);
    random_run<VResponderOne>(1, service, ++seed);
  }
}

TEST_CASE("answers are offered when they are due", "[linear_responder]") {
  on_time(1, 1, 50);
  on_time(2, 1, 50);
  on_time(3, 1, 50);
  on_time(4, 3, 50);
  on_time(40, 11, 50);
  on_time(40, 50, 50);
  on_time(70'000, 20'000, 4);  // beyond 16 bits
}

TEST_CASE("a request too many is lost and detected", "[linear_responder][LinearResponderNoLoss]") {
  Responder<VResponderOne> responder(1, 5);
  responder.cycle(true, Request{1, 1, 1});
  responder.cycle(true);
  CHECK_FALSE(responder.bench().assertion_failed());
  responder.offer(Request{2, 2, 1});
  responder.bench().tick();
  CHECK(responder.bench().assertion_failed());
}
