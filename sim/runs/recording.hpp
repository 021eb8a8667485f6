// The files that a run writes of its events.
#pragma once

#include <memory>
#include <string>

#include "events/event_file.hpp"
#include "events/event_window.hpp"
#include "events/message_log.hpp"
#include "events/perfetto_file.hpp"
#include "runs/points.hpp"

namespace wayfarer {

/// Writes the files that the point asks for. A run that a failed check ends leaves them as well, up
/// to there; one that ends otherwise leaves none.
class Recording {
 public:
  /// Both must outlive it. Call before the first cycle.
  Recording(Simulation& simulation, const Point& point);
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  /// Leaves no files that are not closed.
  ~Recording();

  /// Writes what is left. Throws UsageError when that fails.
  void close();
  /// The same after a failed check, which is what the user hears of: ignores errors.
  void keep();

 private:
  std::unique_ptr<EventFile> events_;
  std::unique_ptr<MessageLog> log_;
  std::unique_ptr<PerfettoFile> perfetto_;
  std::unique_ptr<EventWindow> perfetto_window_;
};

}  // namespace wayfarer
