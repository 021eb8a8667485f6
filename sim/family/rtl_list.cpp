#include "family/rtl_list.hpp"

#include <string_view>

#include "core/files.hpp"
#include "core/text.hpp"

namespace wayfarer {

RtlList read_rtl_list(const std::filesystem::path& path) {
  constexpr std::string_view kInclude = "+incdir+";
  RtlList list;
  for (const std::string& line : split(read_text(path.string(), "a file list"), '\n')) {
    if (line.rfind(kInclude, 0) == 0)
      list.include_folders.push_back(line.substr(kInclude.size()));
    else if (line.rfind("rtl/", 0) == 0)
      list.sources.push_back(line);
  }
  return list;
}

}  // namespace wayfarer
