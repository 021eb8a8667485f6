// How a long run reports what it has done.
#pragma once

#include <functional>

#include "core/types.hpp"

namespace wayfarer {

/// Called at intervals with the cycles done and to do; false stops the run and keeps its results.
using ProgressCallback = std::function<bool(Cycle done, Cycle total)>;

}  // namespace wayfarer
