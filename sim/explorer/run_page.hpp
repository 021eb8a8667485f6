// The explorer's pages of runs.
#pragma once

#include <functional>
#include <string>

#include "events/event_reader.hpp"
#include "explorer/packet_columns.hpp"
#include "runs/report.hpp"

namespace wayfarer {

/// What a page shows of one events file.
struct RunBlock {
  Json data;
  std::string bytes;
  Cycle first = 0;
  Cycle end = 0;       ///< The first cycle that is not shown,
  Cycle file_end = 0;  ///< and the first that the file does not have.
};

/// A page holds so many bytes of an events file; a longer window is refused or cut.
constexpr std::uint64_t kMostPageBytes = 64ull << 20;

/// Shows a sink the events of some cycles, as EventReader::read does.
using ReadEvents = std::function<void(EventReader&, EventSink&, Cycle from, Cycle to)>;

/// The cycles [from, to) of a file; to = kNever: as many as fit. Throws UsageError for a window
/// that the file does not have, or that is too long.
[[nodiscard]] RunBlock run_block(const std::string& path, Cycle from, Cycle to,
                                 const ReadEvents& read);

/// The page of a run.
[[nodiscard]] std::string run_page(const RunBlock& run);

}  // namespace wayfarer
