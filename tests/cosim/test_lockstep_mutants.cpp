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
#include "iba_traffic.hpp"
#include "illegal_flits.hpp"
#include "periodic_programs.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

enum class Where { kMesh, kTorus, kLate, kCyclic, kLine, kUpstreamFirst, kWormhole, kCutThrough,
                   kIba, kIbaTogether, kIbaMessages };

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
    {"mway/mway_stat_view.sv",
     "else if (sending_i[b]) receiver_full_q[b] <= ~acknowledge_i | fills_i;",
     "else if (sending_i[b]) receiver_full_q[b] <= fills_i;", Where::kCyclic},
    {"mway/mway_injection.sv",
     "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b] & empty[b]);",
     "assign ready[b]   = discard_q[b] | (open[b] ? ~full[b] : ~allocated[b]);"},
    {"mway/mway_ejection.sv", "stall_q <= stall_i;", "stall_q <= 1'b0;"},
    {"mway/mway_channel.sv",
     "else         turn_q <= turn_q == way_t'(Ways - 1) ? '0 : turn_q + 1'b1;",
     "else         turn_q <= turn_q == way_t'(Ways - 2) ? '0 : turn_q + 1'b1;", Where::kCyclic},
    {"linear/linear_switch.sv",
     "local_first_q <= local_waits && (local_first_q || !upstream_waits);",
     "local_first_q <= local_waits && !upstream_waits;", Where::kLine},
    {"linear/linear_switch.sv", "assign ready_o[i] = !full[i] || (Refill && pop[i]);",
     "assign ready_o[i] = !full[i];", Where::kLine},
    {"linear/linear_switch.sv",
     "held_q  <= !mark_o.tail;", "held_q  <= mark_o.head;", Where::kLine},
    {"linear/linear_switch.sv", "if (UpstreamFirst) begin : gen_upstream_first",
     "if (1'b0) begin : gen_upstream_first", Where::kUpstreamFirst},
    {"linear/linear_branch.sv", "else if (pop) way_q <= way;", "else if (pop) way_q <= 1'b0;",
     Where::kLine},
    {"linear/linear_guard.sv",
     "drop_q <= (error[ErrorDestination] || (drop_q && !mark_i.head)) && !mark_i.tail;",
     "drop_q <= error[ErrorDestination] && !mark_i.tail;", Where::kLine},
    {"linear/linear_sender.sv", "wait_q <= (release_o ? period_q : wait_q) - Width'(1);",
     "wait_q <= release_o ? period_q : wait_q - Width'(1);", Where::kLine},
    {"linear/linear_monitor.sv", "else if (delivered)    age_q <= age_q - period_q + Width'(1);",
     "else if (delivered)    age_q <= Width'(1);", Where::kLine},
    {"linear/linear_monitor.sv", "(delivered ? age_q > deadline_q : age_q >= deadline_q);",
     "age_q >= deadline_q;", Where::kLine},
    {"linear/linear_responder.sv",
     "else                        countdown_q <= due ? gap : countdown_q - Width'(1);",
     "else                        countdown_q <= due ? '0 : countdown_q - Width'(1);",
     Where::kLine},
    {"linear/linear_server.sv", "assign request_ready_o = !stall_q && !(answers && full);",
     "assign request_ready_o = !stall_q;", Where::kLine},
    {"vc/vc_guard.sv", "error[ErrorLength] || (drop_q && !mark_i[Head])) &&",
     "error[ErrorLength]) &&", Where::kWormhole},
    {"vc/vc_legal.sv", "(HopWidth + 1)'(hops) > -Extent;", "1'b1;", Where::kWormhole},
    {"vc/vc_step.sv", "assign header[i] = hops != '0 && (data_i[i] || wraps_i);",
     "assign header[i] = data_i[i] || wraps_i;", Where::kWormhole},
    {"vc/vc_wormhole_route.sv", "assign dimension     = left & (~left + Dimensions'(1));",
     "assign dimension     = left;", Where::kWormhole},
    {"vc/vc_wormhole_input.sv",
     "connected_q <= (connected_q || granted_i) && !(pop_i && mark_o[Tail]);",
     "connected_q <= connected_q || granted_i;", Where::kWormhole},
    {"vc/vc_wormhole_allocator.sv", "assign asking = gen_lane[l-1].left;",
     "assign asking = request_i;", Where::kWormhole},
    {"vc/vc_wormhole_allocator.sv", ".advance_i(1'b1),", ".advance_i(1'b0),", Where::kWormhole},
    {"vc/vc_wormhole_output.sv", "assign ready_o = (held_q || fed_i) && !full_i;",
     "assign ready_o = held_q && !full_i;", Where::kWormhole},
    {"vc/vc_wormhole_link.sv", ".advance_i(1'b1),", ".advance_i(1'b0),", Where::kWormhole},
    {"vc/vc_wormhole_delivery.sv",
     "else         stall_q <= stall_i;", "else         stall_q <= 1'b0;",
     Where::kWormhole},
    {"vc/vc_cut_through_route.sv", "assign wraps = goal >= (HopWidth + 1)'(Extents[d]);",
     "assign wraps = goal > (HopWidth + 1)'(Extents[d]);", Where::kCutThrough},
    {"vc/vc_cut_through_route.sv",
     "localparam bit EscapeLast = Routing == MinimalTriplex && Escape;",
     "localparam bit EscapeLast = Routing == MinimalTriplex;", Where::kCutThrough},
    {"vc/vc_cut_through_groups.sv", ".advance_i(chosen[g]),", ".advance_i(1'b1),",
     Where::kCutThrough},
    {"vc/vc_cut_through_router.sv", ".advance_i(1'b1),", ".advance_i(1'b0),", Where::kCutThrough},
    {"vc/vc_cut_through_input.sv", "left_q <= CountWidth'(Pipeline - 1);",
     "left_q <= CountWidth'(Pipeline - 2);", Where::kCutThrough},
    {"vc/vc_cut_through_output.sv", "(empty || (level == LevelWidth'(1) && pop_i));", "empty;",
     Where::kCutThrough},
    {"vc/vc_cut_through_direction.sv", "keeper_q <= grant_o & ~tail_i;", "keeper_q <= '0;",
     Where::kCutThrough},
    {"vc/vc_cut_through_link.sv", "minus_last_q <= serve[1];", "minus_last_q <= 1'b1;",
     Where::kCutThrough},
    {"vc/vc_cut_through_length.sv", "assign last_o = count_q == CountWidth'(Depth - 1);",
     "assign last_o = 1'b0;", Where::kCutThrough},
    {"vc/vc_cut_through_network.sv", "random_seed(Seed, n);", "random_seed(Seed, 0);",
     Where::kCutThrough},
    {"iba/iba_buffer.sv", "assign leaves_o    = last != '0 && (unfinished_q & ~last) == '0;",
     "assign leaves_o    = last != '0;", Where::kIba},
    {"iba/iba_credit.sv", "CreditWidth'(take_i) + CreditWidth'(freed_i);", "CreditWidth'(take_i);",
     Where::kIba},
    {"iba/iba_lane.sv", "assign able_o  = owned_q ? '0 : wants_i & fits;",
     "assign able_o  = owned_q ? '0 : wants_i;", Where::kIba},
    {"iba/iba_link.sv", ".advance_i(1'b1),", ".advance_i(1'b0),", Where::kIba},
    {"iba/iba_start_branches.sv", ".request_i(able_i[v] & ~taken),", ".request_i(able_i[v]),",
     Where::kIba},
    {"iba/iba_start_together.sv", "branch[p][v] == '0 ? able_i[p][v] & ~patient : '0;",
     "able_i[p][v] & ~patient;", Where::kIbaTogether},
    {"iba/iba_patience.sv", "waited_q == AgeWidth'(Age);", "1'b0;", Where::kIbaTogether},
    {"iba/iba_tables.sv", "(ports & ~used_i) == '0 ? ports : '0;", "ports;", Where::kIba},
    {"iba/iba_multicast_table.sv",
     "32'(group) < Groups ? value[r] : '0;", "value[r];", Where::kIba},
    {"iba/iba_guard.sv", "(too_long || last != mark_i[Tail]);",
     "(too_long || (last && !mark_i[Tail]));", Where::kIba},
    {"iba/iba_endpoint.sv",
     "(open || 32'(room) >= Longest);", "(open || room != '0);", Where::kIba},
    {"iba/iba_network.sv", "assign in_credit[n][l] = out_credit[Next][Back];",
     "assign in_credit[n][l] = out_credit[n][l];", Where::kIba},
    {"iba/iba_segmenter.sv", "assign ready_o = inserts ? '0 : ready_i & ~due_q;",
     "assign ready_o = ready_i & ~due_q;", Where::kIbaMessages},
    {"iba/iba_segmenter.sv", "mark_i[Tail] == ends_message", "1'b1", Where::kIbaMessages},
    {"iba/iba_segmenter.sv", "number_t'(32'(message.place) / Mtu);", "'0;", Where::kIbaMessages},
    {"iba/iba_reassembler.sv", "else if (!stall_i) held_q <= valid_i;", "else held_q <= valid_i;",
     Where::kIbaMessages},
    {"iba/iba_reassembler.sv", "|| packet.last || cut_short", "|| packet.last",
     Where::kIbaMessages},
    {"iba/iba_reassembler.sv", "number == '0 && under_way.number != '0", "1'b0",
     Where::kIbaMessages},
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
  if (where == Where::kWormhole) {
    config.family = Family::kVc;
    config.topology = {TopologyKind::kTorus, {3, 2}, 1};
    config.vc.lanes = 2;
    config.flit_bits = 64;
    validate(config);
    return config;
  }
  if (where == Where::kCutThrough) {
    config.family = Family::kVc;
    config.topology = {TopologyKind::kTorus, {4}, 1};
    config.vc.choose(Switching::kCutThrough);
    config.vc.routing = VcRouting::kMinimalTriplex;
    config.vc.policy = Policy::kOutputDriven;
    config.vc.depth = 6;
    config.vc.pipeline = 2;
    config.flit_bits = 64;
    config.message_bytes = 40;
    validate(config);
    return config;
  }
  if (where == Where::kIba || where == Where::kIbaTogether) {
    config.family = Family::kIba;
    config.topology.extents = {2, 2};
    config.iba.virtual_lanes = 2;
    config.iba.replication =
        where == Where::kIba ? Replication::kBranches : Replication::kAllOrNothing;
    config.iba.age = 10;
    config.iba.depth = 10;
    config.message_bytes = 48;
    validate(config);
    return config;
  }
  if (where == Where::kIbaMessages) {
    config.family = Family::kIba;
    config.topology.extents = {2, 1};
    config.iba.virtual_lanes = 2;
    config.iba.lane_use = LaneUse::kDedicated;
    config.iba.segmentation = Segmentation::kEndpoints;
    validate(config);
    config.mtu_bytes = 64;  // shorter than may be configured: more packets in less time
    config.message_bytes = 250;
    config.iba.depth = 10;
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
  if (config.family == Family::kIba) {
    (void)run_iba(network, config, 1, 3000, false);
    for (const std::uint64_t seed : {2, 3, 4}) (void)run_iba(network, config, seed, 1500, true);
    return;
  }
  SimulationOptions options;
  options.load = 1.3;
  options.unit = LoadUnit::kNormalized;
  options.stall_probability = 0.1;
  options.cycles = 5000;
  options.warmup = 100;
  if (config.family == Family::kVc) {
    options.load = 0.7;
    options.unit = LoadUnit::kFlits;
  }
  if (config.family != Family::kMway)
    options.traffic.message_bytes = config.cut_through() ? "0,8,40" : "0,8,56,200";
  (void)run_simulation(network, config, options);
  if (config.family == Family::kMway) return;
  if (config.family == Family::kLinear)
    for (std::uint64_t seed = 0; seed < 30; ++seed) (void)run_programs(network, seed, 1500);
  run_illegal(network, 1, 2000);
  if (config.cut_through()) run_illegal(network, 2, 2000, 40);
}

}  // namespace

TEST_CASE("every mutant is caught", "[LockstepEquality][mutants]") {
  const std::size_t number = GENERATE(range(std::size_t{0}, std::size(kMutants)));
  const Mutant& mutant = kMutants[number];
  INFO(mutant.file << ": " << mutant.broken);
  const fs::path root = mutate(mutant, number);
  VerilatedBuildOptions build;
  build.optimised = false;
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
  build.optimised = false;
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
