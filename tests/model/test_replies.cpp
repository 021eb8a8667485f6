// Request-reply traffic: who answers whom and when, statistics by class, load, order, refusals.
#include "traffic/replies.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "family/engine.hpp"
#include "family/mway/config.hpp"
#include "family/registry.hpp"
#include "ideal_network.hpp"
#include "runs/run_options.hpp"
#include "small_mesh.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

RunOptions options(const std::string& process, const std::string& reply) {
  RunOptions result;
  result.traffic.process = parse_process(process);
  result.traffic.reply = parse_reply(reply);
  result.load.value = 0.1;
  result.cycles = 20'000;
  result.warmup = 0;
  return result;
}

SimulationResult on_model(const NetworkConfig& config, const RunOptions& options) {
  const auto network = make_model(config);
  return run_simulation(*network, config, options);
}

}  // namespace

TEST_CASE("a reply goes from the request's destination to its source", "[replies]") {
  const auto responder = make_replies(parse_reply("24:5"), small_mesh())();
  MessageRecord request;
  request.source = 3;
  request.destination = 7;
  request.birth = 90;
  std::vector<Answer> answers;
  responder->deliver(request, 100, answers);
  REQUIRE(answers.size() == 1);
  CHECK(answers[0].birth == 106);
  CHECK(answers[0].source == 7);
  CHECK(answers[0].destination == 3);
  CHECK(answers[0].bytes == 24);
  CHECK_FALSE(responder->request_birth(request));

  MessageRecord reply;
  reply.answer = answers[0].number;
  CHECK(responder->request_birth(reply) == Cycle{90});
  answers.clear();
  responder->deliver(reply, 120, answers);
  CHECK(answers.empty());
}

TEST_CASE("a round trip is the request's latency, the delay and the reply's latency", "[replies]") {
  IdealNetwork network(16, 7);
  const SimulationResult result =
      run_simulation(network, small_mesh(), options("batch:3", "32:40"));
  REQUIRE(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages == 2 * 3 * 16);
  const ExchangeSummary& exchange = result.measured.exchange.value();
  CHECK(exchange.requests.count == 48);
  CHECK(exchange.replies.count == 48);
  CHECK(exchange.round_trips.count == 48);
  CHECK(exchange.round_trips.mean == Approx(exchange.requests.mean + 40 + exchange.replies.mean));
  CHECK(exchange.replies.min == 1 + 2 + 7);  // a header, two data flits of 16 bytes, the delay
}

TEST_CASE("the load is that of the requests, and replies come on top", "[replies]") {
  RunOptions with = options("bernoulli", "64");
  with.warmup = 4'000;
  const SimulationResult result = on_model(small_mesh(), with);
  RunOptions without = with;
  without.traffic.reply.reset();
  const SimulationResult requests = on_model(small_mesh(), without);
  CHECK_FALSE(requests.measured.exchange);
  CHECK(result.rate == requests.rate);
  CHECK(result.offered_flits == Approx(2 * requests.offered_flits).epsilon(0.02));
  CHECK(result.measured.accepted_flits ==
        Approx(2 * requests.measured.accepted_flits).epsilon(0.02));
  const ExchangeSummary& exchange = result.measured.exchange.value();
  CHECK(exchange.round_trips.mean ==
        Approx(exchange.requests.mean + exchange.replies.mean).epsilon(0.01));
  CHECK(exchange.requests.count + exchange.replies.count == result.measured.latency.count);

  with.traffic.reply = parse_reply("0");  // a header and the least number of data flits
  const SimulationResult small = on_model(small_mesh(), with);
  CHECK(small.offered_flits == Approx(small.measured.accepted_flits).epsilon(0.02));
  CHECK(small.offered_flits < 1.6 * requests.offered_flits);
}

TEST_CASE("replies that pile up saturate a run", "[replies]") {
  RunOptions long_replies = options("bernoulli", "1000");
  const SimulationResult result = on_model(small_mesh(), long_replies);
  CHECK(result.verdict == Verdict::kSaturated);
  CHECK(result.growth > 0.1);
}

TEST_CASE("requests and replies of a pair keep their order, each among themselves", "[replies]") {
  NetworkConfig config = small_mesh();
  mway_of(config).buffers = 1;
  RunOptions ordered = options("bernoulli", "16:3");
  ordered.check_order = true;
  CHECK_NOTHROW(on_model(config, ordered));
}

TEST_CASE("the server of a client-server network answers requests", "[replies]") {
  const NetworkConfig config = load_config(find_config("line4"));
  RunOptions requests = options("batch:2", "64");
  requests.traffic.pattern = parse_pattern("client-server:requests");
  const SimulationResult result = on_model(config, requests);
  CHECK(result.verdict == Verdict::kCompleted);
  CHECK(result.delivered_messages == 2 * 2 * (config.terminals() - 1));
}

TEST_CASE("replies are refused where they cannot be sent", "[replies]") {
  CHECK_THROWS_WITH(make_replies(parse_reply("x"), small_mesh()), Contains("--reply: bytes"));
  CHECK_THROWS_WITH(make_replies(parse_reply("16:x"), small_mesh()),
                    Contains("--reply: delay in cycles"));
  CHECK_THROWS_WITH(make_replies(parse_reply("16:1:2"), small_mesh()),
                    Contains("legal: BYTES or BYTES:DELAY"));
  RunOptions multicast = options("bernoulli", "16");
  multicast.traffic.pattern = parse_pattern("multicast:40:40");
  CHECK_THROWS_WITH(on_model(load_config(find_config("iba4x4")), multicast),
                    Contains("--reply with multicast"));
}
