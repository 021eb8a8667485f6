// A fault in lockstep: it is printed before anything else is done; the run is repeated with waves
// around it, and the command that is printed opens them at its cycle and place; each engine alone
// records its events up to the fault. The device is a model that lies from one cycle on.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/progress.hpp"
#include "cli/simulate.hpp"
#include "core/lockstep.hpp"
#include "events/event_reader.hpp"
#include "family/registry.hpp"

using namespace wayfarer;
using Catch::Contains;

namespace {

constexpr Cycle kFault = 100;

enum class Lie { kDriver, kReady };

/// What a device did, over all the networks of a test.
struct Record {
  std::string waves;
  Cycle traced_from = 0;
  Cycle traced_to = 0;
};

class LyingDevice final : public Network {
 public:
  LyingDevice(std::unique_ptr<Network> model, Lie lie, Record& record)
      : model_(std::move(model)), lie_(lie), record_(record) {}

  const NetworkShape& shape() const override { return model_->shape(); }
  void reset() override {
    cycle_ = 0;
    model_->reset();
  }
  const std::vector<PortMask>& injection_ready() const override {
    ready_ = model_->injection_ready();
    if (lie_ == Lie::kReady && cycle_ > kFault) ready_[7] ^= 1;
    return ready_;
  }
  void offer(TerminalId terminal, unsigned lane, const Flit& flit) override {
    model_->offer(terminal, lane, flit);
  }
  void stall_ejection(TerminalId terminal, bool stalled) override {
    model_->stall_ejection(terminal, stalled);
  }
  void step() override {
    model_->step();
    ++cycle_;
    drivers_ = model_->drivers();
    if (lie_ == Lie::kDriver && cycle_ > kFault) drivers_[9] ^= 1;
  }
  const std::vector<Delivery>& deliveries() const override { return model_->deliveries(); }
  const std::vector<Transfer>& transfers() const override { return model_->transfers(); }
  const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  const std::vector<ErrorEvent>& errors() const override { return model_->errors(); }
  bool trace_to(const std::string& path, const std::vector<unsigned>&) override {
    (path.empty() ? record_.traced_to : record_.traced_from) = cycle_;
    if (!path.empty()) record_.waves = path;
    return true;
  }

 private:
  std::unique_ptr<Network> model_;
  Lie lie_;
  Record& record_;
  Cycle cycle_ = 0;
  mutable std::vector<PortMask> ready_;
  std::vector<std::uint8_t> drivers_;
};

std::string contents(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Standard error goes to a file while this lives.
class ErrorsToFile {
 public:
  explicit ErrorsToFile(const char* path) : before_(dup(2)) {
    std::fflush(stderr);
    const int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);
    dup2(file, 2);
    close(file);
  }
  ~ErrorsToFile() {
    std::fflush(stderr);
    dup2(before_, 2);
    close(before_);
  }
  ErrorsToFile(const ErrorsToFile&) = delete;
  ErrorsToFile& operator=(const ErrorsToFile&) = delete;

 private:
  int before_;
};

class LyingEngines final : public EngineFactory {
 public:
  explicit LyingEngines(Lie lie) : lie_(lie) {}
  std::unique_ptr<Network> make(const NetworkConfig& config, Engine engine,
                                const EngineOptions& options) const override {
    if (options.waves && said_before_waves.empty()) said_before_waves = contents("said.txt");
    if (engine == Engine::kModel) return make_model(config);
    auto device = std::make_unique<LyingDevice>(make_model(config), lie_, record);
    if (engine == Engine::kRtl) return device;
    return make_lockstep(config, make_model(config), std::move(device));
  }
  mutable Record record;
  mutable std::string said_before_waves;

 private:
  Lie lie_;
};

std::string fault_of(const LyingEngines& engines, FaultWaves waves = FaultWaves::kSmall,
                     const char* network = "mesh4x4") {
  Point point;
  point.config = load_config(find_config(network));
  point.engine = Engine::kBoth;
  point.options.load.value = 0.1;
  point.options.cycles = 1000;
  point.options.warmup = 0;
  const ErrorsToFile said("said.txt");
  try {
    static_cast<void>(simulate({engines, {}}, point, waves));
  } catch (const RecordedMismatch& fault) {
    return contents("said.txt") + fault.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a fault's waves go on behind it, and are opened at its cycle and channel",
          "[LockstepEquality]") {
  const LyingEngines engines(Lie::kDriver);
  const std::string text = fault_of(engines);
  CHECK_THAT(text, Contains("cycle 100: current drivers differ") &&
                       Contains("view mesh4x4-seed1-cycle100.fst --cycle 100 --channel 9"));
  CHECK(engines.record.waves == "mesh4x4-seed1-cycle100.fst");
  CHECK(engines.record.traced_from == kFault - 40);
  CHECK(engines.record.traced_to >= kFault + 20);
}

TEST_CASE("a fault leaves the events of both engines up to its cycle", "[LockstepEquality]") {
  const LyingEngines engines(Lie::kDriver);
  CHECK_THAT(fault_of(engines), Contains("show mesh4x4-seed1-cycle100.lockstep"));
  const auto record = nlohmann::json::parse(std::ifstream("mesh4x4-seed1-cycle100.lockstep"));
  CHECK(record["lockstep"] == kFault);
  CHECK(record["channel"] == 9);
  CHECK(record["waves"] == "mesh4x4-seed1-cycle100.fst");
  for (const char* const side : {"model", "rtl"}) {
    const EventReader reader(record[side].get<std::string>());
    CHECK(reader.first() == 0);
    CHECK(reader.end() == kFault + 1);
  }
}

TEST_CASE("a fault is printed before its waves are built", "[LockstepEquality]") {
  const LyingEngines engines(Lie::kDriver);
  (void)fault_of(engines);
  CHECK_THAT(
      engines.said_before_waves,
      Contains("wayfarer: check failed: LockstepEquality: cycle 100: current drivers differ"));
}

TEST_CASE("a fault's waves are made of small networks, or on demand", "[LockstepEquality]") {
  const LyingEngines unasked(Lie::kDriver);
  CHECK_THAT(fault_of(unasked, FaultWaves::kNever),
             Contains("no waves were asked for") && Contains("both engines' events"));
  CHECK(unasked.record.waves.empty());
  const LyingEngines large(Lie::kDriver);
  CHECK_THAT(
      fault_of(large, FaultWaves::kSmall, "mesh16x16"),
      Contains("waves of more than 64 terminals are not written by default; legal: --waves"));
  CHECK(large.record.waves.empty());
  const LyingEngines asked(Lie::kDriver);
  CHECK_THAT(fault_of(asked, FaultWaves::kAlways, "mesh16x16"),
             Contains("view mesh16x16-seed1-cycle100.fst"));
}

TEST_CASE("a fault is reported where its files cannot be written", "[LockstepEquality]") {
  // A folder has the name of the model's events.
  const std::string taken = "mesh4x4-seed1-cycle100-model.events";
  std::filesystem::remove_all(taken);
  std::filesystem::create_directory(taken);
  const LyingEngines engines(Lie::kDriver);
  const std::string text = fault_of(engines);
  std::filesystem::remove(taken);
  CHECK_THAT(text, Contains("cycle 100: current drivers differ") &&
                       Contains("both engines' events are missing: " + taken + ": ") &&
                       Contains("Is a directory"));
}

TEST_CASE("programs that the user interrupts are no success", "[LockstepEquality]") {
  const LyingEngines engines(Lie::kDriver);
  Point point;
  point.config = load_config(find_config("line4"));
  const pid_t child = fork();  // the interrupt is remembered for the rest of a process
  if (child == 0) {
    watch_for_interrupt();
    std::raise(SIGINT);
    try {
      (void)exercise({engines, {}}, point, FaultWaves::kNever);
    } catch (const Interrupted&) {
      _exit(0);
    } catch (...) {
      _exit(2);
    }
    _exit(1);
  }
  int status = -1;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

TEST_CASE("a fault at a terminal is opened there", "[LockstepEquality]") {
  const LyingEngines engines(Lie::kReady);
  CHECK_THAT(fault_of(engines),
             Contains("ready injection ports differ") && Contains(" --terminal 7"));
}
