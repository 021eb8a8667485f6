// Reading files of events, until the user interrupts.
#pragma once

#include <string>

#include <fmt/format.h>

#include "cli/progress.hpp"
#include "core/error.hpp"
#include "events/event_reader.hpp"

namespace wayfarer {

/// Says on standard error if the end of a file is missing.
inline void warn_if_truncated(const EventReader& reader, const std::string& path) {
  if (reader.truncated())
    fmt::print(
        stderr,
        "{}: truncated: it has the events before cycle {}; the run that wrote it was killed\n",
        path, reader.end());
}

/// Shows a sink the events of a file, as EventReader::read does. Throws Interrupted after Ctrl-C.
inline void read_events(EventReader& reader, EventSink& sink, Cycle from = 0, Cycle to = kNever) {
  class Interruptible final : public EventSink {
   public:
    explicit Interruptible(EventSink& inner) : inner_(inner) {}
    void known(UnitId unit, const UnitInfo& info) override { inner_.known(unit, info); }
    void add(const Event& event) override { inner_.add(event); }
    void end(Cycle cycle) override {
      if (interrupted()) throw Interrupted("interrupted while the events were read");
      inner_.end(cycle);
    }

   private:
    EventSink& inner_;
  };
  Interruptible interruptible(sink);
  reader.read(interruptible, from, to);
}

}  // namespace wayfarer
