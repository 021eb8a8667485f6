#include "cli/program.hpp"

#include <exception>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/progress.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

constexpr int kSuccess = 0;
constexpr int kCheckFailed = 1;
constexpr int kWrongUsage = 2;

void add_commands(CLI::App& app, const Program& program, Action& action) {
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("{} ({})", version(), revision()));
  app.footer(
      "Example: wayfarer run mesh16x16 --load 0.8 --unit normalized\n"
      "Exit status: 0 success, 1 a check failed or the work was interrupted, 2 wrong usage.");
  add_run(app, program, action);
  add_sweep(app, program, action);
  add_lockstep(app, program, action);
  add_reproduce(app, program, action);
  for (const AddCommand add : program.commands) add(app, program, action);
  add_check(app, program, action);
  add_list(app, program, action);
  add_view(app, program, action);
  add_build(app, program, action);
  add_demo(app, program, action);
}

/// A misspelt command deserves better than "a subcommand is required".
void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  if (word.empty() || word.front() == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == word) return;
    names.push_back(command->get_name());
  }
  throw UsageError(fmt::format("there is no command '{}'; legal: {}", word, join(names)));
}

int report(const char* kind, const std::exception& error, int status) {
  fmt::print(stderr, "wayfarer: {}{}\n", kind, error.what());
  return status;
}

}  // namespace

int run_program(int argc, const char* const* argv, const Program& program) {
  CLI::App app{"Wayfarer: interconnection routers in RTL and C++, equal in every cycle",
               "wayfarer"};
  Action action;
  add_commands(app, program, action);
  try {
    refuse_unknown_command(app, argc > 1 ? argv[1] : "");
    app.parse(argc, argv);
  } catch (const UsageError& error) {
    return report("", error, kWrongUsage);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? kSuccess : kWrongUsage;
  }
  watch_for_interrupt();
  try {
    return action();
  } catch (const UsageError& error) {
    return report("", error, kWrongUsage);
  } catch (const CheckFailed& error) {
    return report("check failed: ", error, kCheckFailed);
  } catch (const Interrupted& error) {
    return report("", error, kCheckFailed);
  } catch (const std::exception& error) {
    return report("internal error: ", error, kCheckFailed);
  }
}

}  // namespace wayfarer
