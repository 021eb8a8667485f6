// What the adapters of all families and Verilator's files include, to be compiled once.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "common/verilated_terminals.hpp"
#include "core/config.hpp"
#include "core/random.hpp"
#include "core/vc_header.hpp"
#include "topology/cut_through_routing.hpp"
#include "topology/direct_topology.hpp"
#include "topology/mway_header.hpp"
#include "topology/romm_phases.hpp"
