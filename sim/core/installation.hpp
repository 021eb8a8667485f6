// Where the program finds its data, and where it keeps what it builds. Nothing here depends on the
// place where the program was compiled, so an installation can be moved.
#pragma once

#include <filesystem>
#include <string>

namespace wayfarer {

/// A folder of the program's data, by its name in the repository: "rtl", "sim/configs", "tb",
/// "waves". The data is in the folder that WAYFARER_DATA names, or else in share/wayfarer of the
/// installation or build tree that the program, or the library with this code, belongs to. Throws
/// UsageError that names what is missing.
[[nodiscard]] std::filesystem::path data_folder(const std::string& name);

/// As data_folder, but the path may not exist.
[[nodiscard]] std::filesystem::path data_path(const std::string& name);

/// The folder of built libraries: WAYFARER_CACHE; or else, for a program in its build tree, that
/// tree's folder `verilated`; or else wayfarer in XDG_CACHE_HOME or in ~/.cache. Throws UsageError
/// when the user has neither.
[[nodiscard]] std::filesystem::path cache_folder();

}  // namespace wayfarer
