// The module that gives a netlist the ports of the RTL it was made from. In a netlist every port is
// one vector; the adapters of the families (tb/<family>) use the RTL's arrays.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace wayfarer {

/// SystemVerilog of a module with name, parameters and ports of `top`, which instantiates the
/// netlist `<top>_netlist`. The probes are signals of that module with their names and dimensions
/// in the RTL. `rtl`: the source of `top`; `netlist`: the Verilog of the netlist; `activity`: the
/// width of its output kActivityPin, which the module also has; 0: it has none.
[[nodiscard]] std::string netlist_wrapper(const std::string& top, const std::string& rtl,
                                          const std::string& netlist,
                                          const std::vector<std::string>& probes,
                                          std::size_t activity = 0);

}  // namespace wayfarer
