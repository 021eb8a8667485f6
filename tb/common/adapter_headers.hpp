// The headers that the adapters of all families and Verilator's files include, to be precompiled.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "common/verilated_terminals.hpp"
#include "config/config.hpp"
#include "core/lockstep.hpp"
#include "core/random.hpp"
#include "geometry/grid.hpp"
#include "geometry/multicast_group.hpp"
