// Packages a configuration's network with AXI4-Streams as a block that a design can take: a top
// with its parameters fixed, and what other tools read of it.
#pragma once

#include <string>
#include <vector>

#include "config/config.hpp"
#include "stream/word.hpp"

namespace wayfarer {

constexpr unsigned kMostNumberBits = 16;  ///< Of TID and TDEST: stream_pkg::TerminalWidth.
constexpr unsigned kMostUserBits = 1024;  ///< stream_pkg::MaxUserWidth.

struct ExportRequest {
  NetworkConfig config;
  std::string top;  ///< Name of the top module and of the files.
  StreamSizes sizes;
  bool keep = false;                     ///< With TKEEP.
  unsigned user_bits = 0;                ///< Of TUSER; 0: none.
  unsigned id_bits = kMostNumberBits;    ///< Of TID, enough for the terminals.
  unsigned dest_bits = kMostNumberBits;  ///< Of TDEST, the same.
  bool clocks = false;  ///< A clock for each terminal, in any ratio to the network's.
  double mhz = 100;     ///< Of the constraint files.
  std::string command;  ///< How the files are made, for their heads.
};

struct ExportedFile {
  std::string path;  ///< From the folder that is exported to.
  std::string text;
};

/// The files: top, bench, file list, FuseSoC core, Bender manifest, constraints, C header,
/// description in JSON, configuration, README, and the RTL with its licence.
/// @throws UsageError  a name that SystemVerilog or C does not take; a configuration without
///                     hardware or without streams; sizes that it does not have
[[nodiscard]] std::vector<ExportedFile> exported_files(const ExportRequest& request);

}  // namespace wayfarer
