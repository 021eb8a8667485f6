#include "explorer/lockstep_page.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "explorer/page.hpp"

namespace wayfarer {
namespace {

constexpr const char* kLockstepFile = "a file NAME.lockstep that 'wayfarer lockstep' has left";

struct Fault {
  Cycle cycle = 0;
  std::string text;
  Json channel;
  std::string model, rtl, waves;
};

Fault read_fault(const std::string& path) {
  try {
    const Json json = Json::parse(read_text(path, kLockstepFile));
    return {json.at("lockstep"), json.at("text"), json.at("channel"),
            json.at("model"),    json.at("rtl"),  json.at("waves")};
  } catch (const Json::exception& error) {
    throw UsageError(
        fmt::format("{}: cannot be read ({}); legal: {}", path, error.what(), kLockstepFile));
  }
}

}  // namespace

std::string lockstep_page(const std::string& path, const ReadEvents& read) {
  const Fault fault = read_fault(path);
  const auto beside = [&path](const std::string& name) {
    return (std::filesystem::path(path).parent_path() / name).string();
  };
  const Cycle from = fault.cycle - std::min(fault.cycle, kFaultWindow);
  const RunBlock model = run_block(beside(fault.model), from, kNever, read);
  const RunBlock rtl = run_block(beside(fault.rtl), from, kNever, read);
  const Json data = {{"kind", "lockstep"},   {"cycle", fault.cycle},
                     {"text", fault.text},   {"channel", fault.channel},
                     {"waves", fault.waves}, {"sides", Json::array({model.data, rtl.data})}};
  return explorer_page(model.data["name"].get<std::string>() + ": a lockstep failure", data,
                       {model.bytes, rtl.bytes});
}

}  // namespace wayfarer
