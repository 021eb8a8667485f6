// Rationale: what a verilated network is made of decides its name in the cache, and neither names
// nor paths are ever read by a shell.
// State space: one small network, of which only the name, the sources or the cache change.
// Parameter space: hostile names; a cache whose path has spaces and quotes, is open to others or
// below what others own, or has a file that is cut off or changed; an interrupted build; a full
// disk.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/build_cache.hpp"
#include "common/build_estimate.hpp"
#include "common/engines.hpp"
#include "common/netlist_activity.hpp"
#include "common/netlist_wrapper.hpp"
#include "common/source_key.hpp"
#include "common/toggle_counter.hpp"
#include "common/verilated_build.hpp"
#include "common/whole_hardware.hpp"
#include "config/config.hpp"
#include "core/error.hpp"
#include "core/subprocess.hpp"
#include "family/registry.hpp"

using namespace wayfarer;
namespace fs = std::filesystem;

namespace {

const fs::path kSource = WAYFARER_SOURCE_DIR;

/// An empty folder that does not outlive the test.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(fs::temp_directory_path() / fmt::format("wayfarer {} {}", getpid(), name)) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void write(const fs::path& path, const std::string& text) { std::ofstream(path) << text; }

std::string key_of(const std::vector<fs::path>& files) {
  SourceKey key;
  key.add_files(files);
  return key.text();
}

/// One switch: little to build.
NetworkConfig small() {
  return parse_config(
      "name = \"one\"\nfamily = \"linear\"\n[topology]\nhosts = 2\n"
      "[flit]\nbits = 64\n",
      "small");
}

/// Names, one a line, of the sources that the compiler reads for an adapter, system headers apart.
std::vector<std::string> compiler_list(const fs::path& adapter) {
  const std::string text =
      output_of({"g++", "-std=c++17", "-MM", "-MG", "-I", (kSource / "sim").string(), "-I",
                 (kSource / "tb").string(), adapter.string()});
  std::vector<std::string> names;
  std::istringstream stream(text);
  for (std::string word; stream >> word;)
    if (word.rfind(kSource.string(), 0) == 0)
      names.push_back(fs::path(word).lexically_normal().string());
  return names;
}

}  // namespace

TEST_CASE("the memory of a build is foretold within a third", "[build]") {
  struct Measured {
    const char* toml;
    double megabytes;  ///< Measured: the peak of verilator_bin 5.006.
  };
  constexpr const char* kTorusRomm =
      "family='wormhole'\nrouter.routing='romm'\ntopology.kind='torus'";
  for (const Measured& network :
       {Measured{"family='mway'", 653}, Measured{"family='mway'\nrouter.buffers=8", 985},
        Measured{"family='mway'\ntopology.processors=4", 1072}, Measured{"family='wormhole'", 385},
        Measured{"family='wormhole'\nrouter.routing='romm'", 637},
        Measured{"family='wormhole'\nrouter.virtual_channels=4", 1214}, Measured{kTorusRomm, 1506},
        Measured{"family='cut_through'", 360},
        Measured{"family='cut_through'\nrouter.routing='chaos'\nrouter.policy='output-driven'\n"
                 "topology.kind='torus'",
                 646},
        Measured{"family='iba'", 628}, Measured{"family='iba'\nrouter.virtual_lanes=4", 2894}}) {
    const NetworkConfig config =
        parse_config(std::string(network.toml) + "\ntopology.extents=[8,8]\n", "t.toml");
    CAPTURE(network.toml);
    CHECK(estimate_build(config, {}).megabytes == Approx(network.megabytes).epsilon(0.34));
  }
}

TEST_CASE("a build that takes more memory than is allowed is refused at once", "[build]") {
  const Folder folder("memory");
  NetworkConfig config = load_config(find_config("mesh16x16"));
  VerilatedBuildOptions options;
  options.cache = folder.path();
  setenv("WAYFARER_BUILD_MEMORY", "1000", 1);
  CHECK_THROWS_WITH(
      build_verilated(config, options),
      Catch::Contains("mesh16x16: building its hardware takes about 2.6 GB of memory") &&
          Catch::Contains("1.0 GB are allowed") &&
          Catch::Contains("legal: --engine model, --build tiles"));
  CHECK(Engines().wants_tiles(config, {}));
  setenv("WAYFARER_BUILD_MEMORY", "many", 1);
  CHECK_THROWS_WITH(build_verilated(config, options), Catch::Contains("WAYFARER_BUILD_MEMORY"));
  unsetenv("WAYFARER_BUILD_MEMORY");
  CHECK(build_memory_limit() > 100);
  CHECK_NOTHROW(refuse_too_large(config, {1000, 1}, 1000));
}

TEST_CASE("the key holds every header of ours that the compiler reads", "[build]") {
  const fs::path source = kSource / "tb/common/verilated_stop.cpp";
  const std::vector<std::string> read = compiler_list(source);
  REQUIRE(read.size() > 1);
  const auto found = with_included_files({source}, {kSource / "tb"});
  for (const std::string& name : read) {
    INFO(name);
    CHECK(std::find(found.begin(), found.end(), fs::path(name)) != found.end());
  }
}

TEST_CASE("a header of a header changes the key", "[build]") {
  const Folder folder("key");
  fs::create_directories(folder.path() / "core");
  write(folder.path() / "a.cpp",
        "#include <vector>\n  #  include \"core/b.hpp\"\n#include \"no.hpp\"\n");
  write(folder.path() / "core/b.hpp", "#include \"c.hpp\"  // its own folder\n");
  write(folder.path() / "core/c.hpp", "#include \"core/b.hpp\"\nint a;\n");
  const auto files = with_included_files({folder.path() / "a.cpp"}, {folder.path()});
  CHECK(files.size() == 3);
  const std::string before = key_of(files);
  CHECK(key_of(files) == before);
  write(folder.path() / "core/c.hpp", "#include \"core/b.hpp\"\nint b;\n");
  CHECK(key_of(files) != before);
}

TEST_CASE("commands are no text for a shell", "[build]") {
  CHECK(output_of({"printf", "%s", "a b'; echo c \"$HOME\""}) == "a b'; echo c \"$HOME\"");
  CHECK(output_of({"false"}).empty());
  CHECK(output_of({"there is no such program"}).empty());
  CHECK(output_of({"yes"}, "y\ny\n") == "y\ny\n");
  const Folder folder("commands");
  const fs::path log = folder.path() / "log";
  CHECK_THROWS_WITH(run_commands({{"false", "a b"}}, folder.path(), log, 2, {}),
                    Catch::Contains("building the RTL failed") && Catch::Contains("false 'a b'"));
  CHECK_THROWS_AS(run_commands({{"there is no such program"}}, folder.path(), log, 2, {}),
                  UsageError);
  CHECK_THROWS_AS(run_commands({{"sh", "-c", "kill -INT $$"}}, folder.path(), log, 2, {}),
                  Interrupted);
  CHECK_THROWS_WITH(run_commands({{"echo", "a"}}, folder.path(), "/dev/full", 2, {}),
                    Catch::Contains("/dev/full: cannot be written: No space left on device"));
  run_commands({{"echo", "first"}, {"echo", "second"}}, folder.path(), folder.path() / "both", 1,
               {});
  std::ostringstream both;
  both << std::ifstream(folder.path() / "both").rdbuf();
  CHECK(both.str() == "first\nsecond\n");
  CHECK(filtered({"cat"}, std::string(1'000'000, 'a')) == std::string(1'000'000, 'a'));
  CHECK_THROWS_WITH(filtered({"sh", "-c", "echo a; exit 3"}, ""),
                    Catch::Contains("sh failed (status 3)"));
  CHECK_THROWS_WITH(filtered({"there is no such program"}, ""),
                    Catch::Contains("cannot be started"));
  CHECK_THROWS_AS(
      run_commands({{"sleep", "60"}}, folder.path(), log, 2, [](std::size_t) { return false; }),
      Interrupted);
}

TEST_CASE("names that are no file names are refused", "[build]") {
  const Folder folder("names");
  VerilatedBuildOptions options;
  options.cache = folder.path() / "cache";
  NetworkConfig config = small();
  const std::string names[] = {"../../a", "a/b", "a\nb", std::string(300, 'a'), "..", "a\x1b[1m"};
  for (const std::string& name : names) {
    config.name = name;
    CHECK_THROWS_AS(build_verilated(config, options), UsageError);
    CHECK_FALSE(fs::exists(options.cache));
  }
  const std::string toml = "name = \"../a\"\nfamily = \"linear\"\n[topology]\nhosts = 2\n";
  CHECK_THROWS_WITH(parse_config(toml, "f"), Catch::Contains("f:1: key 'name'"));
}

TEST_CASE("an entry of the cache that is cut off is made again", "[cache]") {
  const Folder folder("truncated");
  const fs::path entry = folder.path() / "cache/entry";
  unsigned made = 0;
  const auto make = [&](const fs::path& work) {
    ++made;
    write(work / "library", "0123456789");
  };
  CHECK(make_entry(entry, "library", make) == entry);
  CHECK(make_entry(entry, "library", make) == entry);
  CHECK(made == 1);
  fs::resize_file(entry / "library", 5);
  make_entry(entry, "library", make);
  CHECK(made == 2);
  CHECK(fs::file_size(entry / "library") == 10);
  fs::remove(entry / "library");
  make_entry(entry, "library", make);
  CHECK(made == 3);
}

TEST_CASE("an entry of the cache with a changed bit is made again", "[cache]") {
  const Folder folder("changed");
  const fs::path entry = folder.path() / "cache/entry";
  const std::string code(1000, 'x');
  const auto make = [&](const fs::path& work) { write(work / "library", code); };
  make_entry(entry, "library", make);
  for (unsigned bit = 0; bit < 8 * code.size(); bit += 271) {
    std::string changed = code;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ 1 << bit % 8);
    write(entry / "library", changed);
    make_entry(entry, "library", make);
    std::ostringstream text;
    text << std::ifstream(entry / "library").rdbuf();
    REQUIRE(text.str() == code);
  }
}

TEST_CASE("a cache that others could exchange is refused", "[cache]") {
  const Folder folder("exchanged");
  const fs::path shared = folder.path() / "shared";
  const fs::path entry = shared / "own/cache/entry";
  const auto make = [](const fs::path& work) { write(work / "library", "code"); };
  make_entry(entry, "library", make);
  fs::permissions(shared, fs::perms::all);
  CHECK_THROWS_WITH(make_entry(entry, "library", make),
                    Catch::Contains("shared: other users can write to it"));
  fs::permissions(shared, fs::perms::all | fs::perms::sticky_bit);
  CHECK(make_entry(entry, "library", make) == entry);

  const fs::path link = folder.path() / "link";
  fs::create_directory_symlink("shared/own", link);
  CHECK(make_entry(link / "cache/entry", "library", make) == link / "cache/entry");
  fs::permissions(shared, fs::perms::all);
  CHECK_THROWS_WITH(make_entry(link / "cache/entry", "library", make),
                    Catch::Contains("other users can write to it"));
  fs::permissions(shared, fs::perms::owner_all);
  if (getuid() != 0) return;  // only root can give files away
  REQUIRE(lchown(link.c_str(), 12345, 12345) == 0);
  CHECK_THROWS_WITH(make_entry(link / "cache/entry", "library", make),
                    Catch::Contains("link: belongs to another user"));
  REQUIRE(chown(shared.c_str(), 12345, 12345) == 0);
  CHECK_THROWS_WITH(make_entry(entry, "library", make),
                    Catch::Contains("shared: belongs to another user"));
}

TEST_CASE("a cache that others can write to is refused", "[cache]") {
  const Folder folder("shared");
  const fs::path entry = folder.path() / "cache/entry";
  const auto make = [](const fs::path& work) { write(work / "library", "code"); };
  make_entry(entry, "library", make);
  for (const fs::path& path : {entry.parent_path(), entry, entry / "library"}) {
    fs::permissions(path, fs::perms::others_write, fs::perm_options::add);
    CHECK_THROWS_WITH(make_entry(entry, "library", make),
                      Catch::Contains("other users can write to it") &&
                          Catch::Contains(path.string()) && Catch::Contains("legal:"));
    fs::permissions(path, fs::perms::others_write, fs::perm_options::remove);
  }
  CHECK(make_entry(entry, "library", make) == entry);
  if (getuid() != 0) return;  // only root can give files away
  REQUIRE(chown((entry / "library").c_str(), 12345, 12345) == 0);
  CHECK_THROWS_WITH(make_entry(entry, "library", make), Catch::Contains("another user"));
}

TEST_CASE("a cache is private whatever the user's mask is", "[cache]") {
  const Folder folder("mask");
  const fs::path entry = folder.path() / "cache/entry";
  const mode_t before = umask(0);
  make_entry(entry, "library", [](const fs::path& work) { write(work / "library", "code"); });
  umask(before);
  CHECK_NOTHROW(make_entry(entry, "library", {}));
}

TEST_CASE("the RTL is a copy of the project's folder", "[build]") {
  const Folder folder("rtl");
  VerilatedBuildOptions options;
  options.cache = folder.path() / "cache";
  options.rtl = folder.path() / "rtl";
  CHECK_THROWS_WITH(build_verilated(small(), options), Catch::Contains("legal: a copy"));
  options.rtl = folder.path() / "other";
  fs::copy(kSource / "rtl", options.rtl, fs::copy_options::recursive);
  CHECK_THROWS_WITH(build_verilated(small(), options), Catch::Contains("named rtl"));
}

TEST_CASE("the module around a netlist has the ports of the RTL", "[build]") {
  const std::string rtl =
      "// A comment.\nmodule top\n  import a_pkg::*;\n#(\n  parameter int unsigned N = 2\n) (\n"
      "  input  logic       clk_i,\n"
      "  input  logic [3:0] data_i [N],  // a word each\n"
      "  output kind_e      kind_o [N][3]\n);\n"
      "  logic [7:0] inner [N];\nendmodule\n";
  const std::string text = netlist_wrapper("top", rtl, "  output [15:0] inner;\n", {"inner"});
  for (const char* line : {"  input  logic [3:0] data_i [N],", "  logic [16 / (N)-1:0] inner [N];",
                           "    assign data_i_bits[(1 * (N) - 1 - ((0) * (N) + "
                           "i0))*$bits(data_i[0])+:$bits(data_i[0])] = "
                           "data_i[i0];",
                           "    assign kind_o[i0][i1] = kind_o_bits[",
                           "  top_netlist u_netlist (\n    .clk_i(clk_i),", ".inner(inner_bits)"}) {
    CHECK_THAT(text, Catch::Contains(line));
  }
  CHECK_THROWS_WITH(netlist_wrapper("other", rtl, "", {}), Catch::Contains("no module other"));
  CHECK_THROWS_WITH(netlist_wrapper("top", rtl, "", {"outer"}), Catch::Contains("of outer"));
  CHECK_THROWS_WITH(netlist_wrapper("top", rtl, "", {"inner"}), Catch::Contains("no output inner"));
}

TEST_CASE("a netlist gets an output of every net that a cell drives", "[build]") {
  const std::string cells =
      "module other(a);\nendmodule\nmodule top_netlist(clk_i, o);\n  input clk_i;\n  output [1:0] o;\n"
      "  LUT4 #(\n    .INIT(16'h0703)\n  ) one (\n    .A(o[1]),\n    .Z(\\a.b [3])\n  );\n"
      "  TRELLIS_FF two (\n    .CLK(clk_i),\n    .Q(o[0])\n  );\n"
      "  CCU2C carry (\n    .COUT(),\n    .S0(sum),\n    .S1(o[1])\n  );\n"
      "  TRELLIS_DPR16X4 memory (\n    .DI(o[0]),\n    .DO({ w, x, y, z })\n  );\nendmodule\n";
  const ObservedNetlist observed = observe_netlist(cells, "top_netlist");
  CHECK(observed.bits == 8);
  CHECK_THAT(observed.verilog, Catch::Contains("module top_netlist(activity_o, clk_i, o);"));
  CHECK_THAT(observed.verilog,
             Catch::Contains("  output [7:0] activity_o;\n  assign activity_o[7:0] = {{ w, x, y, z "
                             "}, \\a.b [3], o[0], sum, o[1]};\n"));
  // Words are whole.
  std::string many = "module top_netlist(o);\n";
  for (int lut = 0; lut < 40; ++lut)
    many += fmt::format("  LUT4 u{0} (\n    .Z(n{0})\n  );\n", lut);
  CHECK_THAT(observe_netlist(many + "endmodule\n", "top_netlist").verilog,
             Catch::Contains("assign activity_o[31:0] = {n0, ") &&
                 Catch::Contains("assign activity_o[39:32] = {n32, "));
  CHECK_THROWS_WITH(
      observe_netlist("module top_netlist(o);\n  DP16KD ram (\n    .DOA(o)\n  );\nendmodule\n",
                      "top_netlist"),
      Catch::Contains("a cell DP16KD"));
  CHECK_THROWS_WITH(observe_netlist(cells, "none"), Catch::Contains("no module none"));

  const std::string rtl =
      "module top\n(\n  input logic clk_i,\n  output logic [1:0] o\n);\nendmodule\n";
  CHECK_THAT(netlist_wrapper("top", rtl, observed.verilog, {}, observed.bits),
             Catch::Contains("  output logic [1:0] o,\n    output logic [7:0] activity_o\n);") &&
                 Catch::Contains(".activity_o(activity_o)"));
}

TEST_CASE("changes of nets are counted bit by bit", "[build]") {
  std::vector<std::uint32_t> words = {0b1011, 1u << 31, 0, 0};
  std::uint8_t changed = 0;
  auto* const at = reinterpret_cast<std::uint8_t*>(words.data());
  ToggleCounter counter(Pins({{at, &changed}, {at + 8, &changed}}, 8));
  counter.observe();
  CHECK(counter.toggles() == 4);  // from zero
  counter.observe();
  CHECK(counter.toggles() == 4);
  words = {0b1000, 0, 0, 0xffff'ffff};
  counter.observe();
  CHECK(counter.toggles() == 4 + 2 + 1 + 32);
}

TEST_CASE("a folder that Yosys cannot open is refused", "[build]") {
  const Folder folder("a:colon");
  VerilatedBuildOptions options;
  options.cache = folder.path();
  options.netlist = true;
  CHECK_THROWS_WITH(build_verilated(small(), options), Catch::Contains("legal: a cache"));
}

TEST_CASE("spaces and quotes harm no build", "[build]") {
  const Folder folder("it's a \"cache\" $HOME");
  VerilatedBuildOptions options;
  options.cache = folder.path();
  options.optimised = false;
  NetworkConfig config = small();
  config.name = "x'; touch PWNED; '";

  options.progress = [](const std::string& phase, std::size_t, std::size_t) {
    return phase.rfind("compiling x", 0) != 0;
  };
  CHECK_THROWS_WITH(build_verilated(config, options), Catch::Contains("interrupted"));
  for (const auto& entry : fs::directory_iterator(folder.path()))
    CHECK(entry.path().extension() == ".lock");

  options.progress = {};
  const fs::path library = build_verilated(config, options);
  CHECK(WholeHardware(library.string(), {}).pins("inject_valid_i").size() > 0);
  CHECK_FALSE(fs::exists("PWNED"));
  CHECK_FALSE(fs::exists(library.parent_path() / "PWNED"));
}
