// The files of sim/explorer/page, which the build puts into the program.
#pragma once

#include <string_view>

namespace wayfarer {

[[nodiscard]] std::string_view page_markup();  ///< With @TITLE@, @STYLE@, @DATA@, @SCRIPT@.
[[nodiscard]] std::string_view page_style();
[[nodiscard]] std::string_view page_script();  ///< All modules as one.

}  // namespace wayfarer
