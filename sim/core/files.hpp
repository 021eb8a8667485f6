// Reading whole files, and writing result files that are whole or not there.
#pragma once

#include <string>

namespace wayfarer {

/// The file's text. Throws UsageError naming the path and, as `legal`, what is expected there.
[[nodiscard]] std::string read_text(const std::string& path, const std::string& legal);

/// Writes a file under a temporary name beside it, forces it to the disk and renames it, so that no
/// reader ever takes a part for the whole. "-" is the standard output, with what is still on its
/// way there; devices and pipes are written in place. Throws UsageError with the system's reason (a
/// full disk, for example); then an older file of that name is untouched and nothing partial is
/// left.
void write_output(const std::string& path, const std::string& contents);

/// Whether write_output could do so now, for before the work begins; leaves nothing. Throws the
/// same UsageError where it could not.
void try_output(const std::string& path);

}  // namespace wayfarer
