// Message traces: files of source, destination, length and birth cycle that any engine can replay.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/files.hpp"
#include "core/types.hpp"
#include "traffic/workload.hpp"

namespace wayfarer {

struct TraceMessage {
  Cycle cycle = 0;  ///< Cycle of birth.
  TerminalId source = 0;
  TerminalId destination = 0;
  std::uint16_t bytes = 0;

  friend bool operator==(const TraceMessage& a, const TraceMessage& b) {
    return a.cycle == b.cycle && a.source == b.source && a.destination == b.destination &&
           a.bytes == b.bytes;
  }
};

/// The names of a trace file's columns.
constexpr const char* kTraceColumns = "cycle,source,destination,bytes";

/// Messages in order of birth, those of one cycle in order of source.
using Trace = std::vector<TraceMessage>;

/// The limits of a network.
struct TraceLimits {
  std::uint32_t terminals = 0;
  unsigned max_bytes = 0;      ///< Data bytes of a message.
  bool client_server = false;  ///< Hosts send to the last terminal only, and it to hosts.
};
[[nodiscard]] TraceLimits trace_limits(const NetworkConfig& config);

/// Reads CSV: cycle,source,destination,bytes in each line; empty lines, lines starting with # and
/// the line of column names are skipped. Lines may be in any order. Throws UsageError with
/// file:line, what is wrong and what is legal.
[[nodiscard]] Trace read_trace(const std::string& path, const TraceLimits& limits);

/// The same for a text; `origin` is the file's name in messages.
[[nodiscard]] Trace parse_trace(std::istream& text, const std::string& origin,
                                const TraceLimits& limits);
[[nodiscard]] Trace parse_trace(const std::string& text, const std::string& origin,
                                const TraceLimits& limits);

/// Writes the lines of a trace file, many at once, under the names of the columns.
class TraceLines {
 public:
  explicit TraceLines(const WritePart& write) : write_(write), text_(kTraceColumns) {
    text_ += '\n';
  }
  void add(const TraceMessage& message);
  void flush();
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  const WritePart& write_;
  std::string text_;
  std::uint64_t count_ = 0;
};

/// Writes the trace file of the messages that a workload creates in cycles 0 to `cycles` - 1, part
/// by part, in memory that does not grow with the cycles. UsageError if the workload has groups.
void write_trace(const Workload& workload, std::uint32_t terminals, Cycle cycles,
                 const WritePart& write);

/// A workload that replays a trace; longer messages are cut into packets. It ends with the last
/// message.
[[nodiscard]] Workload make_trace_workload(const Trace& trace, std::uint32_t terminals,
                                           unsigned packet_bytes = kLongestMessage);

}  // namespace wayfarer
