// What the writers of an exported block's files use of its network.
#pragma once

#include <string>
#include <vector>

#include "export/export.hpp"
#include "family/family.hpp"

namespace wayfarer {

/// "loaded": the top's port for loaded_o of the network.
[[nodiscard]] std::string outer_name(const StreamPort& port);

/// "[7:0] ", or nothing for a bit.
[[nodiscard]] std::string range_text(unsigned bits);

/// The queue between two clocks, without the endings of its source and constraints.
inline constexpr const char* kCrossing = "rtl/stream/stream_fifo_dual_clock";

struct ExportedBlock {
  const ExportRequest& request;
  std::vector<std::string> sources;  ///< RTL in order, from the folder: "rtl/common/wf_pkg.sv".
  std::vector<std::string> include_folders;
  std::vector<std::string> headers;  ///< In these folders.
  std::vector<std::string> waivers;  ///< Lint waivers for Verilator, in the same folders.
  RtlParameters parameters;          ///< Of <family>_streams.
  std::vector<std::vector<unsigned>> positions;  ///< By terminal, coordinates of its node.
  std::vector<unsigned> nodes;                   ///< By terminal.
  /// By terminal, a flag for each destination that its messages can have.
  std::vector<std::vector<bool>> legal;

  [[nodiscard]] unsigned terminals() const { return static_cast<unsigned>(positions.size()); }
  [[nodiscard]] unsigned bits() const { return request.config.flit_bits; }
  [[nodiscard]] unsigned keep_bits() const { return request.keep ? bits() / 8 : 0; }
  /// Of the network's words: TUSER, TKEEP and, in the lowest bits, TDATA.
  [[nodiscard]] unsigned word_bits() const { return bits() + keep_bits() + request.user_bits; }
  /// "s03_axis": the prefix of a terminal's ports.
  [[nodiscard]] std::string prefix(char side, unsigned terminal) const;
  /// "t03_aclk": the clock of a terminal's ports; "aclk" if it has none of its own.
  [[nodiscard]] std::string clock_of(unsigned terminal) const;
  /// The network's ports beside clock, reset and those of streams.
  [[nodiscard]] const std::vector<StreamPort>& other_ports() const;
  /// The same as `head` for SystemVerilog, after the licence.
  [[nodiscard]] std::string source_head(const std::string& what) const;
  /// Lines of a comment: what this is, and how it was made.
  [[nodiscard]] std::string head(const std::string& mark, const std::string& what) const;
};

[[nodiscard]] ExportedBlock make_block(const ExportRequest& request);

// A writer for each kind of file.
[[nodiscard]] std::string top_text(const ExportedBlock& block);
[[nodiscard]] std::string bench_text(const ExportedBlock& block);
[[nodiscard]] std::string list_text(const ExportedBlock& block);
[[nodiscard]] std::string core_text(const ExportedBlock& block);
[[nodiscard]] std::string bender_text(const ExportedBlock& block);
[[nodiscard]] std::string constraints_text(const ExportedBlock& block, bool vivado);
[[nodiscard]] std::string header_text(const ExportedBlock& block);
[[nodiscard]] std::string description_text(const ExportedBlock& block);
[[nodiscard]] std::string readme_text(const ExportedBlock& block);

}  // namespace wayfarer
