#include "commands/run_program.hpp"

#include <cstdio>
#include <exception>
#include <functional>
#include <new>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include "cli/failure.hpp"
#include "cli/progress.hpp"
#include "cli/simulate.hpp"
#include "commands/commands.hpp"
#include "commands/value_names.hpp"
#include "core/error.hpp"
#include "core/files.hpp"
#include "core/memory.hpp"
#include "core/subprocess.hpp"
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
      "Exit status: 0 success, also of a run that saturates or whose cycles end before its messages "
      "(the verdict says so);\n1 a check failed or the work was interrupted; 2 wrong usage, or a file "
      "that cannot be read or written.");
  add_run(app, program, action);
  add_sweep(app, program, action);
  add_compare(app, program, action);
  add_lockstep(app, program, action);
  add_energy(app, program, action);
  add_events(app, program, action);
  add_follow(app, program, action);
  add_convert(app, program, action);
  add_show(app, program, action);
  add_reproduce(app, program, action);
  add_schedule(app, program, action);
  add_check(app, program, action);
  add_list(app, program, action);
  add_new(app, program, action);
  add_view(app, program, action);
  add_build(app, program, action);
  add_export(app, program, action);
  add_onchip(app, program, action);
  add_demo(app, program, action);
  add_completion(app, program, action);
  add_man(app, program, action);
}

/// A misspelt command deserves better than "a subcommand is required".
void refuse_unknown_command(const CLI::App& app, const std::string& word) {
  if (word.empty() || word.front() == '-') return;
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    if (command->get_name() == word) return;
    names.push_back(command->get_name());
  }
  throw UsageError(fmt::format("unknown command '{}'; {}legal: {}", word, did_you_mean(word, names),
                               join(names)));
}

/// JSON and TOML, which have names of files, are UTF-8.
void refuse_other_encodings(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i)
    if (!is_utf8(argv[i]))
      throw UsageError(
          fmt::format("'{}' is not UTF-8; legal: arguments and names of files in UTF-8", argv[i]));
}

/// Rejects empty option values: they usually come from an unset shell variable.
void refuse_empty_values(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands(nullptr))
    for (CLI::Option* option : command->get_options())
      if (option->get_items_expected_max() > 0)
        option->check([](const std::string& value) {
          return value.empty() ? "empty value; legal: a value, or omit the option" : "";
        });
}

/// The words of a parse error for an option that is misspelt.
std::string unknown_option_hint(const CLI::App& app) {
  for (const CLI::App* command : app.get_subcommands()) {
    std::vector<std::string> legal;
    for (const CLI::Option* option : command->get_options())
      legal.push_back(option->get_name(false, false));
    for (const std::string& word : command->remaining())
      if (word.rfind("--", 0) == 0) {
        const std::string hint = did_you_mean(word.substr(0, word.find('=')), legal);
        return hint.empty() ? "" : fmt::format("wayfarer {}: {}\n", command->get_name(), hint);
      }
  }
  return "";
}

/// It is an error if results cannot be written.
void flush_output() { write_output("-", ""); }

/// Files must not take the numbers of standard streams that are closed.
void hold_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) == -1)
      static_cast<void>(::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_RDWR));
}

int report(const std::string& text, int status) {
  std::fputs(fmt::format("wayfarer: {}\n", printable(text)).c_str(), stderr);
  return status;
}

/// Help and version also go to standard output.
int report(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream text;
  if (app.exit(error, text, text) == kSuccess) {
    write_output("-", text.str());
    return kSuccess;
  }
  std::fputs(fmt::format("wayfarer: {}", printable(text.str())).c_str(), stderr);
  std::fputs(unknown_option_hint(app).c_str(), stderr);
  return kWrongUsage;
}

/// Exceptions other than that of a full memory as exit status and words.
int with_words(const Action& action) {
  try {
    int status = 0;
    try {
      status = action();
    } catch (const std::system_error&) {
      flush_output();  // the reason, if it was this
      throw;
    }
    flush_output();
    expect_memory();
    return status;
  } catch (const UsageError& error) {
    return report(error.what(), kWrongUsage);
  } catch (const RecordedMismatch& error) {
    std::fputs((printable(error.what()) + "\n").c_str(), stderr);  // printed before: the difference
    return kCheckFailed;
  } catch (const CheckFailed& error) {
    print_failure(error.what());
    return kCheckFailed;
  } catch (const Interrupted& error) {
    return report(error.what(), kCheckFailed);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    return report(fmt::format("internal error: {}", error.what()), kCheckFailed);
  }
}

int parse_and_act(CLI::App& app, int argc, const char* const* argv, const Action& action) {
  refuse_other_encodings(argc, argv);
  refuse_unknown_command(app, argc > 1 ? argv[1] : "");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return report(app, error);
  }
  watch_for_interrupt();
  return action();
}

}  // namespace

int guarded(const Action& action) {
  try {
    return with_words(action);
  } catch (const std::bad_alloc&) {
    return report_out_of_memory();
  }
}

int run_program(int argc, const char* const* argv, const Program& program) {
  const auto run = [&] {
    CLI::App app{"Wayfarer: interconnection routers in RTL and C++, equal in every cycle",
                 "wayfarer"};
    Action action;
    hold_standard_streams();
    fail_writes_by_status();
    add_commands(app, program, action);
    refuse_empty_values(app);
    name_values(app);
    return parse_and_act(app, argc, argv, action);
  };
  return guarded(std::ref(run));
}

}  // namespace wayfarer
