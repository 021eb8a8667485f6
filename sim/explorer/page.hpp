// A page that needs no other file: markup, style, modules and data in one HTML document.
#pragma once

#include <string>
#include <vector>

#include "runs/report.hpp"

namespace wayfarer {

/// `data` is what the page shows; `blocks` are bytes, which the page inflates.
[[nodiscard]] std::string explorer_page(const std::string& title, const Json& data,
                                        const std::vector<std::string>& blocks = {});

}  // namespace wayfarer
