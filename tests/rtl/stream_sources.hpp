// What comes out of a stream exit, for module tests of several families.
#pragma once

#include <vector>

#include <catch2/catch.hpp>

namespace wayfarer::module_test {

/// Takes messages from m_axis; their sources, in order.
template <class Exit>
std::vector<unsigned> sources(Exit& bench, unsigned messages) {
  std::vector<unsigned> all;
  bench->m_axis_tready_i = 1;
  for (unsigned cycle = 0; all.size() < messages; ++cycle) {
    REQUIRE(cycle < 100);
    bench.settle();
    if (bench->m_axis_tvalid_o && bench->m_axis_tlast_o) all.push_back(bench->m_axis_tid_o);
    bench.tick();
  }
  bench->m_axis_tready_i = 0;
  return all;
}

}  // namespace wayfarer::module_test
