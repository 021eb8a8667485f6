// One run from the command line: engine, clock owner, progress, and waves if requested or after a
// fault.
#pragma once

#include "cli/program.hpp"
#include "core/lockstep.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// The command that opens a wave file with the view of its family.
[[nodiscard]] std::string view_command(const Program& program, const std::string& family,
                                       const std::string& path);

/// Whether a difference between engines is recorded in waves, for which the hardware is built
/// again.
enum class FaultWaves {
  kSmall,  ///< In networks of at most kMostUnasked terminals, and in those made of tiles: building
           ///< others takes minutes.
  kAlways,
  kNever,
};
constexpr std::uint32_t kMostUnasked = 64;

/// A difference that was printed when it was found; the text says where its records are.
class RecordedMismatch : public LockstepMismatch {
 public:
  using LockstepMismatch::LockstepMismatch;
};

/// Runs a point with the engine it names. Hardware runs on the SystemC bench where the program has
/// one, the model alone in a plain loop; the results are the same. A difference between engines is
/// printed at once; then the run is repeated up to it with waves around it and with events, and
/// RecordedMismatch gives the commands that open them there.
[[nodiscard]] SimulationResult simulate(const Program& program, const Point& point,
                                        FaultWaves waves = FaultWaves::kSmall);

/// Compares the engines in what messages do not reach (Family::exercise), with programs drawn anew
/// several times, for about as many cycles as the point has. Returns the flits delivered.
std::uint64_t exercise(const Program& program, const Point& point, FaultWaves waves);

}  // namespace wayfarer
