#include "core/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
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

/// Creates the file under the name and fills it.
void write_file(const std::string& path, const std::string& name, int flags,
                const std::function<void(const WritePart&)>& contents) {
  OutputFile file(path, name, flags);
  contents([&file](std::string_view part) { file.write(part); });
  file.finish(true);
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

OutputFile::OutputFile(const std::string& path) : OutputFile(path, path, O_CREAT | O_TRUNC) {}

OutputFile::OutputFile(std::string path, const std::string& name, int flags)
    : path_(std::move(path)),
      descriptor_(::open(name.c_str(), O_WRONLY | O_CLOEXEC | flags, 0666)) {
  if (descriptor_ < 0) refuse(path_, errno);
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void OutputFile::write(std::string_view part) {
  while (!part.empty()) {
    const ssize_t count = ::write(descriptor_, part.data(), part.size());
    if (count >= 0)
      part.remove_prefix(static_cast<std::size_t>(count));
    else if (errno != EINTR)
      refuse(path_, errno);
  }
}

void OutputFile::finish(bool on_disk) {
  // Pipes and devices cannot be synchronised and need not be.
  if (on_disk && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS && errno != ENOTSUP)
    refuse(path_, errno);
  if (::close(std::exchange(descriptor_, -1)) != 0) refuse(path_, errno);
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
  OutputFile(path, temporary, O_CREAT | O_TRUNC).finish(false);
  ::unlink(temporary.c_str());
}

}  // namespace wayfarer
