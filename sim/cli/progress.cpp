#include "cli/progress.hpp"

#include <chrono>
#include <csignal>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

namespace wayfarer {
namespace {

// The one thing a signal handler can reach.
volatile std::sig_atomic_t interrupt_seen = 0;

void note_interrupt(int signal) {
  interrupt_seen = 1;
  std::signal(signal, SIG_DFL);
}

using Clock = std::chrono::steady_clock;

std::string bar(double share, double seconds_left) {
  constexpr int kWidth = 40;
  const int filled = static_cast<int>(share * kWidth);
  const int seconds = static_cast<int>(seconds_left + 0.5);
  return fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  {}:{:02} left \x1b[K", "", filled, "",
                     kWidth - filled, 100 * share, seconds / 60, seconds % 60);
}

/// Draws at most ten times a second.
class ProgressBar {
 public:
  bool operator()(Cycle done, Cycle total) {
    const Clock::time_point now = Clock::now();
    if (now - drawn_ >= std::chrono::milliseconds(100) && done > 0 && total > 0) {
      drawn_ = now;
      const double share = static_cast<double>(done) / static_cast<double>(total);
      const double elapsed = std::chrono::duration<double>(now - started_).count();
      fmt::print(stderr, "{}", bar(share, elapsed / share - elapsed));
    }
    return !interrupted();
  }

 private:
  Clock::time_point started_ = Clock::now();
  Clock::time_point drawn_ = started_;
};

bool on_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace

void watch_for_interrupt() {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

bool interrupted() { return interrupt_seen != 0; }

ProgressCallback make_progress() {
  if (on_terminal()) return ProgressBar();
  return [](Cycle, Cycle) { return !interrupted(); };
}

void end_progress() {
  if (on_terminal()) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace wayfarer
