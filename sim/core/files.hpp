// Reading whole files, and writing result files atomically.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace wayfarer {

/// The file's text. Throws UsageError naming the path and, as `legal`, what is expected there.
[[nodiscard]] std::string read_text(const std::string& path, const std::string& legal);

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

/// Checks, before the work begins, that write_output would succeed; leaves no file. Throws the same
/// UsageError if not.
void try_output(const std::string& path);

}  // namespace wayfarer
