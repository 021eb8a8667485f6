// Finished runs as files: a sweep that was killed goes on where it was, and several processes work
// on one sweep.
#pragma once

#include <optional>
#include <string>

#include "runs/points.hpp"

namespace wayfarer {

/// Everything that decides the result of a run, a line each: version and revision of the program,
/// engine, traffic, load, seed, lengths, and the network but for its name. Runs of equal text have
/// equal results. The point's traffic and tables must be given by options, not as objects.
[[nodiscard]] std::string run_key_text(const Point& point);

/// A short name for that text.
[[nodiscard]] std::string point_key(const Point& point);

/// A folder with one file a finished run, FOLDER/points/KEY.json: what decided it, its result as
/// `wayfarer run --json` writes it, and a checksum. Files appear whole or not at all, so processes
/// that die at any moment or write at the same time, also on other machines, do no harm. Several
/// sweeps may share a folder.
class PointStore {
 public:
  /// Makes the folder unless it is there. Throws UsageError with the system's reason.
  explicit PointStore(const std::string& folder);

  /// The result of a run that was saved, but for delivered_by_source, which no report shows. Throws
  /// UsageError naming a file that is not what `save` writes.
  [[nodiscard]] std::optional<SimulationResult> find(const Point& point) const;

  /// Safe on the disk when it returns. May be called by several threads.
  void save(const Point& point, const SimulationResult& result) const;

 private:
  [[nodiscard]] std::string path_of(const Point& point) const;

  std::string folder_;
};

}  // namespace wayfarer
