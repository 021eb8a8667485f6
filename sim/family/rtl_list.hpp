// File lists of the RTL, rtl/<family>/<family>.f: complete in themselves.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace wayfarer {

/// Paths as the list has them, from the folder that rtl/ is in: "rtl/common/wf_pkg.sv".
struct RtlList {
  std::vector<std::string> sources;  ///< In order.
  std::vector<std::string> include_folders;
};

/// Throws UsageError if the file cannot be read.
[[nodiscard]] RtlList read_rtl_list(const std::filesystem::path& path);

}  // namespace wayfarer
