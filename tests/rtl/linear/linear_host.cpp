// rtl/linear/linear_host.sv
//
// Rationale: guard, sender and monitor are tested separately; this test covers the owner of the
// link and the wiring. Client messages, legal and not, meet programs at any time, in the middle of
// messages of either side, while the link is ready at random: whole messages must leave, the
// client's unchanged except for their source, the sender's with the next number and the programmed
// length. The monitor's count is compared with the formula of the releases.
// A sporadic host's client demands messages at random.
// State space: the sender on the link, period or none. Parameter space: periodic and sporadic.
#include "VHostSporadic.h"
#include "Vlinear_host.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
constexpr unsigned kOwn = 3;
constexpr unsigned kServer = 6;

struct Program {
  unsigned period = 0;
  unsigned length = 1;
  unsigned phase = 0;
  unsigned deadline = 0;
};

class Host {
 public:
  Host() {
    drive(bench_->own_i, kOwn);
    drive(bench_->server_i, kServer);
    drive(bench_->program_i, 0);
    drive(bench_->delivered_i, 0);
    drive(bench_->response_valid_i, 0);
    drive(bench_->eject_stall_i, 0);
    offer({}, false);
    bench_.reset();
  }

  /// Queues a client's message; it must leave with the host's number as its source.
  void send(unsigned claimed_source, unsigned identifier, unsigned flits) {
    client_.send(client_message(kServer, claimed_source, identifier, flits));
    for (const Flit& flit : client_message(kServer, kOwn, identifier, flits))
      legal_.push_back(flit);
  }
  /// Queues one that must be dropped.
  void send_nowhere(unsigned flits) {
    client_.send(client_message(kServer - 1, kOwn, 0, flits));
    ++illegal_;
  }
  [[nodiscard]] const Source& client() const { return client_; }
  [[nodiscard]] bool all_left() const { return legal_.empty(); }

  /// One cycle: the client offers or not; the registers are loaded or not; a message of the sender
  /// is reported as delivered or not. Returns the flit that left on the link.
  Offer cycle(bool offers, bool ready, const std::optional<Program>& load = std::nullopt,
              bool delivered = false) {
    const bool own_turn = link_ == Link::kSender || (link_ == Link::kFree && program_.period != 0);
    const Offer offered = offers ? client_.next() : std::nullopt;
    drive(bench_->program_i, load.has_value());
    drive(bench_->delivered_i, delivered);
    if (load) {
      // linear_pkg's schedule_t: four fields of 24 bits, the period highest.
      const std::uint64_t low =
          load->deadline | std::uint64_t{load->phase} << 24 | std::uint64_t{load->length} << 48;
      bench_->schedule_i[0] = static_cast<std::uint32_t>(low);
      bench_->schedule_i[1] = static_cast<std::uint32_t>(low >> 32);
      bench_->schedule_i[2] = load->length >> 16 | load->period << 8;
    }
    offer(offered, ready);
    REQUIRE((bench_->client_ready_o != 0) == (ready && !own_turn));
    Offer left;
    if (bench_->valid_o != 0) left = Flit{bench_->tag_o, bench_->data_o};
    if (own_turn) {
      if (left) check_sender(*left);
      REQUIRE((left || link_ == Link::kFree));
    } else {
      if (left) REQUIRE((offered && !legal_.empty() && *left == legal_.front()));
    }
    const bool client_taken = offered && ready && !own_turn;
    bench_.tick();
    if (client_taken) client_.taken();
    if (!ready) left = std::nullopt;
    if (left) follow(*left, own_turn);
    follow_releases(delivered, load);
    errors_ += (bench_->errors_o & 3) != 0;
    REQUIRE((bench_->watch_o & 0xff'ffff) == outstanding_);
    return left;
  }

  [[nodiscard]] unsigned errors() const { return errors_; }
  [[nodiscard]] unsigned illegal() const { return illegal_; }
  [[nodiscard]] bool sender_open() const { return link_ == Link::kSender; }
  [[nodiscard]] bool client_open() const { return link_ == Link::kClient; }
  Bench<Vlinear_host>& bench() { return bench_; }

 private:
  enum class Link { kFree, kClient, kSender };

  void offer(const Offer& offered, bool ready) {
    bench_->client_valid_i = offered.has_value();
    drive(bench_->client_tag_i, offered ? offered->mark : 0);
    drive(bench_->client_data_i, offered ? offered->data : 0);
    bench_->ready_i = ready;
    bench_.settle();
  }

  void check_sender(const Flit& flit) {
    if (link_ == Link::kFree) {
      own_ = message(kServer, kOwn, kOwn << 16 | sequence_, program_.length);
      index_ = 0;
    }
    REQUIRE(flit == own_[index_]);
  }

  void follow(const Flit& flit, bool own_turn) {
    if (own_turn) {
      sequence_ += flit.head();
      ++index_;
    } else {
      legal_.pop_front();
    }
    link_ = flit.tail() ? Link::kFree : own_turn ? Link::kSender : Link::kClient;
  }

  void follow_releases(bool delivered, const std::optional<Program>& load) {
    if (delivered && outstanding_ > 0) --outstanding_;
    outstanding_ += program_.period != 0 && cycle_ >= program_.phase &&
                    (cycle_ - program_.phase) % program_.period == 0;
    ++cycle_;
    if (!load) return;
    program_ = *load;
    cycle_ = 0;
    outstanding_ = 0;
  }

  Bench<Vlinear_host> bench_;
  Source client_;
  std::deque<Flit> legal_;
  Link link_ = Link::kFree;
  Program program_;
  std::vector<Flit> own_;
  std::size_t index_ = 0;
  unsigned sequence_ = 0;
  unsigned cycle_ = 0;
  unsigned outstanding_ = 0;
  unsigned errors_ = 0;
  unsigned illegal_ = 0;
};
}  // namespace

TEST_CASE("client and sender share the link by whole messages", "[linear_host][LinearHostStalls]") {
  Host host;
  Random random(1);
  unsigned into_client = 0;
  unsigned into_sender = 0;
  unsigned own_messages = 0;
  for (unsigned i = 0; i < 600; ++i) {
    Program program;
    if (random.chance(1, 2)) program = {4 + random() % 20, random() % 6, random() % 30};
    into_client += host.client_open() && program.period != 0;
    into_sender += host.sender_open() && program.period == 0;
    unsigned started = 0;
    host.cycle(random.chance(1, 2), random.chance(1, 2), program);
    for (unsigned cycle = 0; cycle < 60 + random() % 60; ++cycle) {
      if (host.client().size() == 0) {
        if (random.chance(1, 4)) host.send_nowhere(1 + random() % 4);
        host.send(random() % 256, random() & 0xff'ffffu, 1 + random() % 6);
      }
      const bool delivered = program.period != 0 && started > 0 && random.chance(1, 8);
      started -= delivered;
      const Offer left = host.cycle(random.chance(3, 4), random.chance(3, 4), {}, delivered);
      const bool own = left && left->head() && (identifier_of(left->data) >> 16) == kOwn &&
                       program.period != 0 && !host.client_open();
      started += own;
      own_messages += own;
    }
  }
  host.cycle(false, true, Program{});
  for (unsigned cycle = 0; cycle < 100; ++cycle) host.cycle(true, true);
  CHECK(host.all_left());
  CHECK(host.errors() == host.illegal());
  CHECK(host.bench()->errors_o >> 2 == std::min(255u, host.illegal()));
  CHECK(into_client > 20);
  CHECK(into_sender > 20);
  CHECK(own_messages > 300);
  CHECK_FALSE(host.bench().assertion_failed());
}

TEST_CASE("the monitor tracks the sender's messages", "[linear_host]") {
  for (const unsigned deadline : {0u, 6u, 7u, 8u}) {
    Host host;
    host.cycle(false, true, Program{20, 2, 5, deadline});
    for (unsigned cycle = 0; cycle <= 5; ++cycle) host.cycle(false, true);
    for (unsigned age = 1; age < 7; ++age) host.cycle(false, true);
    CHECK((host.bench()->watch_o >> 24 & 0xff'ffff) == 0);
    host.cycle(false, true, {}, true);
    CHECK((host.bench()->watch_o >> 24 & 0xff'ffff) == 7);
    CHECK((host.bench()->watch_o >> 48) == (deadline == 6));
    host.cycle(false, true, Program{});
    CHECK((host.bench()->watch_o >> 24 & 0xff'ffff) == 0);
    CHECK((host.bench()->watch_o >> 48) == 0);
  }
}

TEST_CASE("deliveries of client messages do not count", "[linear_host]") {
  Host host;
  host.send(kOwn, 1, 1);
  host.cycle(true, true);
  host.cycle(false, true, {}, true);
  CHECK((host.bench()->watch_o >> 24 & 0xff'ffff) == 0);
  CHECK(host.all_left());
}

TEST_CASE("the client of a sporadic host demands messages", "[linear_host]") {
  Bench<VHostSporadic> bench;
  drive(bench->own_i, kOwn);
  drive(bench->server_i, kServer);
  for (auto* pin : {&bench->program_i, &bench->delivered_i, &bench->response_valid_i,
                    &bench->eject_stall_i, &bench->client_valid_i})
    *pin = 0;
  drive(bench->client_tag_i, 0);  // of no flit that the guard would pass
  drive(bench->client_data_i, 0);
  bench->ready_i = 1;
  bench.reset();
  constexpr unsigned kPeriod = 6;
  bench->schedule_i[0] = 0;
  bench->schedule_i[1] = 2 << 16;  // flits
  bench->schedule_i[2] = kPeriod << 8;
  bench->program_i = 1;
  bench.tick();
  bench->program_i = 0;
  Random random(3);
  unsigned now = 0, due = 0, outstanding = 0, released = 0, sent = 0, waited = 0;
  for (; now < 3000; ++now) {
    const bool demand = random.chance(1, 1 + now / 100);
    const bool delivered = outstanding != 0 && random.chance(1, 7);
    bench->client_valid_i = demand;
    bench->delivered_i = delivered;
    bench.settle();
    const bool ready = now >= due && outstanding < 4;
    REQUIRE((bench->client_ready_o != 0) == ready);
    waited += now >= due && !ready;
    sent += bench->valid_o != 0 && bench->tag_o == kTail;
    if (demand && ready) {
      REQUIRE(bench->valid_o != 0);
      due = now + kPeriod;
      ++outstanding;
      ++released;
    }
    outstanding -= delivered;
    bench.tick();
    REQUIRE((bench->watch_o & 0xff'ffff) == outstanding);
  }
  CHECK(released > 100);
  CHECK((sent == released || sent + 1 == released));
  CHECK(waited > 10);
  CHECK((bench->errors_o & 3) == 0);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("a sporadic host releases nothing inside a client's message", "[linear_host]") {
  Bench<VHostSporadic> bench;
  drive(bench->own_i, kOwn);
  drive(bench->server_i, kServer);
  for (auto* pin : {&bench->program_i, &bench->delivered_i, &bench->response_valid_i,
                    &bench->eject_stall_i, &bench->client_valid_i})
    *pin = 0;
  bench->ready_i = 1;
  bench.reset();
  const auto flits = message(kServer, kOwn, 1, 4);
  bench->schedule_i[0] = 0;
  bench->schedule_i[1] = 2 << 16;  // flits
  bench->schedule_i[2] = 6 << 8;   // period
  for (const Flit& flit : flits) {
    bench->client_valid_i = 1;
    bench->program_i = flit.head();
    drive(bench->client_tag_i, flit.mark);
    drive(bench->client_data_i, flit.data);
    bench.settle();
    REQUIRE(bench->client_ready_o == 1);
    REQUIRE(Flit{bench->tag_o, bench->data_o} == flit);
    bench.tick();
    REQUIRE((bench->watch_o & 0xff'ffff) == 0);
  }
  bench.tick();
  CHECK((bench->watch_o & 0xff'ffff) == 1);
  CHECK_FALSE(bench.assertion_failed());
}

TEST_CASE("responses are delivered unless stalled a cycle ago", "[linear_host]") {
  Host host;
  auto& bench = host.bench();
  Random random(2);
  bool stalled = false;
  for (unsigned cycle = 0; cycle < 1000; ++cycle) {
    const bool stall = random.chance(1, 2);
    const bool valid = random.chance(1, 2);
    const unsigned mark = random() % 4;
    const std::uint64_t data = std::uint64_t{random()} << 32 | random();
    bench->eject_stall_i = stall;
    bench->response_valid_i = valid;
    drive(bench->response_tag_i, mark);
    drive(bench->response_data_i, data);
    bench.settle();
    REQUIRE((bench->response_ready_o != 0) == !stalled);
    REQUIRE((bench->eject_valid_o != 0) == (valid && !stalled));
    REQUIRE(bench->eject_tag_o == mark);
    REQUIRE(bench->eject_data_o == data);
    bench.tick();
    stalled = stall;
  }
  bench->eject_stall_i = 1;
  bench.tick();
  bench.reset();
  CHECK(bench->response_ready_o == 1);
  CHECK_FALSE(bench.assertion_failed());
}
