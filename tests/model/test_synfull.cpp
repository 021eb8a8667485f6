// SynFull's models: the protocol's messages and delays, rates of states and phases, faults in
// files.
#include "traffic/synfull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/random.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "runs/run_options.hpp"
#include "traffic/synfull_model.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

/// A phase of four nodes: caches 0 and 2, directories 1 and 3. Cache 0 asks directory 3, which
/// forwards to cache 2.
struct Phase {
  std::string markov = "1";
  unsigned states = 1;
  /// Weights of 0 and 1 requests an interval, for each state: "1 0" over "0 1".
  std::map<std::string, std::string> counts;
  double forward_write = 0;
  double forward_read = 0;
  unsigned invalidations = 0;
  std::array<std::string, 2> invalidated = {"1", "1"};  ///< Weights of the caches.

  [[nodiscard]] std::string text(unsigned number) const {
    const auto columns = [this](const char* value) {
      std::string row;
      for (unsigned i = 0; i < states; ++i) row += fmt::format("{} ", value);
      return row + "\n";
    };
    std::string text = fmt::format(
        "HIER_BEGIN_ID {}\nMEMORY 1\nNUM_NODES 4\nNUM_CLASSES {}\nRESOLUTION 100\nMARKOV\n{}\nEND\n"
        "MARKOV_STEADY\n0.5\nEND\n",
        number, states, markov);
    for (const char* kind : {"WRITE", "READ", "CCR", "DCR"})
      text += fmt::format("{}_SPATIAL\n{}{}END\n", kind, columns("1"), columns("0"));
    for (const char* kind : {"WRITE", "READ", "CCR", "DCR"}) {
      text += fmt::format("{}_FLOWS\n", kind);
      for (unsigned state = 1; state <= states; ++state)
        text += fmt::format("0 1 {0} 0\n2 1 {0} 0\n0 3 {0} 5\n2 3 {0} 0\n", state);
      text += "END\n";
    }
    for (const char* kind : {"WRITE", "READ", "CCR", "DCR"}) {
      const auto own = counts.find(kind);
      text += fmt::format("{}_INJECTION\n{}END\n", kind,
                          own == counts.end() ? columns("1") : own->second);
    }
    text += fmt::format("FORWARD_PROBABILITY\n3 {} {}\nEND\nFORWARD_FLOWS\n", forward_write,
                        forward_read);
    for (unsigned state = 1; state <= states; ++state)
      text += fmt::format("3 0 {0} 0\n3 2 {0} 7\n", state);
    text += "END\nINVALIDATE_PROBABILITY\n";
    for (unsigned state = 1; state <= states; ++state)
      for (unsigned n = 0; n < 3; ++n)
        text += fmt::format("{} 3 {} {}\n", state, n, n == invalidations ? 1 : 0);
    text += "END\nINVALIDATE_FLOWS\n";
    for (unsigned state = 1; state <= states; ++state)
      text += fmt::format("3 0 {0} {1}\n3 2 {0} {2}\n", state, invalidated[0], invalidated[1]);
    return text + "END\nEND_HIER\n";
  }
};

std::string model_of(const std::vector<Phase>& phases, const std::string& markov = "1",
                     unsigned span = 1000) {
  std::string text = fmt::format(
      "HIER_CLASSES {}\nTIME_SPAN {}\nHIER_MARKOV\n{}\nEND\n"
      "HIER_MARKOV_STEADY\n1\nEND\n",
      phases.size(), span, markov);
  for (unsigned i = 0; i < phases.size(); ++i) text += phases[i].text(i + 1);
  return text;
}

NetworkConfig mesh() {
  NetworkConfig config = mway_config();
  config.topology.extents = {4, 4};
  validate(config);
  return config;
}

struct Sent {
  Cycle birth = 0;
  Cycle arrival = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  unsigned bytes = 0;
};

/// The messages of the first cycles on a network that delivers after random times, by birth.
std::vector<Sent> run(const std::string& model, Cycle cycles, std::uint64_t seed = 1) {
  write_output("test_synfull.model", model);
  const Workload workload = make_synfull_workload("test_synfull.model", mesh(), seed);
  CHECK_FALSE(workload.process->finite());
  const auto responder = workload.responder();
  Random random(seed, 2, Purpose::kTest, 0);
  std::multimap<Cycle, std::pair<Answer, std::size_t>> under_way;
  std::vector<Sent> sent;
  std::vector<Answer> answers;
  Cycle now = 0;
  const auto take = [&] {
    for (const Answer& answer : answers) {
      const Cycle arrival = answer.birth + 3 + random.below(5);
      under_way.emplace(arrival, std::pair(answer, sent.size()));
      sent.push_back({answer.birth, arrival, answer.source, answer.destination, answer.bytes});
    }
    answers.clear();
  };
  responder->begin(answers);
  take();
  while (now < cycles) {
    const auto first = under_way.begin();
    now = first->first;
    MessageRecord message;
    message.answer = first->second.first.number;
    message.birth = first->second.first.birth;
    under_way.erase(first);
    responder->deliver(message, now, answers);
    take();
  }
  std::stable_sort(sent.begin(), sent.end(),
                   [](const Sent& a, const Sent& b) { return a.birth < b.birth; });
  return sent;
}

using Shape = std::tuple<TerminalId, TerminalId, unsigned>;  // Source, destination, bytes.
Shape shape(const Sent& sent) { return {sent.source, sent.destination, sent.bytes}; }

/// One transaction of this kind in each interval.
Phase always(const std::string& kind) {
  Phase phase;
  phase.counts[kind] = "0\n1\n";
  return phase;
}

double rate(const std::vector<Sent>& sent, Cycle from, Cycle to) {
  return static_cast<double>(std::count_if(sent.begin(), sent.end(),
                                           [&](const Sent& one) {
                                             return one.birth >= from && one.birth < to &&
                                                    one.source == 0 && one.bytes == 72;
                                           })) *
         100 / static_cast<double>(to - from);
}

}  // namespace

TEST_CASE("a request that memory answers", "[synfull]") {
  const std::vector<Sent> sent = run(model_of({always("READ")}), 950);
  CHECK(shape(sent[0]) == Shape{0, 3, 8});
  CHECK(sent[0].birth < 100);
  CHECK(sent[0].birth % 2 == 0);
  const auto data =
      std::find_if(sent.begin(), sent.end(), [](const Sent& one) { return one.source == 3; });
  CHECK(shape(*data) == Shape{3, 0, 72});
  CHECK(data->birth == sent[0].arrival + 80);
  const auto unblock = std::find_if(data, sent.end(), [&](const Sent& one) {
    return one.source == 0 && one.birth == data->arrival + 1;
  });
  REQUIRE(unblock != sent.end());
  CHECK(shape(*unblock) == Shape{0, 3, 8});
  for (const Sent& one : sent) {
    CHECK((one.source == 0 || one.source == 3));
    CHECK(one.destination == 3 - one.source);
  }
}

TEST_CASE("a request that a cache answers, with invalidations", "[synfull]") {
  Phase phase = always("WRITE");
  phase.forward_write = 1;
  for (const unsigned invalidations : {0u, 1u, 2u}) {
    phase.invalidations = invalidations;
    INFO(invalidations);
    std::map<Shape, unsigned> counts;
    const std::vector<Sent> sent = run(model_of({phase}), 100'000);
    for (const Sent& one : sent)
      if (one.birth < 99'000) ++counts[shape(one)];
    const auto near = [&](const Shape& what, unsigned times) {
      const auto found = counts.find(what);
      CHECK((found == counts.end() ? 0 : found->second) == Approx(990 * times).margin(3));
      if (found != counts.end()) counts.erase(found);
    };
    near({0, 3, 8}, 2);                        // request, unblock
    near({3, 2, 8}, 1 + (invalidations > 0));  // forward, invalidation of the owner
    near({2, 0, 72}, 1);                       // data
    near({2, 0, 8}, invalidations > 0);
    near({3, 0, 8}, invalidations > 1);
    // The requesting cache acknowledges itself: no message.
    CHECK(counts.empty());
  }
}

TEST_CASE("caches to invalidate are found however unequal their weights are", "[synfull]") {
  Phase phase = always("WRITE");
  phase.forward_write = 1;
  phase.invalidations = 2;
  phase.invalidated = {".25", "1e15"};  // cache 2 owns the line: cache 0 is the other one
  std::map<Shape, unsigned> counts;
  for (const Sent& one : run(model_of({phase}), 10'000)) ++counts[shape(one)];
  CHECK(counts[{3, 0, 8}] == Approx(100).margin(3));
}

TEST_CASE("indices are drawn by their weights", "[synfull]") {
  const Weights weights({0, 1, 0, 3});
  CHECK(weights.choices() == 2);
  CHECK(weights.draw(0) == 1u);
  CHECK(weights.draw(0.2499) == 1u);
  CHECK(weights.draw(0.25) == 3u);
  CHECK(weights.draw(0x1.fffffffffffffp-1) == 3u);
  CHECK(Weights({0, 5e-324, 0}).draw(0x1.fffffffffffffp-1) == 1u);  // the product is rounded up
  CHECK_FALSE(Weights({0, 0}).draw(0.5));
}

TEST_CASE("lines that are put back", "[synfull]") {
  const std::vector<Sent> dirty = run(model_of({always("DCR")}), 950);
  CHECK(shape(dirty[0]) == Shape{0, 3, 72});
  const auto done =
      std::find_if(dirty.begin(), dirty.end(), [](const Sent& one) { return one.source == 3; });
  CHECK(shape(*done) == Shape{3, 0, 8});
  CHECK(done->birth == dirty[0].arrival + 1);
  for (const Sent& one : run(model_of({always("CCR")}), 950)) CHECK(one.bytes == 8);
}

TEST_CASE("requests come at the rates of states and phases", "[synfull]") {
  constexpr Cycle kCycles = 2'000'000;
  Phase half;
  half.counts["DCR"] = "1\n1\n";
  const double intervals = kCycles / 100;
  CHECK(rate(run(model_of({half}), kCycles), 0, kCycles - 5000) ==
        Approx(0.5).margin(5 * std::sqrt(0.25 / intervals)));

  // Three of four intervals in the state with requests.
  Phase two;
  two.states = 2;
  two.markov = "0.25 0.75\n0.25 0.75";
  two.counts["DCR"] = "1 0\n0 1\n";
  two.counts["WRITE"] = two.counts["READ"] = two.counts["CCR"] = "1 1\n";
  CHECK(rate(run(model_of({two}), kCycles), 0, kCycles - 5000) ==
        Approx(0.75).margin(5 * std::sqrt(0.19 / intervals)));

  // Phases alternate: 1000 cycles without requests, 1000 with one in each interval.
  Phase silent;
  const std::vector<Sent> turns = run(model_of({silent, always("DCR")}, "0 1\n1 0"), 50'000);
  for (Cycle span = 0; span < 40; ++span)
    CHECK(rate(turns, span * 1000, (span + 1) * 1000) == Approx(span % 2 == 0 ? 0 : 1));

  CHECK(run(model_of({half}), 5000, 1).size() != run(model_of({half}), 5000, 3).size());
}

TEST_CASE("a model runs on a network with a terminal for each node or for each pair", "[synfull]") {
  write_output("test_synfull.model", model_of({always("READ")}));
  for (const unsigned extent : {1u, 4u}) {
    NetworkConfig config = mesh();
    config.topology.extents = {2, extent};
    const auto network = make_model(config);
    RunOptions options;
    options.cycles = 50'000;
    options.warmup = 1'000;
    options.workload = make_synfull_workload("test_synfull.model", config, 1);
    const SimulationResult result = run_simulation(*network, config, options);
    CHECK_FALSE(has_load(options));
    // A request, its data and the unblocking message in each interval of 100 cycles.
    CHECK(static_cast<double>(result.delivered_messages) == Approx(3 * 500).margin(6));
    CHECK(result.offered_flits == Approx(result.measured.accepted_flits).epsilon(0.03));
  }
}

TEST_CASE("faults in models are named with their lines", "[synfull]") {
  const std::string sound = model_of({always("READ")});
  CHECK_NOTHROW(parse_synfull(sound, "m"));
  const auto refused = [&](const std::string& from, const std::string& to, const std::string& why) {
    std::string text = sound;
    text.replace(text.find(from), from.size(), to);
    INFO(to);
    CHECK_THROWS_WITH(parse_synfull(text, "m"), Contains(why));
  };
  refused("HIER_CLASSES 1", "HIER_CLASSES 0", "m:1: HIER_CLASSES");
  refused("TIME_SPAN 1000", "TIME_SPAN 1001", "m:13: intervals of 100 cycles in spans of 1001");
  refused("NUM_NODES 4", "NUM_NODES 5", "5 nodes; legal: an even number");
  refused("READ_SPATIAL", "SPATIAL", "'SPATIAL'; legal: READ_SPATIAL");
  refused("0 1 1 0", "0 3 1 0", "from 0 to 3; legal: destination 0 or 1 here");
  refused("0 3 1 5", "0 3 2 5", "class '2'");
  refused("3 0 0\nEND\nFORWARD_FLOWS", "3 0 1.5\nEND\nFORWARD_FLOWS", "probability of a read");
  refused("3 0 0\nEND\nFORWARD_FLOWS", "3 0 1.002\nEND\nFORWARD_FLOWS",
          "legal: a number from 0 to 1");
  refused("END_HIER\n", "", "m: ends too early");
  refused("END_HIER\n", "END_HIER\nmore\n", "'more'; legal: nothing after the last END_HIER");

  // Published models have 1.00031692372702 and 1.00015819447374.
  Phase rounded = always("WRITE");
  rounded.forward_write = 1.00031692372702;
  const SynfullModel model = parse_synfull(model_of({rounded}), "m");
  CHECK(model.phases[0].forwards[3][0] == 1);
  write_output("test_synfull.model", "\xef\xbb\xbf" + model_of({rounded}));
  CHECK(is_synfull("test_synfull.model"));
  CHECK(make_synfull_workload("test_synfull.model", mesh(), 1).note ==
        "test_synfull.model: 1 probability above 1, at most 1.00032, counts as 1");
  CHECK(parse_synfull(sound, "m").rounded == 0);

  write_output("test_synfull.model", model_of({Phase{}}));
  CHECK(is_synfull("test_synfull.model"));
  CHECK_FALSE(is_synfull("nowhere.model"));
  CHECK_THROWS_WITH(make_synfull_workload("test_synfull.model", mesh(), 1)
                        .responder()
                        ->begin(*std::make_unique<std::vector<Answer>>()),
                    Contains("no message in 100000 intervals"));
}
