// rtl/stream/stream_checker.sv
//
// Rationale: the checker passes legal streams and reports each way to break the protocol.
// State space: a message begun or not, a word waiting or not.
// Parameter space: messages of up to three words.
#include "Vstream_checker.h"
#include "bench.hpp"
#include "flits.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {

class Checker {
 public:
  Checker() {
    put(false, false, 0, 0, false);
    bench_.reset();
  }

  void put(bool valid, bool ready, unsigned data, unsigned dest, bool last) {
    bench_->tvalid_i = valid;
    bench_->tready_i = ready;
    drive(bench_->tdata_i, data);
    drive(bench_->tdest_i, dest);
    bench_->tlast_i = last;
  }
  /// A cycle with these signals; whether an assertion failed.
  bool cycle(bool valid, bool ready, unsigned data, unsigned dest, bool last) {
    put(valid, ready, data, dest, last);
    bench_.tick();
    return bench_.assertion_failed();
  }

 private:
  Bench<Vstream_checker> bench_;
};

}  // namespace

TEST_CASE("legal streams pass", "[stream_checker]") {
  Checker checker;
  module_test::Random random(1);
  for (unsigned message = 0; message < 500; ++message) {
    const unsigned words = 1 + random.below(3), to = random.below(65536);
    for (unsigned word = 0; word < words; ++word) {
      while (random.chance(1, 3)) REQUIRE_FALSE(checker.cycle(false, true, random(), 1, true));
      const unsigned data = random();
      while (random.chance(1, 3))
        REQUIRE_FALSE(checker.cycle(true, false, data, to, word + 1 == words));
      REQUIRE_FALSE(checker.cycle(true, true, data, to, word + 1 == words));
    }
  }
}

TEST_CASE("a word that is withdrawn is reported", "[stream_checker][StreamOfferStays]") {
  Checker checker;
  CHECK_FALSE(checker.cycle(true, false, 1, 2, false));
  CHECK(checker.cycle(false, false, 1, 2, false));
}

TEST_CASE("a word that changes is reported", "[stream_checker][StreamOfferUnchanged]") {
  for (unsigned changed = 0; changed < 3; ++changed) {
    Checker checker;
    CHECK_FALSE(checker.cycle(true, false, 1, 2, false));
    CHECK(checker.cycle(true, false, changed == 0 ? 3 : 1, changed == 1 ? 3 : 2, changed == 2));
  }
}

TEST_CASE("a message that is too long is reported", "[stream_checker][StreamMessageFits]") {
  Checker checker;
  for (unsigned word = 0; word < 3; ++word) CHECK_FALSE(checker.cycle(true, true, 1, 2, false));
  CHECK(checker.cycle(true, true, 1, 2, true));
}

TEST_CASE("another destination in a message is reported",
          "[stream_checker][StreamMessageOneDest]") {
  Checker checker;
  CHECK_FALSE(checker.cycle(true, true, 1, 2, false));
  CHECK(checker.cycle(true, true, 1, 3, true));
}
