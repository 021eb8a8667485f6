// rtl/mesh/mesh_route_check.sv
//
// Rationale: a header is walked hop by hop in plain C++; it is legal if it never leaves the mesh,
// or goes less than once around the torus in each phase and dimension.
// State space: every header from every node.
// Parameter space: a 3x2 mesh of two phases, a line of 5 of one, a 3x4 torus of one, a ring of 3 of
// two, and a single node.
#include "VLegalLine.h"
#include "VLegalMesh.h"
#include "VLegalNode.h"
#include "VLegalRing.h"
#include "VLegalTorus.h"
#include "bench.hpp"

#include <catch2/catch.hpp>

#include <cstdlib>
#include <vector>

using namespace wayfarer;

namespace {
struct Shape {
  std::vector<int> extents;
  bool torus;
  unsigned phases;
  unsigned digit_width;
};

int signed_field(unsigned bits, unsigned width) {
  const auto value = static_cast<int>(bits & ((1u << width) - 1));
  return value >= 1 << (width - 1) ? value - (1 << width) : value;
}

bool legal(const Shape& shape, const std::vector<int>& digits, unsigned header) {
  const auto dimensions = static_cast<unsigned>(shape.extents.size());
  const unsigned width = shape.digit_width + 1;
  for (unsigned d = 0; d < dimensions; ++d) {
    int at = digits[d];
    for (unsigned p = 0; p < shape.phases; ++p) {
      const int hops = signed_field(header >> (p * dimensions + d) * width, width);
      if (shape.torus && std::abs(hops) >= shape.extents[d]) return false;
      for (int left = hops; !shape.torus && left != 0; left += left < 0 ? 1 : -1) {
        at += left < 0 ? -1 : 1;
        if (at < 0 || at >= shape.extents[d]) return false;
      }
    }
  }
  return !shape.torus || (header >> (shape.phases * dimensions * width) & 1) == 0;
}

template <class Top>
void all_headers(const Shape& shape) {
  CombinationalBench<Top> bench;
  const auto dimensions = static_cast<unsigned>(shape.extents.size());
  const unsigned bits = shape.phases * dimensions * (shape.digit_width + 1) + (shape.torus ? 1 : 0);
  std::vector<int> digits(dimensions, 0);
  unsigned legal_ones = 0;
  for (bool more = true; more;) {
    unsigned position = 0;
    for (unsigned d = 0; d < dimensions; ++d)
      position |= static_cast<unsigned>(digits[d]) << d * shape.digit_width;
    drive(bench->position_i, position);
    for (unsigned header = 0; header < 1u << bits; ++header) {
      drive(bench->header_i, header);
      bench.settle();
      REQUIRE((bench->legal_o != 0) == legal(shape, digits, header));
      legal_ones += bench->legal_o;
    }
    more = false;
    for (unsigned d = 0; d < dimensions && !more; ++d) {
      more = ++digits[d] < shape.extents[d];
      if (!more) digits[d] = 0;
    }
  }
  CHECK(legal_ones > 0);
}
}  // namespace

TEST_CASE("every header from every node", "[mesh_route_check]") {
  all_headers<VLegalMesh>({{3, 2}, false, 2, 2});
  all_headers<VLegalLine>({{5}, false, 1, 3});
  all_headers<VLegalTorus>({{3, 4}, true, 1, 2});
  all_headers<VLegalRing>({{3}, true, 2, 2});
  all_headers<VLegalNode>({{1}, false, 1, 1});
}
