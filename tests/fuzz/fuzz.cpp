// libFuzzer's targets: each of the program's readers of files, chosen by the first argument. A
// reader may refuse a file by a UsageError. What it accepts is used as the program would use it,
// and texts written of it are read again.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <queue>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "config/schema.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "events/event_reader.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/iba/table_check.hpp"
#include "runs/report.hpp"
#include "traffic/foreign_trace.hpp"
#include "traffic/matrix_pattern.hpp"
#include "traffic/netrace.hpp"
#include "traffic/netrace_file.hpp"
#include "traffic/synfull.hpp"
#include "traffic/synfull_model.hpp"
#include "traffic/trace.hpp"

namespace wayfarer {

#define SCHEMA(family) const ConfigSchema& family##_schema();
#include "schemas.inc"
#undef SCHEMA

namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

/// A file in memory, for readers that take a path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& contents) : descriptor_(::memfd_create("input", 0)) {
    require(::write(descriptor_, contents.data(), contents.size()) ==
                static_cast<ssize_t>(contents.size()),
            "no room for the input");
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { ::close(descriptor_); }
  [[nodiscard]] std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
};

const ConfigFamilies& all_families() {
#define SCHEMA(family) &family##_schema(),
  static const ConfigFamilies families = {{
#include "schemas.inc"
                                          },
                                          {}};
#undef SCHEMA
  return families;
}

const NetworkConfig& config_of(const char* toml) {
  static std::map<const char*, NetworkConfig> known;
  const auto found = known.find(toml);
  if (found != known.end()) return found->second;
  return known.emplace(toml, parse_config(toml, "fuzz.toml", all_families())).first->second;
}

const NetworkConfig& mesh() { return config_of("family = 'mway'\n[topology]\nextents = [4, 4]\n"); }

/// Delivers what a responder sends, in the order of births, as long as there is anything.
void respond(const Workload& workload) {
  constexpr unsigned kDeliveries = 2000;
  const std::unique_ptr<Responder> responder = workload.responder();
  const auto later = [](const Answer& a, const Answer& b) { return a.birth > b.birth; };
  std::priority_queue<Answer, std::vector<Answer>, decltype(later)> born(later);
  std::vector<Answer> answers;
  Cycle now = 0;
  responder->begin(answers);
  for (unsigned delivered = 0; delivered < kDeliveries; ++delivered) {
    for (const Answer& answer : answers) {
      require(delivered == 0 || answer.birth > now, "an answer is born before its cause arrives");
      require(answer.source < 16 && answer.destination < 16 && answer.source != answer.destination,
              "an answer that the network does not carry");
      born.push(answer);
    }
    answers.clear();
    if (born.empty()) break;
    const Answer next = born.top();
    born.pop();
    now = std::max(now, next.birth) + 3;
    MessageRecord message;
    message.source = next.source;
    message.destination = next.destination;
    message.birth = next.birth;
    message.answer = next.number;
    responder->deliver(message, now, answers);
  }
  if (born.empty()) (void)responder->never_sent();
}

void events(const std::string& text) {
  class Count final : public EventSink {
   public:
    void known(UnitId, const UnitInfo& info) override { sum_ += info.message; }
    void add(const Event& event) override {
      sum_ += event.cycle + (event.info != nullptr ? event.info->message : 0) +
              (event.message != nullptr ? event.message->message : 0);
    }
    void end(Cycle cycle) override { sum_ += cycle; }

   private:
    std::uint64_t sum_ = 0;
  } count;
  const MemoryFile file(text);
  EventReader reader(file.path());
  reader.read(count);
  const Cycle middle = reader.first() + (reader.end() - reader.first()) / 2;
  reader.read(count, middle, reader.end_within(middle, kNever, 1000));
}

void netrace(const std::string& text) {
  const MemoryFile file(text);
  if (NetraceFile::recognizes(file.path())) respond(make_netrace_workload(file.path(), mesh()));
}

void synfull(const std::string& text) {
  const MemoryFile file(text);
  if (is_synfull(file.path())) respond(make_synfull_workload(file.path(), mesh(), 1));
}

void configuration(const std::string& text) {
  const std::string written = to_toml(parse_config(text, "fuzz.toml", all_families()));
  require(to_toml(parse_config(written, "written.toml", all_families())) == written,
          "a configuration that does not survive its file");
}

void tables(const std::string& text) {
  for (const char* toml :
       {"family = 'iba'\n[topology]\nextents = [2, 2]\n[router]\nvirtual_lanes = 2\ngroups = 4\n",
        "family = 'iba'\n[topology]\nextents = [2, 2]\n[router]\nvirtual_lanes = 2\n"
        "arbitration = 'tables'\n"}) {
    const NetworkConfig& config = config_of(toml);
    try {
      const SubnetTables tables = parse_subnet_tables(config, text, "tables");
      const std::string written = subnet_tables_text(config, tables);
      require(parse_subnet_tables(config, written, "written") == tables,
              "tables that do not survive their file");
      (void)check_routes(config, tables);
      refuse_missing_entries(tables, text, "tables");
    } catch (const UsageError&) {
      // The other configuration may accept it.
    }
  }
}

void matrix(const std::string& text) {
  const MemoryFile file(text);
  const auto pattern =
      make_pattern(parse_pattern("matrix:" + file.path()),
                   config_of("family = 'mway'\n[topology]\nextents = [2, 2]\n"), 1);
  for (TerminalId source = 0; source < 4; ++source)
    for (std::uint32_t sequence = 0; sequence < 100 && !pattern->silent(source); ++sequence) {
      const TerminalId destination = pattern->destination(source, sequence);
      require(destination < 4 || destination == kNoTerminal, "a destination that does not exist");
    }
}

void trace(const std::string& text) {
  const WritePart ignore = [](std::string_view) {};
  const std::vector<std::function<void(std::istream&)>> readers = {
      [](std::istream& lines) {
        const Trace trace = parse_trace(lines, "trace", trace_limits(mesh()));
        const Workload workload = make_trace_workload(trace, 16);
        std::string written;
        write_trace(workload, 16, kNever, [&](std::string_view part) { written += part; });
        require(parse_trace(written, "written", trace_limits(mesh())) == trace,
                "a trace that does not survive its file");
      },
      [&](std::istream& lines) {
        convert_booksim(lines, "trace", {8, 72}, ignore);
      },
      [&](std::istream& lines) { convert_garnet(lines, "trace", 1000, 8, ignore); }};
  for (const auto& read : readers) {
    std::istringstream lines(text);
    try {
      read(lines);
    } catch (const UsageError&) {
      // Another reader may accept it.
    }
  }
}

void record(const std::string& text) {
  try {
    (void)read_result(Json::parse(text));
  } catch (const Json::exception&) {
    // Refused, as by PointStore::find.
  }
}

const std::map<std::string, void (*)(const std::string&)> kReaders = {
    {"events", events},   {"netrace", netrace},
    {"synfull", synfull}, {"configuration", configuration},
    {"tables", tables},   {"matrix", matrix},
    {"trace", trace},     {"record", record}};

void (*chosen)(const std::string&) = nullptr;

}  // namespace
}  // namespace wayfarer

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  const auto reader =
      wayfarer::kReaders.find(*argc > 1 ? (*argv)[1] : "");  // libFuzzer's arguments follow
  if (reader == wayfarer::kReaders.end()) {
    std::fputs("the first argument is none of the readers in fuzz.cpp\n", stderr);
    std::exit(2);
  }
  wayfarer::chosen = reader->second;
  for (int i = 1; i + 1 < *argc; ++i) (*argv)[i] = (*argv)[i + 1];
  --*argc;
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    wayfarer::chosen(std::string(reinterpret_cast<const char*>(data), size));
  } catch (const wayfarer::UsageError&) {
    // Refused: what it should do with most inputs.
  }
  return 0;
}
