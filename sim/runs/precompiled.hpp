// For precompiled headers of clang++, which keep the templates that functions in them use: those
// that files with results use most, instantiated once. No source includes it.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "runs/report.hpp"

namespace wayfarer::precompiled {

inline Json json(const Json& other, std::size_t count) {
  Json json = {{"name", "text"}, {"list", {1, 2u, 3.0}}, {"other", other}};
  json["text"] = std::string("text");
  json["more"] = Json::array({count, true, nullptr});
  json["numbers"] = std::vector<double>{1.0};
  json["words"] = std::vector<std::string>{"text"};
  json["list"].push_back(json);
  json["count"] = static_cast<unsigned>(count);
  if (other.contains("name") && other.at("name") != json) return Json(count);
  return json;
}

inline std::string texts(const std::vector<std::string>& words,
                         const std::vector<unsigned>& extents, double value) {
  return fmt::format("{} {} {:.3f} {:g}", fmt::join(words, ", "), fmt::join(extents, "x"), value,
                     value) +
         fmt::format("{}: {} of {}", std::string("text"), 1u, std::uint64_t{2}) +
         fmt::format("{}", words.front()) + fmt::format("{} {}", 1, "text");
}

}  // namespace wayfarer::precompiled
