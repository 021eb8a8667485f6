#include "commands/value_names.hpp"

#include <map>
#include <string>

namespace wayfarer {
namespace {

using Names = std::map<std::string, const char*>;

/// By option, or by command and option where a command has another form of it.
const Names& names() {
  constexpr const char* kWindow = "FILE[:FROM[:TO]]";
  static const Names all = {
      {"--arguments", "ARGUMENTS"},
      {"--balanced", "DIMENSIONS"},
      {"--build", "PART"},
      {"--bytes", "BYTES"},
      {"--channel", "CHANNEL"},
      {"--channels", "FILE"},
      {"--clock-mhz", "MHZ|DESIGN"},
      {"--collective", "OPERATIONS"},
      {"--criterion", "CRITERION"},
      {"--csv", "FILE"},
      {"--cycle", "CYCLE"},
      {"--cycles", "CYCLES"},
      {"--depth", "FLITS"},
      {"--dest-bits", "BITS"},
      {"--effort", "EFFORT"},
      {"--energy", "FILE|shipped"},
      {"--engine", "ENGINE"},
      {"--events", kWindow},
      {"--events-kinds", "KINDS"},
      {"--events-messages", "MESSAGES"},
      {"--events-nodes", "NODES"},
      {"--family", "FAMILY"},
      {"--flits", "FLITS"},
      {"--from", "CYCLE"},
      {"--gaps", "PROBABILITY"},
      {"--hosts", "HOSTS"},
      {"--hot", "TERMINAL"},
      {"--hot-share", "FRACTION"},
      {"--id-bits", "BITS"},
      {"--json", "FILE"},
      {"--kinds", "KINDS"},
      {"--load", "LOAD"},
      {"--log", "FILE"},
      {"--max-words", "WORDS"},
      {"--message-bytes", "BYTES"},
      {"--messages", "MESSAGES"},
      {"--nodes", "NODES"},
      {"--only", "CELL"},
      {"--output", "FOLDER"},
      {"--part", "NUMBER/PARTS"},
      {"--pattern", "PATTERN"},
      {"--perfetto", kWindow},
      {"--phases", "CYCLES"},
      {"--plot", "NAME"},
      {"--plot-errors", "STYLE"},
      {"--plot-log", "AXES"},
      {"--plot-width", "WIDTH"},
      {"--process", "PROCESS"},
      {"--reply", "BYTES[:CYCLES]"},
      {"--rtl", "FOLDER"},
      {"--runs", "RUNS"},
      {"--schedule", "SCHEDULE"},
      {"--seed", "SEED"},
      {"--service", "SERVICE"},
      {"--set", "KEY=VALUE"},
      {"--stall", "PROBABILITY"},
      {"--svg", "FILE"},
      {"--tables", "FILE"},
      {"--terminal", "TERMINAL"},
      {"--threads", "THREADS"},
      {"--ticks", "TICKS"},
      {"--to", "CYCLE"},
      {"--top", "MODULE"},
      {"--trace", "FILE"},
      {"--trace-nodes", "NODES"},
      {"--trace-waves", kWindow},
      {"--tree", "TREE"},
      {"--turn-off", "PROBABILITY"},
      {"--turn-on", "PROBABILITY"},
      {"--unit", "UNIT"},
      {"--user-bits", "BITS"},
      {"--warmup", "CYCLES|auto"},
      {"--waves", "FILE"},
      {"--window", "MESSAGES"},
      {"--words", "WORDS"},
      {"--write-tables", "FILE"},
      {"--write-trace", "FILE"},
      {"--zip", "KEY=VALUES"},
      {"config", "NAME|FILE"},
      {"file", "FILE"},
      {"dump", "FILE"},
      {"input", "FILE|FOLDER"},
      {"family", "FAMILY"},
      {"format", "FORMAT"},
      {"id", "EXPERIMENT"},
      {"message", "MESSAGE"},
      {"shell", "SHELL"},
      {"what", "TOPIC"},
      {"convert --output", "FILE"},
      {"energy --output", "FILE"},
      {"events --cycles", "FROM[:TO]"},
      {"events --perfetto", "FILE"},
      {"reproduce --plot", "FOLDER"},
      {"schedule --trace-waves", "FILE"},
      {"show --output", "FILE"},
      {"sweep --set", "KEY=VALUES"},
      {"compare --set", "KEY=VALUES"},
  };
  return all;
}

}  // namespace

void name_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands(nullptr))
    for (CLI::Option* option : command->get_options()) {
      if (option->get_items_expected_max() == 0) continue;
      const std::string name = option->get_name(false, false);
      for (const std::string& key : {command->get_name() + " " + name, name})
        if (const auto found = names().find(key); found != names().end()) {
          option->type_name(found->second);
          break;
        }
    }
}

}  // namespace wayfarer
