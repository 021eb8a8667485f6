// Rationale: the events of a run are complete and true. A file of them has the run's deliveries,
// and its mean latencies follow from it to the last digit; of each head's time, every cycle is a
// step of a lone head or a wait; a lone message never waits. Parts of a run have the events of the
// whole run. A file that does not end as written, or with any byte changed, is refused or read
// without harm. State space: a small network of every family, near idle, saturated, and with
// stalls. Parameter space: the shipped networks of at most 32 terminals.
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <unistd.h>
#include <catch2/catch.hpp>

#include "../is_family.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "events/event_check.hpp"
#include "events/event_file.hpp"
#include "events/event_reader.hpp"
#include "events/story.hpp"
#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "runs/recording.hpp"
#include "traffic/trace.hpp"

using namespace wayfarer;

namespace {

/// A name that no other test has.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::filesystem::temp_directory_path() / fmt::format("events-{}", ::getpid())) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

std::vector<NetworkConfig> small_networks() {
  std::vector<NetworkConfig> networks;
  for (const std::string& name : shipped_configs()) {
    NetworkConfig config = load_config(find_config(name));
    if (config.terminals() <= 32) networks.push_back(std::move(config));
  }
  return networks;
}

Point point_of(const NetworkConfig& config, double load, double stalls, Cycle cycles) {
  Point point;
  point.config = config;
  point.options.load.value = load;
  point.options.load.unit = LoadUnit::kNormalized;
  point.options.stall_probability = stalls;
  point.options.cycles = cycles;
  point.options.warmup = cycles / 6;
  return point;
}

/// Writes the events that the point asks for.
SimulationResult record(const Point& point) {
  const auto network = make_model(point.config);
  Simulation simulation(*network, point.config, workload_of(point.config, point.options),
                        point.options);
  Recording recording(simulation, point);
  run_in_loop(simulation);
  recording.close();
  return simulation.finish();
}

/// The mean as LatencyCollector computes it.
struct Mean {
  void add(Cycle value) { mean += (static_cast<double>(value) - mean) / static_cast<double>(++n); }
  double mean = 0;
  std::uint64_t n = 0;
};

/// Sends everything to a listener.
class Every final : public EventSink {
 public:
  explicit Every(std::function<void(const Event&)> listener) : listener_(std::move(listener)) {}
  void add(const Event& event) override { listener_(event); }

 private:
  std::function<void(const Event&)> listener_;
};

/// Cycles of a lone head from injection to delivery.
Cycle steps_of(const NetworkConfig& config, const MessagePaths::Timing& timing,
               const PacketStory& story) {
  if (story.hops.empty()) return timing.first;
  // The last channel delivers, or the server's link shows a response when it is offered.
  const bool delivered =
      story.arrivals.front().head == story.hops.back().head || is_family(config, "linear");
  return timing.first + (story.hops.size() - 1) * timing.hop + (delivered ? 0 : timing.ejection);
}

}  // namespace

TEST_CASE("a run's latencies follow from its events, and every cycle of its heads", "[events]") {
  const NetworkConfig config = GENERATE(from_range(small_networks()));
  const auto [load, stalls] = GENERATE(table<double, double>({{0.1, 0}, {0.9, 0}, {0.5, 0.2}}));
  INFO(config.name << " " << load << " " << stalls);
  const TemporaryFile file;
  Point point = point_of(config, load, stalls, 3000);
  const SimulationResult plain = run_simulation(*make_model(config), config, point.options);
  point.recording.events = file.path();
  const SimulationResult result = record(point);
  CHECK(result.measured.latency.mean == plain.measured.latency.mean);
  CHECK(result.measured.channel_utilisation == plain.measured.channel_utilisation);

  Mean latency;
  Mean network_latency;
  const auto paths = family_of(config).paths(config, family_of(config).prepare(config, {}));
  const MessagePaths::Timing timing = paths->timing();
  StoryTeller stories(config.terminals(), [&](const PacketStory& story) {
    if (story.delivered == kNever) return;
    if (story.completes && story.delivered >= point.options.warmup) {
      latency.add(story.latency());
      network_latency.add(story.network_latency());
    }
    Cycle waited = 0;
    for (unsigned cause = 0; cause < kWaitCauses; ++cause)
      waited += story.waited(static_cast<WaitCause>(cause), 0);
    const Cycle taken = story.arrivals.front().head - story.info.start - waited;
    const Cycle steps = steps_of(config, timing, story);
    // An m-way router that drives a channel already takes a cycle less.
    if (is_family(config, "mway") ? taken > steps || 2 * taken < steps : taken != steps)
      FAIL(fmt::format("message {}: {} hops in {} cycles and {} of waiting; alone in {}",
                       story.info.message, story.hops.size(), taken, waited, steps));
  });
  EventReader(file.path()).read(stories);
  CHECK(latency.n == result.measured.latency.count);
  CHECK(latency.mean == result.measured.latency.mean);
  if (config.packet_bytes() >= config.message_bytes)
    CHECK(network_latency.mean == result.measured.network_latency.mean);
}

TEST_CASE("every delivery of a multicast message has its event, and its story", "[events]") {
  const NetworkConfig config = load_config(
      find_config(GENERATE("iba4x4", "iba5x5", "iba4x4-messages", "mesh4x4-multicast")));
  const auto [load, stalls] = GENERATE(table<double, double>({{0.1, 0}, {0.6, 0}, {0.3, 0.2}}));
  INFO(config.name << " " << load << " " << stalls);
  const TemporaryFile file;
  Point point = point_of(config, load, stalls, 3000);
  point.options.traffic.pattern = parse_pattern("multicast:60:50:70");
  point.recording.events = file.path();
  const SimulationResult result = record(point);
  std::map<std::uint64_t, std::size_t> copies;  // By message.
  std::uint64_t completed = 0;
  StoryTeller stories(config.terminals(), [&](const PacketStory& story) {
    std::size_t arrived = 0;
    for (const Arrival& arrival : story.arrivals) {
      arrived += arrival.tail != kNever;
      if (story.delivered == kNever) continue;
      if (arrival.head > arrival.tail || arrival.tail > story.delivered) FAIL(arrival.terminal);
    }
    if (story.delivered != kNever) CHECK(arrived == story.arrivals.size());
    if (story.info.packet + 1 == story.info.packets) copies[story.info.message] += arrived;
    completed += story.completes;
  });
  EventReader(file.path()).read(stories);
  stories.finish();
  std::uint64_t delivered = 0;
  for (const auto& [message, count] : copies) delivered += count;
  CHECK(completed == result.delivered_messages);
  // Packets of several can be complete at a terminal before their message is.
  if (config.packet_bytes() >= config.message_bytes)
    CHECK(delivered == result.delivered_copies);
  else
    CHECK(delivered >= result.delivered_copies);
  CHECK(result.delivered_copies > 3 * result.delivered_messages / 2);
}

TEST_CASE("a run whose events lack one fails", "[events][EventsComplete]") {
  const NetworkConfig config = load_config(find_config("iba4x4"));
  const TemporaryFile file;
  Point point = point_of(config, 0.2, 0, 1000);
  point.options.traffic.pattern = parse_pattern("multicast:60:50");
  point.recording.events = file.path();
  record(point);
  EventTotals totals;
  std::uint64_t copies = 0;  // Deliveries that are not their packet's last.
  Every count([&](const Event& event) {
    const bool delivered = event.kind == EventKind::kDelivered;
    totals.born += event.kind == EventKind::kBorn;
    totals.started += event.kind == EventKind::kInjected;
    totals.delivered += delivered;
    totals.finished += delivered && event.last;
    copies += delivered && !event.last;
  });
  EventReader(file.path()).read(count);
  totals.completed = totals.finished;
  REQUIRE(copies > 100);
  // Checks the events without number `left_out` of this kind.
  const auto check = [&](EventKind kind, std::uint64_t left_out) {
    EventCheck whole;
    std::uint64_t number = 0;
    Every filter([&](const Event& event) {
      if (event.kind != kind || number++ != left_out) whole.add(event);
    });
    EventReader(file.path()).read(filter);
    whole.expect(totals);
  };
  CHECK_NOTHROW(check(EventKind::kBorn, kNever));
  CHECK_THROWS_AS(check(EventKind::kBorn, 7), CheckFailed);
  for (const EventKind kind : {EventKind::kTail, EventKind::kArrived, EventKind::kDelivered})
    for (std::uint64_t number = 0; number < 20; ++number)
      CHECK_THROWS_WITH(check(kind, number), Catch::StartsWith("EventsComplete: "));
}

TEST_CASE("kinds of events and causes of waiting have names of their own", "[events]") {
  const std::vector<std::string> kinds = event_kind_names();
  CHECK(std::set<std::string>(kinds.begin(), kinds.end()).size() == kEventKinds);
  std::set<std::string> causes;
  for (unsigned cause = 0; cause < kWaitCauses; ++cause)
    causes.insert(to_string(static_cast<WaitCause>(cause)));
  CHECK(causes.size() == kWaitCauses);
}

TEST_CASE("a lone message is never blocked", "[events]") {
  const NetworkConfig config = GENERATE(from_range(small_networks()));
  INFO(config.name);
  const TemporaryFile file;
  const std::uint32_t terminals = config.terminals();
  const bool server = is_family(config, "linear");
  Trace trace;
  for (TerminalId from = 0; from < terminals; ++from) {
    TerminalId to = (from * 7 + 3) % terminals;
    if (server) to = from == terminals - 1 ? 0 : terminals - 1;
    if (to == from) to = (to + 1) % terminals;
    trace.push_back({trace.size() * 200, from, to,
                     static_cast<std::uint16_t>(std::min(64u, config.max_message_bytes()))});
  }
  Point point = point_of(config, 0, 0, 200 * (trace.size() + 1));
  point.options.warmup = 0;
  point.options.workload = make_trace_workload(trace, terminals, config.packet_bytes());
  point.recording.events = file.path();
  REQUIRE(record(point).delivered_messages == trace.size());
  std::uint64_t heads = 0;
  // The packets of a message wait for each other.
  Every every([&](const Event& event) {
    heads += event.kind == EventKind::kHead;
    if (event.kind == EventKind::kBlocked)
      CHECK((event.cause == WaitCause::kBehind || event.holder != kNoUnit));
    if (event.kind == EventKind::kBlocked && config.packet_bytes() >= 64) FAIL(event.cycle);
  });
  EventReader(file.path()).read(every);
  CHECK(heads >= trace.size());
}

TEST_CASE("parts of a run have the events of the whole run", "[events]") {
  const NetworkConfig config = load_config(find_config(GENERATE("mesh4x4", "fs-mesh4x4-star")));
  const TemporaryFile file;
  Point point = point_of(config, 0.8, 0, 2000);
  point.recording.events = file.path();
  record(point);
  using Key = std::tuple<Cycle, EventKind, std::uint64_t, ChannelId>;
  const auto read = [&](Cycle from, Cycle to, const EventFilter& filter) {
    std::vector<Key> keys;
    EventReader reader(file.path());
    std::map<UnitId, std::uint64_t> messages;
    EventSelection selection(filter, reader.header().layout);
    struct Sink final : EventSink {
      void known(UnitId unit, const UnitInfo& info) override {
        selection->known(unit, info);
        (*messages)[unit] = info.message;
      }
      void add(const Event& event) override {
        if (event.kind == EventKind::kInjected) (*messages)[event.unit] = event.info->message;
        const bool kept = selection->keeps(event);
        if (!kept || event.cycle < from) return;
        keys->push_back({event.cycle, event.kind,
                         event.unit == kNoUnit ? event.message->message : (*messages)[event.unit],
                         event.channel});
      }
      EventSelection* selection = nullptr;
      std::map<UnitId, std::uint64_t>* messages = nullptr;
      std::vector<Key>* keys = nullptr;
      Cycle from = 0;
    } sink;
    sink.selection = &selection;
    sink.messages = &messages;
    sink.keys = &keys;
    sink.from = from;
    reader.read(sink, from, to);
    return keys;
  };
  EventFilter filter;
  SECTION("messages") {
    for (std::uint64_t message = 0; message < 1000; message += 10)
      filter.messages.push_back(message);
  }
  SECTION("nodes") { filter.nodes = {0, 5}; }
  SECTION("kinds") { filter.kinds = {EventKind::kBlocked, EventKind::kDelivered}; }
  SECTION("all") {}
  const Cycle from = 700;
  const Cycle to = 1300;
  const std::vector<Key> expected = read(from, to, filter);
  CHECK(expected.size() > 10);
  point.recording.filter = filter;
  point.recording.filter.from = from;
  point.recording.filter.to = to;
  record(point);
  CHECK(EventReader(file.path()).first() == from);
  CHECK(EventReader(file.path()).end() == to);
  CHECK(read(from, to, {}) == expected);
}

TEST_CASE("the cycles of so many bytes are a prefix of the run", "[events]") {
  const TemporaryFile file;
  Point point = point_of(load_config(find_config("mesh4x4")), 0.9, 0, 12000);
  point.recording.events = file.path();
  record(point);
  const EventReader reader(file.path());
  const std::uint64_t size = std::filesystem::file_size(file.path());
  CHECK(reader.end_within(0, kNever, size) == 12000);
  CHECK(reader.end_within(0, 77, size) == 77);
  const Cycle first = reader.end_within(0, kNever, 1);
  CHECK(first > 0);
  CHECK(reader.end_within(0, kNever, size / 2) > first);
  CHECK(reader.end_within(0, kNever, size / 2) < 12000);
  CHECK(reader.end_within(first, kNever, 1) > first);
  CHECK(reader.end_within(first - 1, kNever, 1) == first);
}

TEST_CASE("a truncated file has the events of its whole blocks", "[events]") {
  const TemporaryFile file;
  Point point = point_of(load_config(find_config("mesh4x4")), 0.9, 0, 12000);
  point.recording.events = file.path();
  record(point);
  using Key = std::tuple<Cycle, EventKind, UnitId, ChannelId>;
  const auto read = [&](Cycle to) {
    std::vector<Key> keys;
    Every every([&](const Event& event) {
      keys.push_back({event.cycle, event.kind, event.unit, event.channel});
    });
    EventReader(file.path()).read(every, 0, to);
    return keys;
  };
  CHECK_FALSE(EventReader(file.path()).truncated());
  const std::vector<Key> all = read(kNever);
  const std::string whole = read_text(file.path(), "");
  Cycle last = 12000;
  for (const std::size_t missing : {std::size_t{1}, std::size_t{100}, whole.size() / 2}) {
    std::ofstream(file.path(), std::ios::binary) << whole.substr(0, whole.size() - missing);
    const EventReader reader(file.path());
    CHECK(reader.truncated());
    CHECK(reader.end() <= last);
    CHECK(reader.end() > 1000);
    last = reader.end();
    std::vector<Key> expected = all;
    expected.resize(static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(),
                     [&](const Key& key) { return std::get<Cycle>(key) >= last; }) -
        all.begin()));
    CHECK(read(kNever) == expected);
  }
  CHECK(last < 12000);
}

TEST_CASE("damaged files of events are refused or read without harm", "[events]") {
  const TemporaryFile file;
  Point point = point_of(load_config(find_config("mesh4x4")), 0.5, 0, 300);
  point.options.warmup = 0;
  point.recording.events = file.path();
  record(point);
  const std::string whole = read_text(file.path(), "");
  Every nothing([](const Event&) {});
  const auto write = [&](const std::string& bytes) {
    std::ofstream(file.path(), std::ios::binary) << bytes;
  };
  for (const std::size_t size : {std::size_t{0}, std::size_t{12}, whole.size() / 2}) {
    write(whole.substr(0, size));
    CHECK_THROWS_AS(EventReader(file.path()), UsageError);
  }
  write("cycle,source\n");
  CHECK_THROWS_AS(EventReader(file.path()), UsageError);
  for (std::size_t at = 0; at < whole.size(); at += 7) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << at % 8);
    write(bytes);
    try {
      StoryTeller stories(16, [](const PacketStory&) {});
      EventReader(file.path()).read(stories);
      EventReader(file.path()).read(nothing);
    } catch (const UsageError&) {
      // Refused.
    }
  }
}

TEST_CASE("each number in the header of a file of events is whole and fits", "[events]") {
  const TemporaryFile file;
  EventHeader header;
  header.layout = {2, 1, 1, {{0, 1}, {1, 0}}, {0, 1}};
  EventFile(file.path(), header, {}).close();
  const std::string whole = read_text(file.path(), "");
  CHECK_NOTHROW(EventReader(file.path()));
  const auto [old, format] = GENERATE(table<const char*, const char*>({
      {"\"terminals\":[0,1]", "\"terminals\":[0,{}]"},
      {"\"terminals\":[0,1]", "\"terminals\":{}"},
      {"\"channels\":[[0,1]", "\"channels\":[[0,{}]"},
      {"\"only_nodes\":[]", "\"only_nodes\":[{}]"},
      {"\"messages\":[]", "\"messages\":[{}]"},
      {"\"messages\":[]", "\"messages\":{}"},
      {"\"from\":0", "\"from\":{}"},
      {"\"nodes\":2", "\"nodes\":{}"},
  }));
  const std::string number = GENERATE("0.5", "-1", "7e125", "18446744073709551616", "null");
  const std::string text = fmt::format(fmt::runtime(format), number);
  INFO(text);
  const std::size_t at = whole.find(old);
  REQUIRE(at != std::string::npos);
  std::string bytes = whole;
  bytes.replace(at, std::strlen(old), text);
  // The header's length, in two of its four bytes.
  const std::size_t length = static_cast<std::uint8_t>(bytes[12]) +
                             256 * static_cast<std::uint8_t>(bytes[13]) + text.size() -
                             std::strlen(old);
  bytes[12] = static_cast<char>(length % 256);
  bytes[13] = static_cast<char>(length / 256);
  std::ofstream(file.path(), std::ios::binary) << bytes;
  CHECK_THROWS_WITH(EventReader(file.path()),
                    Catch::Contains("damaged: its header cannot be read"));
}

TEST_CASE("a difference of engines names message and channel as the events do", "[events]") {
  const NetworkConfig config = load_config(find_config("romm-mesh4x4-2phase"));
  NetworkConfig other = config;
  mesh_of(other).seed = 99;  // It sends messages by other ways.
  const TemporaryFile file;
  Point point = point_of(config, 0.5, 0, 500);
  point.options.warmup = 0;
  point.recording.events = file.path();
  record(point);
  std::map<std::pair<Cycle, ChannelId>, std::uint64_t> heads;
  std::map<UnitId, std::uint64_t> messages;
  Every every([&](const Event& event) {
    if (event.kind == EventKind::kInjected) messages[event.unit] = event.info->message;
    if (event.kind == EventKind::kHead)
      heads[{event.cycle, event.channel}] = messages.at(event.unit);
  });
  EventReader reader(file.path());
  reader.read(every);

  point.recording = {};
  const auto network = make_lockstep(config, make_model(config), make_model(other));
  try {
    (void)run_simulation(*network, config, point.options);
    FAIL("the engines do not differ");
  } catch (const LockstepMismatch& fault) {
    const std::string text = fault.what();
    INFO(text);
    REQUIRE(fault.place().channel);
    const ChannelId channel = *fault.place().channel;
    const ChannelEnds ends = reader.header().layout.channels[channel];
    const std::uint64_t message = heads.at({fault.cycle(), channel});
    CHECK_THAT(text, Catch::Contains(fmt::format("channel {} ({} to {}): driver", channel,
                                                 ends.from, ends.to)));
    CHECK_THAT(text, Catch::Contains(fmt::format("of message {}, packet", message)));
  }
}

TEST_CASE("a file of events asks for no more memory than it can use", "[events]") {
  const TemporaryFile file;
  EventHeader header;
  header.layout.nodes = 2;
  header.layout.channels = {{0, 1}, {1, 0}};
  header.layout.terminals = {0, 1};
  SECTION("sizes of the network") {
    const auto [drivers, buffers, nodes] =
        GENERATE(table<unsigned, unsigned, std::uint32_t>({{1u << 16, 1u << 16, 2},
                                                           {65, 1, 2},
                                                           {1, 257, 2},
                                                           {0, 1, 2},
                                                           {1, 0, 2},
                                                           {1, 1, 1u << 31}}));
    header.layout.drivers = drivers;
    header.layout.buffers = buffers;
    header.layout.nodes = nodes;
    EventFile(file.path(), header, {}).close();
    CHECK_THROWS_WITH(EventReader(file.path()), Catch::Contains("damaged: its header"));
  }
  SECTION("numbers of messages in flight") {
    constexpr UnitId kLarge = (1u << 24) - 2;
    UnitInfo info;
    info.destination = 1;
    {
      EventFile events(file.path(), header, {});
      for (const UnitId unit : {kLarge, kLarge - 7, kLarge}) {
        Event event;
        event.kind = EventKind::kInjected;
        event.unit = unit;
        event.info = &info;
        events.add(event);
        event.kind = EventKind::kBlocked;
        event.holder = unit;
        events.add(event);
      }
      events.end(1);
      events.close();
    }
    std::vector<UnitId> units;
    Every every([&](const Event& event) {
      units.push_back(event.unit);
      if (event.kind == EventKind::kBlocked) CHECK(event.holder == event.unit);
    });
    EventReader(file.path()).read(every);
    CHECK(units == std::vector<UnitId>{0, 0, 1, 1, 0, 0});
  }
}
