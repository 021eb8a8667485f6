// Traces of other simulators, as lines of ours (traffic/trace.hpp).
#pragma once

#include <istream>
#include <string>
#include <vector>

#include "core/files.hpp"

namespace wayfarer {

/// Data bytes by a packet's type.
using TypeBytes = std::vector<unsigned>;

/// BookSim2's trace workload: "delay source destination type" in each line, cycles after the line
/// before; a negative type only adds its delay.
void convert_booksim(std::istream& lines, const std::string& origin, const TypeBytes& bytes,
                     const WritePart& write);

/// What gem5 prints with --debug-flags=GarnetSyntheticTraffic: of "TICK: system.cpuN: Generated
/// packet with destination D, ..." the cycle (TICK / ticks), N and D. Other lines are skipped; a
/// text without such a line is refused.
void convert_garnet(std::istream& lines, const std::string& origin, unsigned ticks, unsigned bytes,
                    const WritePart& write);

}  // namespace wayfarer
