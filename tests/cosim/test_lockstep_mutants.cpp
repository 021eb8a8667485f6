// Rationale: a check that cannot fail checks nothing. A mutant is the RTL with one expression
// changed; lockstep must detect each one, and no difference when none is selected.
// State space: saturated traffic with stalls, resets during traffic, illegal flits, until a
// difference shows.
// Parameter space: small networks in which the mutated expression matters. All mutants of a network
// are in one copy of its RTL, as `number == n ? broken : original`; the number is read from a file
// when a network is made.
#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>

#include <fmt/format.h>

#include "commands/run_program.hpp"
#include "common/engines.hpp"
#include "core/lockstep.hpp"
#include "exercise.hpp"
#include "family/cut_through/config.hpp"
#include "family/deflection/config.hpp"
#include "family/iba/config.hpp"
#include "family/linear/config.hpp"
#include "family/mesh/config.hpp"
#include "family/mway/config.hpp"
#include "family/wormhole/config.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

struct Mutant {
  const char* file;
  const char* line;    ///< Occurs exactly once; the expression is between two @.
  const char* broken;  ///< What replaces it.
};

struct Mutants {
  const char* name;
  const char* top;
  NetworkConfig config = mway_config();
  std::vector<Mutant> list;
};

/// Few routers, but a torus with routes of equal length both ways.
NetworkConfig mway(TopologyKind kind, Freeing freeing = Freeing::kEarly, Stat stat = Stat::kExact) {
  NetworkConfig config = mway_config();
  config.topology = {kind, {kind == TopologyKind::kTorus ? 4u : 3u, 2}, 1};
  mway_of(config).buffers = 3;
  mway_of(config).freeing = freeing;
  mway_of(config).stat = stat;
  config.flit_bits = 32;
  config.message_bytes = 12;
  validate(config);
  return config;
}

/// A 4x3 mesh: the address space has unused terminal numbers, and channels have more drivers.
NetworkConfig larger(NetworkConfig config) {
  config.topology.extents = {4, 3};
  return config;
}

NetworkConfig addressed(NetworkConfig config) {
  mway_of(config).stat = Stat::kAddressed;
  return config;
}

NetworkConfig staged(NetworkConfig config) {
  mway_of(config).variant = MwayVariant::kPipelined;
  validate(config);
  return config;
}

NetworkConfig pins(NetworkConfig config) {
  mway_of(config).configuration = Configuration::kPins;
  return config;
}

/// In the last row of a mesh of 4x3, so that messages step aside downwards.
NetworkConfig dead_router(NetworkConfig config) {
  mway_of(config).fault = {MwayDead::kRouter, 9, 0};
  mway_of(config).classes = split_classes(mway_of(config).buffers, 2);
  validate(config);
  return config;
}

NetworkConfig aged(NetworkConfig config) {
  mway_of(config).variant = MwayVariant::kAged;
  mway_of(config).age_shift = 2;
  return config;
}

/// 6 processors: headers have bits for two that do not exist.
NetworkConfig with_groups() {
  NetworkConfig config = mway(TopologyKind::kMesh, Freeing::kLate);
  mway_of(config).buffers = 2;
  mway_of(config).classes = {};
  mway_of(config).depth = 4;
  mway_of(config).variant = MwayVariant::kMulticast;
  config.flit_bits = 64;
  config.message_bytes = 24;
  validate(config);
  return config;
}

NetworkConfig relative(NetworkConfig config) {
  mway_of(config).destinations = Destinations::kRelative;
  return config;
}

NetworkConfig guarded(NetworkConfig config) {
  mway_of(config).variant = MwayVariant::kGuarded;
  validate(config);
  return config;
}

/// Classes that overlap in the third buffer.
NetworkConfig with_candidates(MwayVariant variant) {
  NetworkConfig config = mway(TopologyKind::kTorus, Freeing::kLate);
  config.topology.extents = {5, 4};
  MwayConfig& router = mway_of(config);
  router.buffers = 4;
  router.variant = variant;
  router.classes = {0b0101, 0b0110, variant == MwayVariant::kAdaptive ? 0b1100u : 0u};
  config.flit_bits = 32;
  validate(config);
  return config;
}

NetworkConfig early(NetworkConfig config) {
  mway_of(config).freeing = Freeing::kEarly;
  mway_of(config).classes[1] = 0b1010;
  validate(config);
  return config;
}

NetworkConfig with_clocks() {
  NetworkConfig config = mway(TopologyKind::kMesh, Freeing::kLate);
  mway_of(config).variant = MwayVariant::kClocked;
  mway_of(config).clock_spread = 50;
  mway_of(config).clock_skew = 100;
  validate(config);
  return config;
}

NetworkConfig linear(bool upstream_first) {
  NetworkConfig config = linear_config();
  linear_of(config).tree = "(1 (2 ((3 4) -)))";
  linear_of(config).upstream_first = upstream_first;
  config.flit_bits = 64;
  validate(config);
  return config;
}

NetworkConfig round_trips(NetworkConfig config) {
  linear_of(config).round_trips = true;
  return config;
}

NetworkConfig sporadic(NetworkConfig config) {
  linear_of(config).sporadic = true;
  return config;
}

NetworkConfig wormhole() {
  NetworkConfig config = wormhole_config();
  config.topology = {TopologyKind::kTorus, {5, 2}, 1};  // the second class needs five
  mesh_of(config).virtual_channels = 2;
  config.flit_bits = 64;
  validate(config);
  return config;
}

NetworkConfig wormhole_credits() {
  NetworkConfig config = wormhole_config();
  config.topology.extents = {4};
  wormhole_of(config).pipeline = 2;
  wormhole_of(config).link_registers = 1;
  mesh_of(config).virtual_channels = 2;
  mesh_of(config).depth = 3;
  config.flit_bits = 64;
  validate(config);
  return config;
}

NetworkConfig wormhole_whole_messages() {
  NetworkConfig config = wormhole_config();
  config.topology.extents = {4};
  mesh_of(config).virtual_channels = 2;
  mesh_of(config).depth = 12;
  wormhole_of(config).message_flits = 9;
  config.flit_bits = 64;
  validate(config);
  return config;
}

NetworkConfig cut_through() {
  NetworkConfig config = cut_through_config();
  config.topology = {TopologyKind::kTorus, {5}, 1};
  cut_through_of(config).routing = CutThroughRoutingKind::kMinimalTriplex;
  cut_through_of(config).policy = Policy::kOutputDriven;
  mesh_of(config).depth = 6;
  cut_through_of(config).pipeline = 2;
  config.flit_bits = 64;
  config.message_bytes = 40;
  validate(config);
  return config;
}

NetworkConfig cut_through_oblivious() {
  NetworkConfig config = cut_through_config();
  config.topology = {TopologyKind::kTorus, {5}, 1};
  mesh_of(config).virtual_channels = 2;
  mesh_of(config).depth = 6;
  cut_through_of(config).policy = Policy::kOutputDrivenUniform;
  cut_through_of(config).output_room = OutputRoom::kDraining;
  config.flit_bits = 64;
  config.message_bytes = 40;
  validate(config);
  return config;
}

NetworkConfig cut_through_round_robin() {
  NetworkConfig config = cut_through_config();
  config.topology.extents = {3};
  cut_through_of(config).routing = CutThroughRoutingKind::kStarChannels;
  cut_through_of(config).policy = Policy::kInputDrivenRoundRobin;
  mesh_of(config).depth = 4;
  config.flit_bits = 64;
  config.message_bytes = 24;
  validate(config);
  return config;
}

NetworkConfig cut_through_chaos() {
  NetworkConfig config = cut_through_config();
  config.topology = {TopologyKind::kTorus, {5}, 1};
  cut_through_of(config).routing = CutThroughRoutingKind::kChaos;
  cut_through_of(config).policy = Policy::kOutputDriven;
  cut_through_of(config).queue = 3;
  cut_through_of(config).pipeline = 2;
  mesh_of(config).depth = 4;
  config.flit_bits = 64;
  config.message_bytes = 24;
  validate(config);
  return config;
}

NetworkConfig iba(Replication replication) {
  NetworkConfig config = iba_config();
  config.topology.extents = {2, 2};
  iba_of(config).virtual_lanes = 2;
  iba_of(config).replication = replication;
  iba_of(config).service_levels = 3;
  iba_of(config).age = 10;
  iba_of(config).hop_limit = 2;
  iba_of(config).in_band = replication == Replication::kAllOrNothing;
  iba_of(config).depth = 10;
  config.message_bytes = 48;
  validate(config);
  return config;
}

/// Endpoints that cut messages into packets, shorter than can be configured: more packets in less
/// time. Switches discard late packets, and ports pick virtual lanes by arbitration tables.
NetworkConfig iba_messages() {
  NetworkConfig config = iba_config();
  config.topology.extents = {2, 1};
  iba_of(config).virtual_lanes = 2;
  iba_of(config).lane_use = LaneUse::kDedicated;
  iba_of(config).segmentation = Segmentation::kEndpoints;
  validate(config);
  iba_of(config).mtu_bytes = 64;
  config.message_bytes = 250;
  iba_of(config).depth = 10;
  iba_of(config).lifetime = 9;
  iba_of(config).arbitration = Arbitration::kWeights;
  iba_of(config).arbitration_entries = 3;
  iba_of(config).low_weights = {2, 0};
  iba_of(config).high_weights = {0, 1};
  return config;
}

NetworkConfig deflection() {
  NetworkConfig config = deflection_config();
  config.topology.extents = {4, 3};
  config.flit_bits = 64;
  validate(config);
  return config;
}

std::vector<Mutants> all_mutants() {
  return {
      {"mesh",
       "mway/mway_node.sv",
       larger(mway(TopologyKind::kMesh)),
       {
           {"mway/mway_arbiter.sv", "assign silent2 = @silent3 | (s2_i & ~own_priority[2])@;",
            "silent3"},
           {"mway/mway_arbiter.sv", "assign own_priority = @(driver_q - id_i) & Mask@;",
            "(id_i - driver_q) & Mask"},
           {"mway/mway_arbiter.sv", "if (!rst_ni) driver_q <= @'0@;", "driver_q"},
           {"mway/mway_route.sv", "assign minus = @there < here@;", "there <= here - 1'b1"},
           {"mway/mway_route.sv", "assign first = @differs & (~differs + MaxDimensions'(1))@;",
            "differs"},
           {"mway/mway_route.sv", "assign in_range[d] = @32'(there) < Extent@;", "1'b1"},
           {"mway/mway_buffer.sv", "assign full_o  = @level_q == LevelWidth'(Depth)@;",
            "level_q >= LevelWidth'(Depth - 1)"},
           {"mway/mway_buffer.sv", "assign free_o  = @~allocated_q & ~full_o@;", "~allocated_q"},
           {"mway/mway_buffer.sv", "level_q   <= @'0@;", "level_q"},
           {"mway/mway_buffer.sv", "if (tail_arrives) mapped_q <= @1'b0@;", "1'b1"},
           {"mway/mway_allocator.sv",
            "assign is_header = @tag_i == TagHeader && way_i == own_way_i@;", "tag_i == TagHeader"},
           {"mway/mway_allocator.sv", "@(mapped_buffer_i[b] == driver_buffer_i)@;", "1'b1"},
           {"mway/mway_bank.sv", ".advance_i(@enable_i@),", "1'b1"},
           {"mway/mway_injection.sv", "(open[b] ? ~full[b] : @free[b] & empty[b]@);", "free[b]"},
           {"mway/mway_injection.sv", "assign push_tag = @too_long | aborts ? TagTail : tag_i@;",
            "tag_i"},
           {"mway/mway_injection.sv",
            "assign error[ErrorLength]      = @too_long | (data & ~last & tag_i == TagTail)@;",
            "too_long"},
           {"mway/mway_ejection.sv", "stall_q <= @stall_i@;", "1'b0"},
           {"mway/mway_ejection.sv", "if (!rst_ni)            open_q <= @'0@;", "open_q"},
       }},
      {"torus",
       "mway/mway_node.sv",
       mway(TopologyKind::kTorus),
       {
           {"mway/mway_route.sv", "assign minus   = @forward > (Width + 1)'(Extent / 2)@;",
            "forward >= (Width + 1)'(Extent / 2)"},
           {"mway/mway_route.sv", "assign wraps   = @minus ? there > here : there < here@;",
            "minus ? there < here : there > here"},
           {"mway/mway_allocator.sv", ".request_i(@free_i & (class_i ? ClassOne : class_zero)@),",
            "free_i"},
       }},
      {"late",
       "mway/mway_node.sv",
       pins(mway(TopologyKind::kTorus, Freeing::kLate)),
       {
           {"mway/chip/mway_identifiers.sv", "first_o[d] = @next@;", "'0"},
           {"mway/chip/mway_route_pins.sv",
            "assign shorter = network_i.torus ? @forward > extent >> 1@ : there < here;",
            "forward >= extent >> 1"},
           {"mway/chip/mway_route_pins.sv", "(@shorter ? there > here : there < here@);", "1'b0"},
           {"mway/mway_buffer_set.sv", "assign split = @network_i.torus@ |", "1'b0"},
           {"mway/mway_node.sv", "if (@number == way_t'(p)@) line_status", "1'b0"},
           {"mway/mway_buffer.sv",
            "assign frees        = @EarlyFreeing ? tail_arrives : tail_leaves@;", "tail_arrives"},
       }},
      {"relative",
       "mway/mway_node.sv",
       relative(mway(TopologyKind::kTorus)),
       {
           {"mway/chip/mway_relative_route.sv", "assign steps      = @Steps & worked[d]@;", "1'b0"},
           {"mway/chip/mway_relative_route.sv",
            "assign unit       = @minus ? '1 : (Width + 1)'(1)@;", "(Width + 1)'(1)"},
           {"mway/chip/mway_relative_route.sv",
            "assign worked = @nonzero & (~nonzero + MaxDimensions'(1))@;", "nonzero"},
           {"mway/chip/mway_relative_route.sv", "? @length < extent && length > -extent@", "1'b1"},
           {"mway/chip/mway_relative_route.sv", "{torus & @~outside@, plus", "outside"},
           {"mway/mway_buffer_set.sv", "if (@tag_i == TagHeader@) data[DestOffset", "1'b1"},
           {"mway/mway_buffer_set.sv", "assign split = @~Config.Configurable | network_i.torus@;",
            "1'b0"},
       }},
      {"addressed",
       "mway/mway_node.sv",
       addressed(mway(TopologyKind::kTorus)),
       {
           {"mway/mway_lowest_free.sv", "assign lowest_o[c] = @free[c] & ~above@;", "free[c]"},
           {"mway/mway_buffer_set.sv", "assign selected = @receiver[own_way_i[Lines-1:0]]@;",
            "|receiver"},
           {"mway/mway_buffer.sv", "assign full_d = @~pop & (push_i ? one_left_o : full_q)@;",
            "push_i ? one_left_o : full_q"},
           {"mway/mway_buffer.sv",
            "empty_q <= @~push_i & (empty_q | (pop & level_q == LevelWidth'(1)))@;",
            "~push_i & empty_q"},
           {"mway/mway_buffer.sv", "free_q  <= @~full_d & ~allocate_i & (frees | ~allocated_q)@;",
            "~allocate_i & (frees | ~allocated_q)"},
           {"mway/mway_bank.sv", "if (push_i[b]) dest_q[@rear_pointer[b]@] <=", "'0"},
           {"mway/mway_bank.sv",
            "way        = @front[b].tag == TagHeader ? front[b].way[Lines-1:0] : target_way_q@;",
            "front[b].way[Lines-1:0]"},
           {"mway/mway_bank.sv", "? lowest[@front[b].buffer_class@][front[b].way[Lines-1:0]]",
            "1'b0"},
           {"mway/mway_bank.sv", "if (@push_slot_i[b]@) write", "push_slot_i[Buffers-1-b]"},
           {"mway/mway_channel.sv", "'{acknowledge: @tag_lines != TagInvalid@, fills", "1'b0"},
           {"mway/mway_ejection.sv", "assign mine     = @receiver[own_way_i[Lines-1:0]]@;",
            "|receiver"},
           {"mway/mway_processor.sv", "{{lowest_vectors(Config){@Config.Buffers'(1)@}}",
            "Config.Buffers'(0)"},
       }},
      {"stages",
       "mway/mway_node.sv",
       staged(addressed(mway(TopologyKind::kMesh))),
       {
           {"mway/pipelined/mway_stages.sv",
            "~(@header_on_lines & channel_i.way == front_i[b].way@)", "1'b0"},
           {"mway/pipelined/mway_stages.sv",
            "eligible_d[b] = sending_o[b] ? @taken_i & next_may@ : front_may;", "next_may"},
           {"mway/pipelined/mway_stages.sv", ": next_i[b].tag != TagInvalid & @~fills_i@;", "1'b1"},
           {"mway/pipelined/mway_stages.sv", "assign request = eligible_q & @~sending_o@;", "'1"},
           {"mway/pipelined/mway_stages.sv",
            "candidates = c == 0 ? request : request & @~header_q@;", "'1"},
           {"mway/pipelined/mway_stages.sv", "if (|sending_o) ahead_q <= @above@;", "'1"},
           {"mway/pipelined/mway_stages.sv", "assign request_o = @|eligible_q@;",
            "|(eligible_q & ~header_q)"},
           {"mway/pipelined/mway_staged_bank.sv",
            "taken  = @~|(selected(receiver_q, full) & slot_q)@;", "1'b1"},
           {"mway/pipelined/mway_staged_bank.sv", "memory_q[write_q] <= @word_q@;", "'0"},
           {"mway/mway_buffer.sv", "next_tag_o    = empty_o | @level_q == LevelWidth'(1)@ ?",
            "1'b0"},
           {"mway/mway_buffer_set.sv", "StatusWidth'({@one_left@, LowestWidth", "'0"},
       }},
      {"ages",
       "mway/mway_node.sv",
       aged(mway(TopologyKind::kTorus)),
       {
           {"mway/aged/mway_highest.sv", "assign left1     = @|drive2 ? drive2 : member_i@;",
            "member_i"},
           {"mway/aged/mway_age.sv", "if (push_i) age_q[rear_i] <= @push_age_i@;", "'0"},
           {"mway/aged/mway_age.sv", "top_q   <= @~leaves_i & (top_q | promote_i)@;",
            "top_q | promote_i"},
           {"mway/aged/mway_age.sv", "asked_q <= @header_i & eligible_i@;", "1'b1"},
           {"mway/aged/mway_age.sv", "if (tick_i && header_i && @age_o != OldestAge@)", "1'b1"},
           {"mway/aged/mway_ages.sv", "if (!odd) old_q <= @lines_i.waits@;", "1'b0"},
           {"mway/aged/mway_ages.sv", "level_q <= @lines_i.level@;", "'0"},
           {"mway/aged/mway_ages.sv", ".promote_i (@odd & ~lines_i.waits & in_turn[b]@ &",
            "odd & in_turn[b]"},
           {"mway/aged/mway_ages.sv", "if (odd) turn_class_q <= @Config.Torus & ~turn_class_q@;",
            "1'b0"},
           {"mway/aged/mway_ages.sv",
            "assign old[b]     = @level[b] != '0 && front_i[b].way < FirstLocal@;",
            "level[b] != '0"},
           {"mway/aged/mway_ages.sv",
            "assign request_o     = @|eligible_i & lines_o.level == lines_i.level@;",
            "|eligible_i"},
           {"mway/mway_bank.sv", "aged[age_offset(Config)+:AgeWidth] = @sent.age@;", "'0"},
       }},
      {"cyclic",
       "mway/mway_node.sv",
       dead_router(larger(pins(mway(TopologyKind::kMesh, Freeing::kEarly, Stat::kCyclic)))),
       {
           {"mway/chip/mway_detour.sv",
            "assign blocked = @|(first & near) & (&(here_same | first))@;", "1'b0"},
           {"mway/chip/mway_detour.sv", "assign aside   = @first == last@;", "1'b1"},
           {"mway/chip/mway_detour.sv", "minus_o = @aside ? highest : below@;", "below"},
           {"mway/chip/mway_detour.sv", "class_o = @!aside | in_last@;", "1'b0"},
           {"mway/mway_buffer_set.sv", "network_i.fault.channel | @network_i.fault.router@;",
            "1'b0"},
           {"mway/mway_node.sv",
            "assign last_way = @first_local + way_t'(network_i.processors) - 1'b1@;",
            "first_local + way_t'(network_i.processors)"},
           {"mway/mway_allocator.sv", "assign fills_o       = @|(push_o & one_left_i)@;", "1'b0"},
           {"mway/mway_stat_view.sv",
            "else if (sending_i[b]) receiver_full_q[b] <= @~acknowledge_i | fills_i@;", "fills_i"},
           {"mway/mway_stat_view.sv",
            "assign header_refused = @tag_i == TagHeader && !acknowledge_i@;", "1'b0"},
           {"mway/mway_channel.sv", "turn_q <= @turn_q == last_way_i@ ? '0 : turn_q + 1'b1;",
            "turn_q == last_way_i - 1'b1"},
       }},
      {"groups",
       "mway/mway_node.sv",
       with_groups(),
       {
           {"mway/multicast/mway_tree_route.sv", "assign legal_o = |next_o & @~absent@;", "1'b1"},
           {"mway/multicast/mway_tree_route.sv",
            "'0 : @differs[c] & (~differs[c] + MaxDimensions'(1))@;", "differs[c]"},
           {"mway/mway_ejection.sv", "? |(@mask & (Members'(1) << own_way_i)@)", "mask"},
           {"mway/multicast/mway_way_select.sv", "assign tag_o  = @header & ~selected@ ?", "1'b0"},
           {"mway/multicast/mway_multicast_set.sv", "& ~(@(own & PlusWays) << 1@)", "'0"},
           {"mway/multicast/mway_multicast_set.sv", "| (@own & TwoSided@);", "'0"},
           {"mway/multicast/mway_multicast_set.sv", ".push_last_i         (@data_i[LastBit]@),",
            "1'b1"},
           {"mway/multicast/mway_multicast_bank.sv",
            "assign released    = @last_q | next_tag != TagInvalid@;", "last_q"},
           {"mway/multicast/mway_multicast_bank.sv",
            "takers  = @missing & ~blocked & (blocked - Members'(1))@;", "missing & ~blocked"},
           {"mway/multicast/mway_multicast_bank.sv", "missing_q <= @missing_q & ~takers@;",
            "missing_q"},
           {"mway/multicast/mway_multicast_bank.sv", "(sending[b] & (@last | ~header@)),", "1'b1"},
           {"mway/multicast/mway_multicast_bank.sv", "~|(@receivers_q & Processors & ~available@);",
            "'0"},
           {"mway/mway_injection.sv", "fits  = @32'(length) <= (Config.Depth - 1) * FlitBytes@;",
            "1'b1"},
       }},
      {"adaptive",
       "mway/mway_node.sv",
       with_candidates(MwayVariant::kAdaptive),
       {
           {"mway/adaptive/mway_candidates.sv",
            "assign plus    = here != there & @forward <= (Width + 1)'(Extent / 2)@;",
            "forward < (Width + 1)'(Extent / 2)"},
           {"mway/adaptive/mway_candidates.sv",
            "assign minus   = here != there & @forward >= (Width + 1)'((Extent + 1) / 2)@;",
            "forward > (Width + 1)'((Extent + 1) / 2)"},
           {"mway/adaptive/mway_adaptive_bank.sv",
            "assign best       = @open & ~((open & PlusWays) << 1)@;", "open"},
           {"mway/adaptive/mway_adaptive_bank.sv", "? @|{open, open_class}@", "|open"},
           {"mway/adaptive/mway_adaptive_bank.sv", "way: @|open@ ? adaptive_way", "1'b0"},
           {"mway/adaptive/mway_adaptive_bank.sv", "if (@best[w]@) adaptive_way",
            "best[w] && adaptive_way == '0"},
           {"mway/adaptive/mway_adaptive_bank.sv",
            "target_q <= {@hop[b].way@, answer_i.slot[BufferWidth-1:0]};", "front.way"},
           {"mway/adaptive/mway_adaptive_bank.sv",
            "flit[age_offset(Config)] = @hop[chosen_index].adaptive@;", "1'b0"},
           {"mway/adaptive/mway_adaptive_bank.sv", "&& !@full[target_q]@;", "1'b0"},
           {"mway/adaptive/mway_adaptive_set.sv", ".free_i         (@free & requested@),", "free"},
           {"mway/adaptive/mway_adaptive_set.sv",
            "assign status_o  = {@available[AdaptiveClass]@, status};", "|free"},
           {"mway/mway_channel.sv", "assign adaptive[w] = @status_i[w][StatusBits]@;", "1'b1"},
       }},
      {"balanced",
       "mway/mway_node.sv",
       early(with_candidates(MwayVariant::kBalanced)),
       {
           {"mway/adaptive/mway_candidates.sv",
            "assign both       = buffer_class & ~(own_way_i == way_o & @(class_i | |after_wrap)@);",
            "|after_wrap"},
           {"mway/adaptive/mway_candidates.sv",
            "assign both       = buffer_class & ~(@own_way_i == way_o@ & (class_i | |after_wrap));",
            "1'b1"},
           {"mway/adaptive/mway_candidates.sv",
            "assign after_wrap[d] = @(way_o == way_t'(Plus) & here == '0)@ |", "1'b0"},
           {"mway/adaptive/mway_candidates.sv",
            "(way_o == way_t'(Minus) & here == @Width'(Extent - 1)@);", "'0"},
           {"mway/adaptive/mway_adaptive_bank.sv", "buffer_class: ~(|open | @open_class[0]@),",
            "front.classes[0]"},
           {"mway/adaptive/mway_adaptive_bank.sv",
            "assign front = candidates_q[@front_pointer[b]@];", "'0"},
           {"mway/adaptive/mway_adaptive_set.sv",
            "assign requested = Masks[@32'(data_i[ClassBit])@][Buffers-1:0];", "0"},
           {"mway/mway_injection.sv", ".own_way_i(@'1@),", "'0"},
       }},
      {"line",
       "linear/linear_network.sv",
       round_trips(linear(false)),
       {
           {"common/wf_fifo.sv",
            "full_q <= @pop ? push && full_q : full_q || (push && almost_full)@;", "1'b0"},
           {"linear/linear_switch.sv",
            "local_first_q <= @local_waits && (local_first_q || !upstream_waits)@;",
            "local_waits && !upstream_waits"},
           {"linear/linear_switch.sv", "assign ready_o[i] = @!full[i] || (Refill && pop[i])@;",
            "!full[i]"},
           {"linear/linear_switch.sv", "held_q  <= @!tag_o.tail@;", "tag_o.head"},
           {"linear/linear_switch.sv", "held_q  <= @1'b0@;", "held_q"},
           {"linear/linear_branch.sv", "else if (pop) way_q <= @way@;", "1'b0"},
           {"linear/linear_branch.sv",
            "assign way     = @tag_o.head ? below[data_o[HostWidth-1:0]] : way_q@;",
            "below[data_o[HostWidth-1:0]]"},
           {"linear/linear_guard.sv",
            "drop_q <= (error[ErrorDestination] || @(drop_q && !tag_i.head)@) && !tag_i.tail;",
            "1'b0"},
           {"linear/linear_guard.sv",
            "assign error[ErrorOrder]       = @tag_i.head ? open_q : !open_q && !drop_q@;",
            "tag_i.head ? open_q : !open_q"},
           {"linear/linear_guard.sv", "if (pass_o) open_q <= @!tag_i.tail@;", "tag_i.head"},
           {"linear/linear_sender.sv",
            "wait_q <= @(release_o ? period_q : due_o ? Width'(1) : wait_q) - Width'(1)@;",
            "release_o ? period_q : wait_q - Width'(1)"},
           {"linear/linear_sender.sv", "assign start     = @backlog_q != '0 || release_o@;",
            "backlog_q != '0"},
           {"linear/linear_monitor.sv",
            "else if (delivered)    age_q <= @age_q - gap + Width'(1)@;", "Width'(1)"},
           {"linear/linear_monitor.sv", "(@delivered ? age_q > deadline_q : age_q >= deadline_q@);",
            "age_q >= deadline_q"},
           {"linear/linear_monitor.sv", "if (@delivered && age_q > worst_q@) worst_q <= age_q;",
            "delivered"},
           {"linear/linear_monitor.sv", "missed_q      <= @1'b0@;", "missed_q"},
           {"linear/linear_responder.sv", "countdown_q <= @due ? gap : countdown_q - Width'(1)@;",
            "due ? '0 : countdown_q - Width'(1)"},
           {"linear/linear_responder.sv", "since_q      <= @request_i ? '0 : since_q + Width'(1)@;",
            "since_q + Width'(1)"},
           {"linear/linear_server.sv",
            "assign request_ready_o = @!stall_q && !(answers_q && full)@;", "!stall_q"},
           {"linear/linear_server.sv", "else if (@request_valid_i && !request_ready_o@) lapsed_q",
            "1'b0"},
           {"linear/linear_host.sv",
            "assign ended = RoundTrip ? @eject_valid_o@ && eject_tag_o.tail", "response_valid_i"},
       }},
      {"upstream-first",
       "linear/linear_network.sv",
       sporadic(linear(true)),
       {
           {"linear/linear_switch.sv", "assign local_first_q = @1'b0@;", "1'b1"},
           {"linear/linear_switch.sv",
            "assign owner   = @held_q ? owner_q : (|front ? upstream_goes : owner_q)@;",
            "|front ? upstream_goes : owner_q"},
           {"linear/linear_sender.sv", "release_o ? period_q : @due_o ? Width'(1) : wait_q@)",
            "wait_q"},
           {"linear/linear_monitor.sv", "(delivered ? @outstanding_q > Width'(1)@ : waits);",
            "1'b1"},
           {"linear/linear_monitor.sv", "assign gap    = @empty ? age_q : oldest@;", "oldest"},
           {"linear/linear_monitor.sv", "assign room_o = @!full@;", "1'b1"},
           {"linear/linear_host.sv", "Sporadic ? own_turn && @room@ && client_valid_i", "1'b1"},
       }},
      {"wormhole",
       "wormhole/wormhole_router.sv",
       wormhole(),
       {
           {"common/wf_arbiter_round_robin.sv",
            "assign grant_o = (@any_ahead ? ahead : request_i@) & ~mask_d;", "request_i"},
           {"common/wf_arbiter_round_robin.sv", "mask_q <= @'1@;", "mask_q"},
           {"wormhole/wormhole_input.sv", "assign full       = @level_q[Depth]@;",
            "level_q[Depth-1]"},
           {"mesh/mesh_guard.sv", "error[ErrorLength] || @(drop_q && !tag_i[Head])@) &&", "1'b0"},
           {"mesh/mesh_route_check.sv", "@(HopWidth + 1)'(hops) > -Extent@;", "1'b1"},
           {"mesh/mesh_header_update.sv",
            "assign header[i] = @hops != '0 && (data_i[i] || wraps_i)@;", "data_i[i] || wraps_i"},
           {"wormhole/wormhole_route.sv",
            "assign of_class = @{header_i[HeaderWidth-1], !header_i[HeaderWidth-1]}@;", "2'b01"},
           {"wormhole/wormhole_route.sv",
            "assign dimension     = @left & (~left + Dimensions'(1))@;", "left"},
           {"wormhole/wormhole_turns.sv", "assign asking_o[g][i] = @request_i[i][g]@;",
            "request_i[i][g] && !(i == 1 && g == 1)"},
           {"wormhole/wormhole_input.sv", "if (!rst_ni || @(granted_i && !moves)@)", "1'b0"},
           {"wormhole/wormhole_input.sv", "level_q[0] || level_q[1] ? (@push_i ? group_i : '0@)",
            "'0"},
           {"wormhole/wormhole_choice_chain.sv", "assign left[l+1] = @asking & ~chosen@;",
            "asking"},
           {"wormhole/wormhole_choice_chain.sv", ".advance_i(@free_i[l]@),", "1'b0"},
           {"wormhole/wormhole_choice_pair.sv",
            "choice_o[1] = free_i[1] ? (@same ? second1 : first1@)", "first1"},
           {"wormhole/wormhole_choice_pair.sv", "mask1_q <= @same ? behind1 : after1@;", "after1"},
           {"wormhole/wormhole_choice_pair.sv",
            "valid_o[1]  = free_i[1] && (@free_i[0] ? any_two : any@);", "any"},
           {"wormhole/wormhole_choice_chain.sv", "(@free_i[0] ? two : one@)", "one"},
           {"wormhole/wormhole_vc_allocator.sv", "owner_q <= connected & Askers & @~end_i@;", "'1"},
           {"wormhole/wormhole_vc_allocator.sv", "assign head_o[l]   = @!(owned[l] && started_q)@;",
            "!owned[l]"},
           {"wormhole/wormhole_crossbar.sv", "end_o = pop_o & @tails@;", "heads"},
           {"wormhole/wormhole_output.sv",
            "assign ready_o  = @(held_q || (fed_i && !Registered)) && !full@;", "held_q && !full"},
           {"wormhole/wormhole_output.sv", "assign room_o   = @grant_i || !held_q@;", "!held_q"},
           {"wormhole/wormhole_output.sv", "held_q <= @1'b0@;", "held_q"},
           {"wormhole/wormhole_link.sv", ".advance_i(@1'b1@),", "1'b0"},
           {"wormhole/wormhole_link.sv", "monitor_vc_q <= @monitor_vc_o@;", "monitor_vc_q"},
           {"wormhole/wormhole_ejection.sv", "stall_q <= @stall_i@;", "1'b0"},
       }},
      {"wormhole-credits",
       "wormhole/wormhole_router.sv",
       wormhole_credits(),
       {
           {"wormhole/wormhole_credit.sv", "level_q <= @(Depth + 1)'(1)@;", "level_q"},
           {"wormhole/wormhole_credit.sv", "level_q <= @sent_i ? level_q << 1 : level_q >> 1@;",
            "level_q << 1"},
           {"wormhole/wormhole_credit.sv", "assign full_o = @level_q[Depth] && !credit_i@;",
            "level_q[Depth]"},
           {"wormhole/wormhole_credit.sv", "assign full_o = @level_q[Depth] && !credit_i@;",
            "level_q[Depth-1]"},
           {"wormhole/wormhole_input.sv", "credit_q <= @pop_i@;", "1'b0"},
           {"wormhole/wormhole_crossbar.sv", "even = legs[Order[0]] | @ones@;", "1'b0"},
           {"wormhole/wormhole_crossbar.sv", "if (@legs[Order[leg]] || legs[Order[leg+1]]@)",
            "legs[Order[leg]]"},
           {"wormhole/wormhole_link_registers.sv", "valid_q  <= @valid[r]@;", "1'b0"},
           {"wormhole/wormhole_link_registers.sv", "credit_q <= @credit[r]@;", "'0"},
           {"wormhole/wormhole_link_registers.sv", "vc_q   <= @vc[r]@;", "'0"},
           {"wormhole/wormhole_link_registers.sv", "assign credit_o = @credit[Registers]@;",
            "credit[0]"},
           {"wormhole/wormhole_output.sv",
            "assign ready_o  = @(held_q || (fed_i && !Registered)) && !full@;",
            "(held_q || fed_i) && !full"},
       }},
      {"wormhole-whole-messages",
       "wormhole/wormhole_router.sv",
       wormhole_whole_messages(),
       {
           {"wormhole/wormhole_credit.sv", "assign fits_o = @|level_q[Depth-Room:0]@;", "1'b1"},
           {"wormhole/wormhole_credit.sv", "assign fits_o = @|level_q[Depth-Room:0]@;",
            "level_q[0]"},
           {"wormhole/wormhole_credit.sv", "assign fits_o = @|level_q[Depth-Room:0]@;",
            "level_q[Depth-Room]"},
           {"wormhole/wormhole_output.sv",
            "assign vacant_o = Config.MessageFlits == 0 || (@fits && !held_q@);", "fits"},
           {"wormhole/wormhole_output.sv",
            "assign vacant_o = Config.MessageFlits == 0 || (@fits && !held_q@);", "!held_q"},
           {"wormhole/wormhole_vc_allocator.sv", "assign free = @~owned & vacant_i@;", "~owned"},
           {"wormhole/wormhole_vc_allocator.sv", "assign free = @~owned & vacant_i@;", "vacant_i"},
       }},
      {"cut-through",
       "cut_through/cut_through_router.sv",
       cut_through(),
       {
           {"common/wf_lfsr.sv", "assign state_d = (state_q >> 1) ^ @(state_q[0] ? Taps : '0)@;",
            "'0"},
           {"mesh/mesh_guard.sv",
            "assign tag_o  = @tag_i | (flit_tag_t'(error[ErrorLength]) << Tail)@;", "tag_i"},
           {"cut_through/cut_through_route.sv",
            "assign wraps = @goal >= (HopWidth + 1)'(Config.Extents[d])@;",
            "goal > (HopWidth + 1)'(Config.Extents[d])"},
           {"cut_through/cut_through_route.sv", "= turn && !(@EscapeLast@ && wanted == first);",
            "Config.Routing == MinimalTriplex"},
           {"cut_through/cut_through_two_level_rr.sv", ".advance_i(@chosen[g]@),", "1'b1"},
           {"cut_through/cut_through_policy.sv", ".advance_i(@1'b1@),", "1'b0"},
           {"cut_through/cut_through_output_driven.sv", "candidate &= @free_i@;", "'1"},
           {"cut_through/cut_through_random_select.sv",
            "({Columns{@random_i[s] == 1'(n)@}} | ~any[n^1]);", "1'(n) == 1'b0"},
           {"cut_through/cut_through_input.sv", "if (!rst_ni || @connect_i@) begin", "1'b0"},
           {"cut_through/cut_through_router.sv",
            "assign inject_ready_o[l] = @in_room[Input] || in_open[Input]@;", "in_room[Input]"},
           {"cut_through/cut_through_router.sv", "stall_q <= @eject_stall_i@;", "1'b0"},
           {"cut_through/cut_through_input.sv", "left_q <= @CountWidth'(Pipeline - 1)@;",
            "CountWidth'(Pipeline - 2)"},
           {"cut_through/cut_through_output.sv", "@(empty || draining || (one_q && pop_i))@;",
            "empty || draining"},
           {"cut_through/cut_through_output.sv",
            "else if (pop_i)  one_q <= @level == LevelWidth'(2)@;", "1'b0"},
           {"cut_through/cut_through_link_arbiter.sv", "keeper_q <= @grant_o & ~tail_i@;", "'0"},
           {"cut_through/cut_through_link_arbiter.sv",
            "assign ready   = @holds_i & (~head_i | room_i)@;", "holds_i & ~head_i"},
           {"cut_through/cut_through_link_arbiter.sv", "assign keeps_o = |(@holds_i@ & keeper_q);",
            "'1"},
           {"cut_through/cut_through_link.sv",
            "minus_first = minus_last_q ? @keeps[1]@ : !keeps[0];", "1'b0"},
           {"cut_through/cut_through_link.sv", "minus_last_q <= @serve[1]@;", "1'b1"},
           {"cut_through/cut_through_length.sv",
            "assign last_o = @count_q == CountWidth'(Depth - 1)@;", "1'b0"},
           {"cut_through/cut_through_crossbar.sv", "      connected_q       <= @'0@;",
            "connected_q"},
           {"cut_through/cut_through_crossbar.sv", "feeds_q[i] <= @feeds[i]@;", "pair_i[i]"},
           {"cut_through/cut_through_network.sv", "assign seeds[n]     = @NodeSeed@;",
            "random_seed(Seed, 0)"},
       }},
      {"cut-through-oblivious",
       "cut_through/cut_through_router.sv",
       cut_through_oblivious(),
       {
           {"cut_through/cut_through_lane_binding.sv", "bound_q <= @eligible_i@;", "1'b0"},
           {"cut_through/cut_through_lane_binding.sv", "lane = @free & ~above@;", "Lanes'(1)"},
           {"cut_through/cut_through_lane_binding.sv", "lane = @Lanes'(1)@;", "'1"},
           {"cut_through/cut_through_uniform_select.sv",
            "assign rank    = @product[CountWidth+Width-1:Width]@;", "'0"},
           {"cut_through/cut_through_uniform_select.sv",
            "assign count[n] = @gen_step[s-1].count[n] + gen_step[s-1].count[n-Below]@;",
            "gen_step[s-1].count[n]"},
           {"cut_through/cut_through_output_driven_uniform.sv",
            ".random_i   (@random_i[ChoiceWidth-1:0]@),", "random_i[ChoiceWidth:1]"},
           {"cut_through/cut_through_output_driven_uniform.sv", "candidate &= @free_i@;", "'1"},
           {"cut_through/cut_through_output.sv",
            "assign draining = @pop_i && !tag_o[Head] && !behind_q@;", "1'b0"},
           {"cut_through/cut_through_output.sv",
            "assign draining = @pop_i && !tag_o[Head] && !behind_q@;", "!tag_o[Head] && !behind_q"},
           {"cut_through/cut_through_output.sv", "behind_q <= @level > LevelWidth'(pop_i)@;",
            "1'b0"},
       }},
      {"cut-through-round-robin",
       "cut_through/cut_through_router.sv",
       cut_through_round_robin(),
       {
           {"cut_through/cut_through_input_driven.sv",
            "assign offered[i]   = Random || @RoundRobin@ ? may", "1'b0"},
           {"cut_through/cut_through_input_driven.sv",
            "assign may          = request_i[i] & @free_i@;", "'1"},
           {"cut_through/cut_through_two_level_rr.sv", ".advance_i(@1'b1@),", "1'b0"},
       }},
      {"cut-through-chaos",
       "cut_through/cut_through_router.sv",
       cut_through_chaos(),
       {
           {"cut_through/cut_through_exchange.sv",
            "assign usable[p]     = free_i[p] && exists && @!whole_i[p^1]@;", "1'b1"},
           {"cut_through/cut_through_exchange.sv",
            "assign derouted_o[p] = full_o && usable[p] && @!wanted[p]@;", "1'b1"},
           {"cut_through/cut_through_exchange.sv",
            "assign spare      = @(idle & (idle - Queue'(1))) != '0@;", "1'b1"},
           {"cut_through/cut_through_exchange.sv", "assign exchanges = @free_i[i^1]@;", "1'b0"},
           {"cut_through/cut_through_exchange.sv", "assign stalled = @whole_i[i]@ &&", "1'b1"},
           {"cut_through/cut_through_exchange.sv",
            "usable & ~wanted & @~Targets'({Ports{full_o}})@;", "'1"},
           {"cut_through/cut_through_exchange.sv", "request_i[i] & usable & @~wanted@ & ~Targets",
            "'1"},
           {"cut_through/cut_through_oldest.sv", "else if (@enter_i[f]@) earlier_q", "1'b0"},
           {"cut_through/cut_through_input.sv", "assign room_o     = !open_q && @!waits_q@;",
            "empty"},
           {"cut_through/cut_through_input.sv", "assign eligible_o = eligible_q && @tag_o[Head]@;",
            "1'b1"},
           {"cut_through/cut_through_router.sv", "in_room[l*LinkVcs+c] && @!queue_full@;", "1'b1"},
           {"cut_through/cut_through_matching.sv", "if (@connect_input_o[i]@) entering_o", "1'b1"},
           {"cut_through/cut_through_matching.sv", "assign derouted_o[p] = @sent_i[p]@ ? next_q[p]",
            "1'b1"},
           {"cut_through/cut_through_matching.sv", "next_q[p] <= @derouted[p]@;", "1'b0"},
           {"cut_through/cut_through_network.sv", "monitor_vc[0] | VcWidth'(@derouted[n][Plus]@);",
            "1'b0"},
           {"mesh/mesh_header_update.sv", "assign back = @left < -Half ? left + Ring : left@;",
            "left"},
       }},
      {"mway-clocks",
       "mway/mway_node.sv",
       with_clocks(),
       {
           {"common/wf_gray_sync.sv", "({seen_q, @sync_q@});", "gray_i"},
           {"mway/clocked/mway_clocks_receiver.sv", "write_gray_q <= @write_d ^ (write_d >> 1)@;",
            "write_d"},
           {"mway/clocked/mway_clocks_receiver.sv", "write_gray_q <= @'0@;", "write_gray_q"},
           {"mway/clocked/mway_clocks_receiver.sv",
            "assign full[b]          = @write_gray_q == (read_gray_i[b] ^ FullMask)@;", "1'b0"},
           {"mway/clocked/mway_clocks_receiver.sv", ": @write_gray_q == read_gray_i[b]@);",
            "~full[b]"},
           {"mway/clocked/mway_clocks_receiver.sv", "mapped_q <= @tag_i != TagTail@;", "1'b1"},
           {"mway/clocked/mway_clocks_receiver.sv", "slots_q[@write_address[b]@] <=", "'0"},
           {"mway/clocked/mway_clocks_driver.sv", "read_gray_q <= @read_d ^ (read_d >> 1)@;",
            "read_d"},
           {"mway/clocked/mway_clocks_driver.sv",
            "assign empty    = @read_gray_q == write_gray_i[b]@;", "1'b0"},
           {"mway/clocked/mway_clocks_driver.sv", ".advance_i(@enable_i@),", "1'b1"},
           {"mway/clocked/mway_clocks_driver.sv",
            "assign read_o  = {chosen_index, @read_address[chosen_index]@};", "'0"},
       }},
      {"iba",
       "iba/iba_switch.sv",
       iba(Replication::kBranches),
       {
           {"common/wf_arbiter_round_robin.sv",
            "assign mask_d = any_ahead ? @above_ahead@ : above_any;", "'1"},
           {"iba/iba_buffer.sv", ": @(unfinished_q & ~last) == '0@;", "last != '0"},
           {"iba/iba_buffer.sv", "waits_q      <= expires ? '0 : @waits_q & ~start_i@;", "waits_q"},
           {"iba/iba_buffer.sv", "assign unknown_o = @looked_q && unfinished_q == '0@;", "1'b0"},
           {"iba/iba_buffer.sv", "forwarded_q <= @leaves_o && !discards && !late@;", "leaves_o"},
           {"iba/iba_buffer.sv", "assign holds[p]              = @read_q[p] != write_q@;",
            "read_q[p].address != write_q.address"},
           {"iba/iba_counter.sv", "assign events = @EventsWidth'($countones(event_i))@;",
            "EventsWidth'(event_i != '0)"},
           {"iba/iba_credit.sv", "CreditWidth'(take_i) + @CreditWidth'(freed_i)@;", "'0"},
           {"iba/iba_lane.sv", "assign able_o  = owned_q ? '0 : @wants_i & fits@;", "wants_i"},
           {"iba/iba_lane.sv", "(closing_o && !closed_i) || @(owner & ~ends_i) != '0@;",
            "owner != '0"},
           {"iba/iba_lane.sv", "owner_q <= dropped ? '0 : @owner & ~ends_i@;", "owner"},
           {"iba/iba_buffer.sv", "moves[Endpoint] = @(taken & first) != '0@ ||", "taken[Endpoint]"},
           {"iba/iba_buffer.sv", "assign first = @looked_q ? unfinished_q & ~above : first_q@;",
            "unfinished_q & ~above"},
           {"iba/iba_link.sv", ".advance_i(@rest@),", "1'b0"},
           {"iba/iba_start_branches.sv", ".request_i(@able_i[v] & ~taken@),", "able_i[v]"},
           {"iba/iba_tables.sv", "@(multicast[r] & ~usable) == '0@ ?", "1'b1"},
           {"iba/iba_tables.sv", "assign usable[p] = @used_i[p] && lanes_o[r][p] != '0@;",
            "used_i[p]"},
           {"iba/iba_forwarding_table.sv", "assign exists     = @lid_i[r] >> IndexWidth == '0@ &&",
            "1'b1"},
           {"iba/iba_multicast_table.sv",
            "@group >> IndexWidth == '0 && 32'(index[r]) < Groups ? value[r] : '0@;", "value[r]"},
           {"iba/iba_guard.sv", "(too_long || @last != tag_i[Tail]@);", "last && !tag_i[Tail]"},
           {"iba/iba_guard.sv", "!legal && !(@drop_q && !tag_i[Head]@);", "1'b0"},
           {"iba/iba_endpoint.sv", "(open || @32'(room) >= Longest@);", "room != '0"},
           {"iba/iba_endpoint.sv", "tag_i[Head] ? @FlitsWidth'(length_i) + FlitsWidth'(1)@ : '0),",
            "FlitsWidth'(length_i)"},
           {"iba/iba_network.sv", "assign in_credit[n][l] = @out_credit[Next][Back]@;",
            "out_credit[n][l]"},
           {"iba/iba_buffer.sv",
            "assign exhausted = @32'(data_o[Endpoint][HopsOffset+:HopsWidth]) >= "
            "Config.HopLimit@;",
            "data_o[Endpoint][HopsOffset+:HopsWidth] > 8'd2"},
           {"iba/iba_link.sv", "data_i[HopsOffset+:HopsWidth] + @hops_t'(1)@;", "'0"},
       }},
      {"mway-guard",
       "mway/mway_node.sv",
       guarded(mway(TopologyKind::kMesh)),
       {
           {"mway/mway_channel.sv", "differ: @|(ones & zeros)@,", "1'b0"},
           {"mway/mway_channel.sv", "ones  |= @payload_i[w].guard.ones@;",
            "payload_i[w].guard.zeros"},
           {"mway/guarded/mway_guard.sv", "zeros: @~driver_i & Mask@,", "driver_i"},
           {"mway/guarded/mway_guard.sv", "assign tag_o           = @payload_i.guard.differ@ ?",
            "1'b0"},
           {"mway/mway_interface.sv",
            "assign other_tag    = Config.Variant == Guarded && @other_payload_i.guard.differ@",
            "1'b0"},
           {"mway/guarded/mway_guard.sv", "assign resynchronise_o = @payload_i.guard.differ@;",
            "1'b0"},
           {"mway/mway_interface.sv", "    .rst_ni   (@rst_ni & ~resynchronise@),", "rst_ni"},
           {"mway/mway_processor.sv", "    .rst_ni   (@rst_ni & ~resynchronise@),", "rst_ni"},
           {"mway/guarded/mway_guarded_bank.sv", "assign full_o   = full | @{Buffers{closes}}@;",
            "'0"},
           {"mway/guarded/mway_guarded_bank.sv", "assign free_o   = free & @~{Buffers{closes}}@;",
            "'1"},
           {"mway/guarded/mway_guarded_bank.sv", ".request_i(@lost & ~full@),", "'0"},
           {"mway/guarded/mway_guarded_bank.sv",
            "(parity_q[b] != @^{mapped_driver_o[b], mapped_buffer_o[b]}@)", "^mapped_driver_o[b]"},
           {"mway/guarded/mway_guarded_bank.sv", "assign push_class = @closes@ |", "1'b0"},
           {"mway/guarded/mway_guarded_bank.sv", "drop_q[b] <= @refused@;", "1'b0"},
           {"mway/guarded/mway_guarded_bank.sv", "drop_q[b] <= @front[b].tag != TagTail@;", "1'b0"},
           {"mway/guarded/mway_guarded_bank.sv", "assign pop[b]      = @drop_q[b]@ ?", "1'b0"},
           {"mway/mway_buffer_set.sv", "tag_i != TagHeader ? @aborted_i@ : next_class;", "1'b0"},
           {"mway/mway_injection.sv", "tag_i == TagInvalid & @open[buffer_i]@ &", "1'b1"},
           {"mway/mway_injection.sv", "!header ? @aborts@ : buffer_class;", "1'b0"},
           {"mway/mway_injection.sv", "~header & ~data & @~aborts@ &", "1'b1"},
           {"mway/mway_ejection.sv", "aborted_q <= @acknowledge_o@ & aborted_i;", "1'b1"},
           {"mway/mway_network.sv", "channel_tag_o[c]         = @line_payload[c].guard.differ@ ?",
            "1'b0"},
       }},
      {"iba-together",
       "iba/iba_switch.sv",
       iba(Replication::kAllOrNothing),
       {
           {"iba/iba_start_together.sv", "@branch[p][v] == '0 ? able_i[p][v] & ~patient : '0@;",
            "able_i[p][v] & ~patient"},
           {"iba/iba_start_together.sv", "!patient[i] && @(waits_i[i] & ~possible) == '0@;",
            "possible != '0"},
           {"iba/iba_agent.sv", "moved.hops_done = @arriving.hops_done - hop_count_t'(1)@;",
            "arriving.hops_done"},
           {"iba/iba_agent.sv", "if (valid_i[p] && p != Endpoint) back |= @hop_t'(p - 1)@;", "'0"},
           {"iba/iba_agent.sv", "smp_q.data     <= @apb_i.rdata@;", "smp_q.data"},
           {"iba/iba_agent.sv", "access_q <= @executes && !ends@;", "1'b0"},
           {"iba/iba_agent.sv", "next = @smp_q.response@ ?", "1'b0"},
           {"iba/iba_agent.sv", "assign valid_o = held_q && @!executes@ ? way : '0;", "1'b1"},
           {"iba/iba_manager.sv", "assign reached = @rest_q == '0 || smp_q.error@;",
            "rest_q == '0"},
           {"iba/iba_manager.sv",
            "assign hop = hop_t'(32'(rest_q) >= Rows ? @East - 1@ : North - 1);", "North - 1"},
           {"iba/iba_manager.sv", "smp_q.error   <= @32'(paddr_i[31:18]) >= Columns * Rows@;",
            "1'b0"},
           {"iba/iba_network.sv", "? @smp[Next]@ : out_data[Next][Back];", "out_data[Next][Back]"},
           {"iba/iba_switch.sv", "assign hold = @hold_i@;", "'0"},
           {"iba/iba_age_timer.sv", "@waited_q == AgeWidth'(Age)@;", "1'b0"},
           {"iba/iba_age_timer.sv", "if (@!rst_ni || !waits_i[i]@)          waited_q <= '0;",
            "!rst_ni"},
       }},
      {"iba-messages",
       "iba/iba_switch.sv",
       iba_messages(),
       {
           {"iba/iba_segmenter.sv", "assign ready_o = @inserts ? '0 : ready_i & ~due_q@;",
            "ready_i & ~due_q"},
           {"iba/iba_segmenter.sv", "@tag_i[Tail] == ends_message@", "1'b1"},
           {"iba/iba_segmenter.sv", "@number_t'(32'(message.place) / Mtu)@;", "'0"},
           {"iba/iba_segmenter.sv", "assign last_packet  = @32'(message.left) <= Mtu@;",
            "32'(message.left) < Mtu"},
           {"iba/iba_reassembler.sv", "else if (@!stall_i@) held_q <= valid_i;", "1'b1"},
           {"iba/iba_reassembler.sv", "!packet.passes || packet.last || @cut_short@", "1'b0"},
           {"iba/iba_reassembler.sv", "@number == '0 && under_way.number != '0@", "1'b0"},
           {"iba/iba_reassembler.sv",
            "assign expected   = @number == '0 || {number, identifier} == under_way@;",
            "number == under_way.number"},
           {"iba/iba_reassembler.sv", "assign last_o  = valid_o && tail && @ends && packet.last@;",
            "packet.last"},
           {"iba/iba_reassembler.sv", "assign cut    = Cuts && @tag_q == '1@ &&", "1'b0"},
           {"iba/iba_buffer.sv",
            "assign live = waits_q | @(unfinished_q & ~drops_q & (ports_t'(1) << Endpoint))@;",
            "'0"},
           {"iba/iba_buffer.sv", "late_q    <= @(late_q || expires)@ && !leaves_o;", "1'b0"},
           {"iba/iba_buffer.sv",
            "cut_o     = drops_o && @!(holds[Endpoint] && tag_o[Endpoint][Head])@;", "1'b1"},
           {"iba/iba_buffer.sv", ".waits_i  (live != '0 && @(start_i | send_i) == '0@),", "1'b1"},
           {"iba/iba_lane.sv", "assign closing_o = @owned_q && owner_q == '0@;", "1'b0"},
           {"iba/iba_link.sv", "assign tag_o    = @closed_o != '0@ ? '1", "1'b0"},
           {"iba/iba_endpoint.sv", "error_o[ErrorLifetime] = @expires_i@;", "1'b0"},
           {"iba/iba_weighted_turns.sv", "assign stays   = @left_q != '0@ &&", "1'b1"},
           {"iba/iba_weighted_turns.sv", "(current_q & @able@) != '0;", "'1"},
           {"iba/iba_weighted_turns.sv", ".advance_i(advance_i && @!stays && !goes_on@),",
            "!goes_on"},
           {"iba/iba_weighted_turns.sv", "assign pauses  = @left_q != '0@ &&", "1'b0"},
           {"iba/iba_weighted_turns.sv", "assign goes_on = @early_left_q != '0@ &&", "1'b0"},
           {"iba/iba_weighted_turns.sv", "if (@!stays@) early_left_q <= '0;", "1'b0"},
           {"iba/iba_weighted_turns.sv", "LeftWidth'(@32'(weight) * Unit@)", "32'(weight)"},
           {"iba/iba_weighted_turns.sv", "@turns_i[e].weight != '0@ && (ready_i", "1'b1"},
           {"iba/iba_lane_arbiter.sv", "(@limit_i == '0 ? limit_t'(1) : limit_i@);", "limit_i"},
           {"iba/iba_lane_arbiter.sv", "used_q  <= full ? @limit_t'(1)@ : used_q", "'0"},
           {"iba/iba_lane_arbiter.sv", "used_q  <= @gap[0] && !full@ ? used_q : '0;", "1'b1"},
           {"iba/iba_lane_arbiter.sv", "assign reached = full && @!early_q@;", "1'b1"},
           {"iba/iba_arbitration_table.sv", "assign written  = @32'(value_i.lane) < VirtualLanes@",
            "1'b1"},
           {"iba/iba_arbitration_table.sv", "else if (write_i && @chosen@) kept_q", "here"},
           {"iba/iba_switch.sv", ".discarded_i(@unknown | expires@),", "unknown"},
       }},
      {"deflection",
       "deflection/deflection_router.sv",
       deflection(),
       {
           {"deflection/deflection_guard.sv", "assign error[ErrorOrder]       = @!single@;",
            "1'b0"},
           {"deflection/deflection_guard.sv", "@exists(destination_i.y, Rows)@;", "1'b1"},
           {"deflection/deflection_select.sv",
            "assign want[West]  = valid_i[West] && west_turns && @!(here[West] && stalled_i)@;",
            "1'b1"},
           {"deflection/deflection_select.sv",
            "assign turn        = @want & {!want[North] && !want[West], !want[North], 1'b1}@;",
            "want"},
           {"deflection/deflection_select.sv",
            "assign exit_o  = turn & here & @{Inputs{!stalled_i}}@;", "{Inputs{1'b1}}"},
           {"deflection/deflection_select.sv", "!local_turns && @!west_on@;", "1'b1"},
           {"deflection/deflection_router.sv", "assign inject_ready_o = @!full@;", "1'b1"},
           {"deflection/deflection_router.sv", "(@to_south[West] || to_exit[West]@)",
            "to_south[West]"},
           {"deflection/deflection_router.sv", "stall_q       <= @eject_stall_i@;", "1'b0"},
           {"deflection/deflection_router.sv",
            "east_valid_q && @same(east_destination.x, position_i.x, Config.Columns)@;", "1'b0"},
           {"deflection/deflection_network.sv", ".west_data_i      (@east_data[ToWest]@),",
            "east_data[n]"},
       }},
  };
}

const fs::path kFolder = WAYFARER_MUTANTS_DIR;

/// Only one process at a time uses the folder of a network's mutants.
class Lock {
 public:
  explicit Lock(const std::string& name) {
    fs::create_directories(kFolder);
    file_ = open((kFolder / (name + ".lock")).c_str(), O_CREAT | O_RDWR, 0666);
    REQUIRE(flock(file_, LOCK_EX) == 0);
  }
  ~Lock() { close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int file_;
};

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void insert_before_last(const fs::path& path, const std::string& what, const std::string& more) {
  std::string text = read(path);
  text.insert(text.rfind(what), more);
  std::ofstream(path) << text;
}

/// The text of a file with all of its mutants.
std::string weave(const std::string& text, const std::vector<Mutant>& list,
                  const std::string& file) {
  struct Span {
    std::size_t end;
    std::string expression;
  };
  std::map<std::size_t, Span> spans;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i].file != file) continue;
    INFO(file << ": " << list[i].line);
    const std::string marked = list[i].line;
    const std::size_t first = marked.find('@');
    const std::size_t last = marked.rfind('@');
    const std::string original = marked.substr(first + 1, last - first - 1);
    const std::string line = marked.substr(0, first) + original + marked.substr(last + 1);
    const std::size_t at = text.find(line);
    REQUIRE(at != std::string::npos);
    REQUIRE(text.find(line, at + 1) == std::string::npos);
    const auto [span, is_new] =
        spans.insert({at + first, {at + last - 1, fmt::format("({})", original)}});
    REQUIRE(span->second.end == at + last - 1);
    span->second.expression = fmt::format("(wf_pkg::mutant == {} ? ({}) : {})", i + 1,
                                          list[i].broken, span->second.expression);
  }
  std::string woven;
  std::size_t done = 0;
  for (const auto& [begin, span] : spans) {
    REQUIRE(begin >= done);
    woven += text.substr(done, begin - done) + span.expression;
    done = span.end;
  }
  return woven + text.substr(done);
}

/// A copy of the RTL with all of a network's mutants; `select` chooses one: 1, 2, ...
class WovenRtl {
 public:
  explicit WovenRtl(const Mutants& mutants)
      : lock_(mutants.name),
        root_(kFolder / mutants.name),
        optimised_(is_family(mutants.config, "iba")) {
    fs::remove_all(root_);
    fs::create_directories(root_);
    fs::copy(WAYFARER_RTL_DIR, root_ / "rtl", fs::copy_options::recursive);
    for (const Mutant& mutant : mutants.list) {
      const fs::path file = root_ / "rtl" / mutant.file;
      std::ofstream(file) << weave(read(fs::path(WAYFARER_RTL_DIR) / mutant.file), mutants.list,
                                   mutant.file);
    }
    insert_before_last(root_ / "rtl/common/wf_pkg.sv", "endpackage", "  int unsigned mutant;\n\n");
    insert_before_last(root_ / "rtl" / mutants.top, "endmodule",
                       fmt::format("  logic [31:0] mutant_file [1];\n"
                                   "  initial begin\n"
                                   "    $readmemh(\"{}\", mutant_file);\n"
                                   "    wf_pkg::mutant = mutant_file[0];\n"
                                   "  end\n",
                                   (root_ / "selected").string()));
    select(0);
  }

  /// Selects the mutant of networks made from now on; 0: none.
  void select(std::size_t number) const {
    std::ofstream(root_ / "selected") << fmt::format("{:x}\n", number);
  }

  [[nodiscard]] VerilatedBuildOptions build(bool tiles) const {
    VerilatedBuildOptions build;
    build.optimised = optimised_;
    build.rtl = root_ / "rtl";
    build.tile = tiles;
    return build;
  }
  [[nodiscard]] const fs::path& root() const { return root_; }

 private:
  Lock lock_;
  fs::path root_;
  bool optimised_;  ///< Unoptimised, InfiniBand switches run for twenty times as long.
};

/// Exercises everything in the network, for short runs first, in which most mutants show; returns
/// the first mismatch with the model, if any.
std::optional<LockstepMismatch> mismatch(const Engines& engines, const NetworkConfig& config) {
  const auto network = engines.make(config, Engine::kBoth);
  try {
    for (const Cycle cycles : {250, 1000}) {
      exercise(*network, config, {1, cycles, {}});
      for (std::uint64_t seed = 10; is_family(config, "linear") && seed < 40; ++seed)
        (void)exercise_linear(*network, config, seed, cycles);
    }
  } catch (const LockstepMismatch& mismatch) {
    return mismatch;
  }
  return std::nullopt;
}

/// Whether the mutant is in the top of a network, which tiles do without.
bool is_wiring(const Mutant& mutant) {
  return std::string(mutant.file).find("_network.sv") != std::string::npos;
}

}  // namespace

TEST_CASE("every mutant is detected, the original network passes", "[LockstepEquality][mutants]") {
  static const std::vector<Mutants> all = all_mutants();
  const Mutants& mutants = all[GENERATE(range(std::size_t{0}, all_mutants().size()))];
  const WovenRtl woven(mutants);
  const Engines tiles(woven.build(true));
  const Engines whole(woven.build(false));
  NetworkConfig config = mutants.config;
  config.name = fmt::format("mutants-{}", mutants.name);
  INFO(mutants.name);
  CHECK_FALSE(mismatch(tiles, config).has_value());
  for (std::size_t number = 1; number <= mutants.list.size(); ++number) {
    const Mutant& mutant = mutants.list[number - 1];
    INFO(mutant.file << ": " << mutant.line << " broken: " << mutant.broken);
    woven.select(number);
    const auto caught = mismatch(is_wiring(mutant) ? whole : tiles, config);
    CHECK(caught.has_value());
    if (caught) fmt::print("cycle {:4}  {}: {}\n", caught->cycle(), mutant.file, mutant.broken);
  }
}

TEST_CASE("a fault on the command line leaves waves around it", "[LockstepEquality][mutants]") {
  const Mutants mutants = all_mutants().front();
  const WovenRtl woven(mutants);
  woven.select(1);
  const Engines engines(woven.build(true));
  std::ofstream(woven.root() / "mutant.toml") << to_toml(mutants.config);
  const std::string config = (woven.root() / "mutant.toml").string();
  const char* arguments[] = {"wayfarer", "lockstep",   config.c_str(), "--load", "1.3",
                             "--unit",   "normalized", "--cycles",     "5000"};

  const fs::path before = fs::current_path();
  fs::current_path(woven.root());  // where the waves go
  CHECK(run_program(static_cast<int>(std::size(arguments)), arguments, {engines, {}}) == 1);
  fs::current_path(before);

  unsigned waves = 0;
  for (const auto& entry : fs::directory_iterator(woven.root())) {
    if (entry.path().extension() != ".fst") continue;
    ++waves;
    CHECK(entry.file_size() > 1000);
  }
  CHECK(waves == 1);
}
