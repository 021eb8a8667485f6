// Rationale: the events of a run are complete. From a file of them follow the deliveries and
// latencies that the run reports, every message's events are in their order, and a file that does
// not end as written is refused. State space: a small network of every family, near idle and
// saturated. Parameter space: the shipped networks of at most 32 terminals.
#include <filesystem>
#include <fstream>
#include <map>

#include <unistd.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "events/event_file.hpp"
#include "events/event_reader.hpp"
#include "family/registry.hpp"
#include "runs/simulation.hpp"

using namespace wayfarer;

namespace {

/// Counts, and checks that a message's events come in their order.
class Tally final : public EventSink {
 public:
  void add(const Event& event) override {
    CHECK(event.cycle >= cycle_);
    cycle_ = event.cycle;
    ++kinds[event.kind];
    switch (event.kind) {
      case EventKind::kInjected: unit(event) = {*event.info, 0, 0}; break;
      case EventKind::kHead: ++unit(event).heads; break;
      case EventKind::kTail: ++unit(event).tails; break;
      case EventKind::kDelivered:
        if (!event.last) break;
        CHECK(unit(event).heads == unit(event).tails);
        if (event.cycle >= warmup) latency += event.cycle - unit(event).info.birth + 1;
        if (event.cycle >= warmup) ++delivered;
        break;
      default: break;
    }
  }

  Cycle warmup = 0;
  std::map<EventKind, std::uint64_t> kinds;
  std::uint64_t latency = 0;
  std::uint64_t delivered = 0;

 private:
  struct Unit {
    UnitInfo info;
    unsigned heads = 0;
    unsigned tails = 0;
  };
  Unit& unit(const Event& event) { return units_[event.unit]; }

  Cycle cycle_ = 0;
  std::map<UnitId, Unit> units_;
};

NetworkLayout layout_of(const NetworkShape& shape, const MessagePaths& paths) {
  NetworkLayout layout;
  layout.nodes = paths.nodes();
  layout.drivers = shape.drivers_per_channel;
  layout.buffers = shape.buffers_per_driver;
  for (ChannelId c = 0; c < shape.channels; ++c) layout.channels.push_back(paths.ends(c));
  for (TerminalId t = 0; t < shape.terminals; ++t) layout.terminals.push_back(paths.node_of(t));
  return layout;
}

}  // namespace

TEST_CASE("a file of a run's events has the run's deliveries and latencies", "[events]") {
  const std::string name = GENERATE(from_range(shipped_configs()));
  const double load = GENERATE(0.1, 0.9);
  INFO(name << " " << load);
  const NetworkConfig config = load_config(find_config(name));
  if (config.terminals() > 32) return;
  const std::string path =
      (std::filesystem::temp_directory_path() / ("events-" + std::to_string(::getpid()))).string();
  const auto network = make_model(config);
  SimulationOptions options;
  options.load = load;
  options.unit = LoadUnit::kNormalized;
  options.cycles = 3000;
  options.warmup = 500;
  Simulation plain(*network, config, options);
  run_in_loop(plain);
  const SimulationResult expected = plain.finish();
  SimulationResult result;
  {
    Simulation simulation(*network, config, options);
    const auto paths = family_of(config).paths(
        config, options.prepare ? options.prepare : family_of(config).prepare(config, {}));
    EventHeader header;
    header.network = name;
    header.layout = layout_of(network->shape(), *paths);
    EventFile file(path, header, {});
    simulation.record(file);
    run_in_loop(simulation);
    result = simulation.finish();
    file.close();
  }
  CHECK(result.measured.latency.mean == expected.measured.latency.mean);
  CHECK(result.measured.channel_utilisation == expected.measured.channel_utilisation);

  Tally tally;
  tally.warmup = 500;
  EventReader(path).read(tally);
  if (config.packet_bytes() >= config.message_bytes) {
    CHECK(tally.delivered == result.measured.latency.count);
    CHECK(static_cast<double>(tally.latency) / static_cast<double>(tally.delivered) ==
          Approx(result.measured.latency.mean).epsilon(1e-12));
  }
  CHECK(tally.kinds[EventKind::kHead] > 0);
  CHECK(tally.kinds[EventKind::kDropped] == 0);
  std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
  CHECK_THROWS_AS(EventReader(path), UsageError);
  std::ofstream(path) << "cycle,source\n";
  CHECK_THROWS_AS(EventReader(path), UsageError);
  std::filesystem::remove(path);
}
