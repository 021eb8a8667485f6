// Counts the changes of a netlist's nets.
#pragma once

#include <cstdint>
#include <vector>

#include "common/pins.hpp"
#include "core/control_port.hpp"

namespace wayfarer {

class ToggleCounter final : public SwitchingActivity {
 public:
  /// `nets`: the pins kActivityPin.
  explicit ToggleCounter(Pins nets);

  /// Compares all nets with those of the last call. In the first one, they are zero.
  void observe();

  [[nodiscard]] std::uint64_t toggles() const override { return toggles_; }

 private:
  Pins nets_;
  std::vector<std::uint32_t> last_;  ///< By element and word.
  std::uint64_t toggles_ = 0;
};

}  // namespace wayfarer
