#include "common/netlist.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/netlist_activity.hpp"
#include "common/netlist_wrapper.hpp"
#include "common/tools.hpp"
#include "core/error.hpp"
#include "core/files.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

// YoWASP's Yosys sees only the folders that are mounted for it.
constexpr const char* kRtlFolder = "/rtl";
constexpr const char* kTopFolder = "/top";
constexpr const char* kWorkFolder = "/work";
constexpr const char* kScript = "netlist.ys";

std::string script_of(const NetlistRequest& request) {
  std::string parameters;
  for (const std::string& parameter : request.parameters)
    parameters += fmt::format(" -G {}", parameter.substr(2));
  std::string expose;
  for (const std::string& probe : request.probes) expose += fmt::format("expose w:{}\n", probe);
  // Wide LUTs take the control of a multiplexer into each of its data bits: -nowidelut, as in
  // tests/fpga/place.py. Yosys' model of a block RAM is an empty module: -nobram.
  return fmt::format(
      "read_slang -j 1 --top {0} -D SYNTHESIS{1} -f {2}{6}\n"
      "hierarchy -check -top {0}\n"
      "proc\n"
      "flatten\n"
      "{3}"
      "rename {0} {0}_netlist\n"
      "synth_ecp5 -nowidelut -nobram -top {0}_netlist\n"
      "check -assert\n"
      "write_verilog -noattr {4}/{5}\n",
      request.top, parameters, request.file_list, expose, kWorkFolder, kNetlist,
      request.listed ? "" : fmt::format(" {}/{}", kTopFolder, request.source.filename().string()));
}

/// Waves of large networks select the signals of the top module by this name.
fs::path wrapper_in(const fs::path& folder, const NetlistRequest& request) {
  return folder / request.source.filename();
}

bool is_package(const fs::path& source) {
  static const std::string kEnd = "_pkg";
  const std::string stem = source.stem().string();
  return stem.size() > kEnd.size() &&
         stem.compare(stem.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

}  // namespace

std::string netlist_key(const NetlistRequest& request) {
  return yosys().version + "\n" + script_of(request);
}

void make_netlist(const NetlistRequest& request, const fs::path& folder,
                  const BuildCallback& progress) {
  const std::string mounts =
      fmt::format("{}={}:{}={}:{}={}", kRtlFolder, request.rtl.string(), kTopFolder,
                  request.source.parent_path().string(), kWorkFolder, folder.string());
  if (std::count(mounts.begin(), mounts.end(), ':') != 2)
    throw UsageError(fmt::format(
        "netlist in {} of {}: YoWASP's Yosys cannot open folders with a colon in their names; legal: a cache (WAYFARER_CACHE) and RTL without colons",
        folder.string(), request.rtl.string()));
  write_output((folder / kScript).string(), script_of(request));
  const Command command = {"env",
                           "YOWASP_MOUNT=" + mounts,
                           yosys().program,
                           "-q",
                           "-s",
                           fmt::format("{}/{}", kWorkFolder, kScript)};
  run_commands({command}, folder, folder / "build.log", 1, [&](std::size_t ended) {
    return !progress || progress("synthesizing " + request.top, ended, 0);
  });
}

void put_netlist(const NetlistRequest& request, const fs::path& netlist, const fs::path& folder) {
  ObservedNetlist cells{read_text(netlist.string(), "a netlist"), 0};
  if (request.activity) cells = observe_netlist(cells.verilog, request.top + "_netlist");
  write_output((folder / kNetlist).string(), cells.verilog);
  const std::string rtl = read_text(request.source.string(), "the top module");
  write_output(wrapper_in(folder, request).string(),
               netlist_wrapper(request.top, rtl, cells.verilog, request.probes, cells.bits));
}

Command netlist_arguments(const NetlistRequest& request, const fs::path& folder) {
  // Cells have pins that the netlist leaves open, and some modules of cells_sim.v are there twice.
  Command arguments = {"-Wno-PINMISSING", "-Wno-MODDUP", "-I" + yosys().cells.string()};
  // They have the constants that adapters read.
  for (const fs::path& source : request.sources)
    if (is_package(source)) arguments.push_back(source.string());
  for (const fs::path& source :
       {wrapper_in(folder, request), folder / kNetlist, yosys().cells / "cells_sim.v"})
    arguments.push_back(source.string());
  return arguments;
}

}  // namespace wayfarer
