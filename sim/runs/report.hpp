// Results as JSON, CSV and tables.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "runs/points.hpp"

namespace wayfarer {

using Json = nlohmann::ordered_json;  ///< Keys keep their order, so files can be compared.

/// The program's version, as in CMakeLists.txt.
[[nodiscard]] std::string version();

/// A run's pattern, load and seed in words.
[[nodiscard]] std::string traffic_text(const Point& point);

/// The last commit that changed a source that determines results. If the sources differ from it,
/// "+" and their hash follow; without git, the hash alone.
[[nodiscard]] std::string revision();

/// Everything about one run: its request and its result. Unknown values (an infinite confidence
/// interval, the mean of no messages) are null. A point with a command also has what repeats it:
/// the command, the configuration as TOML, the revision.
[[nodiscard]] Json to_json(const Point& point, const SimulationResult& result);

/// Its latencies, and their histogram, as they are in it.
[[nodiscard]] Json latency_json(const LatencySummary& latency);
[[nodiscard]] Json histogram_json(const std::vector<Histogram::Bin>& bins);

/// The result that to_json has written, without values by source. Throws Json::exception.
[[nodiscard]] SimulationResult read_result(const Json& json);

/// A sweep: {"version", "revision", "complete", "points": [...]}; unfinished points are left out.
[[nodiscard]] Json to_json(const std::vector<Point>& points, const PointResults& results);

/// The keys of the points' families, in the order of their first network: columns of a CSV file.
[[nodiscard]] std::vector<std::string> keys_of(const std::vector<Point>& points);

/// A line of column names and a line per finished point, with a column for each of these keys.
[[nodiscard]] std::string to_csv(const std::vector<Point>& points, const PointResults& results);

/// The same as a text table with the main columns.
[[nodiscard]] std::string to_table(const std::vector<Point>& points, const PointResults& results);

/// A run as a few lines of text.
[[nodiscard]] std::string to_text(const Point& point, const SimulationResult& result);

/// Whether all points have a result.
[[nodiscard]] bool complete(const PointResults& results);

}  // namespace wayfarer
