// Rationale: lockstep with a netlist must notice a wrong LUT. One entry of a random LUT's table is
// inverted, and lockstep has to report it with cycle, channel or terminal, and both values. A run
// may never address that entry (the altered cell counts how often it does), or only while the
// output does not matter: then the whole table is inverted, which has to be reported. The only LUTs
// for which neither is reported are those that reach no output that lockstep reads, as Yosys says
// of the netlist.
// State space: random traffic at every load, stalls, illegal flits, every message alone.
// Parameter space: 16 random LUTs of a bufferless torus, nightly 64. (Networks with counters and
// registers that a run may leave unused have LUTs that matter in no short run.) All altered cells
// are in one netlist; a file says which of them differs from the original when a network is made,
// 0: none.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <optional>

#include <fmt/format.h>

#include "common/engines.hpp"
#include "common/tools.hpp"
#include "core/files.hpp"
#include "core/lockstep.hpp"
#include "core/random.hpp"
#include "core/subprocess.hpp"
#include "exercise.hpp"
#include "netlist_networks.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

const fs::path kFolder = WAYFARER_MUTANTS_DIR;

// {}: the folder with the files `selected` and `uses`.
constexpr const char* kCells = R"(package altered;
  int unsigned selected, uses;
endpackage
module altered_lut4 #(
  parameter [15:0] INIT = 0, parameter int unsigned Number = 0, parameter [3:0] Entry = 0
) (input A, B, C, D, output Z);
  wire addressed = altered::selected == Number && {{D, C, B, A}} == Entry;
  wire whole = altered::selected == Number + 65536;
  assign Z = INIT[{{D, C, B, A}}] ^ (addressed | whole);
  always @(posedge addressed) altered::uses = altered::uses + 1;
endmodule
module altered_selection;
  logic [31:0] number [1];
  int file;
  initial begin
    $readmemh("{0}/selected", number);
    altered::selected = number[0];
  end
  final begin
    file = $fopen("{0}/uses", "w");
    $fwrite(file, "%0d\n", altered::uses);
    $fclose(file);
  end
endmodule
)";

// The interface of networks has neither the number of errors nor the routers' error.
constexpr const char* kNotCompared = "o:error_count_o* %d o:router_error_o* %d";

struct Lut {
  std::size_t at;  ///< Its place in the netlist.
  std::string name;
  unsigned entry;  ///< With the pins that are tied to a constant as they are.
};

/// Added to the number of an altered cell: the whole table is inverted.
constexpr std::size_t kWhole = 65536;

constexpr const char* kLut = "LUT4 #(\n    .INIT(16'h";
constexpr std::size_t kInitDigits = 4;

Lut read_lut(const std::string& netlist, std::size_t at, Random& random) {
  const std::size_t name = netlist.find(") ", at) + 2;
  const std::string pins = netlist.substr(name, netlist.find(");", name) - name);
  unsigned entry = random.below(16);
  for (unsigned pin = 0; pin < 4; ++pin) {
    const std::string connection = fmt::format(".{}(1'h", static_cast<char>('A' + pin));
    const std::size_t tied = pins.find(connection);
    if (tied == std::string::npos) continue;
    entry &= ~(1u << pin);
    entry |= (pins[tied + connection.size()] == '1' ? 1u : 0u) << pin;
  }
  return {at, pins.substr(0, pins.find(" (")), entry};
}

/// Different LUTs, in the order of the netlist.
std::vector<Lut> choose_luts(const std::string& netlist, std::uint64_t seed, unsigned count) {
  std::vector<std::size_t> all;
  for (std::size_t at = netlist.find(kLut); at != std::string::npos;
       at = netlist.find(kLut, at + 1))
    all.push_back(at);
  REQUIRE(all.size() > 10 * count);
  Random random(seed, 0, Purpose::kTest, 0);
  std::vector<Lut> luts;
  while (luts.size() < count) {
    const std::size_t at = all[random.below(static_cast<unsigned>(all.size()))];
    if (std::none_of(luts.begin(), luts.end(), [at](const Lut& lut) { return lut.at == at; }))
      luts.push_back(read_lut(netlist, at, random));
  }
  std::sort(luts.begin(), luts.end(), [](const Lut& a, const Lut& b) { return a.at < b.at; });
  return luts;
}

/// The netlist with altered cells 1, 2, ... in place of these LUTs.
std::string with_altered(std::string netlist, const std::vector<Lut>& luts,
                         const fs::path& folder) {
  netlist.insert(netlist.rfind("endmodule"), "  altered_selection altered_selection ();\n");
  for (std::size_t i = luts.size(); i-- > 0;) {
    const std::size_t end_of_init = luts[i].at + std::string(kLut).size() + kInitDigits + 1;
    netlist.insert(end_of_init, fmt::format(", .Number({}), .Entry(4'd{})", i + 1, luts[i].entry));
    netlist.insert(luts[i].at, "altered_");
    const std::size_t upper = luts[i].at + std::string("altered_").size();
    netlist.replace(upper, 4, "lut4");
  }
  return fmt::format(kCells, folder.string()) + netlist;
}

/// The bits of outputs that lockstep compares and that depend on a LUT, one a line. Selections go
/// from wire to wire, so that every bit must be a wire of its own.
std::string compared_outputs(const fs::path& netlist, const std::string& top, const Lut& lut,
                             const fs::path& folder) {
  // Identifiers that are no words have a backslash before them and a space after them.
  std::string name = lut.name;
  if (name.front() == '\\') name = name.substr(1, name.find(' ') - 1);
  fs::remove(folder / "outputs");
  (void)output_of({"env",
                   fmt::format("YOWASP_MOUNT=/netlist={}:/altered={}",
                               netlist.parent_path().string(), folder.string()),
                   yosys().program, "-q", "-p",
                   fmt::format("read_verilog -lib +/ecp5/cells_sim.v; "
                               "read_verilog /netlist/{}; cd {}_netlist; splitnets -ports; "
                               "select -write /altered/outputs c:{} %co* o:* %i {}",
                               netlist.filename().string(), top, name, kNotCompared)});
  return read_text((folder / "outputs").string(), "Yosys' answer");
}

/// Runs everything in the network until the first mismatch.
std::optional<LockstepMismatch> mismatch(const Engines& engines, const NetworkConfig& config) {
  const auto network = engines.make(config, Engine::kBothNetlist);
  try {
    for (const Cycle cycles : {250, 2000}) exercise(*network, config, {1, cycles, {}});
  } catch (const LockstepMismatch& mismatch) {
    return mismatch;
  }
  return std::nullopt;
}

void check(NetworkConfig config, std::uint64_t seed, unsigned count) {
  const fs::path folder = kFolder / config.name;
  fs::create_directories(folder);
  VerilatedBuildOptions build;
  build.optimised = false;
  const fs::path original = build_netlist(config, build);
  const std::string netlist = read_text(original.string(), "a netlist");
  const std::vector<Lut> luts = choose_luts(netlist, seed, count);
  build.netlist_file = folder / "netlist.v";
  std::ofstream(build.netlist_file) << with_altered(netlist, luts, folder);
  config.name += "-altered";
  const Engines engines(build);
  const auto select = [&folder](std::size_t number) {
    std::ofstream(folder / "selected") << fmt::format("{:x}\n", number);
  };

  const auto outputs = [&](const Lut& lut) {
    return compared_outputs(original, family_of(config).rtl.top_of(config), lut, folder);
  };

  select(0);
  CHECK_FALSE(mismatch(engines, config).has_value());
  unsigned caught = 0, used = 0;  // an entry that a run never reads cannot show
  for (std::size_t number = 1; number <= luts.size(); ++number) {
    const Lut& lut = luts[number - 1];
    INFO("LUT " << lut.name << ", entry " << lut.entry);
    select(number);
    const auto fault = mismatch(engines, config);
    unsigned uses = 0;
    std::ifstream(folder / "uses") >> uses;
    if (uses != 0) ++used;
    if (fault) {
      if (caught++ == 0) CHECK(outputs(lut) != "");  // or the question would mean nothing
      CHECK((fault->place().channel || fault->place().terminal));
      CHECK_THAT(fault->what(), Catch::Contains("model: ") && Catch::Contains("hardware: "));
      fmt::print("cycle {:4}  {} entry {}, {} uses\n", fault->cycle(), lut.name, lut.entry, uses);
      continue;
    }
    fmt::print("not shown: {} entry {}, {} uses\n", lut.name, lut.entry, uses);
    select(number + kWhole);
    if (!mismatch(engines, config)) CHECK(outputs(lut) == "");
  }
  CHECK(used >= count / 4);
  CHECK(caught >= (used + 1) / 2);
}

}  // namespace

TEST_CASE("an altered LUT is reported", "[LockstepEquality][netlist]") {
  for (const NetworkConfig& config : netlist_networks("altered")) check(config, 1, 16);
}

TEST_CASE("many altered LUTs are reported", "[LockstepEquality][netlist][.nightly]") {
  for (const NetworkConfig& config : netlist_networks("altered")) check(config, 2, 64);
}
