// Progress on the terminal, and interrupts by the user.
#pragma once

#include "core/progress_callback.hpp"
#include "family/engine.hpp"

namespace wayfarer {

/// From now on Ctrl-C (and SIGTERM) only sets a flag; a second one ends the program, and so does a
/// first one that `interrupted` has not reported within 0.7 s.
void watch_for_interrupt();
[[nodiscard]] bool interrupted();

/// A bar with an estimate of the time left on standard error, only when that is a terminal. The
/// callback returns stop as soon as the user has interrupted.
[[nodiscard]] ProgressCallback make_progress();

/// The same for the building of hardware.
[[nodiscard]] BuildCallback make_build_progress();

/// Removes the bar from the terminal.
void end_progress();

}  // namespace wayfarer
