// Configurations: rejected ones and their messages, shipped ones, writing and reading back.
#include "config/config.hpp"
#include "family/cut_through/config.hpp"
#include "family/linear/config.hpp"
#include "family/mesh/config.hpp"
#include "family/mway/config.hpp"
#include "family/wormhole/config.hpp"
#include "family/wormhole/phases.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "family/registry.hpp"
#include "geometry/grid.hpp"
#include "geometry/switch_tree.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

struct Refusal {
  const char* text;
  const char* fragment;
};

const Refusal kRefusals[] = {
    {"", "t.toml:1: key 'topology.extents': missing; legal: "},
    {"name = 3\n[topology]\nextents=[4,4]", "t.toml:1: key 'name': wrong type; legal: a string"},
    {"[topology]\nextents = [4, 4\n", "t.toml:2: not valid TOML"},
    {"[topology]\nextents = [4, 4]\nextent = 1",
     "t.toml:3: key 'topology.extent': unknown; did you mean 'topology.extents'? legal: "},
    {"[topology]\nextents=[4,4]\n[rooter]\nbuffers=2",
     "t.toml:3: key 'rooter': unknown; did you mean '[router]'? legal: "},
    {"router = 3\n[topology]\nextents=[4,4]", "t.toml:1: key 'router': must be a table"},
    {"[topology]\nextents = 4", "t.toml:2: key 'topology.extents': wrong type"},
    {"[topology]\nextents = [4, 4.5]", "t.toml:2: key 'topology.extents': wrong type"},
    {"[topology]\nextents = []", "key 'topology.extents': 0 dimensions; legal: 1 to 9"},
    {"[topology]\nextents = [2,2,2,2,2,2,2,2,2,2]", "10 dimensions; legal: 1 to 9"},
    {"[topology]\nextents = [0, 4]", "0 is out of range; legal: 1 to 1024"},
    {"[topology]\nextents = [-4, 4]", "-4 is out of range"},
    {"[topology]\nextents = [1024, 1024]", "more than 65536 processors"},
    {"[topology]\nkind=\"torus\"\nextents = [1, 4]",
     "t.toml:3: key 'topology.extents': an extent of 1 in a torus; legal: 2 to 1024"},
    {"[topology]\nextents = [1]", "would have 1 members (routers and processors); legal: 2 to 16"},
    {"[topology]\nkind=\"torus\"\nextents = [2,2,2,2,2,2,2,2]", "would have 17 members"},
    {"[topology]\nkind=\"ring\"\nextents = [4]", "key 'topology.kind': 'ring'; legal: mesh, torus"},
    {"[topology]\nextents=[4,4]\nprocessors=5",
     "key 'topology.processors': 5 is out of range; legal: 1 to 4"},
    {"[topology]\nextents=[4,4]\n[router]\nbuffers=0",
     "t.toml:4: key 'router.buffers': 0 is out of range; legal: 1 to 16"},
    {"[topology]\nextents=[4,4]\n[router]\nbuffers=\"4\"", "key 'router.buffers': wrong type"},
    {"[topology]\nextents=[4,4]\n[router]\ndepth=129",
     "key 'router.depth': 129 is out of range; legal: 1 to 128"},
    {"[topology]\nextents=[4,4]\n[router]\nfreeing=\"never\"", "legal: early, late"},
    {"[topology]\nextents=[4,4]\n[router]\nstat=\"none\"", "legal: exact, cyclic, addressed"},
    {"[topology]\nextents=[4,4]\n[router]\nclasses=[[0,1],[2,3]]",
     "2 classes; legal: 1, for class 0"},
    {"[topology]\nkind=\"torus\"\nextents=[4,4]\n[router]\nbuffers=1",
     "key 'router.buffers': each of 2 classes needs a buffer; legal: 2 to 16"},
    {"[topology]\nkind=\"torus\"\nextents=[4,4]\n[router]\nbuffers=4\nclasses=[[0,1,2,3]]",
     "t.toml:6: key 'router.classes': 1 classes; legal: 2, for class 0, class 1"},
    {"[topology]\nkind=\"torus\"\nextents=[4,4]\n[router]\nclasses=[[0],[1,4]]",
     "a buffer beyond the 4 of a set; legal: 0 to 3"},
    {"[topology]\nextents=[4,4]\n[router]\nclasses=[[0],[]]",
     "t.toml:4: key 'router.classes': an empty list; legal: at least one number in each"},
    {"[topology]\nextents=[4,4]\n[router]\nclasses=[0,1]", "a list of lists of whole numbers"},
    {"[topology]\nextents=[4,4]\n[router]\nclasses=[[16]]", "16 is out of range; legal: 0 to 15"},
    {"[topology]\nextents=[4,4]\n[router]\nage_lines=3",
     "t.toml:4: key 'router.age_lines': is now a value of router.variant: aged for 3"},
    {"[topology]\nextents=[4,4]\n[router]\naddressing=\"addressed\"",
     "key 'router.addressing': is now a value of router.stat: addressed"},
    {"[topology]\nextents=[4,4]\n[router]\nage_shift=3",
     "key 'router.age_shift': headers have no ages; legal: leaving it out, or router.variant aged"},
    {"[topology]\nextents=[4,4]\n[router]\nvariant=\"aged\"\nage_shift=17",
     "key 'router.age_shift': 17 is out of range; legal: 1 to 16"},
    {"[topology]\nextents=[4,4]\n[router]\nvariant=\"aged\"\nconfiguration=\"pins\"",
     "t.toml:5: key 'router.configuration': 'pins' does not go with router.variant 'aged': with ages "
     "the members of a channel are constants; legal: constant"},
    {"[topology]\nextents=[4,4]\n[router]\nfault=\"channel\"",
     "key 'router.fault': routers know a fault by pins; legal: none, or router.configuration pins"},
    {"[topology]\nkind=\"torus\"\nextents=[4,4]\n[router]\nconfiguration=\"pins\"\nfault="
     "\"router\"",
     "key 'router.fault': the detours are those of a mesh"},
    {"[topology]\nextents=[4,4]\n[router]\nconfiguration=\"pins\"\nfault=\"channel\"\n"
     "fault_channel=16",
     "t.toml:6: key 'router.fault_channel': no channel 16; legal: 0 to 15"},
    {"[topology]\nextents=[4,4]\n[router]\nconfiguration=\"pins\"\nfault=\"router\"\n"
     "fault_channel=3",
     "has no router towards a higher channel of dimension 0"},
    {"[topology]\nextents=[4,4]\n[router]\nconfiguration=\"pins\"\nfault=\"router\"\nbuffers=1",
     "key 'router.buffers': each of 2 classes needs a buffer; legal: 2 to 16"},
    {"[topology]\nextents=[4,4]\n[router]\nconfiguration=\"dip\"", "legal: constant, pins"},
    {"[topology]\nextents=[4,4]\n[router]\nvariant=\"clocked\"\ndepth=3",
     "t.toml:5: key 'router.depth': pointers in Gray code are those of a power of two, not of 3"},
    {"[topology]\nextents=[4,4]\n[router]\nvariant=\"clocked\"\nstat=\"cyclic\"",
     "t.toml:5: key 'router.stat': 'cyclic' does not go with router.variant 'clocked': a driver "
     "learns from Stat when its receiver is full; legal: exact"},
    {"[topology]\nextents=[4,4]\n[router]\ndestinations=\"relative\"\nfault=\"router\"\n"
     "configuration=\"pins\"",
     "t.toml:5: key 'router.fault': a way around what is dead depends on the address; legal: none, or "
     "router.destinations absolute"},
    {"[topology]\nextents=[4,4]\n[router]\ndestinations=\"relative\"\nvariant=\"clocked\"",
     "t.toml:4: key 'router.destinations': 'relative' does not go with router.variant 'clocked': "
     "routers with two clocks compare addresses; legal: absolute"},
    {"[topology]\nextents=[4,4]\n[router]\ndestinations=\"relative\"\nvariant=\"adaptive\"",
     "t.toml:4: key 'router.destinations': 'relative' does not go with router.variant 'adaptive': "
     "offsets are worked off in one order; legal: absolute"},
    {"[topology]\nextents=[16,16,16]\n[router]\ndestinations=\"relative\"\nvariant=\"aged\"\n[flit]\nbits=32",
     "t.toml:7: key 'flit.bits': 32 bits are too narrow for the header; legal: at least 33"},
    {"[topology]\nextents=[4,4]\n[router]\nvariant=\"clocked\"\nclock_slow=17",
     "t.toml:5: key 'router.clock_slow': there are 16 channels; legal: 0 to 16"},
    {"[topology]\nextents=[4,4]\n[router]\nclock_skew=5",
     "t.toml:4: key 'router.clock_skew': there is one clock; legal: 0, or router.variant clocked"},
    {"[topology]\nextents=[5,5,5,5,5]\n[router]\nvariant=\"aged\"\n[flit]\nbits=32",
     "32 bits are too narrow for the header; legal: at least 33"},
    {"[topology]\nextents=[4,4]\n[flit]\nbits=36",
     "36 is not a power of two; legal: 32, 64, 128, 256, 512"},
    {"[topology]\nextents=[4,4]\n[flit]\nbits=24", "24 is out of range; legal: 32 to 512"},
    {"[topology]\nextents=[5,5,5,5,5,5]\n[flit]\nbits=32",
     "32 bits are too narrow for the header; legal: at least 33"},
    {"[topology]\nextents=[4,4]\n[traffic]\nmessage_bytes=1024",
     "1024 is out of range; legal: 0 to 1023"},
    {"family=\"ring\"\n[topology]\nextents=[4,4]",
     "there is no family 'ring'; legal: mway, linear, wormhole, cut_through, iba"},
    {"family=\"wormhole\"\n[topology]\nextents=[2,2,2,2,2]", "5 dimensions; legal: 1 to 4"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"valiant\"\nphases=3",
     "t.toml:6: key 'router.phases': 3 phases with this routing; legal: 2, or omit the key"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"romm\"\nphases="
     "8\nvirtual_channels=2",
     "66 buffers at a node with 16 virtual channels per link; legal: at most 64"},
    {"family=\"wormhole\"\n[topology]\nextents=[32,32]\n[router]\nrouting=\"romm\"\nphases=6\n"
     "[flit]\nbits=64",
     "64 bits are too narrow for the header; legal: at least 72"},
    {"family=\"vc\"\n[topology]\nextents=[4,4]",
     "t.toml:1: key 'family': 'vc' is now two families: 'wormhole' and 'cut_through'"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"star-channels\"",
     "t.toml:5: key 'router.routing': 'star-channels'; legal: dimension-order, romm, valiant, "
     "o1turn, romm-nodes"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4,4]\n[router]\nrouting=\"o1turn\"",
     "key 'topology.extents': 3 dimensions with o1turn, which turns once; legal: 2"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4,4]\n[router]\nrouting=\"romm\"\n"
     "cardinality=4",
     "t.toml:6: key 'router.cardinality': 4 displacements in 3 dimensions; legal: 1 to 3"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"romm-nodes\"\n"
     "cardinality=2",
     "t.toml:6: key 'router.cardinality': 2 with a routing that does not divide displacements among "
     "phases; legal: omit the key, or routing = \"romm\""},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"romm\"",
     "'romm'; legal: dimension-order, star-channels, minimal-triplex"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nswitching=\"cut-through\"",
     "t.toml:5: key 'router.switching': is now the family: family = \"wormhole\" or "},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\npolicy=\"round-robin\"",
     "t.toml:5: key 'router.policy': wormhole routers have round-robin only; leave it out"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\npipeline=3",
     "t.toml:5: key 'router.pipeline': 3 is out of range; legal: 0 to 2"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nlink_registers=2\nflow_control=\"on-off\"",
     "t.toml:6: key 'router.flow_control': on-off with 2 registers on a link: the full bit arrives too "
     "late, and the buffer overflows; legal: credits, omit the key, or router.link_registers = 0"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nbuffer_allocation=\"message\"",
     "t.toml:5: key 'router.buffer_allocation': is now router.message_flits: 0 for \"flit\", else flits"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\n"
     "depth=9\nmessage_flits=9\nflow_control=\"on-off\"",
     "t.toml:7: key 'router.flow_control': on-off with router.message_flits = 9: a full bit does not show "
     "whether a message fits; legal: credits, omit the key, or router.message_flits = 0"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\n"
     "depth=6\nmessage_flits=7",
     "t.toml:6: key 'router.message_flits': 7 flits do not fit into a buffer of 6; legal: 0 to 6"},
    {"family=\"wormhole\"\n[topology]\nextents=[3,3,3]\n[router]\nmessage_flits=1\n[flit]\nbits=32",
     "t.toml:5: key 'router.message_flits': 1 flit does not hold the header of a message and, since "
     "headers of 32 bits have no room for its number, a data flit; legal: 0, 2 and more"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\n"
     "depth=9\nmessage_flits=4",
     "key 'traffic.message_bytes': 64 bytes and their header are 5 flits with router.message_flits = 4; "
     "legal: 0 to 48"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\ndepth=4",
     "key 'traffic.message_bytes': 64 bytes and their header do not fit into a buffer of 4 flits; "
     "legal: 0 to 48"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nvc_classes=2",
     "t.toml:5: key 'router.vc_classes': 2 classes of virtual channels; legal: 1 to 1"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nlane_binding=\"header\"",
     "t.toml:5: key 'router.lane_binding': header with one virtual channel per class"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"star-channels\"\n"
     "virtual_channels=2\nlane_binding=\"header\"",
     "t.toml:7: key 'router.lane_binding': header with adaptive routing"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrandom_choice=\"uniform\"",
     "t.toml:5: key 'router.random_choice': is now part of router.policy: input-driven-uniform"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\ninterleave=\"flit\"\n"
     "output_room=\"draining\"",
     "t.toml:6: key 'router.output_room': draining with links that interleave flits"},
    {"family=\"cut_through\"\n[topology]\nextents=[3,3,3]\n[router]\ndepth=1\n[flit]\nbits=32\n"
     "[traffic]\nmessage_bytes=0",
     "t.toml:5: key 'router.depth': 1 flit does not hold the header of a message and, since headers of "
     "32 bits have no room for its number, a data flit; legal: 2 and more"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nqueue=5",
     "t.toml:5: key 'router.queue': 5 frames with minimal routing"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"chaos\"\n"
     "policy=\"input-driven\"",
     "t.toml:6: key 'router.policy': chaos routing requires an output-driven policy"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"chaos\"\n"
     "policy=\"output-driven\"\nduplex=\"full\"",
     "t.toml:7: key 'router.duplex': chaos routing requires half-duplex links"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"chaos\"\n"
     "policy=\"output-driven\"\noutput_room=\"draining\"",
     "t.toml:7: key 'router.output_room': chaos routing requires empty output buffers"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"chaos\"\n"
     "policy=\"output-driven\"\nvirtual_channels=2",
     "t.toml:7: key 'router.virtual_channels': 2 with chaos routing"},
    {"family=\"cut_through\"\n[topology]\nkind=\"torus\"\nextents=[4,4]\n[router]\n"
     "routing=\"chaos\"\npolicy=\"output-driven\"\nvc_classes=2",
     "t.toml:8: key 'router.vc_classes': 2 with chaos routing"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nrouting=\"chaos\"\n"
     "policy=\"output-driven\"\nqueue=17",
     "t.toml:7: key 'router.queue': 17"},
    {"family=\"cut_through\"\n[topology]\nextents=[4,4]\n[router]\nsets=1",
     "t.toml:5: key 'router.sets': is now router.vc_classes"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\nlanes=2",
     "t.toml:5: key 'router.lanes': is now router.virtual_channels"},
    {"family=\"wormhole\"\n[topology]\nextents=[4,4]\n[router]\ndepth=65",
     "t.toml:5: key 'router.depth': 65 is out of range; legal: 1 to 64"},
    {"family=\"iba\"\n[topology]\nextents=[4]",
     "key 'topology.extents': 1 dimensions; legal: [m, n]"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nvirtual_lanes=3",
     "t.toml:5: key 'router.virtual_lanes': 3 virtual lanes; legal: 1, 2, 4"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\ndepth=4",
     "t.toml:5: key 'router.depth': 4 flits do not hold a packet of 64 bytes and its header; "
     "legal: 5 to 1024"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nvirtual_lanes=2\n"
     "lane_use=\"by-level\"\nsegmentation=\"endpoints\"\n[traffic]\nservice_levels=2",
     "t.toml:7: key 'router.segmentation': 'endpoints' with lanes by service level"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nvirtual_lanes=4\n"
     "arbitration_entries=3",
     "t.toml:6: key 'router.arbitration_entries': 3 entries for 4 virtual lanes; legal: 4 to 64"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nlow_weights=[1,256]",
     "t.toml:5: key 'router.low_weights': 256 is out of range; legal: 0 to 255"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nhigh_weights=[1,1,1,1,1]",
     "t.toml:5: key 'router.high_weights': 5 numbers; legal: 1 to 4"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[router]\nhigh_weight_3=1",
     "t.toml:5: key 'router.high_weight_3': is now in the list router.high_weights, from lane 0 on"},
    {"family=\"iba\"\n[topology]\nextents=[16,18]\n[router]\nmanagement=\"in-band\"",
     "t.toml:5: key 'router.management': in-band with paths of 32 hops, and a flit of 128 bits has "
     "room for 31; legal: out-of-band, or more flit.bits for up to 63"},
    {"family=\"iba\"\n[topology]\nextents=[256,200]", "51200 switches; legal: at most 16384"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[flit]\nbits=130",
     "130 is not a power of two; legal: 128, "},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\n[flit]\nbits=32",
     "key 'flit.bits': 32 is out of range; legal: 128 to 512"},
    {"family=\"iba\"\n[topology]\nextents=[4,4]\nkind=\"torus\"", "key 'topology.kind': unknown"},
    {"family=\"linear\"\n[topology]\nextents=[4,4]",
     "key 'topology.extents': unknown; legal: topology.hosts, topology.tree"},
    {"family=\"linear\"", "key 'topology.hosts': missing; legal: hosts = 9"},
    {"family=\"linear\"\n[topology]\nhosts=2\ntree=\"(1 2)\"",
     "t.toml:4: key 'topology.tree': given beside hosts"},
    {"family=\"linear\"\n[topology]\nhosts=129", "129 is out of range; legal: 1 to 128"},
    {"family=\"linear\"\n[topology]\ntree=\"(1 3)\"",
     "t.toml:3: key 'topology.tree': tree '(1 3)': host 2 is missing"},
    {"family=\"linear\"\n[topology]\nhosts=2\n[router]\nrefill=\"no\"", "legal: off, on"},
    {"family=\"linear\"\n[topology]\nhosts=2\n[router]\narbitration=\"fair\"",
     "legal: earlier-first, upstream-first"},
    {"family=\"linear\"\n[topology]\nhosts=2\n[router]\nbuffers=2",
     "key 'router.buffers': unknown; legal: router."},
    {"family=\"linear\"\n[topology]\nhosts=2\n[flit]\nbits=16",
     "16 is out of range; legal: 32 to 512"},
    {"family=\"linear\"\n[topology]\nhosts=2\n[flit]\nbits=96",
     "96 is not a power of two; legal: 32, 64, 128, 256, 512"},
};

}  // namespace

TEST_CASE("errors name file, line, key and the legal values", "[config]") {
  for (const Refusal& refusal : kRefusals) {
    INFO(refusal.text);
    CHECK_THROWS_WITH(parse_config(refusal.text, "t.toml"), Contains(refusal.fragment));
    CHECK_THROWS_AS(parse_config(refusal.text, "t.toml"), UsageError);
  }
}

TEST_CASE("every shipped configuration loads, has its file's name and survives writing",
          "[config]") {
  const std::vector<std::string> names = shipped_configs();
  CHECK(names.size() >= 16);
  for (const std::string& name : names) {
    INFO(name);
    const NetworkConfig config = load_config(find_config(name));
    CHECK(config.name == name);
    CHECK(config_error(config).empty());
    const NetworkConfig again = parse_config(to_toml(config), "again");
    CHECK(to_toml(again) == to_toml(config));
    CHECK(again.description == config.description);
  }
}

TEST_CASE("the routing of a wormhole router implies its phases", "[config]") {
  const auto phases = [](const std::string& router) {
    const std::string text = "family='wormhole'\n[topology]\nextents=[4,4]\n[router]\n" + router;
    return mesh_of(parse_config(text, "t")).phases;
  };
  CHECK(phases("routing='dimension-order'") == 1);
  CHECK(phases("routing='valiant'") == 2);
  CHECK(phases("routing='romm'") == 2);
  CHECK(phases("routing='romm'\nphases=4") == 4);
  NetworkConfig config = load_config(find_config("romm-torus16x16-4phase"));
  CHECK(mesh_of(config).link_virtual_channels() == 8);
  config = load_config(find_config("romm-torus16x16-2phase"));
  set_key(config, "router.routing", "dimension-order");
  CHECK(mesh_of(config).link_virtual_channels() == 2);
}

TEST_CASE("ROMM reckons with all dimensions unless the cardinality is given", "[config]") {
  const auto d = [](const std::string& router) {
    const NetworkConfig config = parse_config(
        "family='wormhole'\n[topology]\nextents=[4,4,4]\n[router]\nrouting='romm'\n" + router, "t");
    const NetworkConfig again = parse_config(to_toml(config), "again");
    CHECK(romm_routing(again).cardinality == romm_routing(config).cardinality);
    return romm_routing(config).cardinality;
  };
  CHECK(d("") == 3);
  CHECK(d("cardinality=2") == 2);
  CHECK(d("cardinality=3") == 3);
}

TEST_CASE("registers in a hop imply credits, unless flow control is given", "[config]") {
  const auto read = [](const std::string& router) {
    return parse_config("family='wormhole'\n[topology]\nextents=[4,4]\n[router]\n" + router, "t");
  };
  NetworkConfig config = read("");
  CHECK_FALSE(wormhole_of(config).has_credits());
  set_key(config, "router.pipeline", "1");
  CHECK(wormhole_of(config).has_credits());
  set_key(config, "router.pipeline", "0");
  CHECK_FALSE(wormhole_of(config).has_credits());
  set_key(config, "router.link_registers", "3");
  CHECK(wormhole_of(config).has_credits());
  CHECK(to_toml(parse_config(to_toml(config), "again")) == to_toml(config));
  set_key(config, "router.link_registers", "0");
  CHECK_FALSE(wormhole_of(config).has_credits());

  config = read("pipeline=2\nflow_control='on-off'");
  CHECK_FALSE(wormhole_of(config).has_credits());
  set_key(config, "router.pipeline", "1");
  CHECK_FALSE(wormhole_of(config).has_credits());
  CHECK(wormhole_of(read("flow_control='credits'")).has_credits());
  CHECK(wormhole_of(read("depth=9\nmessage_flits=9")).has_credits());
}

TEST_CASE("cut-through keys default to the values of the paper", "[config]") {
  const auto read = [](const std::string& router) {
    return parse_config(
        "family='cut_through'\n[topology]\nkind='torus'\nextents=[4,4]\n[router]\n" + router, "t");
  };
  NetworkConfig config = read("");
  CHECK(cut_through_of(config).matching_policy() == Policy::kInputDriven);
  CHECK(cut_through_of(config).duplex == Duplex::kHalf);
  CHECK(cut_through_of(config).interleave == Interleave::kMessage);
  CHECK(mesh_of(config).depth == 20);
  CHECK(cut_through_of(config).pipeline == 3);
  CHECK(mesh_of(config).injection_ports == 1);
  CHECK(mesh_of(config).ejection_ports == 1);
  CHECK(config.max_message_bytes() == 19 * 16);
  CHECK(mesh_of(config).link_virtual_channels() == 2);
  set_key(config, "router.virtual_channels", "2");
  CHECK(mesh_of(config).link_virtual_channels() == 4);
  CHECK(cut_through_of(config).binds_lanes());
  set_key(config, "router.routing", "star-channels");
  CHECK_FALSE(cut_through_of(config).binds_lanes());
  CHECK(cut_through_of(config).pipeline == 4);
  CHECK(mesh_of(config).link_virtual_channels() == 4);
  set_key(config, "topology.kind", "mesh");
  CHECK(mesh_of(config).link_virtual_channels() == 3);
  CHECK_THROWS_WITH(set_key(config, "router.lanes", "1"),
                    Contains("is now router.virtual_channels"));

  CHECK(cut_through_of(read("virtual_channels=2")).binds_lanes());
  config = read("virtual_channels=2\nlane_binding='none'");
  CHECK_FALSE(cut_through_of(config).binds_lanes());
  set_key(config, "router.virtual_channels", "3");
  CHECK_FALSE(cut_through_of(config).binds_lanes());
  set_key(config, "router.lane_binding", "header");
  CHECK(cut_through_of(config).binds_lanes());
  CHECK_THROWS_WITH(set_key(config, "router.virtual_channels", "1"),
                    Contains("key 'router.lane_binding': header with one virtual channel") &&
                        Contains("(beside router.virtual_channels = 1)"));

  config = read("depth=24\nrouting='minimal-triplex'\nvc_classes=1\npipeline=2");
  CHECK(mesh_of(config).depth == 24);
  CHECK(cut_through_of(config).pipeline == 2);
  CHECK(mesh_of(config).link_virtual_channels() == 2);
  CHECK(to_toml(parse_config(to_toml(config), "again")) == to_toml(config));
}

TEST_CASE("a configuration's copies do not share the family's part", "[config]") {
  const NetworkConfig config = load_config(find_config("mesh4x4"));
  NetworkConfig copy = config;
  set_key(copy, "router.buffers", "8");
  CHECK(mway_of(copy).buffers == 8);
  CHECK(mway_of(config).buffers == 4);
  CHECK_THROWS_AS(linear_of(copy), std::bad_cast);
}

TEST_CASE("buffers and virtual channels of Fulgham and Snyder's routers", "[config]") {
  const auto buffers = [](const std::string& name) {
    const NetworkConfig config = load_config(find_config("fs-" + name));
    CHECK(config.family() == std::string("cut_through"));
    CHECK(config.data_flits(config.message_bytes) + 1 == 20);
    return 2 * (4 * mesh_of(config).link_virtual_channels() + 1);
  };
  CHECK(buffers("torus16x16-oblivious") == 34);
  CHECK(buffers("torus16x16-star") == 26);
  CHECK(buffers("torus16x16-triplex") == 26);
  CHECK(buffers("mesh16x16-oblivious") == 18);
  CHECK(buffers("mesh16x16-star") == 18);
  CHECK(buffers("mesh16x16-triplex") == 18);
  CHECK(buffers("mesh16x16-oblivious-1vc") == 10);
}

TEST_CASE("the eleven networks of Figure 10 have 512 processors", "[config]") {
  unsigned found = 0;
  for (const std::string& name : shipped_configs()) {
    if (name.rfind("fig10-", 0) != 0) continue;
    const NetworkConfig config = load_config(find_config(name));
    unsigned terminals = config.topology.processors;
    for (const unsigned extent : config.topology.extents) terminals *= extent;
    CHECK(terminals == 512);
    CHECK(mway_of(config).buffers == 4);
    CHECK(mway_of(config).depth == 2);
    ++found;
  }
  CHECK(found == 11);
}

TEST_CASE("a mesh assigns all buffers to class 0, a torus divides them", "[config]") {
  CHECK(mway_of(parse_config("[topology]\nextents=[4,4]", "t")).classes == split_classes(4, 4));
  CHECK(mway_of(parse_config("[topology]\nkind='torus'\nextents=[4,4]", "t")).classes ==
        split_classes(4, 2));
}

TEST_CASE("keys can be set one by one and are checked like a file's", "[config]") {
  NetworkConfig config = load_config(find_config("mesh4x4"));
  set_key(config, "router.buffers", "8");
  CHECK(mway_of(config).buffers == 8);
  CHECK(mway_of(config).classes == split_classes(8, 8));
  set_key(config, "topology.extents", "5x3");
  CHECK(config.topology.extents == std::vector<unsigned>{5, 3});
  set_key(config, "router.freeing", "late");
  CHECK(mway_of(config).freeing == Freeing::kLate);
  set_key(config, "topology.kind", "torus");
  CHECK(mway_of(config).classes == split_classes(8, 4));
  CHECK_THROWS_WITH(set_key(config, "router.size", "1"),
                    Contains("unknown; legal: ") && Contains("router.depth"));
  CHECK_THROWS_WITH(set_key(config, "router.depth", "0"),
                    Contains("legal: a whole number from 1 to 128"));
  CHECK_THROWS_WITH(set_key(config, "router.stat", "both"),
                    Contains("legal: exact, cyclic, addressed"));
}

TEST_CASE("client-server networks are lines or trees", "[config]") {
  NetworkConfig config = parse_config("family='linear'\n[topology]\nhosts=3", "t");
  CHECK(linear_of(config).tree == "(1 (2 (3 -)))");
  CHECK(config.terminals() == 4);
  CHECK(config.data_flits(0) == 0);
  CHECK(to_toml(parse_config(to_toml(config), "again")) == to_toml(config));
  set_key(config, "topology.tree", "((1 2) (3 4))");
  CHECK(config.terminals() == 5);
  set_key(config, "topology.hosts", "2");
  CHECK(linear_of(config).tree == "(1 (2 -))");
  set_key(config, "router.refill", "off");
  set_key(config, "router.arbitration", "upstream-first");
  CHECK_FALSE(linear_of(config).refill);
  CHECK(linear_of(config).upstream_first);
  CHECK(to_toml(parse_config(to_toml(config), "again")) == to_toml(config));
  CHECK_THROWS_WITH(set_key(config, "topology.tree", "(1"), Contains("legal here"));
}

TEST_CASE("trees of hosts are texts, and illegal ones are refused", "[config]") {
  CHECK(line_text(1) == "(1 -)");
  CHECK(line_text(3) == "(1 (2 (3 -)))");
  CHECK(balanced_text(1) == "(1 -)");
  CHECK(balanced_text(5) == "(((1 2) 3) (4 5))");
  for (const unsigned hosts : {0u, kMaxHosts + 1}) {
    CHECK_THROWS_WITH(line_text(hosts), Contains("legal: 1 to"));
    CHECK_THROWS_WITH(balanced_text(hosts), Contains("legal: 1 to"));
  }
  CHECK_NOTHROW(parse_switch_tree(balanced_text(kMaxHosts)));
  for (const char* text : {"", "(", "(1 1)", "(0 1)", "(1 999)", "(1 2) 3", "(1 3)", "(- -)"}) {
    INFO(text);
    CHECK_THROWS_AS(parse_switch_tree(text), UsageError);
  }
}

TEST_CASE("nodes of a grid have digits, and illegal grids are refused", "[config]") {
  const Grid grid({TopologyKind::kMesh, {3, 2, 4}, 1}, HalfWay::kStraight);
  CHECK(grid.nodes() == 24);
  for (NodeId node = 0; node < grid.nodes(); ++node)
    CHECK(grid.node({grid.digit(node, 0), grid.digit(node, 1), grid.digit(node, 2)}) == node);
  const auto refused = [](const std::vector<unsigned>& extents) {
    CHECK_THROWS_WITH(Grid({TopologyKind::kMesh, extents, 1}, HalfWay::kStraight),
                      Contains("legal: 1"));
  };
  refused({});
  refused(std::vector<unsigned>(kMaxGridDimensions + 1, 1));
  refused({4, 0});
  refused({256, 257});
}

TEST_CASE("nonexistent files are distinguished from shipped names", "[config]") {
  CHECK_THROWS_WITH(find_config("mesh5x5"), Contains("mesh4x4"));
  CHECK_THROWS_AS(find_config("./nowhere.toml"), UsageError);
  CHECK_THROWS_WITH(load_config("/"), Contains("is a folder"));
  CHECK_THROWS_WITH(load_config("/nowhere.toml"), Contains("cannot be read"));
}

TEST_CASE("a commented file of each family yields the defaults, with or without its comments",
          "[config]") {
  for (const Family* family : families()) {
    const ConfigSchema& schema = family->schema();
    INFO(schema.name);
    const ShapeKey& shape = schema.shape.keys.front();
    const std::string text = commented_toml(schema);
    const NetworkConfig config = parse_config(text, "my.toml");
    CHECK(config.name == "my");
    const NetworkConfig defaults = parse_config(
        "family = '" + std::string(schema.name) + "'\n" + shape.key + " = " + shape.example,
        "my.toml");
    CHECK(to_toml(config) == to_toml(defaults));
    // Derived values written out; of the shape, only one key.
    std::string whole = text;
    for (const NumberKey& number : schema.numbers) {
      const std::string line = "\n# " + number.key.substr(number.key.find('.') + 1) + " = ";
      CHECK((text.find(line) != std::string::npos) == number.derived());
      NetworkConfig known = defaults;
      if (number.derived() && !number.implied(number.of(known)))
        whole.erase(whole.find(line) + 1, 2);
    }
    for (const ChoiceKey& choice : schema.choices) {
      const std::string line = "\n# " + choice.key.substr(choice.key.find('.') + 1) + " = ";
      CHECK((text.find(line) != std::string::npos) == choice.derived());
      if (choice.derived()) whole.erase(whole.find(line) + 1, 2);
    }
    CHECK(to_toml(parse_config(whole, "my.toml")) == to_toml(defaults));
    for (const std::string& key : keys_of(schema))
      CHECK_THAT(text, Contains("\n" + key.substr(key.find('.') + 1) + " = ") ||
                           Contains("\n# " + key.substr(key.find('.') + 1) + " = "));
    for (const KeyText& key : describe_keys(schema)) CHECK(key.meaning.size() > 10);
  }
}
