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
#include "illegal_flits.hpp"
#include "periodic_programs.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

enum class Where { kMesh, kTorus, kLate, kCyclic, kLine, kUpstreamFirst };

struct Mutant {
  const char* file;
  const char* line;   ///< Occurs exactly once.
  const char* broken;
  Where where = Where::kMesh;
};

const Mutant kMutants[] = {
    {"mway/mway_arbiter.sv", "assign silent2 = silent3 | (s2_i & ~own_priority[2]);",
     "assign silent2 = silent3;"},
    {"mway/mway_arbiter.sv", "assign own_priority = (driver_q - id_i) & Mask;",
     "assign own_priority = (id_i - driver_q) & Mask;"},
    {"mway/mway_route.sv", "assign minus = there < here;", "assign minus = there <= here - 1'b1;"},
    {"mway/mway_route.sv", "assign minus   = forward > (Width + 1)'(Extent / 2);",
     "assign minus   = forward >= (Width + 1)'(Extent / 2);", Where::kTorus},
    {"mway/mway_route.sv", "assign wraps   = minus ? there > here : there < here;",
     "assign wraps   = minus ? there < here : there > here;", Where::kTorus},
    {"mway/mway_buffer.sv", "assign full_o     = level_q == LevelWidth'(Depth);",
     "assign full_o     = level_q >= LevelWidth'(Depth - 1);"},
    {"mway/mway_buffer.sv", "if (EarlyFreeing ? tail_arrives : tail_leaves) allocated_q <= 1'b0;",
     "if (tail_arrives) allocated_q <= 1'b0;", Where::kLate},
    {"mway/mway_allocator.sv", "assign free        = ~allocated_i & ~full_i;",
     "assign free        = ~allocated_i;"},
    {"mway/mway_allocator.sv", "assign fills_o       = |(push_o & one_left_i);",
     "assign fills_o       = 1'b0;", Where::kCyclic},
    {"mway/mway_bank.sv", ".advance_i(drive),", ".advance_i(1'b1),"},
    {"mway/mway_stat_view.sv", "else if (sending_i[b]) receiver_full_q[b] <= ~acknowledge_i | fills_i;",
     "else if (sending_i[b]) receiver_full_q[b] <= fills_i;", Where::kCyclic},
    {"mway/mway_injection.sv", "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b] & empty[b]);",
     "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b]);"},
    {"mway/mway_ejection.sv", "stall_q <= stall_i;", "stall_q <= 1'b0;"},
    {"mway/mway_channel.sv", "else         turn_q <= turn_q == way_t'(Ways - 1) ? '0 : turn_q + 1'b1;",
     "else         turn_q <= turn_q == way_t'(Ways - 2) ? '0 : turn_q + 1'b1;", Where::kCyclic},
    {"linear/linear_switch.sv", "local_first_q <= local_waits && (local_first_q || !upstream_waits);",
     "local_first_q <= local_waits && !upstream_waits;", Where::kLine},
    {"linear/linear_switch.sv", "assign ready_o[i] = !full[i] || (Refill && pop[i]);",
     "assign ready_o[i] = !full[i];", Where::kLine},
    {"linear/linear_switch.sv", "held_q  <= !mark_o.tail;", "held_q  <= mark_o.head;", Where::kLine},
    {"linear/linear_switch.sv", "if (UpstreamFirst) begin : gen_upstream_first",
     "if (1'b0) begin : gen_upstream_first", Where::kUpstreamFirst},
    {"linear/linear_branch.sv", "else if (pop) way_q <= way;", "else if (pop) way_q <= 1'b0;",
     Where::kLine},
    {"linear/linear_guard.sv", "drop_q <= (error[ErrorDestination] || (drop_q && !mark_i.head)) && !mark_i.tail;",
     "drop_q <= error[ErrorDestination] && !mark_i.tail;", Where::kLine},
    {"linear/linear_sender.sv", "wait_q <= (release_o ? period_q : wait_q) - Width'(1);",
     "wait_q <= release_o ? period_q : wait_q - Width'(1);", Where::kLine},
    {"linear/linear_monitor.sv", "else if (delivered)    age_q <= age_q - period_q + Width'(1);",
     "else if (delivered)    age_q <= Width'(1);", Where::kLine},
    {"linear/linear_monitor.sv", "(delivered ? age_q > deadline_q : age_q >= deadline_q);",
     "age_q >= deadline_q;", Where::kLine},
    {"linear/linear_responder.sv", "else                        countdown_q <= due ? gap : countdown_q - Width'(1);",
     "else                        countdown_q <= due ? '0 : countdown_q - Width'(1);", Where::kLine},
    {"linear/linear_server.sv", "assign request_ready_o = !stall_q && !(answers && full);",
     "assign request_ready_o = !stall_q;", Where::kLine},
};

NetworkConfig config_for(Where where) {
  NetworkConfig config;
  config.name = "mutant";
  if (where == Where::kLine || where == Where::kUpstreamFirst) {
    config.family = Family::kLinear;
    config.linear.tree = "(1 (2 ((3 4) -)))";
    config.linear.upstream_first = where == Where::kUpstreamFirst;
    config.flit_bits = 64;
    validate(config);
    return config;
  }
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
  const fs::path path = root / "rtl" / mutant.file;
  std::string text = read(path);
  const std::size_t at = text.find(mutant.line);
  REQUIRE(at != std::string::npos);
  REQUIRE(text.find(mutant.line, at + 1) == std::string::npos);
  text.replace(at, std::string(mutant.line).size(), mutant.broken);
  std::ofstream(path) << text;
  return root;
}

/// Everything that a network can be made to do.
void disturb(Network& network, const NetworkConfig& config) {
  SimulationOptions options;
  options.load = 1.3;
  options.unit = LoadUnit::kNormalized;
  options.stall_probability = 0.1;
  options.cycles = 5000;
  options.warmup = 100;
  if (config.family == Family::kLinear) options.traffic.message_bytes = "0,8,56,200";
  (void)run_simulation(network, config, options);
  if (config.family != Family::kLinear) return;
  for (std::uint64_t seed = 0; seed < 30; ++seed) (void)run_programs(network, seed, 1500);
  run_illegal(network, 1, 2000);
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
    CHECK_THROWS_AS(disturb(*network, config), LockstepMismatch);
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
