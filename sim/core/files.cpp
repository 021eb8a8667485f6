#include "core/files.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

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

/// A file that is being written. Failures are UsageErrors that name `path`, which is what the user
/// gave, not the name of the temporary file.
class OutputFile {
 public:
  OutputFile(std::string path, const std::string& name, int flags)
      : path_(std::move(path)),
        descriptor_(::open(name.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666)) {
    if (descriptor_ < 0) refuse(path_, errno);
  }
  ~OutputFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view part) {
    while (!part.empty()) {
      const ssize_t count = ::write(descriptor_, part.data(), part.size());
      if (count >= 0)
        part.remove_prefix(static_cast<std::size_t>(count));
      else if (errno != EINTR)
        refuse(path_, errno);
    }
  }

  /// Waits for the disk and closes the file.
  void finish() {
    // Pipes and devices cannot be synchronised and need not be.
    if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
      refuse(path_, errno);
    if (::close(std::exchange(descriptor_, -1)) != 0) refuse(path_, errno);
  }

 private:
  std::string path_;
  int descriptor_;
};

/// Creates the file under the name and fills it.
void write_file(const std::string& path, const std::string& name, int flags,
                const std::function<void(const WritePart&)>& contents) {
  OutputFile file(path, name, flags);
  contents([&file](std::string_view part) { file.write(part); });
  file.finish();
}

void write_standard_output(std::string_view part) {
  if (std::fwrite(part.data(), 1, part.size(), stdout) != part.size())
    refuse("standard output", errno);
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
  write_output(path, [&contents](const WritePart& write) { write(contents); });
}

void write_output(const std::string& path, const std::function<void(const WritePart&)>& contents) {
  if (path == "-") {
    contents(write_standard_output);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) refuse("standard output", errno);
    return;
  }
  if (is_special(path)) return write_file(path, path, 0, contents);
  const std::string temporary = temporary_name(path);
  try {
    write_file(path, temporary, O_CREAT | O_TRUNC, contents);
    if (std::rename(temporary.c_str(), path.c_str()) != 0) refuse(path, errno);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

void try_output(const std::string& path) {
  if (path == "-") return;
  if (is_special(path)) {
    if (::access(path.c_str(), W_OK) != 0) refuse(path, errno);
    return;
  }
  const std::string temporary = temporary_name(path);
  OutputFile(path, temporary, O_CREAT | O_TRUNC).finish();
  ::unlink(temporary.c_str());
}

}  // namespace wayfarer
