// Traces: reading with precise errors, writing and reading back, replaying; whole result files.
#include "family/mway/config.hpp"
#include "traffic/trace.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <stdexcept>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>
#include <catch2/catch.hpp>

#include "core/error.hpp"
#include "core/files.hpp"
#include "ideal_network.hpp"
#include "runs/run_options.hpp"
#include "traffic/foreign_trace.hpp"

using namespace wayfarer;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

std::string trace_text(const Workload& workload, std::uint32_t terminals, Cycle cycles,
                       std::size_t* longest_part = nullptr) {
  std::string text;
  write_trace(workload, terminals, cycles, [&](std::string_view part) {
    text += part;
    if (longest_part != nullptr) *longest_part = std::max(*longest_part, part.size());
  });
  return text;
}

/// A folder that is removed when the test ends.
struct Folder {
  Folder() : path(fs::temp_directory_path() / ("wayfarer-trace-" + std::to_string(::getpid()))) {
    fs::create_directories(path);
  }
  ~Folder() { fs::remove_all(path); }
  fs::path path;
};

NetworkConfig mesh() {
  NetworkConfig config = mway_config();
  config.topology.extents = {4, 4};
  validate(config);
  return config;
}

}  // namespace

TEST_CASE("a trace is read in order of birth", "[trace]") {
  const Trace trace =
      parse_trace("# two messages\ncycle,source,destination,bytes\n7,1,2,64\r\n\n3,15,0,0\n",
                  "t.csv", {16, 1023});
  REQUIRE(trace.size() == 2);
  CHECK(trace[0] == TraceMessage{3, 15, 0, 0});
  CHECK(trace[1] == TraceMessage{7, 1, 2, 64});
}

TEST_CASE("errors name file, line and the legal values", "[trace]") {
  const std::pair<const char*, const char*> refusals[] = {
      {"1,2,3", "t.csv:1: 3 fields; legal: cycle,source,destination,bytes"},
      {"# x\n1,2,3,4,5", "t.csv:2: 5 fields"},
      {"0,0,1,4\nx,2,3,4", "t.csv:2: cycle 'x'; legal: a whole number from 0"},
      {"0,16,1,4", "t.csv:1: source '16'; legal: a whole number from 0 to 15"},
      {"0,1,99,4", "t.csv:1: destination '99'; legal: a whole number from 0 to 15"},
      {"0,1,2,1024", "t.csv:1: bytes '1024'; legal: a whole number from 0 to 1023"},
      {"0,1,2,-1", "t.csv:1: bytes '-1'"},
      {"0,1,2, 4", "t.csv:1: bytes ' 4'"},
  };
  for (const auto& refusal : refusals) {
    INFO(refusal.first);
    CHECK_THROWS_WITH(parse_trace(refusal.first, "t.csv", {16, 1023}), Contains(refusal.second));
  }
  CHECK_THROWS_WITH(read_trace("/nowhere.csv", {16, 1023}), Contains("cannot be read"));
  CHECK_THROWS_AS(read_trace("/", {16, 1023}), UsageError);
}

TEST_CASE("a trace has every message of its sources in order of birth", "[trace]") {
  const NetworkConfig config = mesh();
  RunOptions options;
  options.load.value = 0.5;
  options.traffic.lengths = parse_lengths("16,64");
  const Workload workload = workload_of(config, options);
  constexpr Cycle kCycles = 20'000;
  std::size_t longest_part = 0;
  const std::string text = trace_text(workload, 16, kCycles, &longest_part);
  CHECK(text.size() > 5 * longest_part);  // the whole is never in memory
  const Trace trace = parse_trace(text, "t.csv", {16, 1023});

  // What each source draws by itself, one source after the other.
  Trace expected;
  for (TerminalId source = 0; source < 16; ++source) {
    Cycle birth = 0;
    for (std::uint32_t sequence = 0;; ++sequence) {
      birth = workload.process->next_birth(source, sequence, birth);
      if (birth >= kCycles) break;
      expected.push_back({birth, source, workload.pattern->destination(source, sequence),
                          workload.lengths->bytes(source, sequence)});
    }
  }
  std::stable_sort(expected.begin(), expected.end(),
                   [](const TraceMessage& a, const TraceMessage& b) { return a.cycle < b.cycle; });
  CHECK(trace == expected);

  // The file's lines themselves are in order: parse_trace would sort them.
  std::istringstream lines(text);
  std::string line;
  REQUIRE(std::getline(lines, line));
  CHECK(line == "cycle,source,destination,bytes");
  for (const TraceMessage& message : expected) {
    REQUIRE(std::getline(lines, line));
    REQUIRE(line == fmt::format("{},{},{},{}", message.cycle, message.source, message.destination,
                                message.bytes));
  }
  CHECK_FALSE(std::getline(lines, line));
}

TEST_CASE("a recorded trace survives its file and replays the same run", "[trace]") {
  const NetworkConfig config = mesh();
  RunOptions options;
  options.load.value = 0.2;
  options.cycles = 5000;
  options.warmup = 0;
  options.traffic.lengths = parse_lengths("16,64");
  const Workload workload = workload_of(config, options);
  const Trace trace = parse_trace(trace_text(workload, 16, options.cycles), "t.csv", {16, 1023});

  IdealNetwork network(16, 4);
  const SimulationResult original = run_simulation(network, config, options);
  options.workload = make_trace_workload(trace, 16);
  options.cycles = 6000;
  const SimulationResult replay = run_simulation(network, config, options);
  CHECK(replay.delivered_messages == trace.size());
  CHECK(replay.verdict == Verdict::kCompleted);
  CHECK(replay.delivered_messages >= original.delivered_messages);
  CHECK(replay.delivered_messages - original.delivered_messages < 40);
  CHECK(replay.measured.latency.mean == Approx(original.measured.latency.mean).epsilon(0.02));
}

TEST_CASE("texts may begin with a byte-order mark, and are UTF-8", "[input]") {
  const Folder folder;
  const std::string path = folder.path / "input.csv";
  const auto lines = [&path](const std::string& text) {
    write_output(path, text);
    std::ifstream file = open_text(path, "lines");
    std::vector<std::string> found;
    each_line(file, path, [&found](const std::string& line, std::uint64_t number) {
      found.push_back(line);
      CHECK(number == found.size());
    });
    return found;
  };
  using Lines = std::vector<std::string>;
  const std::string mark = "\xef\xbb\xbf";
  CHECK(lines("") == Lines{});
  CHECK(lines(mark) == Lines{""});
  CHECK(lines("\n\na\r\n\rb\r") == Lines{"", "", "a", "\rb"});
  CHECK(lines(mark + "1,2\r\n3") == Lines{"1,2", "3"});
  CHECK(lines("x" + mark) == Lines{"x" + mark});
  CHECK(lines(std::string(16u << 20, 'x')).size() == 1);
  CHECK_THROWS_WITH(lines("a\n" + std::string((16u << 20) + 1, 'x')),
                    Contains("input.csv:2: a line of more than 16777216 bytes"));
  write_output(path, mark + "a\r\n");
  CHECK(read_text(path, "") == "a\r\n");
  CHECK(read_text(path, "", 6) == "a\r\n");
  CHECK_THROWS_WITH(read_text(path, "a short file", 5),
                    Contains("longer than 5 bytes; legal: a short file"));
  CHECK_THROWS_WITH(read_text("/dev/zero", "a file", 1000), Contains("longer than 1000 bytes"));

  using namespace std::string_literals;
  const std::pair<std::string, const char*> others[] = {{"\xff\xfe\x31\0"s, "UTF-16"},
                                                        {"\xfe\xff\0\x31"s, "UTF-16"},
                                                        {"1\0,\0\n\0"s, "UTF-16"},
                                                        {"\0\x31\0,\0\n"s, "UTF-16"},
                                                        {"\xff\xfe\0\0\x31\0\0\0"s, "UTF-32"},
                                                        {"\0\0\xfe\xff\0\0\0\x31"s, "UTF-32"}};
  for (const auto& [text, name] : others) {
    INFO(name);
    CHECK_THROWS_WITH(lines(text), Contains("encoded in "s + name + "; legal: UTF-8"));
    CHECK_THROWS_WITH(read_text(path, ""), Contains("encoded in "s + name + "; legal: UTF-8"));
  }
}

TEST_CASE("foreign and own traces may begin with a byte-order mark", "[input]") {
  const std::string mark = "\xef\xbb\xbf";
  CHECK(
      parse_trace(mark + "cycle,source,destination,bytes\r\n1,2,3,4\r\n", "t", {16, 1023}).size() ==
      1);
  std::istringstream booksim(mark + "5 0 3 0\n");
  std::string text;
  convert_booksim(booksim, "b.txt", {8}, [&text](std::string_view part) { text += part; });
  CHECK(text == "cycle,source,destination,bytes\n5,0,3,8\n");
}

TEST_CASE("messages about long texts are short", "[input]") {
  const std::string digits(1'000'000, '1');
  try {
    (void)parse_trace("0,1,2," + digits, "t.csv", {16, 1023});
    FAIL("accepted");
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).size() < 200);
  }
  CHECK_THROWS_WITH(parse_trace(std::string(1'000'000, ','), "t.csv", {16, 1023}),
                    Contains("1000001 fields"));
}

TEST_CASE("a result file is complete or absent", "[output]") {
  const Folder folder;
  const std::string path = folder.path / "result.csv";
  write_output(path, "first\n");
  write_output(path, "second\n");
  CHECK(read_text(path, "") == "second\n");
  CHECK_THROWS_WITH(write_output(path,
                                 [](const WritePart& write) {
                                   write("a part");
                                   throw std::runtime_error("the rest is missing");
                                 }),
                    Contains("the rest is missing"));
  CHECK(read_text(path, "") == "second\n");
  CHECK_THROWS_WITH(write_output(folder.path, "x"), Contains("Is a directory"));
  CHECK_THROWS_WITH(write_output(folder.path / "no" / "x", "x"), Contains("No such file"));
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

TEST_CASE("only plain files are replaced, and links are followed", "[output]") {
  const Folder folder;
  const fs::path file = folder.path / "file";
  const fs::path link = folder.path / "link";
  fs::create_directory(folder.path / "other");
  fs::create_symlink("chain", link);
  fs::create_symlink("other/absent", folder.path / "chain");
  for (const char* text : {"new", "replaced"}) {
    write_output(link, text);
    CHECK(read_text(folder.path / "other/absent", "") == text);
    CHECK(fs::read_symlink(link) == "chain");
  }
  fs::create_symlink("loop", folder.path / "loop");
  CHECK_THROWS_WITH(write_output(folder.path / "loop", "x"), Contains("symbolic links"));

  write_output(file, "x");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  write_output(file, "y");
  CHECK(fs::status(file).permissions() == (fs::perms::owner_read | fs::perms::owner_write));

  fs::create_symlink("/dev/null", folder.path / "null");
  for (const std::string& special : {std::string("/dev/null"), (folder.path / "null").string()}) {
    write_output(special, "x");
    CHECK(fs::is_character_file(special));
    CHECK_THROWS_WITH(try_plain_output(special), Contains("not a plain file"));
    CHECK(fs::is_character_file(special));
  }
  // An open file of this process: a new one in its place would not reach its reader.
  const int descriptor = ::open(file.c_str(), O_RDONLY);
  write_output("/proc/self/fd/" + std::to_string(descriptor), "z");
  char text[8] = "";
  CHECK(::pread(descriptor, text, sizeof text, 0) == 2);
  CHECK(std::string(text) == "yz");
  ::close(descriptor);
}

TEST_CASE("a file that cannot be written on is not committed", "[output]") {
  const Folder folder;
  const std::string path = folder.path / "file";
  {
    OutputFile abandoned(path);
    abandoned.write("a part");
    // Not a name that anybody would read.
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(fs::is_empty(folder.path));
  rlimit before{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  {
    OutputFile file(path);
    file.write("a part");
    const rlimit limit{8, before.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &limit) == 0);
    CHECK_THROWS_WITH(file.write("another part"), Contains("File too large"));
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    // Later there is room again, but what was lost is missing.
    CHECK_THROWS_AS(file.write("a third part"), UsageError);
    CHECK_THROWS_AS(file.commit(), UsageError);
  }
  std::signal(SIGXFSZ, handler);
  CHECK(fs::is_empty(folder.path));
}

TEST_CASE("a name of the greatest length can be written", "[output]") {
  const Folder folder;
  const std::string path = folder.path / std::string(255, 'a');
  write_output(path, "x");
  CHECK(read_text(path, "") == "x");
}

TEST_CASE("a full disk is reported", "[output]") {
  CHECK_THROWS_WITH(write_output("/dev/full", "x"), Contains("No space left on device"));
  CHECK_THROWS_AS(write_output("/dev/full", "x"), UsageError);
  CHECK_THROWS_WITH(write_output("/dev/full",
                                 [](const WritePart& write) {
                                   for (int part = 0; part < 100; ++part) write("part");
                                 }),
                    Contains("/dev/full") && Contains("No space left on device"));
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("traces of BookSim2 and messages of gem5 become ours", "[trace]") {
  const auto converted = [](const auto& convert) {
    std::string text;
    convert([&text](std::string_view part) { text += part; });
    return text;
  };
  std::istringstream booksim("5 0 3 0\n0 1 2 1\n\n7 2 0 -1\n3 3 1 1\n");
  const std::string text = converted([&](const WritePart& write) {
    convert_booksim(booksim, "b.txt", {8, 72}, write);
  });
  CHECK(text == "cycle,source,destination,bytes\n5,0,3,8\n5,1,2,72\n15,3,1,72\n");
  CHECK(parse_trace(text, "converted", trace_limits(mesh())).size() == 3);

  std::istringstream garnet(
      "gem5 Simulator System\n"
      "      0: system.cpu00: Cpu 0 ticks\n"
      "   2000: system.cpu03: Generated packet with destination 12, embedded in address 0x300\n"
      "   2500: system.cpu15: Generated packet with destination 1, embedded in address 0x40\n"
      "   3000: system.cpu: Generated packet with destination 2, embedded in address 0x80\n");
  CHECK(converted([&](const WritePart& write) {
          convert_garnet(garnet, "g.txt", 500, 8, write);
        }) == "cycle,source,destination,bytes\n4,3,12,8\n5,15,1,8\n6,0,2,8\n");

  const auto refused = [](const std::string& lines, bool of_garnet, const std::string& why) {
    INFO(lines);
    std::istringstream stream(lines);
    const WritePart nowhere = [](std::string_view) {};
    if (of_garnet)
      CHECK_THROWS_WITH(convert_garnet(stream, "t", 1, 8, nowhere), Contains(why));
    else
      CHECK_THROWS_WITH(convert_booksim(stream, "t", {8, 72}, nowhere), Contains(why));
  };
  refused("0 1 2\n", false, "t:1: 3 numbers; legal: delay source destination type");
  refused("0 1 2 0\n0 1 2 2\n", false, "t:2: type '2'");
  refused("x 1 2 0\n", false, "t:1: delay");
  refused("-1 1 2 0\n", false, "t:1: delay");
  refused("hello\n", true, "t: no generated packet");
  refused("x: cpu3: Generated packet with destination 4\n", true, "t:1: tick");
  refused("7: cpu3: Generated packet with destination four\n", true, "t:1: destination");
}
