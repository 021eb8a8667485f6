#include "family/cut_through/config.hpp"

#include <fmt/format.h>

#include "family/mesh/schema.hpp"

namespace wayfarer {
namespace {

constexpr const char* kPipelineKey = "router.pipeline";
constexpr const char* kBindingKey = "router.lane_binding";
constexpr const char* kRoomKey = "router.output_room";
constexpr const char* kRoutingKey = "router.routing";
constexpr const char* kPolicyKey = "router.policy";
constexpr const char* kDuplexKey = "router.duplex";
constexpr const char* kQueueKey = "router.queue";
constexpr unsigned kChaosFrames = 5;  ///< Queue length of the Chaos router's chip.

void fill_defaults(NetworkConfig& config) {
  CutThroughConfig& router = cut_through_of(config);
  if (router.vc_classes == 0) router.vc_classes = needed_vc_classes(config);
  if (router.pipeline == 0) router.pipeline = router.adaptive() ? 4 : 3;
  if (router.queue == 0 && router.chaotic()) router.queue = kChaosFrames;
}

std::optional<ConfigFault> binding_fault(const CutThroughConfig& router) {
  if (!router.binds_lanes() || router.has_lanes()) return std::nullopt;
  return ConfigFault{
      kBindingKey,
      fmt::format("header with {}: a header cannot choose between virtual channels of one class; "
                  "legal: none, or omit the key",
                  router.adaptive() ? "adaptive routing" : "one virtual channel per class")};
}

/// Two messages fit into a buffer of one only if the first one leaves without a pause.
std::optional<ConfigFault> room_fault(const CutThroughConfig& router) {
  if (router.output_room == OutputRoom::kEmpty || router.interleave == Interleave::kMessage)
    return std::nullopt;
  return ConfigFault{
      kRoomKey,
      "draining with links that interleave flits: the message that leaves could pause; "
      "legal: empty, or router.interleave message"};
}

/// Packet exchange over a channel needs one buffer per direction, which holds one message, and a
/// link that serves one direction at a time (docs/cut_through.md).
std::optional<ConfigFault> chaos_fault(const CutThroughConfig& router) {
  if (!router.chaotic()) {
    if (router.queue == 0) return std::nullopt;
    return ConfigFault{kQueueKey, fmt::format("{} frames with minimal routing, which has no queue; "
                                              "legal: omit the key, or router.routing chaos",
                                              router.queue)};
  }
  if (!router.output_driven())
    return ConfigFault{kPolicyKey,
                       "chaos routing requires an output-driven policy; legal: output-driven, "
                       "output-driven-uniform, or omit the key"};
  if (router.duplex != Duplex::kHalf)
    return ConfigFault{
        kDuplexKey,
        "chaos routing requires half-duplex links, which exchange messages in turn; legal: "
        "half, or omit the key"};
  if (router.output_room != OutputRoom::kEmpty)
    return ConfigFault{
        kRoomKey,
        "chaos routing requires empty output buffers, since a frame holds one message; legal: "
        "empty, or omit the key"};
  if (router.virtual_channels != 1)
    return ConfigFault{"router.virtual_channels",
                       fmt::format("{} with chaos routing, which has one per link; legal: 1",
                                   router.virtual_channels)};
  if (router.vc_classes > 1)
    return ConfigFault{kVcClassesKey,
                       fmt::format("{} with chaos routing, which has no classes; legal: 1, or omit "
                                   "the key",
                                   router.vc_classes)};
  return std::nullopt;
}

std::optional<ConfigFault> fault(const NetworkConfig& config) {
  if (auto extents = extents_fault(config.topology)) return extents;
  NetworkConfig filled = config;
  fill_defaults(filled);
  if (auto chaos = chaos_fault(cut_through_of(config))) return chaos;
  if (auto mesh = mesh_fault(filled)) return mesh;
  if (auto binding = binding_fault(cut_through_of(config))) return binding;
  if (auto room = room_fault(cut_through_of(config))) return room;
  return message_fault(filled);
}

std::vector<Document::Renamed> renamed() {
  std::vector<Document::Renamed> list = mesh_renamed();
  list.push_back({"router.phases", "cut-through routers have one phase; leave it out"});
  list.push_back({"router.random_choice",
                  "is now part of router.policy: input-driven-uniform and output-driven-uniform in "
                  "place of \"uniform\""});
  return list;
}

}  // namespace

const ConfigSchema& cut_through_schema() {
  using Config = NetworkConfig;
  static const ConfigSchema schema = {
      "cut_through",
      {vc_classes_key(2)
           .gives({"VcClasses"})
           .derives_from("router.routing and topology.kind: what deadlock freedom needs"),
       virtual_channels_key(), depth_key(128).draws({3, 1, 20, 8, 40}),
       NumberKey{kPipelineKey, "Cycles that a header spends in a node", 1, 4,
                 [](Config& c) -> unsigned& { return cut_through_of(c).pipeline; }}
           .gives({"Pipeline"})
           .draws({3, 1, 4, 2})
           .derives_from("router.routing: 3 in dimension order, else 4"),
       NumberKey{kQueueKey, "Frames in a node's queue, with chaos routing", 2, 16,
                 [](Config& c) -> unsigned& { return cut_through_of(c).queue; }}
           .gives({"Queue"})
           .draws({5, 2, 3})
           .derives_from("router.routing: 5 with chaos"),
       injection_ports_key(), ejection_ports_key(),
       // A policy without draws: one build for all seeds.
       seed_key().gives({"Seed", "32'd{}",
                         [](const Config& c) {
                           return std::uint64_t{cut_through_of(c).draws() ? mesh_of(c).seed : 1};
                         }}),
       flit_bits_key(32), message_bytes_key(65535)},
      {topology_kind_key(),
       ChoiceKey{
           kRoutingKey,
           "Oblivious (Dally and Seitz), two that are adaptive with escape channels, or adaptive and non-minimal",
           {"dimension-order", "star-channels", "minimal-triplex", "chaos"},
           [](const Config& c) { return static_cast<unsigned>(cut_through_of(c).routing); },
           [](Config& c, unsigned n) {
             cut_through_of(c).routing = static_cast<CutThroughRoutingKind>(n);
           }}
           .gives({"Routing"}),
       ChoiceKey{
           kPolicyKey,
           "Whether inputs choose outputs (in fixed order, at random or round robin) or outputs choose inputs (at random). Random choices XOR the buffers' numbers, which favours some, or are uniform: all buffers have the same chance",
           {"input-driven", "input-driven-random", "output-driven", "input-driven-round-robin",
            "input-driven-uniform", "output-driven-uniform"},
           [](const Config& c) {
             return static_cast<unsigned>(cut_through_of(c).matching_policy());
           },
           [](Config& c, unsigned n) { cut_through_of(c).policy = static_cast<Policy>(n); }}
           .gives({"Policy"}, {0, 1, 2, 3, 1, 2})
           .also_gives(
               {"UniformChoice", kBit,
                [](const Config& c) { return std::uint64_t{cut_through_of(c).draws_uniformly()}; }})
           .derives_from("router.routing: output-driven with chaos, else input-driven",
                         [](Config& c) { cut_through_of(c).policy.reset(); }),
       ChoiceKey{kDuplexKey,
                 "Half: the two directions of a link share one flit per cycle",
                 {"half", "full"},
                 [](const Config& c) { return static_cast<unsigned>(cut_through_of(c).duplex); },
                 [](Config& c, unsigned n) { cut_through_of(c).duplex = static_cast<Duplex>(n); }}
           .gives({"HalfDuplex", kBit}, {1, 0}),
       ChoiceKey{
           "router.interleave",
           "Unit of a grant on a link: a whole message, or a flit",
           {"message", "flit"},
           [](const Config& c) { return static_cast<unsigned>(cut_through_of(c).interleave); },
           [](Config& c, unsigned n) { cut_through_of(c).interleave = static_cast<Interleave>(n); }}
           .gives({"InterleaveFlits", kBit}),
       ChoiceKey{
           kRoomKey,
           "When an output buffer has room: when it is empty, or also while its link sends the last message in it",
           {"empty", "draining"},
           [](const Config& c) { return static_cast<unsigned>(cut_through_of(c).output_room); },
           [](Config& c, unsigned n) {
             cut_through_of(c).output_room = static_cast<OutputRoom>(n);
           }}
           .gives({"DrainingRoom", kBit}),
       ChoiceKey{
           kBindingKey,
           "Whether an oblivious header waits for one virtual channel of its class, or for any",
           {"none", "header"},
           [](const Config& c) { return cut_through_of(c).binds_lanes() ? 1u : 0u; },
           [](Config& c, unsigned n) {
             cut_through_of(c).lane_binding = static_cast<LaneBinding>(n);
           }}
           .gives({"BindLanes", kBit})
           .derives_from(
               "router.routing and router.virtual_channels: header where a class has several",
               [](Config& c) { cut_through_of(c).lane_binding.reset(); })},
      extents_keys(),
      cut_through_config,
      fault,
      fill_defaults,
      renamed()};
  return schema;
}

NetworkConfig cut_through_config() { return {&cut_through_schema(), CutThroughConfig{}}; }

}  // namespace wayfarer
