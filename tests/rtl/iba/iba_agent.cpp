// rtl/iba/iba_agent.sv
//
// Rationale: single random packets against plain C++: the link that each takes, its fields
// and path after it, and the transfer of those whose path ends here. State space: requests and
// responses from every port, from and to the manager; a switch that is ready late, errors; resets.
// Parameter space: paths of 6 and of 31 hops.
// Illegal: a second packet.
#include "VAgentLong.h"
#include "VAgentShort.h"
#include "bench.hpp"
#include "flits.hpp"
#include "iba/bundles.hpp"
#include "iba/smp.hpp"

#include <catch2/catch.hpp>

using namespace wayfarer;
using namespace wayfarer::module_test;
using namespace wayfarer::iba_test;

namespace {

constexpr unsigned kPorts = 5;

template <class Top>
class Agent {
 public:
  explicit Agent(unsigned hops) : hops_(hops), random_(hops) {
    bench_->valid_i = 0;
    bench_->apb_i = 0;
    bench_.reset();
  }

  /// A packet that can arrive by a port, 0 being the manager's.
  Smp draw(unsigned port) {
    Smp smp;
    smp.data = random_();
    smp.address = random_.below(1u << 18);
    smp.write = random_.chance(1, 2);
    smp.response = port != 0 && random_.chance(1, 2);
    smp.error = smp.response && random_.chance(1, 2);
    const unsigned length = port == 0 ? random_.below(hops_ + 1) : 1 + random_.below(hops_);
    const unsigned other = port == 0 ? 0 : random_.below(length);
    smp.hops_done = smp.response ? length - other : other;
    smp.hops_left = length - smp.hops_done;
    smp.path = (std::uint64_t{random_()} << 32 | random_()) & mask();
    return smp;
  }

  void arrive(unsigned port, const Smp& smp) {
    for (unsigned p = 0; p < kPorts; ++p)
      drive_smp(bench_->smp_i[p], p == port ? smp : draw(p), hops_);
    drive(bench_->valid_i, 1u << port);
    REQUIRE(bench_->valid_o == 0);
    bench_.tick();
    bench_->valid_i = 0;
  }

  /// What the switch answers to the transfer, which it lets wait.
  void transfer(Smp& smp) {
    const auto request = [&](bool enable) {
      REQUIRE(bench_->valid_o == 0);
      REQUIRE(bench_->apb_o == apb_request(true, enable, smp.write, smp.address, smp.data));
    };
    bench_->apb_i = random_.below(4);
    bench_.settle();
    request(false);
    bench_.tick();
    for (bool ready = false; !ready; bench_.tick()) {
      ready = random_.chance(1, 3);
      smp.error = random_.chance(1, 2);
      const std::uint32_t read = random_();
      bench_->apb_i = std::uint64_t{read} << 2 | (ready ? 2u : 0u) | (smp.error ? 1u : 0u);
      bench_.settle();
      request(true);
      if (ready) smp.data = read;
    }
    smp.response = true;
  }

  /// One packet, from its arrival until it has left.
  void pass() {
    const unsigned port = random_.below(kPorts);
    Smp smp = draw(port);
    arrive(port, smp);
    if (port != 0 && smp.response) {
      smp.path = (smp.path << 2 | (port - 1)) & mask();
      --smp.hops_done;
      ++smp.hops_left;
    } else if (port != 0) {
      smp.path = smp.path >> 2 | std::uint64_t{port - 1} << (2 * hops_ - 2);
      ++smp.hops_done;
      --smp.hops_left;
    }
    if (!smp.response && smp.hops_left == 0) transfer(smp);
    const unsigned hop = static_cast<unsigned>(smp.path >> (smp.response ? 2 * hops_ - 2 : 0) & 3);
    const unsigned way = smp.response && smp.hops_done == 0 ? 0 : hop + 1;
    REQUIRE(bench_->valid_o == 1u << way);
    REQUIRE(read_smp(bench_->smp_o, hops_) == smp);
    REQUIRE_FALSE((apb_selects(bench_->apb_o) || apb_enables(bench_->apb_o)));
    bench_.tick();
    REQUIRE(bench_->valid_o == 0);
    REQUIRE_FALSE((apb_selects(bench_->apb_o) || apb_enables(bench_->apb_o)));
    if (random_.chance(1, 2)) bench_.tick();
  }

  Bench<Top>& bench() { return bench_; }

 private:
  [[nodiscard]] std::uint64_t mask() const { return (std::uint64_t{1} << 2 * hops_) - 1; }

  Bench<Top> bench_;
  const unsigned hops_;
  Random random_;
};

template <class Top>
void random_run(unsigned hops) {
  Agent<Top> agent(hops);
  for (unsigned packet = 0; packet < 3000; ++packet) agent.pass();
  CHECK_FALSE(agent.bench().assertion_failed());
}

}  // namespace

TEST_CASE("packets follow their paths, and are executed at the end of them", "[iba_agent]") {
  random_run<VAgentShort>(6);
  random_run<VAgentLong>(31);
}

TEST_CASE("a reset ends a packet, and its transfer", "[iba_agent]") {
  for (const unsigned cycles : {0u, 1u, 3u}) {
    for (const bool response : {false, true}) {
      Agent<VAgentShort> agent(6);
      auto& bench = agent.bench();
      Smp smp;  // a request is executed here
      smp.response = response;
      bench->apb_i = 0;
      agent.arrive(0, smp);
      for (unsigned i = 0; i < (response ? 0 : cycles); ++i) bench.tick();
      REQUIRE((bench->valid_o != 0) == response);
      REQUIRE(apb_selects(bench->apb_o) != response);
      bench.reset();
      REQUIRE(bench->valid_o == 0);
      REQUIRE_FALSE((apb_selects(bench->apb_o) || apb_enables(bench->apb_o)));
      bench.tick();
      REQUIRE_FALSE((apb_selects(bench->apb_o) || apb_enables(bench->apb_o)));
      agent.pass();
      CHECK_FALSE(bench.assertion_failed());
    }
  }
}

TEST_CASE("a second packet at an agent is an error", "[iba_agent][IbaAgentHoldsOne]") {
  Agent<VAgentShort> agent(6);
  Smp here;
  agent.arrive(0, here);
  CHECK_FALSE(agent.bench().assertion_failed());
  agent.arrive(0, here);
  CHECK(agent.bench().assertion_failed());
  Agent<VAgentShort> two(6);
  two.bench()->valid_i = 3;
  two.bench().tick();
  CHECK(two.bench().assertion_failed());
}
