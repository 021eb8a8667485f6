// Rationale: a check that cannot fail is none. Every mutant is the RTL with one line changed in a
// way that still compiles; lockstep must catch each.
// State space: saturated traffic with stalls, until the difference shows.
// Parameter space: small networks in which the mutated line matters.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <fmt/format.h>

#include "cli/program.hpp"
#include "common/engines.hpp"
#include "core/lockstep.hpp"
#include "experiments/simulation.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

enum class Where { kMesh, kTorus, kLate, kCyclic };

struct Mutant {
  const char* file;
  const char* line;   ///< Occurs exactly once.
  const char* broken;
  Where where = Where::kMesh;
};

const Mutant kMutants[] = {
    {"mway_arbiter.sv", "assign silent2 = silent3 | (s2_i & ~own_priority[2]);",
     "assign silent2 = silent3;"},
    {"mway_arbiter.sv", "assign own_priority = (driver_q - id_i) & Mask;",
     "assign own_priority = (id_i - driver_q) & Mask;"},
    {"mway_route.sv", "assign minus = there < here;", "assign minus = there <= here - 1'b1;"},
    {"mway_route.sv", "assign minus   = forward > (Width + 1)'(Extent / 2);",
     "assign minus   = forward >= (Width + 1)'(Extent / 2);", Where::kTorus},
    {"mway_route.sv", "assign wraps   = minus ? there > here : there < here;",
     "assign wraps   = minus ? there < here : there > here;", Where::kTorus},
    {"mway_buffer.sv", "assign full_o     = level_q == LevelWidth'(Depth);",
     "assign full_o     = level_q >= LevelWidth'(Depth - 1);"},
    {"mway_buffer.sv", "if (EarlyFreeing ? tail_arrives : tail_leaves) allocated_q <= 1'b0;",
     "if (tail_arrives) allocated_q <= 1'b0;", Where::kLate},
    {"mway_allocator.sv", "assign free        = ~allocated_i & ~full_i;",
     "assign free        = ~allocated_i;"},
    {"mway_allocator.sv", "assign fills_o       = |(push_o & one_left_i);",
     "assign fills_o       = 1'b0;", Where::kCyclic},
    {"mway_bank.sv", ".advance_i(drive),", ".advance_i(1'b1),"},
    {"mway_stat_view.sv", "else if (sending_i[b]) receiver_full_q[b] <= ~acknowledge_i | fills_i;",
     "else if (sending_i[b]) receiver_full_q[b] <= fills_i;", Where::kCyclic},
    {"mway_injection.sv", "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b] & empty[b]);",
     "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b]);"},
    {"mway_ejection.sv", "stall_q <= stall_i;", "stall_q <= 1'b0;"},
    {"mway_channel.sv", "else         turn_q <= turn_q == way_t'(Ways - 1) ? '0 : turn_q + 1'b1;",
     "else         turn_q <= turn_q == way_t'(Ways - 2) ? '0 : turn_q + 1'b1;", Where::kCyclic},
};

NetworkConfig config_for(Where where) {
  NetworkConfig config;
  config.name = "mutant";
  config.topology.kind = where == Where::kTorus ? TopologyKind::kTorus : TopologyKind::kMesh;
  config.topology.extents = {4, 3};
  config.mway.buffers = 3;
  config.mway.freeing = where == Where::kLate ? Freeing::kLate : Freeing::kEarly;
  config.mway.stat = where == Where::kCyclic ? Stat::kCyclic : Stat::kExact;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// A copy of the RTL with the mutant's line changed.
fs::path mutate(const Mutant& mutant, std::size_t number) {
  const fs::path root = fs::temp_directory_path() / fmt::format("wayfarer-mutant-{}", number);
  fs::remove_all(root);
  fs::create_directories(root);
  fs::copy(fs::path(WAYFARER_RTL_DIR), root / "rtl", fs::copy_options::recursive);
  const fs::path path = root / "rtl" / "mway" / mutant.file;
  std::string text = read(path);
  const std::size_t at = text.find(mutant.line);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(mutant.line, at + 1) == std::string::npos);
  text.replace(at, std::string(mutant.line).size(), mutant.broken);
  std::ofstream(path) << text;
  return root;
}

}  // namespace

TEST_CASE("every mutant is caught", "[LockstepEquality][mutants]") {
  const std::size_t number = GENERATE(range(std::size_t{0}, std::size(kMutants)));
  const Mutant& mutant = kMutants[number];
  INFO(mutant.file << ": " << mutant.broken);
  const fs::path root = mutate(mutant, number);
  VerilatedBuildOptions build;
  build.rtl = root / "rtl";
  build.cache = root / "cache";
  const NetworkConfig config = config_for(mutant.where);
  {
    const auto network = Engines(build).make(config, Engine::kBoth);
    SimulationOptions options;
    options.load = 1.3;
    options.unit = LoadUnit::kNormalized;
    options.stall_probability = 0.1;
    options.cycles = 5000;
    options.warmup = 100;
    CHECK_THROWS_AS(run_simulation(*network, config, options), LockstepMismatch);
  }
  fs::remove_all(root);
}

TEST_CASE("a fault on the command line leaves waves around it", "[LockstepEquality][mutants]") {
  const fs::path root = mutate(kMutants[0], std::size(kMutants));
  VerilatedBuildOptions build;
  build.rtl = root / "rtl";
  build.cache = root / "cache";
  const Engines engines(build);
  std::ofstream(root / "mutant.toml") << to_toml(config_for(kMutants[0].where));
  const std::string config = (root / "mutant.toml").string();
  const char* arguments[] = {"wayfarer", "lockstep", config.c_str(), "--load", "1.3",
                             "--unit",   "normalized", "--cycles",   "5000"};

  const fs::path before = fs::current_path();
  fs::current_path(root);  // where the waves go
  CHECK(run_program(static_cast<int>(std::size(arguments)), arguments, {engines, {}}) == 1);
  fs::current_path(before);

  unsigned waves = 0;
  for (const auto& entry : fs::directory_iterator(root)) {
    if (entry.path().extension() != ".fst") continue;
    ++waves;
    CHECK(entry.file_size() > 1000);
  }
  CHECK(waves == 1);
  fs::remove_all(root);
}
