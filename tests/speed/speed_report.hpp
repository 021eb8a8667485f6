// The measurements as documents.
#pragma once

#include <string>
#include <vector>

namespace wayfarer {

constexpr int kRepetitions = 10;

/// The best of several runs.
constexpr const char* kModelWithEvents = "model, events";

struct SpeedRow {
  std::string network;
  std::string engine;            ///< "model" or "rtl".
  double load = 0;               ///< Share of the channel-load bound.
  double cycles_per_second = 0;  ///< Per second of processor time.
  double moves_per_second = 0;
  double moves_per_cycle = 0;
};

[[nodiscard]] std::string speed_json(const std::vector<SpeedRow>& rows);
[[nodiscard]] std::string speed_markdown(const std::vector<SpeedRow>& rows);

}  // namespace wayfarer
