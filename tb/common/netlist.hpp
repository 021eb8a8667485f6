// A network's netlist: its RTL synthesized by Yosys to the cells of ECP5.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/subprocess.hpp"
#include "family/engine.hpp"

namespace wayfarer {

struct NetlistRequest {
  std::filesystem::path rtl;                   ///< The folder rtl/.
  std::vector<std::filesystem::path> sources;  ///< The files of the file list.
  std::string file_list;                       ///< From the folder that rtl/ is in.
  std::filesystem::path source;                ///< The file of `top`.
  bool listed = true;                          ///< Whether the file list has it.
  std::string top;                             ///< The netlist's module is `<top>_netlist`.
  std::vector<std::string> parameters;         ///< Each as "-GName=value".
  std::vector<std::string> probes;             ///< Signals of `top` that become outputs as well.
  bool activity = false;  ///< With an output of all nets; the netlist itself is the same.
};

/// Changes with the script and with the version of Yosys; the RTL is not part of it.
[[nodiscard]] std::string netlist_key(const NetlistRequest& request);

/// The file that make_netlist makes.
inline constexpr const char* kNetlist = "netlist.v";

/// Synthesizes into `folder`. Throws UsageError when Yosys is missing or fails, and Interrupted.
void make_netlist(const NetlistRequest& request, const std::filesystem::path& folder,
                  const BuildCallback& progress);

/// Puts a netlist and the module with the RTL's ports around it into a folder.
void put_netlist(const NetlistRequest& request, const std::filesystem::path& netlist,
                 const std::filesystem::path& folder);

/// What Verilator reads in place of the file list, from this folder.
[[nodiscard]] Command netlist_arguments(const NetlistRequest& request,
                                        const std::filesystem::path& folder);

}  // namespace wayfarer
