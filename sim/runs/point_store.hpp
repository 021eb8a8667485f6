// Finished runs as files: a killed sweep resumes, and several processes can work on one sweep.
#pragma once

#include <optional>
#include <string>

#include "runs/points.hpp"

namespace wayfarer {

/// Everything that determines the result of a run, a line each: version and revision of the
/// program, engine, traffic, load, seed, lengths, and the network without its name. Runs of equal
/// text have equal results. The point's traffic and tables must be given by options, not as
/// objects.
[[nodiscard]] std::string run_key_text(const Point& point);

/// A short name for that text.
[[nodiscard]] std::string point_key(const Point& point);

/// A folder with one file per finished run, FOLDER/points/KEY.json: its key text, its result as
/// `wayfarer run --json` writes it, and a checksum. Files are written atomically, so processes may
/// be killed at any moment or write at the same time, also on several machines. Several sweeps may
/// share a folder.
class PointStore {
 public:
  /// Makes the folder unless it exists, and removes the unfinished files of processes that were
  /// killed. Throws UsageError with the system's reason.
  explicit PointStore(const std::string& folder);

  /// The number of unfinished files that the constructor has removed.
  [[nodiscard]] unsigned removed() const { return removed_; }

  /// The result of a saved run, without values by source, which no report shows. Throws
  /// UsageError naming a file that `save` did not write.
  [[nodiscard]] std::optional<SimulationResult> find(const Point& point) const;

  /// The result is on the disk when it returns. May be called by several threads.
  void save(const Point& point, const SimulationResult& result) const;

 private:
  [[nodiscard]] std::string path_of(const Point& point) const;

  std::string folder_;
  unsigned removed_ = 0;
};

}  // namespace wayfarer
