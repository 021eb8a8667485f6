// The output buffers that a header of Fulgham and Snyder's routers may take, and the draws of hops.
#include "family/cut_through/config.hpp"
#include "family/cut_through/routing.hpp"
#include "family/mesh/config.hpp"

#include <algorithm>

#include <catch2/catch.hpp>

using namespace wayfarer;

namespace {

NetworkConfig config_of(TopologyKind kind, std::vector<unsigned> extents,
                        CutThroughRoutingKind routing, unsigned virtual_channels = 1) {
  NetworkConfig config = cut_through_config();
  config.topology = {kind, std::move(extents), 1};
  cut_through_of(config).routing = routing;
  mesh_of(config).virtual_channels = virtual_channels;
  validate(config);
  return config;
}

/// A mask of virtual channels of one port, with `channels` virtual channels per link.
BufferMask on_port(unsigned port, unsigned channels, BufferMask which) {
  return which << (port * channels);
}

}  // namespace

TEST_CASE("dimension order takes the virtual channels of the class", "[routing]") {
  const CutThroughRouting mesh(
      config_of(TopologyKind::kMesh, {4, 4}, CutThroughRoutingKind::kDimensionOrder, 2));
  CHECK(mesh.outputs(5, {1, -1}, 0) == on_port(0, 2, 0b11));
  CHECK(mesh.outputs(5, {-1, 2}, 0) == on_port(1, 2, 0b11));
  CHECK(mesh.outputs(5, {0, -1}, 0) == on_port(3, 2, 0b11));
  CHECK(mesh.outputs(5, {0, 0}, 0) == on_port(4, 2, 0b1));
  const CutThroughRouting torus(
      config_of(TopologyKind::kTorus, {5, 5}, CutThroughRoutingKind::kDimensionOrder, 2));
  CHECK(torus.outputs(3, {2, 0}, 0) == on_port(0, 4, 0b0011));  // 3 + 2 is beyond the wrap
  CHECK(torus.outputs(4, {1, 0}, 0) == on_port(0, 4, 0b0011));  // on the wrap link
  CHECK(torus.outputs(0, {1, 0}, 0) == on_port(0, 4, 0b1100));  // after it
  CHECK(torus.outputs(2, {2, 0}, 0) == on_port(0, 4, 0b1100));  // 2 + 2 is the last
  CHECK(torus.outputs(1, {-2, 0}, 0) == on_port(1, 4, 0b0011));
  CHECK(torus.outputs(2, {-2, 0}, 0) == on_port(1, 4, 0b1100));
}

TEST_CASE("*-channels: the escape channel of dimension order, and all adaptive channels",
          "[routing]") {
  const CutThroughRouting torus(
      config_of(TopologyKind::kTorus, {5, 5}, CutThroughRoutingKind::kStarChannels, 2));
  REQUIRE(torus.virtual_channels() == 4);
  CHECK(torus.outputs(3, {2, -1}, 0) == (on_port(0, 4, 0b1101) | on_port(3, 4, 0b1100)));
  CHECK(torus.outputs(10, {2, -1}, 0) == (on_port(0, 4, 0b1110) | on_port(3, 4, 0b1100)));
  CHECK(torus.outputs(0, {0, -1}, 0) == on_port(3, 4, 0b1101));
  CHECK(torus.escape(0));
  CHECK(torus.escape(1));
  CHECK_FALSE(torus.escape(2));
  CHECK_FALSE(torus.escape(torus.link_buffers()));
}

TEST_CASE("minimal triplex: from an escape channel with one dimension left only escape",
          "[routing]") {
  const CutThroughRouting mesh(
      config_of(TopologyKind::kMesh, {4, 4}, CutThroughRoutingKind::kMinimalTriplex));
  const unsigned escape = 0;
  const unsigned adaptive = 1;
  const unsigned injection = mesh.link_buffers();
  CHECK(mesh.outputs(5, {2, 0}, escape) == on_port(0, 2, 0b01));
  CHECK(mesh.outputs(5, {2, 0}, adaptive) == on_port(0, 2, 0b11));
  CHECK(mesh.outputs(5, {2, 0}, injection) == on_port(0, 2, 0b11));
  CHECK(mesh.outputs(5, {2, 1}, escape) == (on_port(0, 2, 0b11) | on_port(2, 2, 0b10)));
}

TEST_CASE("a distance of half the ring is split between both directions by draw", "[routing]") {
  const Grid torus({TopologyKind::kTorus, {8, 5, 2}, 1});
  const std::vector<Hops> all = all_hops(torus, 1, 5 + 8 * 2 + 40);
  REQUIRE(all.size() == 4);
  for (const Hops& hops : all) {
    CHECK(std::abs(hops[0]) == 4);
    CHECK(hops[1] == 2);
    CHECK(std::abs(hops[2]) == 1);
  }
  std::vector<unsigned> found(all.size());
  constexpr unsigned kDraws = 4000;
  for (std::uint32_t m = 0; m < kDraws; ++m) {
    const Hops hops = draw_hops(torus, 7, 1, 5 + 8 * 2 + 40, m);
    CHECK(hops == draw_hops(torus, 7, 1, 5 + 8 * 2 + 40, m));
    const auto place = std::find(all.begin(), all.end(), hops);
    REQUIRE(place != all.end());
    ++found[static_cast<std::size_t>(place - all.begin())];
  }
  for (const unsigned count : found) {
    CHECK(count > kDraws / 4 - 150);
    CHECK(count < kDraws / 4 + 150);
  }
  CHECK(all_hops(Grid({TopologyKind::kMesh, {8}, 1}), 1, 5).size() == 1);
}

TEST_CASE("a header that is led away goes on around the ring when that is shorter", "[routing]") {
  NetworkConfig config = cut_through_config();
  config.topology = {TopologyKind::kTorus, {5, 4}, 1};
  cut_through_of(config).routing = CutThroughRoutingKind::kChaos;
  cut_through_of(config).policy = Policy::kOutputDriven;
  validate(config);
  const CutThroughRouting routing(config);
  const auto after = [&](std::int16_t x, std::int16_t y, unsigned out) {
    Hops hops{x, y};
    routing.pass(hops, out);
    return std::make_pair(hops[0], hops[1]);
  };
  CHECK(after(2, 1, 0) == std::make_pair<std::int16_t, std::int16_t>(1, 1));
  CHECK(after(-2, 0, 0) == std::make_pair<std::int16_t, std::int16_t>(2, 0));
  CHECK(after(2, 0, 1) == std::make_pair<std::int16_t, std::int16_t>(-2, 0));
  CHECK(after(0, 2, 3) == std::make_pair<std::int16_t, std::int16_t>(0, -1));
  CHECK(after(0, 1, 3) == std::make_pair<std::int16_t, std::int16_t>(0, 2));
  CHECK(after(4, 0, 1) == std::make_pair<std::int16_t, std::int16_t>(0, 0));  // the long way
  CHECK(routing.links(0) == 0b1111);
}
