// rtl/linear/linear_server.sv
//
// Rationale: guard and responder are tested separately; this test covers when requests are taken,
// the host they are credited to, and the owner of the link. Random requests arrive while the eject
// port stalls, the reverse network is ready at random, an external client offers messages, and the
// service time changes at any time, to zero and back: every cycle is compared with a list of
// pending answers and the rules of the header.
// State space: records, the sender on the link, service time or none, stall.
// Parameter space: five hosts with three records, one host with one record, flits of 32 bits.
#include "VServer.h"
#include "VServerNarrow.h"
#include "VServerOne.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
template <class Top>
class Server {
 public:
  Server(unsigned hosts, unsigned records)
      : hosts_(hosts), records_(records), answers_(hosts), random_(hosts) {
    drive(bench_->own_i, hosts);
    drive(bench_->program_i, 0);
    drive(bench_->eject_stall_i, 0);
    drive(bench_->client_valid_i, 0);
    drive(bench_->request_valid_i, 0);
    drive(bench_->ready_i, 0);
    bench_.reset();
  }

  /// Probabilities, in eighths, of the events of a cycle.
  struct Chances {
    unsigned request = 4;
    unsigned stall = 1;
    unsigned client = 4;
    unsigned ready = 6;
  };

  void cycle(const Chances& chances, const std::optional<unsigned>& load = std::nullopt) {
    feed();
    const bool answers_turn = !client_open_ && (service_ != 0 || answers_.busy());
    const bool takes = !stalled_ && !(service_ != 0 && answers_.waiting() == records_);
    const bool stall = random_.chance(chances.stall, 8);
    const bool ready = random_.chance(chances.ready, 8);
    const Offer request = random_.chance(chances.request, 8) ? requests_.next() : std::nullopt;
    const Offer offered = random_.chance(chances.client, 8) ? client_.next() : std::nullopt;
    held_back_ += request && !takes && !stalled_;

    put(bench_->request_valid_i, bench_->request_tag_i, bench_->request_data_i, request);
    put(bench_->client_valid_i, bench_->client_tag_i, bench_->client_data_i, offered);
    drive(bench_->eject_stall_i, stall);
    drive(bench_->program_i, load.has_value());
    drive(bench_->service_i, load.value_or(random_() & 0xff'ffffu));
    drive(bench_->ready_i, ready);
    bench_.settle();

    const auto ended = check_request(request, takes);
    const Offer left = check_link(offered, answers_turn, ready);
    bench_.tick();
    if (request && takes) requests_.taken();
    if (offered && ready && !answers_turn) client_.taken();
    if (left && !answers_turn) {
      legal_.pop_front();
      client_open_ = !left->tail();
    }
    answers_.tick(left && answers_turn, service_ != 0 ? ended : std::nullopt, service_);
    answered_ += left && answers_turn && left->tail();
    lapsed_ = !load && (lapsed_ || (request && !takes));
    REQUIRE((bench_->lapsed_o != 0) == lapsed_);
    if (load) service_ = *load;
    stalled_ = stall;
    errors_ += bench_->error_o != 0;
  }

  [[nodiscard]] bool client_open() const { return client_open_; }
  [[nodiscard]] bool answer_open() const { return answers_.under_way(); }
  [[nodiscard]] unsigned answered() const { return answered_; }
  [[nodiscard]] unsigned held_back() const { return held_back_; }
  [[nodiscard]] unsigned passed() const { return passed_; }
  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] unsigned illegal() const { return illegal_; }
  [[nodiscard]] bool idle() const { return !answers_.busy() && !client_open_; }
  Bench<Top>& bench() { return bench_; }

 private:
  template <class Valid, class Mark, class Data>
  static void put(Valid& valid, Mark& mark, Data& data, const Offer& flit) {
    drive(valid, flit.has_value());
    drive(mark, flit ? flit->mark : 0);
    drive(data, flit ? flit->data : 0);
  }

  /// Keeps both queues filled.
  void feed() {
    if (requests_.size() == 0) {
      requests_.send(
          client_message(hosts_, random_() % hosts_, random_() & 0xff'ffffu, 1 + random_() % 5));
    }
    if (client_.size() != 0) return;
    const unsigned flits = 1 + random_() % 5;
    const unsigned identifier = random_() & 0xff'ffffu;
    if (random_.chance(1, 4)) {
      client_.send(client_message(hosts_ + random_() % (256 - hosts_), 0, identifier, flits));
      ++illegal_;
    } else {
      const unsigned destination = random_() % hosts_;
      client_.send(client_message(destination, random_() % 256, identifier, flits));
      for (const Flit& flit : client_message(destination, hosts_, identifier, flits)) {
        legal_.push_back(flit);
      }
    }
  }

  /// Checks the flit taken in this cycle; returns the request that ends.
  std::optional<Request> check_request(const Offer& request, bool takes) {
    REQUIRE((bench_->request_ready_o != 0) == takes);
    REQUIRE((bench_->eject_valid_o != 0) == (request && takes));
    unsigned delivered = 0;
    std::optional<Request> ended;
    if (request && takes) {
      REQUIRE(Flit{bench_->eject_tag_o, bench_->eject_data_o} == cut(*request));
      if (request->head()) current_ = {source_of(request->data), identifier(request->data), 0};
      ++current_.flits;
      if (request->tail()) {
        ended = current_;
        delivered = 1u << current_.source;
      }
    }
    REQUIRE(bench_->delivered_o == delivered);
    return ended;
  }

  /// Checks the flit on the link; returns it if it is taken.
  Offer check_link(const Offer& offered, bool answers_turn, bool ready) {
    REQUIRE((bench_->client_ready_o != 0) == (ready && !answers_turn));
    Offer left;
    if (bench_->valid_o != 0) left = Flit{bench_->tag_o, bench_->data_o};
    if (answers_turn) {
      const Offer answer = answers_.output();
      REQUIRE(left == (answer ? Offer{cut(*answer)} : answer));
    } else if (left) {
      REQUIRE((offered && !legal_.empty() && *left == cut(legal_.front())));
      ++passed_;
    }
    return ready ? left : std::nullopt;
  }

  static constexpr bool kNarrow = std::is_same_v<Top, VServerNarrow>;
  static Flit cut(const Flit& flit) { return kNarrow ? lower_half(flit) : flit; }
  /// A narrow header has its lower bits; the source replaces the others.
  static unsigned identifier(std::uint64_t header) {
    const unsigned whole = identifier_of(header);
    return kNarrow ? source_of(header) << 16 | (whole & 0xffffu) : whole;
  }

  Bench<Top> bench_;
  unsigned hosts_;
  unsigned records_;
  Answers answers_;
  Random random_;
  Source requests_;
  Request current_;
  Source client_;
  std::deque<Flit> legal_;
  bool client_open_ = false;
  bool stalled_ = false;
  bool lapsed_ = false;
  unsigned service_ = 0;
  unsigned answered_ = 0;
  unsigned held_back_ = 0;
  unsigned passed_ = 0;
  unsigned errors_ = 0;
  unsigned illegal_ = 0;
};

template <class Top>
void random_run(unsigned hosts, unsigned records) {
  Server<Top> server(hosts, records);
  Random random(records);
  unsigned into_client = 0;
  unsigned into_answer = 0;
  for (unsigned i = 0; i < 400; ++i) {
    const bool answers = random.chance(2, 3);
    const unsigned service = answers ? 1 + random() % 40 : 0;
    into_client += server.client_open() && answers;
    into_answer += server.answer_open() && !answers;
    const typename Server<Top>::Chances chances{1 + random() % 8, random() % 4, 1 + random() % 8,
                                                1 + random() % 8};
    server.cycle(chances, service);
    for (unsigned cycle = 0; cycle < 50 + random() % 100; ++cycle) server.cycle(chances);
  }
  server.cycle({0, 0, 0, 8}, 0u);
  while (!server.idle()) server.cycle({0, 0, 8, 8});
  CHECK(into_client > 10);
  CHECK(into_answer > 10);
  CHECK(server.answered() > 500);
  CHECK(server.held_back() > 500);
  CHECK(server.passed() > 500);
  CHECK(server.illegal() - server.errors() <= 1);  // the last one may still be in the queue
  CHECK_FALSE(server.bench().assertion_failed());
}
}  // namespace

TEST_CASE("random requests, answers and external messages", "[linear_server][LinearServerStalls]") {
  random_run<VServer>(5, 3);
  random_run<VServerOne>(1, 1);
  random_run<VServerNarrow>(4, 2);
}

TEST_CASE("a message of a nonexistent host is detected",
          "[linear_server][LinearServerSourceExists]") {
  for (const unsigned source : {4u, 5u}) {
    Server<VServer> server(5, 3);
    auto& bench = server.bench();
    drive(bench->request_valid_i, 1);
    drive(bench->request_tag_i, kSingle);
    drive(bench->request_data_i, header(5, source, 1));
    bench.tick();
    CHECK(bench.assertion_failed() == (source == 5));
  }
}

TEST_CASE("a reset forgets that a request was not taken", "[linear_server]") {
  Bench<VServer> bench;
  drive(bench->own_i, 5);
  drive(bench->program_i, 0);
  drive(bench->client_valid_i, 0);
  drive(bench->request_valid_i, 0);
  drive(bench->ready_i, 0);
  drive(bench->eject_stall_i, 1);
  bench.reset();
  CHECK(bench->lapsed_o == 0);
  bench.tick();
  drive(bench->request_valid_i, 1);
  drive(bench->request_tag_i, kSingle);
  drive(bench->request_data_i, header(5, 1, 1));
  bench.tick();
  CHECK(bench->lapsed_o == 1);
  drive(bench->request_valid_i, 0);
  bench.reset();
  CHECK(bench->lapsed_o == 0);
  CHECK_FALSE(bench.assertion_failed());
}
