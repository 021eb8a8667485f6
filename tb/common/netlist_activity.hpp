// The switching activity of a netlist: an output with the value of every cell's outputs.
#pragma once

#include <cstddef>
#include <string>

namespace wayfarer {

/// The output that is added.
inline constexpr const char* kActivityPin = "activity_o";

struct ObservedNetlist {
  std::string verilog;   ///< With an output kActivityPin.
  std::size_t bits = 0;  ///< Its width: the number of nets that cells of the netlist drive.
};

/// `netlist`: Verilog as Yosys writes it, of one module `module` made of cells of ECP5. Throws
/// UsageError for a cell whose outputs are not known here.
[[nodiscard]] ObservedNetlist observe_netlist(const std::string& netlist,
                                              const std::string& module);

}  // namespace wayfarer
