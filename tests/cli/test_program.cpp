// The program as users call it: exit statuses, what stands in its results, whole files or none.
#include <algorithm>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "run_wayfarer.hpp"

using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const char* const kShort = "run mesh4x4 --cycles 2000 ";

}  // namespace

TEST_CASE("every command explains itself with an example", "[cli]") {
  for (const char* command :
       {"run", "sweep", "lockstep", "reproduce", "schedule", "check", "list", "view", "build",
        "demo"}) {
    const Outcome outcome = wayfarer(std::string(command) + " --help");
    INFO(command);
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.text, Contains(std::string("Example: wayfarer ") + command));
  }
  CHECK(wayfarer("--version").status == 0);
}

TEST_CASE("wrong usage ends with status 2 and says what is legal", "[cli]") {
  const std::vector<std::pair<std::string, std::string>> wrong = {
      {"", "subcommand is required"},
      {"fly", "no command 'fly'; legal: run, sweep"},
      {"run", "config is required"},
      {"run mesh4x4 --speed 3", "--speed"},
      {"run mesh5x5", "mesh4x4"},
      {"run mesh4x4 --load x", "legal: a number"},
      {"run mesh4x4 --load 0.1,0.2", "legal: a number"},
      {"run mesh4x4 --seed 1:3", "one seed"},
      {"run mesh4x4 --load 9", "legal: 0 to 1"},
      {"run mesh4x4 --unit packets", "legal: flits, messages, normalized"},
      {"run mesh4x4 --engine quantum", "legal: model, rtl, both"},
      {"run mesh4x4 --pattern zigzag", "legal: uniform"},
      {"run mesh4x4 --pattern hotspot-1", "256 terminals"},
      {"run mesh4x4 --process poisson", "legal: bernoulli"},
      {"run mesh4x4 --process trace", "needs --trace"},
      {"run mesh4x4 --cycles 100 --warmup 100", "less than the run's 100 cycles"},
      {"run mesh4x4 --cycles 0", "legal: a whole number from 1"},
      {"run mesh4x4 --message-bytes 2000", "0 to 1023"},
      {"run mesh4x4 --stall 1", "legal: 0 to below 1"},
      {"run mesh4x4 --set router.size=1", "unknown; legal"},
      {"run mesh4x4 --set router.buffers=1,2", "sweep"},
      {"run mesh4x4 --trace /nowhere.csv", "cannot be read"},
      {"run mesh4x4 --cycles 100 --trace-waves w.fst", "no waves"},
      {"run mesh4x4 --trace-waves w.fst:9:5", "from < to"},
      {"run iba4x4 --pattern multicast:40", "legal: multicast:SOURCES:MEMBERS"},
      {"run iba4x4 --pattern multicast:40:40 --write-trace t.csv", "not groups"},
      {"run iba4x4 --set traffic.mtu_bytes=300", "legal: 256, 512"},
      {"run iba4x4 --tables /nowhere.txt", "cannot be read"},
      {"run mesh4x4 --write-tables t.txt", "have no tables"},
      {"run iba4x4 --set router.replication=lockstep --engine rtl", "as hardware"},
      {"sweep mesh4x4 --load 1:2", "first:last:step"},
      {"sweep mesh4x4 --set topology.extents=1", "legal: 2 to 16"},
      {"sweep mesh4x4 --part 1/2", "--output"},
      {"sweep mesh4x4 --part 3/2 --output /nowhere", "legal: a whole number from 1 to 2"},
      {"sweep mesh4x4 --part 2 --output /nowhere", "legal: 2/5"},
      {"sweep mesh4x4 --part 1/2 --output /nowhere --csv -", "excludes"},
      {"sweep mesh4x4 --output /dev/null/folder", "cannot be made: Not a directory"},
      {"sweep mesh4x4 --saturation --load 0.2,0.1", "legal: increasing loads"},
      {"sweep mesh4x4 --saturation --process batch:1", "legal: a process that goes on"},
      {"reproduce", "legal: an id of 'reproduce --list'"},
      {"reproduce fig99", "legal: fs-fig1"},
      {"reproduce all", "legal: --output FOLDER"},
      {"reproduce all --output r --only x", "legal without it"},
      {"reproduce mway-fig4 --output /dev/null/r", "cannot be written"},
      {"reproduce fs-fig1 --only nothing", "a name is 'random, oblivious'"},
      {"check", "config is required"},
      {"check mesh5x5", "mesh4x4"},
      {"list nothing", "configs"},
      {"view /nowhere.fst", "no such wave file"},
  };
  for (const auto& [arguments, words] : wrong) {
    const Outcome outcome = wayfarer(arguments);
    INFO(arguments << "\n" << outcome.text);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.text, Contains(words));
  }
}

TEST_CASE("a run's JSON holds what was asked for and what came out", "[cli]") {
  const Folder folder;
  const Outcome outcome = wayfarer(std::string(kShort) + "--load 0.1 --seed 5 --json " +
                                   (folder / "r.json") + " --csv " + (folder / "r.csv"));
  INFO(outcome.text);
  REQUIRE(outcome.status == 0);
  const auto json = nlohmann::json::parse(read(folder / "r.json"));
  for (const char* key : {"config", "engine", "pattern", "load", "unit", "seed", "cycles", "warmup",
                          "offered", "accepted", "latency", "utilisation", "verdict", "version"})
    CHECK(json.contains(key));
  for (const char* key : {"mean", "sd", "p50", "p99", "max"}) CHECK(json["latency"].contains(key));
  CHECK(json["config"] == "mesh4x4");
  CHECK(json["engine"] == "model");
  CHECK(json["seed"] == 5);
  CHECK(json["cycles"] == 2000);
  CHECK(json["warmup"] == 600);
  CHECK(json["channel_utilisation"].size() == 16);
  CHECK(json["accepted"].get<double>() == Approx(0.1).epsilon(0.2));
  const std::string csv = read(folder / "r.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 2);
}

TEST_CASE("results on standard output are nothing but the result", "[cli]") {
  const Outcome outcome = wayfarer(std::string(kShort) + "--json - 2>/dev/null; true", "");
  CHECK_NOTHROW(nlohmann::json::parse(outcome.text));
}

TEST_CASE("the same seed gives the same bytes", "[cli]") {
  const Folder folder;
  for (const char* name : {"a.json", "b.json"})
    REQUIRE(wayfarer(std::string(kShort) + "--json " + (folder / name)).status == 0);
  CHECK(read(folder / "a.json") == read(folder / "b.json"));
}

TEST_CASE("a sweep gives the same bytes on one thread and on two", "[cli]") {
  const Folder folder;
  const std::string sweep =
      "sweep mesh4x4 --cycles 2000 --load 0.05:0.2:0.05 --pattern uniform,transpose --seed 1:2 "
      "--set router.buffers=1,2 ";
  for (const char* threads : {"1", "2"}) {
    const std::string files = folder / threads;
    REQUIRE(wayfarer(sweep + "--threads " + threads + " --json " + files + ".json --csv " + files +
                     ".csv").status == 0);
  }
  CHECK(read(folder / "1.json") == read(folder / "2.json"));
  CHECK(read(folder / "1.csv") == read(folder / "2.csv"));
  const auto json = nlohmann::json::parse(read(folder / "1.json"));
  CHECK(json["points"].size() == 4 * 2 * 2 * 2);
  CHECK(json["complete"] == true);
}

TEST_CASE("a trace written by a run replays it", "[cli]") {
  const Folder folder;
  const std::string trace = folder / "t.csv";
  REQUIRE(wayfarer(std::string(kShort) + "--load 0.1 --write-trace " + trace).status == 0);
  CHECK_THAT(read(trace), Contains("cycle,source,destination,bytes\n"));
  const Outcome outcome = wayfarer("run mesh4x4 --cycles 4000 --warmup 0 --trace " + trace +
                                   " --json " + (folder / "r.json"));
  INFO(outcome.text);
  REQUIRE(outcome.status == 0);
  const auto json = nlohmann::json::parse(read(folder / "r.json"));
  const std::string text = read(trace);
  CHECK(json["delivered_messages"] == std::count(text.begin(), text.end(), '\n') - 1);
  CHECK(json["verdict"] == "converged");
}

TEST_CASE("tables written by a run are loaded by another", "[cli]") {
  const Folder folder;
  const std::string tables = folder / "tables.txt";
  const std::string run = "run iba4x4 --pattern multicast:100:50 --process batch:2 --warmup 0 "
                          "--cycles 4000 ";
  const Outcome written = wayfarer(run + "--write-tables " + tables);
  INFO(written.text);
  REQUIRE(written.status == 0);
  std::string text = read(tables);
  CHECK_THAT(text, Contains("\n6 forwarding 7 north\n"));
  CHECK_THAT(text, Contains(" multicast 0xc00f "));
  const Outcome loaded = wayfarer(run + "--tables " + tables);
  CHECK(loaded.status == 0);
  CHECK(loaded.text == written.text);

  const std::size_t line = text.find("6 forwarding 7 north");
  std::ofstream(tables) << text.replace(line, 20, "6 forwarding 7 down ");
  const Outcome refused = wayfarer(run + "--tables " + tables);
  CHECK(refused.status == 2);
  CHECK_THAT(refused.text, Contains(tables + ":") && Contains("down"));
  // A way that leads elsewhere is taken, and found out.
  std::ofstream(tables) << text.replace(line, 20, "6 forwarding 7 local");
  const Outcome lost =
      wayfarer("run iba4x4 --pattern copies:100:100 --process batch:1 --tables " + tables);
  CHECK(lost.status == 1);
  CHECK_THAT(lost.text, Contains("its destination is another terminal"));
}

TEST_CASE("a full disk ends with status 2 and leaves nothing", "[cli]") {
  const Folder folder;
  const Outcome device = wayfarer(std::string(kShort) + "--json /dev/full");
  CHECK(device.status == 2);
  CHECK_THAT(device.text, Contains("No space left on device"));
  // A file size limit stands for a disk that fills up on the way.
  const Outcome limited = wayfarer(std::string(kShort) + "--json " + (folder / "r.json"),
                                   "trap '' XFSZ; ulimit -f 1;");
  CHECK(limited.status == 2);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("an interrupted sweep keeps what is finished and says so", "[cli]") {
  const Folder folder;
  const Outcome outcome =
      wayfarer("sweep mesh16x16 --cycles 20000 --load 0.01:0.06:0.0001 --json " +
                   (folder / "s.json"), "timeout --foreground -s INT 3");
  INFO(outcome.text);
  // In the background `timeout` would signal twice, child and group, and a second one ends the
  // program. It gives its own status when it has sent the signal; the file tells the rest.
  const auto json = nlohmann::json::parse(read(folder / "s.json"));
  CHECK(json["complete"] == false);
  CHECK(json["points"].size() > 0);
  CHECK(json["points"].size() < 501);
  CHECK_THAT(outcome.text, Contains("partial"));
}

TEST_CASE("a check says what it followed", "[cli]") {
  const Outcome outcome = wayfarer("check mesh4x4");
  CHECK(outcome.status == 0);
  // Each of the 16 x 15 messages; two sets of buffers in each of 2 x 4 x 3 routers.
  CHECK_THAT(outcome.text, Contains("mesh4x4: 240 routes of messages followed, 48 resources"));
  CHECK_THAT(outcome.text, Contains("deadlock-free: the dependency graph is acyclic"));
}

TEST_CASE("lists name configurations, patterns and experiments", "[cli]") {
  const Outcome outcome = wayfarer("list");
  CHECK(outcome.status == 0);
  for (const char* word :
       {"mesh16x16", "fig10-9d-hc-p1", "perfect-shuffle", "bernoulli", "mway-fig7"})
    CHECK_THAT(outcome.text, Contains(word));
}

TEST_CASE("a dump is shown with the view of the family that its network is of", "[cli]") {
  const Folder folder;
  const auto view = [&](const std::string& network, const std::string& options = "") {
    std::ofstream(folder / "a dump.vcd")
        << "$timescale 1ps $end $scope module TOP $end $var wire 1 ! clk_i $end\n"
        << "$scope module mesh_pkg $end $scope module iba_network $end $upscope $end $upscope $end\n"
        << "$scope module " << network << " $end $upscope $end $upscope $end\n"
        << "$enddefinitions $end\n#0\n0!\n";
    return wayfarer("view --print " + options + " '" + (folder / "a dump.vcd") + "'");
  };
  const std::vector<std::pair<std::string, std::string>> families = {
      {"mway_network", "mway"},
      {"linear_network", "linear"},
      {"wormhole_network", "wormhole"},
      {"cut_through_network", "cut_through"},
      {"iba_network", "iba"}};
  for (const auto& [network, family] : families)
    CHECK_THAT(view(network).text, Contains("waves/" + family + ".tcl'"));
  CHECK_THAT(view("iba_network", "--family wormhole").text, Contains("waves/wormhole.tcl'"));
  for (const char* other : {"network", "iba_switch", "ring_network", "_network"}) {
    const Outcome outcome = view(other);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.text, Contains("no network of a family") && Contains("--family mway|"));
  }
  CHECK(view("ring_network", "--family mway").status == 0);
  std::ofstream(folder / "cut.fst") << "no wave file";
  CHECK_THAT(wayfarer("view --print " + (folder / "cut.fst")).text, Contains("legal: a finished"));
}

TEST_CASE("reproductions are listed, one a line", "[cli]") {
  const Outcome outcome = wayfarer("reproduce --list");
  CHECK(outcome.status == 0);
  CHECK(std::count(outcome.text.begin(), outcome.text.end(), '\n') == 25);
  for (const char* id : {"mway-fig9", "linear-worst", "fs-fig2", "romm-fig8", "iba-multicast"})
    CHECK_THAT(outcome.text, Contains(id));
  CHECK(outcome.text.find("(extra)") == outcome.text.rfind("(extra)"));
  CHECK_THAT(outcome.text, Contains("and what holds (extra)\nmway-fig10"));
  CHECK_THAT(wayfarer("list experiments").text, Contains("and what holds (extra)"));
}

TEST_CASE("reproductions are kept if they were asked for with the same options", "[cli]") {
  const Folder folder;
  const std::string command = "reproduce romm-fig7 --runs 1 --output " + (folder / "r");
  REQUIRE(wayfarer(command + " --threads 1").status <= 1);
  const auto all = [&] {
    std::map<std::string, std::string> files;
    for (const auto& file : fs::directory_iterator(folder / "r"))
      files[file.path().filename()] = read(file.path());
    return files;
  };
  const auto first = all();
  CHECK(first.size() == 6);  // JSON, CSV, HTML; the picture's script, SVG and PNG
  CHECK_THAT(wayfarer(command).text, Contains("romm-fig7: there already"));
  CHECK(all() == first);
  fs::remove(folder / "r/romm-fig7.json");
  CHECK_THAT(wayfarer(command + " --threads 2").text, !Contains("there already"));
  CHECK(all() == first);
  CHECK_THAT(wayfarer(command + " --seed 2").text, !Contains("there already"));
  CHECK(all() != first);
}

TEST_CASE("a reproduction's JSON has rows with verdicts", "[cli]") {
  const Folder folder;
  const Outcome outcome = wayfarer("reproduce mway-fig4 --json " + (folder / "f.json"));
  REQUIRE(outcome.status == 0);
  const auto json = nlohmann::json::parse(read(folder / "f.json"));
  CHECK(json["id"] == "mway-fig4");
  CHECK(json.contains("summary"));
  REQUIRE(json["rows"].size() > 8);
  for (const auto& row : json["rows"])
    for (const char* key : {"cell", "paper", "measured", "deviation", "tolerance", "verdict"})
      CHECK(row.contains(key));
}

TEST_CASE("configurations are also found where WAYFARER_CONFIGS says", "[cli]") {
  const Folder folder;
  std::ofstream(folder / "tiny.toml") << "[topology]\nextents = [2, 2]\n";
  const std::string folders = "WAYFARER_CONFIGS='" + folder.path.string() + "'";
  CHECK(wayfarer("run tiny --cycles 100", folders).status == 0);
  CHECK(wayfarer("run tiny --cycles 100").status == 2);
  std::ofstream(folder / "bad.toml") << "[topology]\nextents = [2, 2]\nsize = 4\n";
  const Outcome outcome = wayfarer("run " + (folder / "bad.toml"));
  CHECK(outcome.status == 2);
  CHECK_THAT(outcome.text, Contains("bad.toml:3: key 'topology.size': unknown; legal: "));
}

TEST_CASE("one seed drives the routers' draws, too, unless they have their own", "[cli]") {
  // Nothing else is drawn: each terminal sends five messages to its transposed one at once.
  const auto cycles = [](const std::string& more) {
    const Folder folder;
    const Outcome outcome = wayfarer(
        "run romm-mesh4x4-2phase --pattern transpose --process batch:5 --cycles 5000 "
        "--warmup 0 --json " +
        (folder / "r.json") + " " + more);
    REQUIRE(outcome.status == 0);
    return nlohmann::json::parse(read(folder / "r.json"))["latency"]["mean"].get<double>();
  };
  CHECK(cycles("--seed 1") != cycles("--seed 2"));
  CHECK(cycles("--seed 1") == cycles("--seed 1 --set router.seed=1"));
  CHECK(cycles("--seed 2 --set router.seed=1") == cycles("--seed 1"));
}

TEST_CASE("a known deviation explains a band of values", "[cli]") {
  // Figure 7's claim of 70 % is missed by .01; in a short run by .05, which has another reason.
  const Outcome outcome = wayfarer("reproduce mway-fig7 --cycles 400");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.text,
             Contains("unexplained: most traffic of all runs (the reason known explains 0.7 to "
                      "0.72)"));
}
