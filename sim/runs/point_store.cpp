#include "runs/point_store.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/hash.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

std::string short_name(const std::string& text) { return fmt::format("{:016x}", hash(text)); }

/// Empty where there is none.
template <typename Spec>
std::string text_of(const std::optional<Spec>& spec) {
  return spec ? to_string(*spec) : "";
}

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw UsageError(fmt::format("{}: {}; legal: delete the file to repeat its run", path, what));
}

}  // namespace

std::string run_key_text(const Point& point) {
  const RunOptions& options = point.options;
  NetworkConfig network = point.config;
  network.name.clear();
  network.description.clear();
  std::string others;  // where there are any: keys of other runs stay as they were
  const TrafficSpec& traffic = options.traffic;
  if (traffic.pattern)
    if (const auto* matrix = std::get_if<MatrixSpec>(&traffic.pattern->which))
      others += fmt::format("weights {}\n", short_name(read_text(matrix->file, "weights")));
  if (options.load.aggregate) others += "load of all terminals\n";
  if (options.load.clock_mhz > 0) others += fmt::format("clock {}\n", options.load.clock_mhz);
  if (options.energy) others += "switching counted\n";
  if (traffic.window) others += fmt::format("window {}\n", *traffic.window);
  if (traffic.collective) others += fmt::format("collective {}\n", to_string(*traffic.collective));
  if (traffic.reply) others += fmt::format("reply {}\n", to_string(*traffic.reply));
  return fmt::format(
      "program {} {}\nengine {}\npattern {}\nprocess {}\nmessage_bytes {}\nload {} {}\nseed {}\n"
      "cycles {}\nwarmup {}\nstall {}\ngaps {}\ncheck_order {}\nwatchdog_limit {}\n{}{}",
      version(), revision(), to_string(point.engine), text_of(traffic.pattern),
      to_string(traffic.process), text_of(traffic.lengths), options.load.value,
      to_string(options.load.unit), options.seed, options.cycles, warmup_of(options),
      options.stall_probability, options.gap_probability, options.check_order,
      options.watchdog_limit, others, to_toml(network));
}

std::string point_key(const Point& point) { return short_name(run_key_text(point)); }

PointStore::PointStore(const std::string& folder) : folder_(folder) {
  std::error_code error;
  fs::create_directories(fs::path(folder) / "points", error);
  if (error)
    throw UsageError(fmt::format("{}: cannot be made: {}; legal: a folder for results", folder,
                                 error.message()));
  removed_ = remove_abandoned_files((fs::path(folder) / "points").string());
}

std::string PointStore::path_of(const Point& point) const {
  return fmt::format("{}/points/{}.json", folder_, point_key(point));
}

std::optional<SimulationResult> PointStore::find(const Point& point) const {
  const std::string path = path_of(point);
  std::error_code error;
  if (!fs::exists(path, error)) return std::nullopt;
  const std::string text = read_stored(path, "delete the file to repeat its run");
  try {
    const Json record = Json::parse(text);
    const Json& result = record.at("result");
    if (record.at("checksum") != short_name(result.dump())) refuse(path, "changed since written");
    if (record.at("decided_by") != run_key_text(point)) refuse(path, "the record of another run");
    return read_result(result);
  } catch (const Json::exception& fault) {
    refuse(path, fmt::format("not a record of a finished run ({})", fault.what()));
  }
}

void PointStore::save(const Point& point, const SimulationResult& result) const {
  const Json entry = to_json(point, result);
  const Json record = {{"decided_by", run_key_text(point)},
                       {"checksum", short_name(entry.dump())},
                       {"result", entry}};
  write_output(path_of(point), record.dump() + "\n");
}

}  // namespace wayfarer
