#include "cli/progress.hpp"

#include <chrono>
#include <csignal>
#include <string>

#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

namespace wayfarer {
namespace {

// State shared with the signal handlers.
volatile std::sig_atomic_t interrupt_seen = 0;
volatile std::sig_atomic_t interrupt_answered = 0;

/// The interrupt was not polled: the current work has no partial result to keep.
void end_unanswered(int) {
  if (interrupt_answered != 0) return;
  constexpr char kWords[] = "wayfarer: interrupted\n";
  static_cast<void>(!::write(STDERR_FILENO, kWords, sizeof kWords - 1));
  ::_exit(1);
}

void note_interrupt(int signal) {
  interrupt_seen = 1;
  std::signal(signal, SIG_DFL);
  std::signal(SIGALRM, end_unanswered);
  constexpr timeval kPatience = {0, 700'000};
  const itimerval timer = {{}, kPatience};
  ::setitimer(ITIMER_REAL, &timer, nullptr);
}

using Clock = std::chrono::steady_clock;

constexpr auto kDrawInterval = std::chrono::milliseconds(100);

std::string minutes(double seconds) {
  const int whole = static_cast<int>(seconds + 0.5);
  return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

std::string bar(double share, double seconds_left) {
  constexpr int kWidth = 40;
  const int filled = static_cast<int>(share * kWidth);
  return fmt::format("\r[{:#<{}}{:.<{}}] {:3.0f} %  {} left \x1b[K", "", filled, "",
                     kWidth - filled, 100 * share, minutes(seconds_left));
}

/// Draws at most ten times a second.
class ProgressBar {
 public:
  bool operator()(Cycle done, Cycle total) {
    const Clock::time_point now = Clock::now();
    if (now - drawn_ >= kDrawInterval && done > 0 && total > 0) {
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

/// The phase that a build is in, the time since it began and, where steps are counted, an estimate.
class BuildProgress {
 public:
  bool operator()(const std::string& phase, std::size_t done, std::size_t total) {
    const Clock::time_point now = Clock::now();
    if (phase.empty()) {
      if (!phase_.empty()) fmt::print(stderr, "\r\x1b[K");
    } else if (phase != phase_) {
      started_ = now;
    } else if (now - drawn_ >= kDrawInterval) {
      drawn_ = now;
      draw(done, total, std::chrono::duration<double>(now - started_).count());
    }
    phase_ = phase;
    return !interrupted();
  }

 private:
  void draw(std::size_t done, std::size_t total, double elapsed) const {
    const double share = total == 0 ? 0.0 : static_cast<double>(done) / static_cast<double>(total);
    const std::string left =
        done == 0 ? "" : fmt::format(", about {} left", minutes(elapsed / share - elapsed));
    const std::string steps = total == 0 ? "" : fmt::format(", {} of {} files", done, total);
    fmt::print(stderr, "\r{}{}, {}{} \x1b[K", phase_, steps, minutes(elapsed), left);
  }

  std::string phase_;
  Clock::time_point started_;
  Clock::time_point drawn_;
};

bool on_terminal() { return ::isatty(STDERR_FILENO) == 1; }

}  // namespace

void watch_for_interrupt() {
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
}

bool interrupted() {
  if (interrupt_seen != 0) interrupt_answered = 1;
  return interrupt_seen != 0;
}

ProgressCallback make_progress() {
  if (on_terminal()) return ProgressBar();
  return [](Cycle, Cycle) { return !interrupted(); };
}

BuildCallback make_build_progress() {
  if (on_terminal()) return BuildProgress();
  return [](const std::string&, std::size_t, std::size_t) { return !interrupted(); };
}

void end_progress() {
  if (on_terminal()) fmt::print(stderr, "\r\x1b[K");
}

}  // namespace wayfarer
