// tb/mway/mway_tile.sv
//
// Rationale: tiles that are joined as the header of mway_tile says are the network. Beside
// mway_network, with the same random flits and stalls, all outputs of terminals, channels and
// routers are equal in every cycle. The flits make messages of random length to random
// destinations; some destinations do not exist, and some messages are broken.
// State space: that of a network. Parameter space: a mesh; a torus with two processors a channel
//   and ages; a hypercube (one number a dimension) with cyclic Stat and relative destinations; a
//   dead channel with the guard, a dead router with stages and addressed flits, both with chips
//   that are larger than the network; multicast; adaptive routing. Not all combinations: tile and
//   network have the same modules.
#include "VAdaptiveNetwork.h"
#include "VAdaptiveTile.h"
#include "VCubeNetwork.h"
#include "VCubeTile.h"
#include "VGuardNetwork.h"
#include "VGuardTile.h"
#include "VMeshNetwork.h"
#include "VMeshTile.h"
#include "VMulticastNetwork.h"
#include "VMulticastTile.h"
#include "VStagesNetwork.h"
#include "VStagesTile.h"
#include "VTorusNetwork.h"
#include "VTorusTile.h"
#include "bench.hpp"
#include "family/mway/header.hpp"
#include "family/mway/topology.hpp"
#include "reference.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <memory>

using namespace wayfarer;
using namespace wayfarer::mway_test;

namespace {

/// Tiles of one class, joined.
template <class Tile>
class Tiles {
 public:
  Tiles(const TopologyConfig& config, const MwayFault& fault) {
    const MwayTopology topology(config, fault);
    for (ChannelId channel = 0; channel < topology.channels(); ++channel) {
      tiles_.push_back(std::make_unique<Bench<Tile>>());
      Tile& added = tile(channel);
      for (auto* port : {&added.present_i, &added.other_driver_i, &added.answer_i})
        std::memset(port, 0, sizeof *port);
      std::memset(&added.other_payload_i, 0, sizeof added.other_payload_i);
      std::memset(&added.other_data_i, 0, sizeof added.other_data_i);
      std::memset(&added.status_i, 0, sizeof added.status_i);
      drive(added.position_i, encode_dest(config, channel * config.processors));
    }
    for (const MwayRouter& router : topology.routers()) {
      const unsigned plus = topology.way(router.dimension, false);
      const unsigned minus = topology.way(router.dimension, true);
      joints_.push_back({tile(router.low), minus, tile(router.high), plus});
      joints_.push_back({tile(router.high), plus, tile(router.low), minus});
    }
    for (const Joint& joint : joints_) joint.tile.present_i[joint.number] = 1;
  }

  [[nodiscard]] std::size_t size() const { return tiles_.size(); }
  Tile& tile(std::size_t channel) { return *tiles_[channel]->operator->(); }

  void reset(bool active) {
    for (auto& tile : tiles_) (*tile)->rst_ni = active ? 0 : 1;
  }
  void tick() {
    for (auto& tile : tiles_) tile->tick();
    settle();
  }
  /// What comes from registers gives the lines, these the answers.
  void settle() {
    for (const auto& [tile, number, neighbour, number_there] : joints_) {
      tile.other_driver_i[number] = neighbour.driver_o[number_there];
      tile.status_i[number_there] = neighbour.other_status_o[number_there];
    }
    evaluate();
    for (const auto& [tile, number, neighbour, number_there] : joints_) {
      tile.other_payload_i[number] = neighbour.line_payload_o;
      tile.other_data_i[number] = neighbour.line_data_o;
    }
    evaluate();
    for (const auto& [tile, number, neighbour, number_there] : joints_)
      tile.answer_i[number_there] = neighbour.other_answer_o[number_there];
    evaluate();
  }
  /// Whether routers that do not exist drive zeros.
  [[nodiscard]] bool absent_are_silent() {
    for (std::size_t c = 0; c < size(); ++c) {
      const Tile& each = tile(c);
      for (unsigned r = 0; r < sizeof each.present_i / sizeof each.present_i[0]; ++r) {
        if (each.present_i[r] == 0 && (each.other_answer_o[r] != 0 || each.other_status_o[r] != 0))
          return false;
      }
    }
    return true;
  }
  [[nodiscard]] bool assertion_failed() {
    bool failed = false;
    for (auto& tile : tiles_) failed |= tile->assertion_failed();
    return failed;
  }

 private:
  /// A tile's interface and its neighbour's in the same router.
  struct Joint {
    Tile& tile;
    unsigned number;
    Tile& neighbour;
    unsigned number_there;
  };

  void evaluate() {
    for (auto& tile : tiles_) tile->settle();
  }

  std::vector<std::unique_ptr<Bench<Tile>>> tiles_;
  std::vector<Joint> joints_;
};

/// Random messages for all buffers of all terminals.
class Traffic {
 public:
  struct Offer {
    bool valid = false;
    unsigned buffer = 0;
    unsigned tag = kInvalid;
    std::uint64_t data = 0;
    bool stall = false;
  };

  /// `destinations` has the bits of Dest that may be set.
  Traffic(unsigned terminals, unsigned buffers, unsigned flit_bytes, std::uint64_t destinations)
      : left_(terminals, std::vector<unsigned>(buffers, 0)),
        flit_bytes_(flit_bytes),
        fixed_(~(destinations << kDestOffset)) {}

  Offer next(unsigned terminal, unsigned ready) {
    Offer offer;
    offer.stall = random_.chance(1, 6);
    offer.buffer = random_() % static_cast<unsigned>(left_[terminal].size());
    unsigned& left = left_[terminal][offer.buffer];
    offer.valid = (ready >> offer.buffer & 1) != 0 && (left > 0 || random_.chance(1, 3));
    if (!offer.valid) return offer;
    offer.data = std::uint64_t{random_()} << 32 | random_();
    if (random_.chance(1, 200)) {
      offer.tag = random_() % 4;
    } else if (left > 0) {
      offer.tag = --left == 0 ? kTail : kBody;
    } else {
      left = 1 + random_() % 4;
      offer.tag = kHeader;
      offer.data = (offer.data & ~fixed_) | std::uint64_t{left * flit_bytes_} << kLengthOffset;
    }
    return offer;
  }

 private:
  std::vector<std::vector<unsigned>> left_;  ///< Data flits of the open message.
  const unsigned flit_bytes_;
  const std::uint64_t fixed_;  ///< Bits of a header that are not random.
  Random random_{47};
};

template <class Pins>
void offer(Pins& pins, unsigned t, const Traffic::Offer& flit) {
  pins.inject_valid_i[t] = flit.valid;
  drive(pins.inject_buffer_i[t], flit.buffer);
  drive(pins.inject_tag_i[t], flit.tag);
  drive(pins.inject_data_i[t], flit.data);
  pins.eject_stall_i[t] = flit.stall;
}

using Values = std::vector<std::uint64_t>;

template <class Pins>
void read_terminal(const Pins& pins, unsigned t, Values& values) {
  values.insert(values.end(), {pins.inject_ready_o[t], pins.error_o[t], pins.error_count_o[t],
                               pins.eject_tag_o[t], pins.eject_driver_o[t], pins.eject_buffer_o[t],
                               pins.eject_data_o[t], pins.eject_aborted_o[t]});
}

struct Shape {
  TopologyConfig topology;
  unsigned buffers = 2;
  unsigned flit_bytes = 4;
  MwayFault fault = {};
  std::uint64_t destinations = 0x7f;
};

template <class Network, class Tile>
void compare(const Shape& shape) {
  Bench<Network> network;
  Tiles<Tile> tiles(shape.topology, shape.fault);
  const unsigned processors = shape.topology.processors;
  const unsigned terminals = static_cast<unsigned>(tiles.size()) * processors;
  Traffic traffic(terminals, shape.buffers, shape.flit_bytes, shape.destinations);
  const auto each_terminal = [&](const auto& action) {
    for (unsigned t = 0; t < terminals; ++t) action(t, tiles.tile(t / processors), t % processors);
  };
  const auto tick = [&] {
    network.tick();
    tiles.tick();
  };

  each_terminal([&](unsigned t, Tile& tile, unsigned local) {
    offer(*network.operator->(), t, {});
    offer(tile, local, {});
  });
  tiles.reset(true);
  network->rst_ni = 0;
  tick();
  tick();
  tiles.reset(false);
  network->rst_ni = 1;
  unsigned tails = 0, transfers = 0;
  Values expected, seen;
  for (unsigned cycle = 0; cycle < 1500; ++cycle) {
    expected.clear();
    seen.clear();
    each_terminal([&](unsigned t, Tile& tile, unsigned local) {
      read_terminal(*network.operator->(), t, expected);
      read_terminal(tile, local, seen);
      tails += network->eject_tag_o[t] == kTail;
    });
    unsigned router_error = 0;
    for (std::size_t c = 0; c < tiles.size(); ++c) {
      const Tile& tile = tiles.tile(c);
      expected.insert(expected.end(),
                      {network->channel_driver_o[c], network->channel_tag_o[c],
                       network->channel_buffer_o[c], network->channel_acknowledge_o[c]});
      seen.insert(seen.end(), {tile.channel_driver_o, tile.channel_tag_o, tile.channel_buffer_o,
                               tile.channel_acknowledge_o});
      router_error |= tile.router_error_o;
      transfers += tile.channel_acknowledge_o;
    }
    expected.push_back(network->router_error_o);
    seen.push_back(router_error);
    INFO("cycle " << cycle);
    REQUIRE(seen == expected);
    each_terminal([&](unsigned t, Tile& tile, unsigned local) {
      const Traffic::Offer flit = traffic.next(t, network->inject_ready_o[t]);
      offer(*network.operator->(), t, flit);
      offer(tile, local, flit);
    });
    tick();
  }
  CHECK(tiles.absent_are_silent());
  CHECK_FALSE(network.assertion_failed());
  CHECK_FALSE(tiles.assertion_failed());
  CHECK(tails > 10 * terminals);
  CHECK(transfers > 5 * tails);
}

TopologyConfig mesh(std::vector<unsigned> extents) {
  return {TopologyKind::kMesh, std::move(extents), 1};
}

}  // namespace

TEST_CASE("tiles are the network: mesh, torus and hypercube", "[mway_tile]") {
  compare<VMeshNetwork, VMeshTile>({mesh({4, 4})});
  compare<VTorusNetwork, VTorusTile>({{TopologyKind::kTorus, {3, 3}, 2}});
  compare<VCubeNetwork, VCubeTile>({mesh({2, 2, 2})});
}

TEST_CASE("tiles are the network: a dead channel, a dead router", "[mway_tile]") {
  compare<VGuardNetwork, VGuardTile>({mesh({3, 2}), 2, 4, {MwayDead::kChannel, 4, 0}});
  compare<VStagesNetwork, VStagesTile>({mesh({3, 2}), 2, 4, {MwayDead::kRouter, 0, 1}});
}

TEST_CASE("tiles are the network: multicast, adaptive routing", "[mway_tile]") {
  compare<VMulticastNetwork, VMulticastTile>({mesh({3, 3}), 2, 8, {}, 0x1ff});
  compare<VAdaptiveNetwork, VAdaptiveTile>({{TopologyKind::kTorus, {3, 2}, 1}, 4});
}
