#include "core/files.hpp"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/memory.hpp"

namespace wayfarer {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPending = ".partial";

[[noreturn]] void refuse(const std::string& path, int reason) {
  throw UsageError(
      fmt::format("{}: cannot be written: {}; legal: a path in a folder with room and "
                  "permission, or -",
                  path, std::strerror(reason)));
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

/// A name beside the file that no other pending file has. Long names are cut: the system allows 255
/// bytes.
std::string pending_name(const std::string& path) {
  static std::atomic<unsigned> count{0};
  constexpr std::size_t kLongest = 255;
  const std::string ending = fmt::format(".{}-{}-{}{}", host(), ::getpid(), count++, kPending);
  const fs::path file(path);
  const std::string stem = file.filename().string();
  return (file.parent_path() / (stem.substr(0, kLongest - ending.size()) + ending)).string();
}

/// Where a path leads.
struct Target {
  std::string path;
  bool special = false;  ///< A pipe, a device, or an open file of a process: written in place.
};

/// Follows symbolic links, also to files that do not exist yet. Refuses folders.
Target follow(const std::string& path) {
  constexpr unsigned kMostLinks = 40;
  fs::path target = path;
  std::error_code error;
  bool open_file = false;
  for (unsigned links = 0; fs::is_symlink(fs::symlink_status(target, error)); ++links) {
    if (links == kMostLinks) refuse(path, ELOOP);
    // /dev/stdout, for example: the process holds the file open, so a new one would not replace it.
    open_file = open_file || target.string().rfind("/proc/", 0) == 0;
    const fs::path next = fs::read_symlink(target, error);
    if (error) refuse(path, error.value());
    target = target.parent_path() / next;
  }
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) refuse(path, EISDIR);
  return {target.string(), open_file || (fs::exists(status) && !fs::is_regular_file(status))};
}

/// Forces a file to the disk and closes it; returns the reason for which that failed, or 0. Pipes,
/// devices and some file systems cannot be synchronised.
int finish(int descriptor) {
  int reason = 0;
  if (::fsync(descriptor) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    reason = errno;
  if (::close(descriptor) != 0 && reason == 0) reason = errno;
  return reason;
}

bool same_file(int descriptor, const std::string& name) {
  struct stat open {};
  struct stat named {};
  return ::fstat(descriptor, &open) == 0 && ::stat(name.c_str(), &named) == 0 &&
         open.st_dev == named.st_dev && open.st_ino == named.st_ino;
}

constexpr std::size_t kLongestLine = 16u << 20;

/// The encoding of a text that is not UTF-8, by its first four bytes; else "".
const char* other_encoding(std::string_view text) {
  const auto begins = [text](std::string_view mark) { return text.substr(0, mark.size()) == mark; };
  // Most files without a mark begin with characters whose other bytes are 0.
  const auto zeros = [text](std::string_view pattern) {
    return text.size() >= pattern.size() &&
           std::equal(pattern.begin(), pattern.end(), text.begin(),
                      [](char wanted, char byte) { return (wanted == '0') == (byte == '\0'); });
  };
  using namespace std::string_view_literals;
  if (begins("\xff\xfe\0\0"sv) || begins("\0\0\xfe\xff"sv) || zeros("x000") || zeros("000x"))
    return "UTF-32";
  return begins("\xff\xfe") || begins("\xfe\xff") || zeros("x0x0") || zeros("0x0x") ? "UTF-16" : "";
}

/// Bytes of the byte-order mark with which a text begins. Throws UsageError if it is not UTF-8.
std::size_t byte_order_mark(std::string_view text, const std::string& origin) {
  if (const std::string encoding = other_encoding(text); !encoding.empty())
    throw UsageError(
        fmt::format("{}: encoded in {}; legal: UTF-8 (in a spreadsheet, the format "
                    "'CSV UTF-8')",
                    origin, encoding));
  const bool marked = text.substr(0, kByteOrderMark.size()) == kByteOrderMark;
  return marked ? kByteOrderMark.size() : 0;
}

/// The next line with its LF; false at the end of the text.
bool take_line(std::istream& text, std::string& line, const std::string& origin,
               std::uint64_t number) try {
  constexpr auto kEnd = std::istream::traits_type::eof();
  std::streambuf& bytes = *text.rdbuf();
  line.clear();
  for (auto byte = bytes.sbumpc(); byte != kEnd; byte = bytes.sbumpc()) {
    line += static_cast<char>(byte);
    if (byte == '\n') break;
    if (line.size() > kLongestLine)
      throw UsageError(fmt::format("{}:{}: a line of more than {} bytes; legal: shorter lines",
                                   origin, number, kLongestLine));
  }
  return !line.empty();
} catch (const std::ios_base::failure&) {
  throw UsageError(fmt::format("{}: cannot be read to its end", origin));
}

}  // namespace

PendingFile::PendingFile(const std::string& path) : path_(path) {
  Target target = follow(path);
  if (target.special)
    throw UsageError(fmt::format("{}: is not a plain file; legal: a plain file's name", path));
  target_ = std::move(target.path);
  // A file that must not be written to is not replaced either.
  if (::access(target_.c_str(), F_OK) == 0 && ::access(target_.c_str(), W_OK) != 0)
    refuse(path_, errno);
  create();
}

PendingFile::~PendingFile() {
  if (!name_.empty()) ::unlink(name_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
}

/// The lock tells remove_abandoned_files that the writer lives. A file that it removes before the
/// lock is created again.
void PendingFile::create() {
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    name_ = pending_name(target_);
    descriptor_ = ::open(name_.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
    if (descriptor_ < 0) {
      name_.clear();
      refuse(path_, errno);
    }
  } while (::flock(descriptor_, LOCK_EX) == 0 && !same_file(descriptor_, name_));
}

void PendingFile::commit() {
  expect_memory();
  if (!same_file(descriptor_, name_)) {  // the writer has made a new file
    ::close(descriptor_);
    descriptor_ = ::open(name_.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) refuse(path_, errno);
  }
  struct stat older {};
  if (::stat(target_.c_str(), &older) == 0) {
    // An owner that cannot be kept is not an error: only root can give files away.
    static_cast<void>(!::fchown(descriptor_, older.st_uid, older.st_gid));
    static_cast<void>(!::fchmod(descriptor_, older.st_mode & 0777));
  }
  if (const int reason = finish(std::exchange(descriptor_, -1)); reason != 0) refuse(path_, reason);
  if (std::rename(name_.c_str(), target_.c_str()) != 0) refuse(path_, errno);
  name_.clear();
}

fs::directory_iterator entries_of(const fs::path& folder) {
  std::error_code missing;
  fs::directory_iterator entries(folder, missing);
  expect_memory(missing);
  return entries;
}

unsigned remove_abandoned_files(const std::string& folder) {
  unsigned removed = 0;
  for (const auto& entry : entries_of(folder)) {
    std::error_code ignored;
    const std::string name = entry.path().string();
    if (entry.path().extension() != kPending || !entry.is_regular_file(ignored)) continue;
    const int descriptor = ::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0 && ::unlink(name.c_str()) == 0) ++removed;
    ::close(descriptor);
  }
  return removed;
}

OutputFile::OutputFile(const std::string& path) : path_(path) {
  if (!follow(path).special) {
    pending_.emplace(path);
    descriptor_ = pending_->descriptor();
    return;
  }
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_APPEND);
  if (descriptor_ < 0) refuse(path_, errno);
}

OutputFile::~OutputFile() {
  if (!pending_ && descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::fail(int reason) {
  if (!pending_ && descriptor_ >= 0) ::close(descriptor_);
  pending_.reset();
  descriptor_ = -1;
  refuse(path_, reason);
}

void OutputFile::write(std::string_view part) {
  while (!part.empty()) {
    const ssize_t count = ::write(descriptor_, part.data(), part.size());
    if (count >= 0)
      part.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      fail(errno);
  }
}

void OutputFile::commit() {
  if (descriptor_ < 0) fail(EBADF);
  const int descriptor = std::exchange(descriptor_, -1);
  if (pending_) {
    pending_->commit();
  } else if (const int reason = finish(descriptor); reason != 0) {
    refuse(path_, reason);
  }
}

std::ifstream open_text(const std::string& path, const std::string& legal) {
  std::error_code error;
  if (fs::is_directory(path, error))
    throw UsageError(fmt::format("{}: is a folder; legal: {}", path, legal));
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(fmt::format("{}: cannot be read; legal: {}", path, legal));
  return file;
}

std::string read_text(const std::string& path, const std::string& legal, std::uint64_t longest) {
  constexpr std::size_t kPart = 1 << 16;
  std::ifstream file = open_text(path, legal);
  std::string text;
  while (file && text.size() <= longest) {
    const std::size_t before = text.size();
    text.resize(before + kPart);
    file.read(text.data() + before, kPart);
    text.resize(before + static_cast<std::size_t>(file.gcount()));
  }
  if (file.bad()) throw UsageError(fmt::format("{}: cannot be read; legal: {}", path, legal));
  if (text.size() > longest)
    throw UsageError(fmt::format("{}: longer than {} bytes; legal: {}", path, longest, legal));
  text.erase(0, byte_order_mark(text, path));
  return text;
}

void each_line(std::istream& text, const std::string& origin, const UseLine& use) {
  std::string line;
  for (std::uint64_t number = 1; take_line(text, line, origin, number); ++number) {
    if (number == 1) line.erase(0, byte_order_mark(line, origin));
    if (!line.empty() && line.back() == '\n') line.pop_back();
    if (!line.empty() && line.back() == '\r') line.pop_back();
    use(line, number);
  }
}

std::string read_stored(const std::string& path, const std::string& legal) {
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    throw UsageError(fmt::format("{}: is not a plain file; legal: {}", path, legal));
  return read_text(path, legal);
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
  OutputFile file(path);
  contents([&file](std::string_view part) { file.write(part); });
  file.commit();
}

void try_output(const std::string& path) {
  if (path == "-") return;
  if (!follow(path).special) return try_plain_output(path);
  if (::access(path.c_str(), W_OK) != 0) refuse(path, errno);
}

void try_plain_output(const std::string& path) { const PendingFile file(path); }

}  // namespace wayfarer
