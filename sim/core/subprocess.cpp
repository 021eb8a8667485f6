#include "core/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "core/memory.hpp"
#include "core/text.hpp"

namespace wayfarer {
namespace {

constexpr int kPollMilliseconds = 10;
/// Ignored here (fail_writes_by_status), but programs that do not check what they write rely on
/// them.
constexpr int kWriteSignals[] = {SIGPIPE, SIGXFSZ};

/// Throws if a function of posix_spawn could not prepare a child process.
void expect_prepared(int error) {
  expect_memory(std::error_code(error, std::generic_category()));
  if (error != 0)
    throw UsageError(fmt::format("no other program can be started: {}", std::strerror(error)));
}

/// Actions of a child process between fork and exec.
class FileActions {
 public:
  FileActions() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    for (const int number : kWriteSignals) sigaddset(&signals, number);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
  }
  ~FileActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;

  void open(int descriptor, const std::string& path, int flags) {
    expect_prepared(
        posix_spawn_file_actions_addopen(&actions_, descriptor, path.c_str(), flags, 0666));
  }
  void duplicate(int from, int to) {
    expect_prepared(posix_spawn_file_actions_adddup2(&actions_, from, to));
  }
  void change_folder(const std::string& path) {
    expect_prepared(posix_spawn_file_actions_addchdir_np(&actions_, path.c_str()));
  }

  /// The process's number, or 0 when there is no such program.
  [[nodiscard]] pid_t spawn(const Command& command) const {
    std::vector<char*> arguments;
    for (const std::string& argument : command)
      arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    pid_t process = 0;
    const int error =
        posix_spawnp(&process, arguments[0], &actions_, &attributes_, arguments.data(), environ);
    // No room for one more process does not mean that the program is not installed.
    if (error == ENOMEM || error == EAGAIN) expect_prepared(error);
    return error == 0 ? process : 0;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// The end of a pipe or another open file.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  void reset() {
    if (number_ >= 0) close(std::exchange(number_, -1));
  }

 private:
  int number_;
};

class Pipe {
 public:
  explicit Pipe(const std::array<int, 2>& ends) : out(ends[0]), in(ends[1]) {}
  Pipe() : Pipe(opened()) {}

  Descriptor out;
  Descriptor in;

 private:
  static std::array<int, 2> opened() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw UsageError(fmt::format("no pipe to another program: {}", std::strerror(errno)));
    return ends;
  }
};

/// The output of commands, appended to a file through this process: the commands might not notice
/// that the disk is full.
class Log {
 public:
  explicit Log(std::string path)
      : path_(std::move(path)),
        file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
    if (file_.get() < 0) refuse();
    fcntl(pipe_.out.get(), F_SETFL, O_NONBLOCK);
  }

  /// Where the commands write.
  [[nodiscard]] int input() const { return pipe_.in.get(); }

  /// Waits for output, but not for long, and appends it.
  void wait() {
    pollfd output = {pipe_.out.get(), POLLIN, 0};
    poll(&output, 1, kPollMilliseconds);
    append();
  }

  /// Appends what there is.
  void append() {
    char buffer[1 << 16];
    for (ssize_t count = 0; (count = read(pipe_.out.get(), buffer, sizeof buffer)) > 0;)
      for (ssize_t done = 0; done < count;) {
        const ssize_t written =
            write(file_.get(), buffer + done, static_cast<std::size_t>(count - done));
        if (written < 0 && errno != EINTR) refuse();
        done += std::max<ssize_t>(written, 0);
      }
  }

 private:
  [[noreturn]] void refuse() const {
    throw UsageError(
        fmt::format("{}: cannot be written: {}; legal: a folder with room and permission", path_,
                    std::strerror(errno)));
  }

  std::string path_;
  Pipe pipe_;
  Descriptor file_;
};

/// Appends what a command writes up to its end, or up to and including the first `until` if that is
/// not empty; returns whether that was found. A part of it alone is an error.
bool read_until(int descriptor, const std::string& until, std::string& text) {
  char buffer[4096];
  for (;;) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw UsageError(
          fmt::format("output of another program cannot be read: {}", std::strerror(errno)));
    if (count == 0) return false;
    const std::size_t before = text.size();
    text.append(buffer, static_cast<std::size_t>(count));
    if (until.empty()) continue;
    const std::size_t found = text.find(until, before - std::min(before, until.size()));
    if (found == std::string::npos) continue;
    text.resize(found + until.size());
    return true;
  }
}

bool has_succeeded(int status) { return WIFEXITED(status) && WEXITSTATUS(status) == 0; }

/// The terminal interrupts all of its processes, those that were started from here first.
bool was_interrupted(int status) {
  return WIFSIGNALED(status) && (WTERMSIG(status) == SIGINT || WTERMSIG(status) == SIGTERM);
}

int wait_for(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// A process that is ended unless somebody has waited for its end.
class Child {
 public:
  explicit Child(pid_t process) : process_(process) {}
  ~Child() {
    if (process_ == 0) return;
    kill(process_, SIGTERM);
    (void)wait();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] bool is_started() const { return process_ != 0; }
  /// Its status.
  int wait() { return wait_for(std::exchange(process_, 0)); }

 private:
  pid_t process_;  ///< 0: none.
};

/// The processes of run_commands that have not ended, at most so many; a failure ends them.
class Running {
 public:
  explicit Running(std::size_t most) { children_.reserve(most); }
  ~Running() {
    for (const One& child : children_) kill(child.process, SIGTERM);
    for (const One& child : children_) wait_for(child.process);
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  struct One {
    pid_t process;
    const Command* command;
  };

  void add(const One& child) { children_.push_back(child); }
  [[nodiscard]] std::size_t count() const { return children_.size(); }

  /// Removes a process that has ended, if one has, and returns true with how it ended.
  bool take_ended(One& ended, int& status) {
    for (auto child = children_.begin(); child != children_.end(); ++child) {
      if (waitpid(child->process, &status, WNOHANG) != child->process) continue;
      ended = *child;
      children_.erase(child);
      return true;
    }
    return false;
  }

 private:
  std::vector<One> children_;
};

}  // namespace

void fail_writes_by_status() {
  for (const int number : kWriteSignals) signal(number, SIG_IGN);
}

void become(const Command& command) {
  for (const int number : kWriteSignals) signal(number, SIG_DFL);
  std::vector<char*> words;
  for (const std::string& word : command) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execvp(words[0], words.data());
  const int reason = errno;
  fail_writes_by_status();
  throw UsageError(fmt::format("{} cannot be started: {}", command.front(), std::strerror(reason)));
}

std::string to_text(const Command& command) {
  std::vector<std::string> words;
  for (const std::string& argument : command) words.push_back(shell_quoted(argument));
  return join(words, " ");
}

std::string output_of(const Command& command, const std::string& until) {
  Pipe pipe;
  FileActions actions;
  actions.duplicate(pipe.in.get(), STDOUT_FILENO);
  actions.open(STDERR_FILENO, "/dev/null", O_WRONLY);
  Child child(actions.spawn(command));
  pipe.in.reset();
  std::string text;
  const bool found = read_until(pipe.out.get(), until, text);
  pipe.out.reset();  // which ends a command that goes on writing
  if (!child.is_started()) return "";
  const bool succeeded = has_succeeded(child.wait());
  return found || succeeded ? text : "";
}

std::string filtered(const Command& command, const std::string& input) {
  const Descriptor script(memfd_create("input", MFD_CLOEXEC));
  if (script.get() < 0 ||
      write(script.get(), input.data(), input.size()) != static_cast<ssize_t>(input.size()) ||
      lseek(script.get(), 0, SEEK_SET) != 0)
    throw UsageError(fmt::format("no input for {}: {}", command.front(), std::strerror(errno)));
  Pipe pipe;
  FileActions actions;
  actions.duplicate(script.get(), STDIN_FILENO);
  actions.duplicate(pipe.in.get(), STDOUT_FILENO);
  Child child(actions.spawn(command));
  if (!child.is_started())
    throw UsageError(fmt::format("{} cannot be started; ./sim/setup installs it", command.front()));
  pipe.in.reset();
  std::string text;
  read_until(pipe.out.get(), "", text);
  const int status = child.wait();
  if (was_interrupted(status)) throw Interrupted("interrupted");
  if (!has_succeeded(status))
    throw UsageError(fmt::format("{} failed ({} {})", command.front(),
                                 WIFEXITED(status) ? "status" : "signal",
                                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status)));
  return text;
}

void run_commands(const std::vector<Command>& commands, const std::filesystem::path& folder,
                  const std::filesystem::path& log, unsigned parallel,
                  const std::function<bool(std::size_t ended)>& poll) {
  Log output(log.string());
  FileActions actions;
  actions.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  actions.duplicate(output.input(), STDOUT_FILENO);
  actions.duplicate(output.input(), STDERR_FILENO);
  actions.change_folder(folder.string());

  Running running(std::min<std::size_t>(parallel, commands.size()));
  std::size_t started = 0;
  std::size_t ended = 0;
  while (ended < commands.size()) {
    while (started < commands.size() && running.count() < parallel) {
      const Command& command = commands[started++];
      const pid_t process = actions.spawn(command);
      if (process == 0) throw UsageError(fmt::format("cannot start {}", command.front()));
      running.add({process, &command});
    }
    Running::One child{};
    int status = 0;
    if (running.take_ended(child, status)) {
      ++ended;
      output.append();
      if (was_interrupted(status)) throw Interrupted("interrupted");
      if (!has_succeeded(status)) {
        throw UsageError(fmt::format("building the RTL failed; see {}\n  command: {}", log.string(),
                                     to_text(*child.command)));
      }
      continue;
    }
    if (poll && !poll(ended)) throw Interrupted("interrupted");
    output.wait();
  }
}

}  // namespace wayfarer
