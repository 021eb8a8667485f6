#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A number of digits and nothing else.
std::optional<std::uint64_t> plain_number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// One or more digits without the underscores between them; none where anything else is in the
/// text.
std::optional<std::string> digits_of(std::string_view text) {
  if (text.empty()) return std::nullopt;
  std::string digits;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool between =
        i > 0 && i + 1 < text.size() && is_digit(text[i - 1]) && is_digit(text[i + 1]);
    if (is_digit(text[i]))
      digits += text[i];
    else if (text[i] != '_' || !between)
      return std::nullopt;
  }
  return digits;
}

std::string without_controls(std::string_view text) {
  std::string plain(text);
  std::replace_if(
      plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return plain;
}

/// Bytes of the UTF-8 character with which a text begins; 0: there is none. Longer encodings than
/// needed, surrogates and codes above U+10FFFF are none.
std::size_t character_size(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  if (byte(0) < 0xc2 || byte(0) > 0xf4) return 0;
  const std::size_t size = byte(0) < 0xe0 ? 2 : byte(0) < 0xf0 ? 3 : 4;
  if (text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned lead = byte(0) << 8 | byte(1);
  const bool refused = (lead >= 0xe000 && lead < 0xe0a0) || (lead >= 0xeda0 && lead < 0xee00) ||
                       (lead >= 0xf000 && lead < 0xf090) || (lead >= 0xf490 && lead < 0xf500);
  return refused ? 0 : size;
}

/// Lower-case letters, digits and dots: what two spellings of a word have in common.
std::string plain_word(std::string_view text) {
  std::string plain;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.')
      plain += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return plain;
}

/// Letters to insert, delete, replace or swap with their neighbour to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> distance(a.size() + 1,
                                                 std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      std::size_t& least = distance[i][j];
      least = i + j;
      if (i == 0 || j == 0) continue;
      least = std::min({distance[i - 1][j] + 1, distance[i][j - 1] + 1,
                        distance[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        least = std::min(least, distance[i - 2][j - 2] + 1);
    }
  }
  return distance[a.size()][b.size()];
}

}  // namespace

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (;;) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  if (const auto plain = plain_number(text)) return plain;
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  const std::size_t dot = mantissa.find('.');
  const auto whole = digits_of(mantissa.substr(0, dot));
  auto fraction = digits_of(dot == std::string_view::npos ? "0" : mantissa.substr(dot + 1));
  if (!whole || !fraction) return std::nullopt;

  // The exponent moves digits from the fraction to the whole; then no fraction may be left.
  constexpr std::uint64_t kMostZeros = 19;
  const auto exponent = plain_number(e == std::string_view::npos ? "0" : text.substr(e + 1));
  if (!exponent || *exponent > kMostZeros) return std::nullopt;
  if (fraction->find_last_not_of('0') + 1 > *exponent) return std::nullopt;
  fraction->resize(*exponent, '0');
  return plain_number(*whole + *fraction);
}

std::string excerpt(std::string_view text) {
  constexpr std::size_t kMost = 60;
  return text.size() <= kMost ? std::string(text) : fmt::format("{}...", text.substr(0, kMost));
}

namespace {

[[noreturn]] void refuse_unsigned(std::string_view text, const std::string& what, std::uint64_t low,
                                  std::uint64_t high) {
  throw UsageError(
      fmt::format("{} '{}'; legal: a whole number from {} to {}", what, excerpt(text), low, high));
}

}  // namespace

std::uint64_t parse_unsigned(std::string_view text, const std::string& what, std::uint64_t low,
                             std::uint64_t high) {
  const std::optional<std::uint64_t> value = whole_number(text);
  if (!value || *value < low || *value > high) refuse_unsigned(text, what, low, high);
  return *value;
}

void check_unsigned(std::uint64_t value, const std::string& what, std::uint64_t low,
                    std::uint64_t high) {
  if (value < low || value > high) refuse_unsigned(fmt::format("{}", value), what, low, high);
}

double parse_number(std::string_view text, const std::string& what, double low, double high) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) ||
      value < low || value > high)
    throw UsageError(
        fmt::format("{} '{}'; legal: a number from {} to {}", what, excerpt(text), low, high));
  return value;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

std::string did_you_mean(std::string_view text, const std::vector<std::string>& legal) {
  const std::string word = plain_word(text);
  const bool key = word.find('.') != std::string::npos;
  const std::size_t letters = word.size() - (key ? word.rfind('.') + 1 : 0);
  std::size_t least = std::max<std::size_t>(1, letters / 3) + 1;
  const std::string* nearest = nullptr;
  for (const std::string& candidate : legal) {
    std::string other = plain_word(candidate);
    std::size_t distance = edit_distance(word, other);
    if (!key && other.find('.') != std::string::npos)
      distance = std::min(distance, edit_distance(word, other.substr(other.rfind('.') + 1)));
    if (distance >= least || distance >= letters) continue;
    least = distance;
    nearest = &candidate;
  }
  return nearest == nullptr ? "" : fmt::format("did you mean '{}'? ", *nearest);
}

std::string csv_quoted(std::string_view text) {
  return "\"" + join(split(text, '"'), "\"\"") + "\"";
}

std::string csv_field(std::string_view text) {
  return text.find_first_of(",\"\r\n") == std::string_view::npos ? std::string(text)
                                                                 : csv_quoted(text);
}

std::string shell_quoted(const std::string& text) {
  constexpr const char* kPlain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  return "'" + join(split(text, '\''), "'\\''") + "'";
}

std::string shell_file(const std::string& path) {
  return shell_quoted((path.rfind('-', 0) == 0 ? "./" : "") + path);
}

std::string markup_escaped(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    switch (letter) {
      case '&': result += "&amp;"; break;
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '"': result += "&quot;"; break;
      default: result += letter;
    }
  }
  return result;
}

std::string gnuplot_quoted(std::string_view text) {
  return "'" + join(split(without_controls(text), '\''), "''") + "'";
}

std::string gnuplot_data(std::string_view text) {
  std::string plain = without_controls(text);
  std::replace(plain.begin(), plain.end(), '"', '\'');
  return "\"" + plain + "\"";
}

bool is_file_stem(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  if (text.empty() || text.size() > kLongest || text.front() == '.') return false;
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < 0x20 || code == 0x7f || c == '/';
  });
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string safe;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const auto code = static_cast<unsigned char>(text.front());
    if (size == 0 || (code < 0x20 && code != '\n') || code == 0x7f)
      safe += fmt::format("\\x{:02x}", code);
    else
      safe += text.substr(0, size);
    text.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return safe;
}

}  // namespace wayfarer
