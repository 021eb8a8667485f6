#include "core/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, int reason) {
  throw UsageError(fmt::format("{}: cannot be written: {}; legal: a path in a folder with room and "
                               "permission, or -", path, std::strerror(reason)));
}

/// Writes everything and waits for the disk. Returns 0, or errno.
int write_all(int descriptor, const std::string& contents) {
  std::size_t done = 0;
  while (done < contents.size()) {
    const ssize_t count = ::write(descriptor, contents.data() + done, contents.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    done += static_cast<std::size_t>(count);
  }
  // Pipes and devices cannot be synchronised and need not be.
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    return errno;
  return 0;
}

/// 0, or errno.
int write_to(const std::string& path, int flags, const std::string& contents) {
  const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666);
  if (descriptor < 0) return errno;
  const int reason = write_all(descriptor, contents);
  const int close_reason = ::close(descriptor) == 0 ? 0 : errno;
  return reason != 0 ? reason : close_reason;
}

/// Processes of equal number on different hosts may share a file system.
std::string host() {
  char name[256] = "";
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "unknown";
}

std::string temporary_name(const std::string& path) {
  return fmt::format("{}.{}-{}.partial", path, host(), ::getpid());
}

/// Whether the path is a pipe or a device, which is written in place. Refuses folders.
bool is_special(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(path, EISDIR);
  return fs::exists(status) && !fs::is_regular_file(status);
}

}  // namespace

std::string read_text(const std::string& path, const std::string& legal) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw UsageError(fmt::format("{}: is a folder; legal: {}", path, legal));
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file.is_open() && file.peek() != std::ifstream::traits_type::eof()) text << file.rdbuf();
  if (!file.is_open() || file.bad() || !text)
    throw UsageError(fmt::format("{}: cannot be read; legal: {}", path, legal));
  return text.str();
}

void write_output(const std::string& path, const std::string& contents) {
  if (path == "-") {
    const bool good = std::fwrite(contents.data(), 1, contents.size(), stdout) == contents.size();
    if (!good || std::fflush(stdout) != 0 || std::ferror(stdout) != 0)
      refuse("standard output", errno);
    return;
  }
  if (is_special(path)) {
    if (const int reason = write_to(path, 0, contents)) refuse(path, reason);
    return;
  }
  const std::string temporary = temporary_name(path);
  int reason = write_to(temporary, O_CREAT | O_TRUNC, contents);
  if (reason == 0 && std::rename(temporary.c_str(), path.c_str()) != 0) reason = errno;
  if (reason == 0) return;
  ::unlink(temporary.c_str());
  refuse(path, reason);
}

void try_output(const std::string& path) {
  if (path == "-") return;
  if (is_special(path)) {
    if (::access(path.c_str(), W_OK) != 0) refuse(path, errno);
    return;
  }
  const std::string temporary = temporary_name(path);
  if (const int reason = write_to(temporary, O_CREAT | O_TRUNC, "")) refuse(path, reason);
  ::unlink(temporary.c_str());
}

}  // namespace wayfarer
