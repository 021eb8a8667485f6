// Cycle model of rtl/wormhole/wormhole_romm_source.sv: takes a destination and gives the phases of
// a message's route, drawn at random from an LFSR. Nesson and Johnsson, section 4; the distribution
// is that of for_each_choice (phases.hpp), and on a torus a displacement of exactly half an extent
// goes either way with the same probability.
#pragma once

#include <cstdint>
#include <vector>

#include "family/mesh/route_draws.hpp"
#include "family/wormhole/phases.hpp"
#include "geometry/grid.hpp"

namespace wayfarer {

class RommSource {
 public:
  /// `topology` must outlive the source; `seed` is that of the generator.
  RommSource(const Grid& topology, const RommRouting& routing, NodeId node, std::uint32_t seed);

  void reset();

  // Outputs, from registers.
  [[nodiscard]] bool ready() const;
  [[nodiscard]] bool valid() const { return valid_; }
  [[nodiscard]] const PhaseSets& phases() const { return header_; }

  /// One clock. `destination`: valid_i, or null; `taken`: ready_i.
  void step(const NodeId* destination, bool taken);

 private:
  /// A displacement that wormhole_romm_cut cuts.
  struct Whole {
    unsigned length = 0;
    unsigned pieces = 0;
  };
  enum class CutStep { kPick, kPoint, kFind };

  [[nodiscard]] bool prepared() const { return left_to_prepare_ == 0; }
  [[nodiscard]] unsigned draw(unsigned most) const;
  void prepare_again();
  bool prepare();
  void accept(NodeId destination);
  bool part();
  bool cut();
  void find();

  const Grid& topology_;
  const RommRouting routing_;
  const NodeId node_;
  const bool deals_;   // phases take displacements in a drawn order
  const bool shapes_;  // a header takes draws after its destination is known
  const unsigned slots_;
  std::vector<unsigned> phase_of_;  // by slot

  RouteDraws draws_;
  bool shaping_ = false;
  bool valid_ = false;
  bool done_ = false;  // shaping ends with this clock
  PhaseSets header_;

  unsigned left_to_prepare_ = 0;
  std::vector<unsigned> order_;   // of slots
  std::vector<unsigned> middle_;  // digits of VALIANT's node

  unsigned phase_ = 0;  // of the part to draw, or of the slot under search
  unsigned dimension_ = 0;
  std::vector<Whole> wholes_;
  unsigned round_ = 0;
  unsigned total_ = 0;
  unsigned point_ = 0;
  CutStep cut_step_ = CutStep::kPick;
};

}  // namespace wayfarer
