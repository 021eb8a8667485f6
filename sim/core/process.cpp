#include "core/process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(10);

/// What a child process does between fork and exec.
class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void open(int descriptor, const std::string& path, int flags) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0666);
  }
  void duplicate(int from, int to) { posix_spawn_file_actions_adddup2(&actions_, from, to); }
  void change_folder(const std::string& path) {
    posix_spawn_file_actions_addchdir_np(&actions_, path.c_str());
  }

  /// The process's number, or 0 when the program cannot be started.
  [[nodiscard]] pid_t spawn(const Command& command) const {
    std::vector<char*> arguments;
    for (const std::string& argument : command)
      arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t process = 0;
    if (posix_spawnp(&process, arguments[0], &actions_, nullptr, arguments.data(), environ) != 0)
      return 0;
    return process;
  }

 private:
  posix_spawn_file_actions_t actions_{};
};

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// The processes of run_commands that have not ended; a failure ends them.
class Running {
 public:
  Running() = default;
  ~Running() {
    for (const Child& child : children_) kill(child.process, SIGTERM);
    for (const Child& child : children_) wait_for(child.process);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  struct Child {
    pid_t process;
    const Command* command;
  };

  void add(const Child& child) { children_.push_back(child); }
  [[nodiscard]] std::size_t count() const { return children_.size(); }

  /// Removes a process that has ended, if one has, and returns true with how it ended.
  bool take_ended(Child& ended, int& status) {
    for (auto child = children_.begin(); child != children_.end(); ++child) {
      if (waitpid(child->process, &status, WNOHANG) != child->process) continue;
      ended = *child;
      children_.erase(child);
      return true;
    }
    return false;
  }

 private:
  std::vector<Child> children_;
};

}  // namespace

std::string to_text(const Command& command) {
  std::string text;
  for (const std::string& argument : command) {
    const bool plain =
        argument.find_first_not_of(
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+./,:") ==
        std::string::npos;
    text += (text.empty() ? "" : " ") + (plain ? argument : shell_quoted(argument));
  }
  return text;
}

std::string output_of(const Command& command, const std::string& until) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  FileActions actions;
  actions.duplicate(ends[1], STDOUT_FILENO);
  actions.open(STDERR_FILENO, "/dev/null", O_WRONLY);
  const pid_t process = actions.spawn(command);
  close(ends[1]);
  std::string text;
  std::size_t found = std::string::npos;
  char buffer[4096];
  while (found == std::string::npos) {
    const ssize_t count = read(ends[0], buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    const std::size_t before = text.size();
    text.append(buffer, static_cast<std::size_t>(count));
    if (!until.empty()) found = text.find(until, before - std::min(before, until.size()));
  }
  close(ends[0]);  // which ends a command that goes on writing
  if (process == 0) return "";
  const int status = wait_for(process);
  if (found != std::string::npos) return text.substr(0, found + until.size());
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "";
}

void run_commands(const std::vector<Command>& commands, const std::filesystem::path& folder,
                  const std::filesystem::path& log, unsigned parallel,
                  const std::function<bool(std::size_t ended)>& poll) {
  FileActions actions;
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  actions.open(STDOUT_FILENO, log.string(), O_WRONLY | O_CREAT | O_APPEND);
  actions.duplicate(STDOUT_FILENO, STDERR_FILENO);
  actions.change_folder(folder.string());

  Running running;
  std::size_t started = 0;
  std::size_t ended = 0;
  while (ended < commands.size()) {
    while (started < commands.size() && running.count() < parallel) {
      const Command& command = commands[started++];
      const pid_t process = actions.spawn(command);
      if (process == 0) throw UsageError(fmt::format("cannot start {}", command.front()));
      running.add({process, &command});
    }
    Running::Child child{};
    int status = 0;
    if (running.take_ended(child, status)) {
      ++ended;
      // The terminal interrupts all of its processes, the compilers first.
      if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM))
        throw Interrupted("interrupted");
      if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        throw UsageError(fmt::format("building the RTL failed; see {}\n  command: {}", log.string(),
                                     to_text(*child.command)));
      }
      continue;
    }
    if (poll && !poll(ended)) throw Interrupted("interrupted");
    std::this_thread::sleep_for(kPollInterval);
  }
}

}  // namespace wayfarer
