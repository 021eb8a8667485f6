#include "family/linear/topology.hpp"

#include <catch2/catch.hpp>

#include "core/error.hpp"

using namespace wayfarer;
using Catch::Matchers::Contains;

TEST_CASE("the line of the paper") {
  const LinearTopology line = LinearTopology::line(3);
  CHECK(line.tree() == "(1 (2 (3 -)))");
  CHECK(line.hosts() == 3);
  CHECK(line.switches() == 3);
  CHECK(line.server() == 3);
  for (HostId host = 0; host < 3; ++host) {
    CHECK(line.host_target(host).at == host);
    CHECK(line.host_target(host).input == kLocal);
    CHECK(line.hops(host) == host + 1);
  }
  for (SwitchId at = 1; at < 3; ++at) {
    CHECK(line.switch_target(at).at == at - 1);
    CHECK(line.switch_target(at).input == kUpstream);
  }
  CHECK(line.behind({1, kUpstream}, 2));
  CHECK_FALSE(line.behind({1, kUpstream}, 1));
  CHECK(line.behind({1, kLocal}, 1));
}

TEST_CASE("trees") {
  const LinearTopology tree("((4 2) (1 (3 -)))");
  CHECK(tree.tree() == "((4 2) (1 (3 -)))");
  CHECK(tree.hosts() == 4);
  CHECK(tree.switches() == 4);
  CHECK(tree.hops(0) == 2);
  CHECK(tree.hops(2) == 3);
  CHECK(tree.behind({0, kLocal}, 3));
  CHECK(tree.behind({0, kUpstream}, 2));
  CHECK_FALSE(tree.behind({0, kUpstream}, 1));
}

TEST_CASE("balanced trees have minimum depth") {
  for (unsigned hosts = 1; hosts <= kMaxHosts; ++hosts) {
    const LinearTopology tree = LinearTopology::balanced(hosts);
    REQUIRE(tree.hosts() == hosts);
    REQUIRE(LinearTopology(tree.tree()).tree() == tree.tree());
    unsigned depth = 0;
    while ((1u << depth) < hosts) ++depth;
    for (HostId host = 0; host < hosts; ++host) REQUIRE(tree.hops(host) <= std::max(depth, 1u));
  }
  CHECK(LinearTopology::line(kMaxHosts).switches() == kMaxHosts);
}

TEST_CASE("malformed trees are refused with the position") {
  const auto refused = [](const char* text, const char* why) {
    CHECK_THROWS_WITH(LinearTopology(text), Contains(why));
  };
  refused("", "a switch");
  refused("1", "a switch");
  refused("(1)", "at character 3");
  refused("(1 2 3)", "at character 6");
  refused("(1 2) 3", "the end");
  refused("(1 1)", "not been named yet");
  refused("(1 3)", "host 2 is missing");
  refused("(- -)", "at least one host");
  refused("(0 1)", "a host from 1");
  refused("(1 x)", "a host's number");
  refused("(1 999)", "a host from 1 to 128");
  CHECK_THROWS_AS(LinearTopology::line(0), UsageError);
  CHECK_THROWS_AS(LinearTopology::balanced(129), UsageError);
}
