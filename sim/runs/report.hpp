// Results as JSON, CSV and tables.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "runs/points.hpp"

namespace wayfarer {

using Json = nlohmann::ordered_json;  ///< Keys stay in the order written: files can be compared.

/// The program's version, as in CMakeLists.txt.
[[nodiscard]] std::string version();

/// The last commit that changed what decides results. Sources that differ from it add "+" and a
/// hash of them; without git the hash stands alone.
[[nodiscard]] std::string revision();

/// Everything about one run: what was asked for and what came out. Values that are not known (an
/// infinite confidence interval) are null. A point with a command also says what repeats it: the
/// command, the configuration as TOML, the revision.
[[nodiscard]] Json to_json(const Point& point, const SimulationResult& result);

/// The result that to_json has written, but for delivered_by_source. Throws Json::exception.
[[nodiscard]] SimulationResult read_result(const Json& json);

/// A sweep: {"version", "revision", "complete", "points": [...]}; unfinished points are left out.
[[nodiscard]] Json to_json(const std::vector<Point>& points, const PointResults& results);

/// One line of column names and one line a finished point.
[[nodiscard]] std::string to_csv(const std::vector<Point>& points, const PointResults& results);

/// The same as a table for people: the columns that matter most.
[[nodiscard]] std::string to_table(const std::vector<Point>& points, const PointResults& results);

/// A run as a few lines for people.
[[nodiscard]] std::string to_text(const Point& point, const SimulationResult& result);

/// All points have a result.
[[nodiscard]] bool complete(const PointResults& results);

}  // namespace wayfarer
