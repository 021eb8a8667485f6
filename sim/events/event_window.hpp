// A window of cycles of a run's events.
#pragma once

#include "events/event.hpp"

namespace wayfarer {

/// Shows a sink the events of the cycles [from, to), after what is in flight when they begin.
class EventWindow final : public EventSink {
 public:
  /// `sink` and `states` must outlive the window.
  EventWindow(EventSink& sink, const EventStates& states, Cycle from, Cycle to)
      : sink_(sink), states_(states), from_(from), to_(to), open_(from == 0) {}

  void add(const Event& event) override {
    if (open_) sink_.add(event);
  }
  void end(Cycle cycle) override {
    if (cycle == from_ && from_ != 0) {
      states_.show_state(sink_);
      open_ = true;
    }
    if (!open_) return;
    sink_.end(cycle);
    if (cycle == to_) open_ = false;
  }

 private:
  EventSink& sink_;
  const EventStates& states_;
  Cycle from_;
  Cycle to_;
  bool open_;
};

}  // namespace wayfarer
