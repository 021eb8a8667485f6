// Equality of runs, records of finished runs, shares of a sweep, and the saturation search. The
// network has a known capacity and the factory counts the runs.
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <string>

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "../model/ideal_network.hpp"
#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "family/mway/config.hpp"
#include "runs/saturation_search.hpp"

using namespace wayfarer;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

constexpr Cycle kPeriod = 4;  ///< A terminal sends at most one flit in four cycles.

class CountingFactory final : public EngineFactory {
 public:
  std::unique_ptr<Network> make(const NetworkConfig& config, Engine,
                                const EngineOptions&) const override {
    ++runs;
    auto network = std::make_unique<IdealNetwork>(config.terminals(), 3, 2, kPeriod);
    if (config.name == broken)
      network->tamper = [](Delivery& delivery) { return delivery.tag != Tag::kHeader; };
    return network;
  }
  mutable std::atomic<unsigned> runs{0};
  std::string broken;  ///< Networks of this name lose a flit.
};

struct Folder {
  Folder() : path(fs::temp_directory_path() / ("wayfarer-store-" + std::to_string(::getpid()))) {
    fs::remove_all(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

Point point(double load = 0.1, std::uint64_t seed = 1) {
  Point result;
  result.config = mway_config();
  result.config.name = result.label = "mesh";
  result.config.topology.extents = {4, 4};
  validate(result.config);
  result.options.seed = seed;
  result.options.load.value = load;
  result.options.cycles = 4000;
  result.options.warmup = 1000;
  return result;
}

std::vector<Point> some_points() {
  std::vector<Point> points;
  for (const double load : {0.05, 0.1, 0.15, 0.1})  // one load is repeated
    for (const std::uint64_t seed : {1, 2, 3}) points.push_back(point(load, seed));
  return points;
}

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

fs::path only_record(const fs::path& folder) {
  const fs::directory_iterator records(folder / "points");
  REQUIRE(std::distance(begin(records), end(records)) == 1);
  return fs::directory_iterator(folder / "points")->path();
}

}  // namespace

TEST_CASE("everything that determines a result changes the key", "[sweep]") {
  const std::vector<std::function<void(Point&)>> changes = {
      [](Point& p) { p.engine = Engine::kBoth; },
      [](Point& p) { p.options.traffic.pattern = parse_pattern("transpose"); },
      [](Point& p) { p.options.traffic.process = parse_process("batch:2"); },
      [](Point& p) { p.options.traffic.lengths = parse_lengths("32"); },
      [](Point& p) { p.options.traffic.reply = parse_reply("16"); },
      [](Point& p) { p.options.traffic.reply = parse_reply("16:3"); },
      [](Point& p) { p.options.seed = 2; },
      [](Point& p) { p.options.load.value = 0.1 + 1e-15; },
      [](Point& p) { p.options.load.unit = LoadUnit::kMessages; },
      [](Point& p) { p.options.cycles = 4001; },
      [](Point& p) { p.options.warmup = kNever; },
      [](Point& p) { p.options.stall_probability = 0.1; },
      [](Point& p) { p.options.gap_probability = 0.1; },
      [](Point& p) { p.options.check_order = true; },
      [](Point& p) { p.options.watchdog_limit += 1; },
      [](Point& p) { set_key(p.config, "topology.extents", "4x5"); },
  };
  std::set<std::string> keys = {point_key(point())};
  for (const auto& change : changes) {
    Point other = point();
    change(other);
    keys.insert(point_key(other));
  }
  CHECK(keys.size() == changes.size() + 1);
  for (const ChoiceKey& choice : mway_schema().choices)
    for (unsigned value = 0; value < choice.names.size(); ++value) {
      Point other = point();
      if (choice.get(other.config) == value) continue;
      choice.set(other.config, value);
      CHECK(keys.insert(point_key(other)).second);
    }
  for (const NumberKey& number : mway_schema().numbers) {
    Point other = point();
    number.of(other.config) += 1;
    CHECK(keys.insert(point_key(other)).second);
  }
}

TEST_CASE("names of a run do not change the key", "[sweep]") {
  Point other = point();
  other.config.name = other.config.description = other.label = other.command = "another name";
  CHECK(point_key(other) == point_key(point()));
}

TEST_CASE("a record returns the saved result", "[sweep]") {
  const Folder folder;
  const PointStore store(folder.path);
  const CountingFactory factory;
  for (const double load : {0.0, 0.1, 0.5}) {  // no message measured, some, more than the capacity
    Point asked = point(load == 0 ? 0.001 : load);
    if (load == 0) asked.options.warmup = asked.options.cycles - 1;
    CHECK_FALSE(store.find(asked));
    const SimulationResult result = *run_points(factory, {asked}, 1)[0];
    store.save(asked, result);
    const auto found = PointStore(folder.path).find(asked);
    REQUIRE(found);
    CHECK(to_json(asked, *found).dump() == to_json(asked, result).dump());
    CHECK(to_csv({asked}, {found}) == to_csv({asked}, {result}));
    CHECK(to_text(asked, *found) == to_text(asked, result));
  }
}

TEST_CASE("an incomplete or foreign record is refused by name", "[sweep]") {
  const Folder folder;
  const PointStore store(folder.path);
  const CountingFactory factory;
  store.save(point(), *run_points(factory, {point()}, 1)[0]);
  const fs::path record = only_record(folder.path);
  const std::string text = read(record);
  const auto refused = [&](const std::string& broken) {
    std::ofstream(record, std::ios::trunc) << broken;
    CHECK_THROWS_AS(store.find(point()), UsageError);
    CHECK_THROWS_WITH(store.find(point()),
                      Contains(record.filename().string()) && Contains("legal: delete the file"));
  };
  for (std::size_t length = 0; length < text.size() - 2; length += 97)
    refused(text.substr(0, length));
  std::string digit = text;
  const std::size_t at = digit.find("\"accepted\":0.") + 13;
  digit[at] = digit[at] == '1' ? '2' : '1';
  refused(digit);
  std::ofstream(record, std::ios::trunc) << text;
  CHECK(store.find(point()));
  fs::copy_file(record, record.parent_path() / (point_key(point(0.2)) + ".json"));
  CHECK_THROWS_WITH(store.find(point(0.2)), Contains("the record of another run"));
}

TEST_CASE("only plain records are read, and nothing else in the folder", "[sweep]") {
  const Folder folder;
  const fs::path points = folder.path / "points";
  const CountingFactory factory;
  PointStore(folder.path).save(point(), *run_points(factory, {point()}, 1)[0]);
  const fs::path other = points / (point_key(point(0.2)) + ".json");
  // Neither is opened, which would wait for a writer.
  REQUIRE(mkfifo((points / "pipe").c_str(), 0600) == 0);
  REQUIRE(mkfifo((points / "pipe.partial").c_str(), 0600) == 0);
  REQUIRE(mkfifo(other.c_str(), 0600) == 0);
  std::ofstream(points / "notes.txt") << "of the user\n";
  const PointStore store(folder.path);
  CHECK(store.find(point()));
  CHECK_THROWS_WITH(store.find(point(0.2)), Contains(other.filename().string()) &&
                                                Contains("not a plain file") &&
                                                Contains("legal: delete the file"));
  CHECK(read(points / "notes.txt") == "of the user\n");
  fs::remove(other);
  CHECK_FALSE(store.find(point(0.2)));
}

TEST_CASE("unfinished files of killed processes are removed, others not", "[sweep]") {
  const Folder folder;
  CHECK(PointStore(folder.path).removed() == 0);
  const std::string record = folder.path / "points/a.json";
  const pid_t writer = fork();
  if (writer == 0) {
    OutputFile file(record);
    file.write("half");
    kill(getpid(), SIGKILL);
  }
  REQUIRE(waitpid(writer, nullptr, 0) == writer);
  OutputFile alive(record);
  alive.write("whole");
  CHECK(PointStore(folder.path).removed() == 1);
  alive.commit();
  CHECK(read(record) == "whole");
  CHECK(PointStore(folder.path).removed() == 0);
}

TEST_CASE("a folder that cannot be made is refused", "[sweep]") {
  CHECK_THROWS_AS(PointStore("/dev/null/folder"), UsageError);
}

TEST_CASE("each run is done once, in any sweep", "[sweep]") {
  const Folder folder;
  const CountingFactory factory;
  const std::vector<Point> points = some_points();
  PointRunner first(factory, 2, PointStore(folder.path));
  const PointResults results = first.run(points);
  CHECK(complete(results));
  CHECK(factory.runs == 9);
  CHECK(first.computed() == 9);
  PointRunner second(factory, 1, PointStore(folder.path));
  CHECK(to_csv(points, second.run(points)) == to_csv(points, results));
  CHECK(second.found() == 9);
  CHECK(second.computed() == 0);
  CHECK(factory.runs == 9);
}

TEST_CASE("a stopped sweep keeps its finished runs", "[sweep]") {
  const Folder folder;
  const CountingFactory factory;
  PointRunner stopped(factory, 1, PointStore(folder.path));
  const PointResults part =
      stopped.run(some_points(), [](Cycle done, Cycle total) { return done < total / 2; });
  CHECK_FALSE(complete(part));
  CHECK(stopped.computed() > 0);
  PointRunner next(factory, 1, PointStore(folder.path));
  CHECK(complete(next.run(some_points())));
  CHECK(next.found() == stopped.computed());
  CHECK(next.found() + next.computed() == 9);
}

TEST_CASE("a run that fails a check does not stop the others", "[sweep]") {
  const Folder folder;
  CountingFactory factory;
  factory.broken = "bad";
  std::vector<Point> points = some_points();
  for (const std::size_t i : {0, 4}) {
    points[i].config.name = "bad";
    points[i].command = "command " + std::to_string(i);
  }
  PointRunner runner(factory, 2, PointStore(folder.path));
  CHECK_THROWS_WITH(runner.run(points), Contains("2 of 9 runs\ncommand 0\n  scoreboard: cycle") &&
                                            Contains("\ncommand 4\n  scoreboard: cycle"));
  CHECK(runner.computed() == 7);
}

TEST_CASE("shares are disjoint and make up the whole", "[sweep]") {
  const std::vector<Point> points = some_points();
  for (const unsigned of : {1u, 2u, 4u, 20u}) {
    std::set<std::string> seen;
    std::size_t sum = 0;
    for (unsigned number = 1; number <= of; ++number)
      for (const std::size_t i : share_of(points, {number, of})) {
        seen.insert(point_key(points[i]));
        ++sum;
      }
    CHECK(sum == 9);
    CHECK(seen.size() == 9);
  }
}

TEST_CASE("the search finds the load that saturates with few runs", "[sweep]") {
  const CountingFactory factory;
  LoadLadder ladder;
  // The capacity is one flit in four cycles; 0.24 and 0.28 are the loads on both sides of it.
  for (unsigned i = 1; i <= 20; ++i) ladder.push_back(point(0.04 * i));
  for (Point& step : ladder) step.options.cycles = 20'000;
  PointRunner runner(factory, 2, std::nullopt);
  const auto found = find_saturation_points(runner, {ladder});
  REQUIRE(found[0]);
  CHECK(found[0]->at == 6);
  CHECK(factory.runs <= 5);  // log2(20) + 1
  const Json row = to_json({ladder}, found)["searches"][0];
  CHECK(row["found"] == "between");
  CHECK(row["saturation_load"].get<double>() == Approx(0.28));
  CHECK(row["load_below"].get<double>() == Approx(0.24));
  CHECK(row["growth"].get<double>() == Approx(1 - 0.25 / 0.28).margin(0.03));
  CHECK(row["accepted"].get<double>() == Approx(0.25).epsilon(0.01));
  CHECK(row["runs"] == factory.runs.load());
}

TEST_CASE("a search whose loads are all on one side reports it", "[sweep]") {
  const CountingFactory factory;
  PointRunner runner(factory, 1, std::nullopt);
  const std::vector<LoadLadder> ladders = {{point(0.05), point(0.1), point(0.15)},
                                           {point(0.5), point(0.6), point(0.7)},
                                           {point(0.1)},
                                           {point(0.5)}};
  const auto found = find_saturation_points(runner, ladders);
  const Json json = to_json(ladders, found);
  CHECK(json["complete"] == true);
  const std::vector<std::string> words = {"none saturates", "all saturate", "none saturates",
                                          "all saturate"};
  for (std::size_t i = 0; i < words.size(); ++i) CHECK(json["searches"][i]["found"] == words[i]);
  CHECK(json["searches"][0]["saturation_load"].is_null());
  CHECK(json["searches"][0]["load_below"] == 0.15);
  CHECK(json["searches"][1]["saturation_load"] == 0.5);
  CHECK(json["searches"][1]["load_below"].is_null());
  const std::string csv = to_csv(ladders, found);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);
}
