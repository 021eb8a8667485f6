// Reading whole files, and writing files that are whole or not there: every file that the program
// writes goes through OutputFile, or through PendingFile where another program or library writes
// it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace wayfarer {

/// The byte-order mark of UTF-8.
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

/// The same for a file that this program keeps: where something else has its name, such as a pipe,
/// it is refused rather than read, which could wait forever.
[[nodiscard]] std::string read_stored(const std::string& path, const std::string& legal);

/// The next version of a plain file. It is beside the file, under a name that ends in ".partial",
/// until `commit` forces it to the disk and renames it, so no reader ever sees a partial file. A
/// symbolic link is followed: the file that it leads to is replaced, or created. Whatever keeps the
/// file from being written is a UsageError that names the path and has the system's reason.
class PendingFile {
 public:
  /// Throws UsageError for folders, devices and pipes as well, which cannot be replaced.
  explicit PendingFile(const std::string& path);
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;
  /// Removes the file unless it is committed.
  ~PendingFile();

  /// The file's name until it is committed. A writer may replace what it finds there.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// For writing what the constructor has created.
  [[nodiscard]] int descriptor() const { return descriptor_; }

  /// The older file's owner and permissions stay.
  void commit();

 private:
  void create();

  std::string path_;    ///< As the user named it.
  std::string target_;  ///< Where its links lead.
  std::string name_;
  int descriptor_ = -1;
};

/// The entries of a folder; none where it cannot be read.
[[nodiscard]] std::filesystem::directory_iterator entries_of(const std::filesystem::path& folder);

/// Removes the pending files in a folder whose writers have ended without committing or removing
/// them, and returns their number. Those of a file system without locks stay.
unsigned remove_abandoned_files(const std::string& folder);

/// A file that is written as it grows. Nothing is left of it unless it is committed. Pipes and
/// devices are written in place. Failures are UsageErrors that name the path, and final: the file
/// can then be neither written nor committed.
class OutputFile {
 public:
  explicit OutputFile(const std::string& path);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view part);
  void commit();

 private:
  [[noreturn]] void fail(int reason);

  std::string path_;
  std::optional<PendingFile> pending_;  ///< None: a pipe or device.
  int descriptor_ = -1;
};

/// Writes a whole file. "-" is the standard output, which is flushed.
void write_output(const std::string& path, const std::string& contents);

/// Writes the next part of a file.
using WritePart = std::function<void(std::string_view)>;

/// The same for contents that are too long to be held in memory: `contents` writes them part by
/// part. Exceptions of `contents` are passed on, and no partial file is left.
void write_output(const std::string& path, const std::function<void(const WritePart&)>& contents);

/// Checks, before the work begins, that write_output would succeed; leaves no file. Throws the same
/// UsageError if not.
void try_output(const std::string& path);

/// The same for a file that another library writes, which takes no pipe or device.
void try_plain_output(const std::string& path);

}  // namespace wayfarer
