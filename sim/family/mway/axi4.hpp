// Model of rtl/mway/axi4/mway_axi4.sv: networks that connect AXI4 managers and subordinates.
#pragma once

#include <memory>
#include <vector>

#include "axi4/network.hpp"
#include "config/config.hpp"

namespace wayfarer {

/// The model of a checked configuration, whose `flit.bits` do not count. `ports`: of each terminal.
/// `axi4.outstanding` is 1, as messages of a pair do not keep their order.
/// @throws UsageError  as make_mway_streams and check_axi4
[[nodiscard]] std::unique_ptr<Axi4Network> make_mway_axi4(
    const NetworkConfig& config, Axi4Config axi4, const std::vector<Axi4Network::Ports>& ports);

}  // namespace wayfarer
