#include "explorer/page.hpp"

#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <zlib.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "explorer/page_files.hpp"

namespace wayfarer {
namespace {

/// By zlib, as the browser's DecompressionStream('deflate') reads it.
std::string deflated(const std::string& bytes) {
  uLongf size = compressBound(bytes.size());
  std::string result(size, '\0');
  if (compress2(reinterpret_cast<Bytef*>(result.data()), &size,
                reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(),
                Z_BEST_COMPRESSION) != Z_OK)
    throw UsageError("the page's events cannot be compressed: too little memory");
  result.resize(size);
  return result;
}

/// RFC 4648, section 4.
std::string base64(const std::string& bytes) {
  constexpr std::string_view kLetters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve(bytes.size() * 4 / 3 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const auto byte = [&](std::size_t at) {
      return at < bytes.size() ? std::uint32_t{static_cast<std::uint8_t>(bytes[at])} : 0;
    };
    const std::uint32_t word = byte(i) << 16 | byte(i + 1) << 8 | byte(i + 2);
    for (unsigned digit = 0; digit < 4; ++digit)
      text += i + digit > bytes.size() ? '=' : kLetters[word >> (18 - 6 * digit) & 63];
  }
  return text;
}

/// Within a script element no text may look like its end.
std::string script_json(const Json& data) {
  std::string text;
  for (const char letter : data.dump(-1, ' ', false, Json::error_handler_t::replace))
    text += letter == '<' ? "\\u003c" : std::string(1, letter);
  return text;
}

}  // namespace

std::string explorer_page(const std::string& title, const Json& data,
                          const std::vector<std::string>& blocks) {
  std::string scripts =
      fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n", script_json(data));
  for (std::size_t i = 0; i < blocks.size(); ++i)
    scripts += fmt::format("<script type=\"text/plain\" id=\"block{}\">{}</script>\n", i,
                           base64(deflated(blocks[i])));
  std::string page;
  std::string_view rest = page_markup();
  const auto insert = [&](std::string_view mark, std::string_view text) {
    const std::size_t at = rest.find(mark);
    page += rest.substr(0, at);
    page += text;
    rest.remove_prefix(at + mark.size());
  };
  insert("@TITLE@", markup_escaped(title));
  insert("@STYLE@", page_style());
  insert("@DATA@", scripts);
  insert("@SCRIPT@", page_script());
  page += rest;
  return page;
}

}  // namespace wayfarer
