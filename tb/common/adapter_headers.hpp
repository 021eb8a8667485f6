// The headers that the adapters of all families and Verilator's files include, to be precompiled.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "common/verilated_terminals.hpp"
#include "config/config.hpp"
#include "core/random.hpp"
#include "geometry/grid.hpp"
