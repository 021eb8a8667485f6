#include "common/netlist.hpp"

#include <fstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/process.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

// YoWASP's Yosys sees only the folders that are mounted for it.
constexpr const char* kRtlFolder = "/rtl";
constexpr const char* kWorkFolder = "/work";
constexpr const char* kScript = "netlist.ys";

std::string script_of(const NetlistRequest& request) {
  std::string parameters;
  for (const std::string& parameter : request.parameters)
    parameters += fmt::format(" -G {}", parameter.substr(2));
  std::string expose;
  for (const std::string& probe : request.probes) expose += fmt::format("expose w:{}\n", probe);
  // Wide LUTs take the control of a multiplexer into each of its data bits: -nowidelut, as in
  // tests/fpga/place.py.
  return fmt::format(
      "read_slang -j 1 --top {0} -D SYNTHESIS{1} -f {2}\n"
      "hierarchy -check -top {0}\n"
      "proc\n"
      "flatten\n"
      "{3}"
      "rename {0} {0}_netlist\n"
      "synth_ecp5 -nowidelut -top {0}_netlist\n"
      "check -assert\n"
      "write_verilog -noattr {4}/{5}\n",
      request.top, parameters, request.file_list, expose, kWorkFolder, kNetlist);
}

}  // namespace

std::string netlist_key(const NetlistRequest& request) {
  return yosys().version + "\n" + script_of(request);
}

void make_netlist(const NetlistRequest& request, const fs::path& folder,
                  const BuildCallback& progress) {
  std::ofstream(folder / kScript) << script_of(request);
  const Command command = {"env",
                           fmt::format("YOWASP_MOUNT={}={}:{}={}", kRtlFolder, request.rtl.string(),
                                       kWorkFolder, folder.string()),
                           yosys().program,
                           "-q",
                           "-s",
                           fmt::format("{}/{}", kWorkFolder, kScript)};
  run_commands({command}, folder, folder / "build.log", 1, [&](std::size_t ended) {
    return !progress || progress("synthesizing " + request.top, ended, 0);
  });
}

}  // namespace wayfarer
