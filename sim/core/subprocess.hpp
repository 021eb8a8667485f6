// Other programs, started without a shell: arguments reach them as they are.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace wayfarer {

using Command = std::vector<std::string>;  ///< A program, looked for in PATH, and its arguments.

/// From here on, a write to a closed pipe or beyond the limit of a file's size fails with a reason,
/// as a write to a full disk does, in place of ending this process. Programs that are started from
/// here are ended as ever.
void fail_writes_by_status();

/// Continues as that program. Throws UsageError when it cannot be started.
[[noreturn]] void become(const Command& command);

/// The arguments in quotes where a shell needs them.
[[nodiscard]] std::string to_text(const Command& command);

/// The standard output of a command, up to and including the first `until` if that is not empty;
/// the rest is not waited for. Empty when the command cannot be started, or fails before that.
[[nodiscard]] std::string output_of(const Command& command, const std::string& until = {});

/// The standard output of a command that reads `input`. Throws UsageError when it cannot be started
/// or fails.
[[nodiscard]] std::string filtered(const Command& command, const std::string& input);

/// Runs commands in `folder`, up to `parallel` at a time, their output appended to `log`. Calls
/// `poll` with the number of commands that have ended, several times a second. When one fails or
/// `poll` returns false, it ends the others. Throws UsageError with the log's path and the
/// command, or Interrupted.
void run_commands(const std::vector<Command>& commands, const std::filesystem::path& folder,
                  const std::filesystem::path& log, unsigned parallel,
                  const std::function<bool(std::size_t ended)>& poll);

}  // namespace wayfarer
