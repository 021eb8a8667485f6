// Sources: the choice of the injection port, order of births, implicit queues, stopping; the
// message table.
#include "family/mway/config.hpp"
#include "traffic/sources.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <rapidcheck.h>
#include <catch2/catch.hpp>

#include "core/files.hpp"
#include "core/random.hpp"
#include "ideal_network.hpp"

using namespace wayfarer;

namespace {

/// Records the offers; the test sets the ready bits.
class OfferRecorder final : public Network {
 public:
  OfferRecorder(std::uint32_t terminals, unsigned ports) : ready(terminals) {
    shape_.terminals = terminals;
    shape_.injection_ports = ports;
  }
  struct Offer {
    TerminalId terminal;
    unsigned injection_port;
    Flit flit;
  };
  std::vector<PortMask> ready;
  std::vector<Offer> offers;

  const NetworkShape& shape() const override { return shape_; }
  void reset() override {}
  const std::vector<PortMask>& injection_ready() const override { return ready; }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    offers.push_back({terminal, injection_port, flit});
  }
  void stall_ejection(TerminalId, bool) override {}
  void step() override {}
  const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  const std::vector<Transfer>& transfers() const override { return transfers_; }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return errors_; }

 private:
  NetworkShape shape_;
  std::vector<Delivery> deliveries_;
  std::vector<Transfer> transfers_;
  std::vector<std::uint8_t> drivers_;
  std::vector<ErrorEvent> errors_;
};

NetworkConfig line(unsigned terminals) {
  NetworkConfig config = mway_config();
  config.topology.extents = {terminals};
  return config;
}

Workload workload(unsigned terminals, const std::string& process, double rate,
                  const std::string& bytes = "32", const std::string& pattern = "uniform") {
  return make_workload(line(terminals),
                       {parse_pattern(pattern), parse_process(process), parse_lengths(bytes), {}},
                       rate, 1);
}

}  // namespace

TEST_CASE("a calendar wakes every terminal in its cycle and in no other", "[traffic]") {
  constexpr TerminalId kTerminals = 50;
  Calendar calendar(kTerminals);
  Random random(1, 0, Purpose::kTest, 0);
  std::vector<Cycle> due(kTerminals);
  for (TerminalId terminal = 0; terminal < kTerminals; ++terminal) {
    due[terminal] = random.below(20);
    calendar.add(terminal, due[terminal]);
  }
  unsigned woken = 0;
  for (Cycle now = 0; now < 20'000; ++now) {
    std::vector<TerminalId> awake;
    calendar.take(now, [&](TerminalId terminal) { awake.push_back(terminal); });
    std::sort(awake.begin(), awake.end());
    std::vector<TerminalId> expected;
    for (TerminalId terminal = 0; terminal < kTerminals; ++terminal)
      if (due[terminal] == now) expected.push_back(terminal);
    REQUIRE(awake == expected);
    for (const TerminalId terminal : awake) {
      due[terminal] = now + 1 + random.below(random.below(2) == 0 ? 10 : 5000);
      calendar.add(terminal, due[terminal]);
    }
    woken += static_cast<unsigned>(awake.size());
  }
  CHECK(woken > 300);
  CHECK_FALSE(calendar.empty());
  calendar.clear();
  CHECK(calendar.empty());
  calendar.take(20'000, [](TerminalId) { FAIL("a terminal that no longer waits is woken"); });
}

TEST_CASE("open messages and the next one alternate on the injection ports", "[sources]") {
  OfferRecorder network(2, 3);
  MessageTable messages;
  Sources sources(network.shape(), workload(2, "batch:5", 0), messages);
  std::vector<std::pair<unsigned, Tag>> seen;
  for (Cycle now = 0; now < 9; ++now) {
    network.ready = {0b111, 0};
    sources.offer(network, now);
    REQUIRE(network.offers.size() == 1);
    seen.emplace_back(network.offers[0].injection_port, network.offers[0].flit.tag);
    network.offers.clear();
  }
  const std::vector<std::pair<unsigned, Tag>> expected = {
      {0, Tag::kHeader}, {1, Tag::kHeader}, {2, Tag::kHeader}, {0, Tag::kBody}, {1, Tag::kBody},
      {2, Tag::kBody},   {0, Tag::kTail},   {1, Tag::kTail},   {2, Tag::kTail}};
  CHECK(seen == expected);
}

TEST_CASE("an injection port that is not ready is skipped and its message waits", "[sources]") {
  OfferRecorder network(2, 2);
  MessageTable messages;
  Sources sources(network.shape(), workload(2, "batch:2", 0), messages);
  network.ready = {0b10, 0};
  sources.offer(network, 0);  // header on port 1, the only one ready
  network.ready = {0b00, 0};
  sources.offer(network, 1);
  REQUIRE(network.offers.size() == 1);
  CHECK(network.offers[0].injection_port == 1);
  network.ready = {0b10, 0};
  sources.offer(network, 2);  // port 0 cannot start, port 1 continues
  REQUIRE(network.offers.size() == 2);
  CHECK(network.offers[1].flit.index == 1);
  CHECK(network.offers[1].flit.message == network.offers[0].flit.message);
}

TEST_CASE("messages start no earlier than born and in order of birth", "[sources]") {
  constexpr unsigned kTerminals = 9;
  IdealNetwork network(kTerminals, 3, 2);
  MessageTable messages;
  const Workload load = workload(kTerminals, "bernoulli", 0.05);
  Sources sources(network.shape(), load, messages);
  for (Cycle now = 0; now < 2000; ++now) {
    sources.offer(network, now);
    network.step();
  }
  std::vector<std::uint32_t> started(kTerminals);
  std::vector<Cycle> birth(kTerminals);
  for (const MessageRecord& record : messages.records()) {  // slots fill in order of starting
    CHECK(record.start >= record.birth);
    CHECK(record.sequence == started[record.source]++);
    birth[record.source] =
        load.process->next_birth(record.source, record.sequence, birth[record.source]);
    CHECK(record.birth == birth[record.source]);
  }
  CHECK(messages.records().size() == sources.started_messages());
  CHECK(sources.started_messages() == Approx(2000 * kTerminals * 0.05).epsilon(0.2));
}

TEST_CASE("implicit queues count messages born and not started", "[sources]") {
  OfferRecorder network(4, 2);
  MessageTable messages;
  Sources sources(network.shape(), workload(4, "periodic:aligned", 0.5), messages);
  for (Cycle now = 0; now < 100; ++now) sources.offer(network, now);
  CHECK(network.offers.empty());
  CHECK(sources.backlog(100) == 4 * 50);
  CHECK(sources.backlog(100) == 4 * 50);  // reading changes nothing
  network.ready.assign(4, 0b11);
  sources.offer(network, 100);
  CHECK(sources.backlog(101) == 4 * 51 - 4);
}

TEST_CASE("silent terminals do not send and finite sources end", "[sources]") {
  IdealNetwork network(16, 1);
  MessageTable messages;
  NetworkConfig mesh = mway_config();
  mesh.topology.extents = {4, 4};
  Sources sources(
      network.shape(),
      make_workload(mesh,
                    {parse_pattern("transpose"), parse_process("batch:2"), parse_lengths("16"), {}},
                    0, 1),
      messages);
  Cycle now = 0;
  for (; !sources.exhausted(); ++now) {
    REQUIRE(now < 1000);
    sources.offer(network, now);
    network.step();
  }
  CHECK(sources.started_messages() == 12 * 2);
  CHECK(sources.offered_flits() == 12 * 2 * 2);
}

TEST_CASE("stopped sources complete open messages and start no new ones", "[sources]") {
  IdealNetwork network(4, 1);
  MessageTable messages;
  Sources sources(network.shape(), workload(4, "bernoulli", 0.9, "64"), messages);
  Cycle now = 0;
  for (; now < 50; ++now) {
    sources.offer(network, now);
    network.step();
  }
  const std::uint64_t started = sources.started_messages();
  sources.stop();
  for (; !sources.exhausted(); ++now) {
    REQUIRE(now < 100);
    sources.offer(network, now);
    network.step();
  }
  CHECK(sources.started_messages() == started);
  CHECK(sources.offered_flits() == 5 * started);
}

TEST_CASE("at most one flit per terminal and cycle, only on ready ports, tags in order",
          "[sources]") {
  CHECK(rc::check([] {
    const auto terminals = *rc::gen::inRange(2u, 11u);
    const auto ports = *rc::gen::inRange(1u, 17u);
    const auto seed = *rc::gen::inRange(0u, 1000u);
    OfferRecorder network(terminals, ports);
    MessageTable messages;
    Sources sources(network.shape(), workload(terminals, "bernoulli", 0.3, "0,16,40"), messages);
    std::map<std::pair<TerminalId, unsigned>, unsigned> open;
    for (Cycle now = 0; now < 200; ++now) {
      for (TerminalId t = 0; t < terminals; ++t)
        network.ready[t] = static_cast<PortMask>(Random(seed, t, Purpose::kTest, now).bits() &
                                                 ((1u << ports) - 1));
      network.offers.clear();
      sources.offer(network, now);
      std::map<TerminalId, int> per_terminal;
      for (const auto& offer : network.offers) {
        RC_ASSERT(++per_terminal[offer.terminal] == 1);
        RC_ASSERT((network.ready[offer.terminal] >> offer.injection_port & 1) == 1);
        unsigned& next = open[{offer.terminal, offer.injection_port}];
        RC_ASSERT(offer.flit.index == next);
        RC_ASSERT((offer.flit.tag == Tag::kHeader) == (next == 0));
        const MessageRecord* record = messages.find(offer.flit.message);
        RC_ASSERT(record != nullptr);
        RC_ASSERT((offer.flit.tag == Tag::kTail) == (next == record->data_flits));
        next = offer.flit.tag == Tag::kTail ? 0 : next + 1;
      }
    }
  }));
}

TEST_CASE("message numbers refer to messages in flight only", "[message-table]") {
  MessageTable messages;
  MessageRecord record;
  record.source = 5;
  const MessageId first = messages.insert(record);
  const MessageId second = messages.insert(record);
  CHECK(first != second);
  CHECK(messages.in_flight() == 2);
  REQUIRE(messages.find(first) != nullptr);
  CHECK(messages.find(first)->source == 5);
  messages.release(first);
  CHECK(messages.find(first) == nullptr);
  const MessageId third = messages.insert(record);
  CHECK((third & MessageTable::kSlotMask) == (first & MessageTable::kSlotMask));
  CHECK(third != first);
  CHECK(messages.find(first) == nullptr);
  CHECK(third < (1u << kMessageIdBits));
  CHECK(messages.find(0xffffff) == nullptr);
}

TEST_CASE("ejection stalls occur at their probability and only changes are reported", "[sources]") {
  IdealNetwork network(64);
  EjectionStalls stalls(64, 0.25, 1);
  for (Cycle now = 0; now < 1000; ++now) stalls.apply(network, now);
  CHECK(network.stall_changes == Approx(64'000 * 2 * 0.25 * 0.75).epsilon(0.05));
  EjectionStalls none(64, 0, 1);
  network.stall_changes = 0;
  none.apply(network, 0);
  CHECK(network.stall_changes == 0);
}

namespace {

Workload workload4(const std::string& pattern, const std::string& process, double rate) {
  return workload(4, process, rate, "16", pattern);
}

/// Cycles of a source's first births that are messages.
std::vector<Cycle> births_of(const Workload& workload, TerminalId source, std::size_t most) {
  std::vector<Cycle> births;
  Cycle birth = 0;
  for (std::uint32_t sequence = 0; births.size() < most; ++sequence) {
    birth = workload.process->next_birth(source, sequence, birth);
    if (birth == kNever) break;
    if (workload.pattern->destination(source, sequence) != kNoTerminal) births.push_back(birth);
  }
  return births;
}

}  // namespace

TEST_CASE("sources of unequal loads draw at their own rates", "[sources]") {
  // Rows of sums 3, 1, 4e-10 and 0: relative loads of three, one and almost none.
  const std::string path = "test_sources_matrix.csv";
  write_output(path, "0,1,1,1\n1,0,0,0\n0,2e-10,0,2e-10\n0,0,0,0\n");
  const std::string matrix = "matrix:" + path;

  // Equal distances, to a cycle of rounding: the mean of the rows is 1, the rate .02.
  const Workload periodic = workload4(matrix, "periodic", 0.02);
  for (const TerminalId source : {0u, 1u}) {
    const double distance = 1 / (0.02 * (source == 0 ? 3 : 1));
    const std::vector<Cycle> births = births_of(periodic, source, 500);
    for (std::size_t i = 1; i < births.size(); ++i) {
      INFO("source " << source << ", birth " << i);
      CHECK(static_cast<double>(births[i] - births[0]) ==
            Approx(distance * static_cast<double>(i)).margin(1.001));
    }
  }

  const Workload batch = workload4(matrix, "batch:10", 0);
  for (const TerminalId source : {0u, 1u, 2u})
    CHECK(births_of(batch, source, 100) == std::vector<Cycle>(10, 0));
  CHECK(batch.pattern->silent(3));

  // Runs of mean 4: a quarter of the births begins one, and few pauses are of one cycle.
  const Workload bursts = workload4(matrix, "bursts:4", 0.002);
  const std::vector<Cycle> births = births_of(bursts, 1, 20'000);
  std::size_t runs = 1;
  for (std::size_t i = 1; i < births.size(); ++i) runs += births[i] != births[i - 1] + 1 ? 1 : 0;
  CHECK(static_cast<double>(births.size()) / static_cast<double>(runs) == Approx(4).epsilon(0.05));

  const Workload bernoulli = workload4(matrix, "bernoulli", 0.02);
  CHECK(births_of(bernoulli, 0, 20'000).back() == Approx(20'000 / 0.06).epsilon(0.04));
  CHECK(births_of(bernoulli, 1, 20'000).back() == Approx(20'000 / 0.02).epsilon(0.04));
  for (const char* process : {"bernoulli", "periodic", "bursts:4", "onoff:10:90"})
    CHECK(births_of(workload4(matrix, process, 0.02), 2, 1).at(0) > 1'000'000);
}

TEST_CASE("full-random is at equal distances, and as many messages as a batch has", "[sources]") {
  const std::vector<Cycle> births =
      births_of(workload4("full-random", "periodic:aligned", 0.02), 1, 100);
  for (std::size_t i = 0; i < births.size(); ++i)  // 1 / (.02 * 3 / 4)
    CHECK(static_cast<double>(births[i]) == Approx(static_cast<double>(i) / 0.015).margin(1.001));
  CHECK(births_of(workload4("full-random", "batch:10", 0), 1, 100).size() == 10);
  const std::size_t left =
      births_of(workload4("full-random:drop", "batch:4000", 0), 1, 5'000).size();
  CHECK(left == Approx(3'000).margin(5 * std::sqrt(4'000 * 0.75 * 0.25)));
}
