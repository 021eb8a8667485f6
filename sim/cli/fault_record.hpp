// What a lockstep failure leaves for `wayfarer show`: the events of both engines, and where they
// first differ.
#pragma once

#include <string>

#include "cli/program.hpp"
#include "core/lockstep.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// Runs each engine alone up to the first difference, to which the same seed leads, and writes the
/// events of the last cycles to STEM-model.events and STEM-rtl.events. Returns the name of
/// STEM.lockstep, which names these and the waves.
[[nodiscard]] std::string record_fault(const Program& program, const Point& point,
                                       const LockstepMismatch& fault, const std::string& stem,
                                       const std::string& waves);

}  // namespace wayfarer
