// Scoreboard and watchdog: each kind of fault is detected and named.
#include "stats/scoreboard.hpp"

#include <functional>

#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "ideal_network.hpp"
#include "stats/watchdog.hpp"
#include "traffic/sources.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

struct Bench {
  explicit Bench(Scoreboard::Order order = Scoreboard::Order::kAny)
      : network(4, 2), scoreboard(network.shape(), messages, order) {}

  /// Two data flits from terminal 0 to 3; returns its number.
  MessageId send(std::uint32_t sequence = 0) {
    MessageRecord record;
    record.source = 0;
    record.destination = 3;
    record.data_flits = 2;
    record.sequence = sequence;
    record.number = 100 + sequence;
    return messages.insert(record);
  }
  const MessageRecord* give(Tag tag, std::uint16_t index, MessageId id, TerminalId terminal = 3,
                            std::uint8_t buffer = 0, bool intact = true) {
    return scoreboard.check({terminal, 0, buffer, tag, intact, index, id}, 9);
  }
  void deliver(MessageId id, std::uint8_t buffer = 0) {
    give(Tag::kHeader, 0, id, 3, buffer);
    give(Tag::kBody, 1, id, 3, buffer);
    REQUIRE(give(Tag::kTail, 2, id, 3, buffer) != nullptr);
  }

  IdealNetwork network;
  MessageTable messages;
  Scoreboard scoreboard;
};

}  // namespace

TEST_CASE("a whole message returns its record", "[scoreboard]") {
  Bench bench;
  const MessageId id = bench.send(7);
  CHECK(bench.give(Tag::kHeader, 0, id) == nullptr);
  CHECK(bench.give(Tag::kBody, 1, id) == nullptr);
  CHECK_THROWS_WITH(bench.scoreboard.expect_all_delivered(10),
                    Contains("1 messages were not delivered"));
  const MessageRecord* record = bench.give(Tag::kTail, 2, id);
  REQUIRE(record != nullptr);
  CHECK(record->sequence == 7);
  CHECK(bench.messages.in_flight() == 0);
  CHECK_NOTHROW(bench.scoreboard.expect_all_delivered(10));
  CHECK(bench.scoreboard.delivered_flits() == 3);
  CHECK(bench.scoreboard.delivered_messages() == 1);
}

TEST_CASE("messages may interleave on different tracks", "[scoreboard]") {
  Bench bench;
  const MessageId a = bench.send();
  const MessageId b = bench.send(1);
  bench.give(Tag::kHeader, 0, a, 3, 0);
  bench.give(Tag::kHeader, 0, b, 3, 1);
  bench.give(Tag::kBody, 1, b, 3, 1);
  bench.give(Tag::kBody, 1, a, 3, 0);
  CHECK(bench.give(Tag::kTail, 2, a, 3, 0) != nullptr);
  CHECK(bench.give(Tag::kTail, 2, b, 3, 1) != nullptr);
}

TEST_CASE("every fault is reported with cycle, terminal and message", "[scoreboard]") {
  Bench bench;
  const MessageId id = bench.send();
  const auto fails = [&](const std::function<void()>& fault, const std::string& words) {
    CHECK_THROWS_WITH(fault(), Contains("cycle 9: terminal") && Contains(words));
  };
  SECTION("twice") {
    bench.deliver(id);
    bench.give(Tag::kHeader, 0, id);
    fails([&] { bench.give(Tag::kBody, 1, id); }, "not in flight");
  }
  SECTION("twice at the same time") {
    bench.give(Tag::kHeader, 0, id, 3, 0);
    bench.give(Tag::kBody, 1, id, 3, 0);
    bench.give(Tag::kHeader, 0, id, 3, 1);
    fails([&] { bench.give(Tag::kBody, 1, id, 3, 1); }, "second time");
  }
  SECTION("at another terminal") {
    bench.give(Tag::kHeader, 0, id, 2);
    fails([&] { bench.give(Tag::kBody, 1, id, 2); }, "terminal 0 sent it to 3");
  }
  SECTION("damaged payload") {
    bench.give(Tag::kHeader, 0, id);
    fails([&] { bench.give(Tag::kBody, 1, id, 3, 0, false); }, "payload");
  }
  SECTION("damaged header") {
    fails([&] { bench.give(Tag::kHeader, 0, id, 3, 0, false); }, "destination is another");
  }
  SECTION("a flit is missing") {
    bench.give(Tag::kHeader, 0, id);
    fails([&] { bench.give(Tag::kBody, 2, id); },
          "of message 100 (0x0 on data lines): flit 1 was expected");
  }
  SECTION("the tail comes early") {
    bench.give(Tag::kHeader, 0, id);
    fails([&] { bench.give(Tag::kTail, 1, id); }, "2 data flits");
  }
  SECTION("the tail does not come") {
    bench.give(Tag::kHeader, 0, id);
    bench.give(Tag::kBody, 1, id);
    fails([&] { bench.give(Tag::kBody, 2, id); }, "2 data flits");
  }
  SECTION("data without header") {
    fails([&] { bench.give(Tag::kBody, 1, id); }, "no header");
  }
  SECTION("header into a message") {
    bench.give(Tag::kHeader, 0, id);
    fails([&] { bench.give(Tag::kHeader, 0, id); }, "still open");
  }
  SECTION("another message's header") {
    const MessageId other = bench.send(1);
    bench.give(Tag::kHeader, 0, other);
    fails([&] { bench.give(Tag::kBody, 1, id); }, "the header before it was of message");
  }
  SECTION("another message's body") {
    const MessageId other = bench.send(1);
    bench.give(Tag::kHeader, 0, id);
    bench.give(Tag::kBody, 1, id);
    fails([&] { bench.give(Tag::kTail, 2, other); }, "is open there");
  }
  SECTION("no such track") {
    fails([&] { bench.give(Tag::kHeader, 0, id, 4); }, "no such terminal");
  }
}

TEST_CASE("order is checked on request", "[scoreboard]") {
  Bench any;
  const MessageId first = any.send(0);
  const MessageId second = any.send(1);
  any.deliver(second);
  CHECK_NOTHROW(any.deliver(first));

  Bench ordered(Scoreboard::Order::kPerPair);
  const MessageId early = ordered.send(0);
  const MessageId late = ordered.send(1);
  ordered.deliver(late);
  ordered.give(Tag::kHeader, 0, early);
  ordered.give(Tag::kBody, 1, early);
  CHECK_THROWS_WITH(ordered.give(Tag::kTail, 2, early),
                    Contains("message number 1 of terminal 0 overtook"));
}

TEST_CASE("a header may carry only part of the message's number", "[scoreboard]") {
  Bench bench;
  NetworkShape narrow = bench.network.shape();
  narrow.header_id_mask = 0xff;
  Scoreboard scoreboard(narrow, bench.messages);
  const MessageId id = bench.send();
  scoreboard.check({3, 0, 0, Tag::kHeader, true, 0, id & 0xff}, 1);
  scoreboard.check({3, 0, 0, Tag::kBody, true, 1, id}, 2);
  CHECK(scoreboard.check({3, 0, 0, Tag::kTail, true, 2, id}, 3) != nullptr);
}

TEST_CASE("the watchdog tells deadlock from idleness and names the waiting messages",
          "[watchdog]") {
  Bench bench;
  Watchdog watchdog(100);
  for (Cycle now = 0; now < 1000; ++now) {
    bench.network.step();
    CHECK_NOTHROW(watchdog.observe(bench.network, 0, bench.messages, now));
  }
  static_cast<void>(bench.send(4));
  Cycle now = 1000;
  CHECK_THROWS_WITH(
      [&] {
        for (; now < 2000; ++now) watchdog.observe(bench.network, 0, bench.messages, now);
      }(),
      Contains("nothing has moved for 100 cycles while 1 messages") &&
          Contains("message 104 from 0 to 3"));
  CHECK(now == 1099);
  watchdog.scan(bench.messages, 1500);
  CHECK(watchdog.oldest_in_flight() == 1501);
}
