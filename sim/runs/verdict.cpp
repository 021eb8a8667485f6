// Names of verdicts.
#include "runs/simulation.hpp"

namespace wayfarer {

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::kConverged: return "converged";
    case Verdict::kSaturated: return "saturated";
    case Verdict::kCompleted: return "completed";
    case Verdict::kIncomplete: return "incomplete";
    case Verdict::kInterrupted: return "interrupted";
    case Verdict::kImprecise: break;
  }
  return "imprecise";
}

}  // namespace wayfarer
