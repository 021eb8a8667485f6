// Reading files of events, until the user interrupts.
#pragma once

#include "cli/progress.hpp"
#include "core/error.hpp"
#include "events/event_reader.hpp"

namespace wayfarer {

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
