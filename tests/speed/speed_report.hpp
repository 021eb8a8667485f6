// The measurements as documents.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

constexpr int kRepetitions = 10;

constexpr const char* kModelWithEvents = "model, events";
constexpr const char* kModelWithFlits = "model, flits";  ///< Without the message port.
constexpr const char* kScalarModel = "model, scalar";

/// The best of several runs.
struct SpeedRow {
  std::string network;
  std::string engine;            ///< "model" or "rtl", or one of the above.
  double load = 0;               ///< Share of the channel-load bound.
  double cycles_per_second = 0;  ///< Per second of processor time.
  double moves_per_second = 0;
  double moves_per_cycle = 0;
  std::vector<unsigned> extents = {};  ///< Instead of the configuration's; empty: those.
  double start_seconds = 0;            ///< Of processor time, up to the first cycle.

  [[nodiscard]] std::string name() const;
  [[nodiscard]] std::string key() const;
};

[[nodiscard]] std::string speed_json(const std::vector<SpeedRow>& rows);
[[nodiscard]] std::string speed_markdown(const std::vector<SpeedRow>& rows);

}  // namespace wayfarer
