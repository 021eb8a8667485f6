// rtl/linear/linear_network.sv
//
// Rationale: the connections of the parts, and the guarantees of a whole network. Clients of all
// terminals send random messages under random stalls while they also offer every kind of illegal
// flit in turn: each legal message must arrive once, whole and in order, and each error must be
// flagged at its terminal. Flits that move on a channel must be those of the messages that pass it.
// Then the hosts' own periodic messages: their responses alone (the closed form), with a server
// that answers, and all together with deadlines that can and cannot be met. The lockstep tests
// compare whole networks with the model in every cycle; this one needs no model. State space: that
// of a network. Parameter space: the line of four hosts, one of them without a combinational ready
// and one with upstream always first; a tree; one host.
#include "VNetworkBush.h"
#include "VNetworkDeep.h"
#include "VNetworkLine.h"
#include "VNetworkOne.h"
#include "VNetworkUpstream.h"
#include "bench.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace wayfarer;
using namespace wayfarer::linear_test;

namespace {
struct Program {
  unsigned period = 0;
  unsigned length = 1;
  unsigned phase = 0;
  unsigned deadline = 0;
};

/// Clients of all terminals, and the expected messages by source and destination.
template <class Top>
class Network {
 public:
  explicit Network(const Tree& tree)
      : tree_(tree),
        server_(tree.hosts()),
        clients_(tree.hosts() + 1),
        flagged_(tree.hosts() + 1),
        moved_(2 * tree.switches()),
        to_server_(tree.hosts()),
        to_host_(tree.hosts()) {
    for (unsigned t = 0; t <= server_; ++t) {
      bench_->inject_valid_i[t] = 0;
      bench_->eject_stall_i[t] = 0;
      bench_->program_i[t] = 0;
    }
    bench_->service_i = 0;
    bench_.reset();
  }

  /// A legal client message between a host and the server.
  void send(unsigned from, unsigned to, unsigned flits) {
    const auto all = client_message(to, from, module_test::spread(++identifier_, 24), flits);
    clients_[from].send(all);
    expect(from, to, all);
    sent_[from][to] += flits;
  }
  void send_illegal(unsigned from, const Flit& flit) { clients_[from].send({flit}); }
  /// Expects a message that no client sends.
  void expect(unsigned from, unsigned to, const std::vector<Flit>& all) {
    auto& queue = to == server_ ? to_server_[from] : to_host_[to];
    queue.insert(queue.end(), all.begin(), all.end());
  }
  /// Turns off the check: any message may arrive.
  void keep_books(bool books) { books_ = books; }
  [[nodiscard]] bool drained() const {
    for (unsigned h = 0; h < server_; ++h) {
      if (!to_server_[h].empty() || !to_host_[h].empty()) return false;
    }
    return true;
  }

  /// Loads the registers of one host; takes a cycle.
  void program(unsigned host, const Program& load) {
    bench_->program_i[host] = 1;
    drive(bench_->period_i[host], load.period);
    drive(bench_->length_i[host], load.length);
    drive(bench_->phase_i[host], load.phase);
    drive(bench_->deadline_i[host], load.deadline);
    cycle();
    bench_->program_i[host] = 0;
  }
  void program_server(unsigned service) {
    bench_->program_i[server_] = 1;
    bench_->service_i = service;
    cycle();
    bench_->program_i[server_] = 0;
  }

  /// One cycle; terminals stall and clients offer by these masks.
  void cycle(unsigned stalls = 0, unsigned offers = ~0u) {
    for (unsigned t = 0; t <= server_; ++t) {
      const Offer flit = (offers >> t & 1u) != 0 ? clients_[t].next() : std::nullopt;
      bench_->eject_stall_i[t] = stalls >> t & 1u;
      bench_->inject_valid_i[t] = flit.has_value();
      drive(bench_->inject_tag_i[t], flit ? flit->mark : 0);
      drive(bench_->inject_data_i[t], flit ? flit->data : 0);
    }
    // Without program_i they have no effect.
    for (unsigned h = 0; h < server_; ++h) {
      if (bench_->program_i[h] != 0) continue;
      drive(bench_->period_i[h], random_() & kCountMask);
      drive(bench_->length_i[h], random_() & kCountMask);
      drive(bench_->phase_i[h], random_() & kCountMask);
      drive(bench_->deadline_i[h], random_() & kCountMask);
    }
    if (bench_->program_i[server_] == 0) bench_->service_i = random_() & kCountMask;
    bench_.settle();
    for (unsigned t = 0; t <= server_; ++t) {
      if (bench_->inject_valid_i[t] != 0 && bench_->inject_ready_o[t] != 0) clients_[t].taken();
      if (bench_->eject_valid_o[t] != 0)
        arrive(t, {bench_->eject_tag_o[t], bench_->eject_data_o[t]});
    }
    for (unsigned c = 0; c < moved_.size(); ++c) {
      moved_[c] += bench_->channel_valid_o[c] != 0 && bench_->channel_acknowledge_o[c] != 0;
      // A channel of the reverse network has one owner.
      if (2 * c >= moved_.size()) REQUIRE(bench_->channel_owner_o[c] == 0);
    }
    bench_.tick();
    for (unsigned t = 0; t <= server_; ++t) flagged_[t] += bench_->error_o[t] != 0;
    ++now_;
  }
  void run(unsigned cycles) {
    for (unsigned i = 0; i < cycles; ++i) cycle();
  }

  /// Flits that clients sent through switch s, or through branch s.
  [[nodiscard]] unsigned passing(unsigned s, bool forward) const {
    unsigned flits = 0;
    for (unsigned h = 0; h < server_; ++h) {
      if (passes(h, s)) flits += forward ? sent_[h][server_] : sent_[server_][h];
    }
    return flits;
  }

  [[nodiscard]] unsigned server() const { return server_; }
  [[nodiscard]] const Source& client(unsigned terminal) const { return clients_[terminal]; }
  [[nodiscard]] unsigned flagged(unsigned terminal) const { return flagged_[terminal]; }
  [[nodiscard]] unsigned moved(unsigned channel) const { return moved_[channel]; }
  [[nodiscard]] unsigned tails(unsigned terminal) const { return tails_[terminal]; }
  /// The cycle of the latest tail's arrival at a terminal.
  [[nodiscard]] unsigned last_tail(unsigned terminal) const { return last_tail_[terminal]; }
  [[nodiscard]] unsigned now() const { return now_; }
  Bench<Top>& bench() { return bench_; }

 private:
  void arrive(unsigned at, const Flit& flit) {
    if (at == server_ && flit.head()) current_ = source_of(flit.data);
    auto& queue = at == server_ ? to_server_[current_] : to_host_[at];
    if (flit.tail()) {
      ++tails_[at];
      last_tail_[at] = now_;
    }
    if (!books_) return;
    REQUIRE_FALSE(queue.empty());
    REQUIRE(flit == queue.front());
    queue.pop_front();
  }
  [[nodiscard]] bool passes(unsigned host, unsigned s) const {
    unsigned at = tree_.host_target[host] / 2;
    while (at != s && at != 0) at = tree_.switch_target[at] / 2;
    return at == s;
  }

  static constexpr unsigned kCountMask = (1u << 24) - 1;

  Bench<Top> bench_;
  Random random_{1};
  Tree tree_;
  unsigned server_;
  std::vector<Source> clients_;
  std::vector<unsigned> flagged_;
  std::vector<unsigned> moved_;
  std::vector<std::deque<Flit>> to_server_;
  std::vector<std::deque<Flit>> to_host_;
  std::array<std::array<unsigned, 8>, 8> sent_{};
  std::array<unsigned, 8> tails_{};
  std::array<unsigned, 8> last_tail_{};
  unsigned identifier_ = 0;
  unsigned current_ = 0;
  unsigned now_ = 0;
  bool books_ = true;
};

/// Every kind of illegal flit, then a legal message; returns the errors that must be flagged.
template <class Top>
unsigned send_rogue(Network<Top>& network, unsigned terminal, unsigned kind) {
  const unsigned server = network.server();
  unsigned errors = 1;
  switch (kind % 3) {
    case 0: network.send_illegal(terminal, {kTail, 1}); break;
    case 1:
      network.send_illegal(terminal, {kHead, header(server + 1, terminal, 0)});
      network.send_illegal(terminal, {kBody, 2});
      network.send_illegal(terminal, {kTail, 3});
      break;
    default:  // to itself, twice
      network.send_illegal(terminal, {kHead, header(terminal, terminal, 0)});
      network.send_illegal(terminal, {kSingle, header(terminal, terminal, 0)});
      errors = 2;
  }
  network.send(terminal, terminal == server ? 0 : server, 3);
  return errors;
}

template <class Top>
void random_run(const Tree& tree) {
  Network<Top> network(tree);
  constexpr unsigned kEvery = 20;  // cycles from one terminal's illegal flits to the next one's
  const unsigned server = tree.hosts();
  Random random(tree.hosts());
  std::vector<unsigned> errors(server + 1);
  for (unsigned cycle = 0; cycle < 20000; ++cycle) {
    for (unsigned h = 0; h < tree.hosts(); ++h) {
      if (network.client(h).size() == 0) network.send(h, server, 1 + random() % 6);
    }
    if (network.client(server).size() == 0) {
      network.send(server, random() % tree.hosts(), 1 + random() % 6);
    }
    if (cycle % kEvery == 0) {
      const unsigned rogue = cycle / kEvery % (server + 1);
      if (network.client(rogue).size() < 20) errors[rogue] += send_rogue(network, rogue, random());
    }
    const unsigned stalls = cycle / 100 % 3 == 0 ? random() : random() & random() & random();
    network.cycle(stalls, random() | random());
  }
  network.run(500);
  CHECK(network.drained());
  for (unsigned t = 0; t <= server; ++t) {
    CHECK(network.flagged(t) == errors[t]);
    CHECK(network.bench()->error_count_o[t] == std::min(errors[t], 255u));
    CHECK(network.tails(t) > 100);
  }
  for (unsigned s = 0; s < tree.switches(); ++s) {
    CHECK(network.moved(s) == network.passing(s, true));
    CHECK(network.moved(tree.switches() + s) == network.passing(s, false));
  }
  CHECK_FALSE(network.bench().assertion_failed());
}

/// The closed form: e + i - 1 for e flits over i switches; then the same for the answer.
template <class Top>
void alone(const Tree& tree) {
  constexpr unsigned kService = 9;
  for (unsigned host = 0; host < tree.hosts(); ++host) {
    for (const unsigned flits : {1u, 2u, 7u}) {
      Network<Top> network(tree);
      const unsigned hops = tree.hops(host);
      const unsigned response = flits + hops - 1;
      network.program_server(kService);
      network.program(host, {10000, flits, 4, response});
      const unsigned release = network.now() + 4;
      network.expect(host, network.server(), message(network.server(), host, host << 16, flits));
      network.expect(network.server(), host, message(host, network.server(), host << 16, flits));
      network.run(100);
      CHECK(network.drained());
      CHECK(network.bench()->worst_o[host] == response);
      CHECK(network.bench()->missed_o[host] == 0);
      CHECK(network.bench()->outstanding_o[host] == 0);
      CHECK(network.last_tail(network.server()) == release + response);
      CHECK(network.last_tail(host) == release + response + kService + response);
      CHECK_FALSE(network.bench().assertion_failed());
    }
  }
}

/// All hosts of the line released together, with messages of `flits` and the same period; returns
/// the worst response of every host.
template <class Top>
std::vector<unsigned> together(unsigned hosts, unsigned flits, unsigned period) {
  Network<Top> network(line(hosts));
  network.keep_books(false);
  for (unsigned h = 0; h < hosts; ++h) {
    // One host is programmed per cycle: the phases compensate.
    network.program(h, {period, flits, hosts - h, period});
  }
  network.run(50 * period);
  std::vector<unsigned> worst;
  for (unsigned h = 0; h < hosts; ++h) {
    worst.push_back(network.bench()->worst_o[h]);
    CHECK(network.bench()->missed_o[h] == (worst.back() > period));
  }
  CHECK_FALSE(network.bench().assertion_failed());
  return worst;
}
}  // namespace

TEST_CASE("illegal flits of one terminal do not affect others",
          "[linear_network][LinearNetworkDeliversOne]") {
  random_run<VNetworkLine>(line(4));
  random_run<VNetworkDeep>(line(4));
  random_run<VNetworkUpstream>(line(4));
  random_run<VNetworkBush>(bush());
  random_run<VNetworkOne>(line(1));
}

TEST_CASE("a lone message takes the closed form's time, there and back", "[linear_network]") {
  alone<VNetworkLine>(line(4));
  alone<VNetworkDeep>(line(4));
  alone<VNetworkBush>(bush());
  alone<VNetworkOne>(line(1));
}

TEST_CASE("released together, host i waits for those nearer to the server", "[linear_network]") {
  // A period of sum e uses the link in full; t_i = i * e, since no time is lost on the way.
  CHECK(together<VNetworkLine>(4, 6, 24) == std::vector<unsigned>{6, 12, 18, 24});
  CHECK(together<VNetworkDeep>(4, 6, 24) == std::vector<unsigned>{6, 12, 18, 24});
}

TEST_CASE("deadlines are missed when the link is overloaded", "[linear_network]") {
  const auto worst = together<VNetworkLine>(4, 6, 20);
  CHECK(*std::max_element(worst.begin(), worst.end()) > 20);
}

TEST_CASE("requests beyond the records are held back, and all are answered", "[linear_network]") {
  Network<VNetworkLine> network(line(4));
  constexpr unsigned kRecords = 2;  // as in CMakeLists.txt
  network.program_server(40);
  for (unsigned h = 0; h < 4; ++h) {
    for (unsigned i = 0; i < 5; ++i) network.send(h, 4, 1 + i % 3);
  }
  network.keep_books(false);
  network.run(39);
  CHECK(network.tails(4) == kRecords);
  network.run(1000);
  CHECK(network.tails(4) == 20);
  for (unsigned h = 0; h < 4; ++h) CHECK(network.tails(h) == 5);
  CHECK_FALSE(network.bench().assertion_failed());
}
