// What a lockstep failure leaves for `wayfarer show`: the events of both engines, and where they
// first differ.
#pragma once

#include <string>

#include "cli/program.hpp"
#include "core/lockstep.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// Runs each engine alone up to the first difference, which the same seed leads to, and writes
/// STEM-model.events, STEM-rtl.events and STEM.lockstep. Returns the name of the last, which names
/// the others and the waves.
[[nodiscard]] std::string record_fault(const Program& program, const Point& point,
                                       const LockstepMismatch& fault, const std::string& stem,
                                       const std::string& waves);

}  // namespace wayfarer
