// A run's events as a trace for the Perfetto UI, in which a nanosecond is a cycle.
#pragma once

#include <memory>
#include <string>

#include "events/event.hpp"

namespace wayfarer {

/// A span for each packet from birth to delivery, at its source; a span for each hop, from head to
/// tail, at its channel and virtual channel; flows from the packet to its hops, and a counter for
/// each channel, of the flits of the packets whose tails have crossed. Remembers packets in flight,
/// and the tracks.
class PerfettoFile final : public EventSink {
 public:
  PerfettoFile(const std::string& path, const EventHeader& header);
  ~PerfettoFile() override;

  void known(UnitId unit, const UnitInfo& info) override;
  void add(const Event& event) override;
  void end(Cycle cycle) override;

  /// Ends the spans of what is in flight, and writes what is left.
  void close();

 private:
  // Hides the generated code of the schema.
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace wayfarer
