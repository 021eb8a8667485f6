// Reading whole files, and writing result files atomically.
#pragma once

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>

namespace wayfarer {

/// Of UTF-8.
constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Longer files are refused where nothing else is said.
constexpr std::uint64_t kLongestText = std::uint64_t{1} << 30;

/// The file's text, without a UTF-8 byte-order mark. Throws UsageError naming the path and, as
/// `legal`, what is expected there; for UTF-16 and UTF-32, which it names; and for files of more
/// than `longest` bytes.
[[nodiscard]] std::string read_text(const std::string& path, const std::string& legal,
                                    std::uint64_t longest = kLongestText);

/// Takes a line, without its end (LF or CRLF), and its number from 1 on.
using UseLine = std::function<void(const std::string& line, std::uint64_t number)>;

/// Opens a text file for `each_line`. Throws UsageError as read_text does.
[[nodiscard]] std::ifstream open_text(const std::string& path, const std::string& legal);

/// Calls `use` for each line of a text, one of which is in memory at a time. A UTF-8 byte-order
/// mark is skipped. Throws UsageError, naming `origin`, for UTF-16 and UTF-32, and for lines of
/// more than 16 MiB.
void each_line(std::istream& text, const std::string& origin, const UseLine& use);

/// Writes a file under a temporary name in its folder, forces it to the disk and renames it, so
/// that no reader ever sees a partial file. "-" is the standard output, which is flushed first;
/// devices and pipes are written in place. Throws UsageError with the system's reason (a full disk,
/// for example); then an older file of that name is untouched and no partial file is left.
void write_output(const std::string& path, const std::string& contents);

/// Writes the next part of a file.
using WritePart = std::function<void(std::string_view)>;

/// The same for contents that are too long to be held in memory: `contents` writes them part by
/// part. What it throws is passed on, and no partial file is left then either.
void write_output(const std::string& path, const std::function<void(const WritePart&)>& contents);

/// A file that is written as it grows, in place. Failures are UsageErrors that name the path.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  /// For a file under another name than the one the user gave; `flags`: those of open(2).
  OutputFile(std::string path, const std::string& name, int flags);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view part);
  /// Closes the file; `on_disk`: waits for the disk.
  void finish(bool on_disk);

 private:
  std::string path_;
  int descriptor_;
};

/// Checks, before the work begins, that write_output would succeed; leaves no file. Throws the same
/// UsageError if not.
void try_output(const std::string& path);

}  // namespace wayfarer
