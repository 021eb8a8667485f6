// Small text helpers behind names with options such as "local:3" and lists such as "16,64,256".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wayfarer {

/// The parts between the separators; at least one, possibly empty.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// The whole number that all of the text writes: 100000, 100_000, 1e5 or 1.5e6. None where it is
/// not whole or takes more than 64 bits.
[[nodiscard]] std::optional<std::uint64_t> whole_number(std::string_view text);

/// The text for a message: of a long one, the first bytes and "...".
[[nodiscard]] std::string excerpt(std::string_view text);

/// A whole number in [low, high]. Throws UsageError "<what> ...; legal: ...".
[[nodiscard]] std::uint64_t parse_unsigned(std::string_view text, const std::string& what,
                                           std::uint64_t low, std::uint64_t high);

/// Throws the same UsageError for a number that is not in [low, high].
void check_unsigned(std::uint64_t value, const std::string& what, std::uint64_t low,
                    std::uint64_t high);

/// A finite number in [low, high], all of the text. Throws UsageError "<what> ...; legal: ...".
[[nodiscard]] double parse_number(std::string_view text, const std::string& what, double low,
                                  double high);

/// "a, b, c".
[[nodiscard]] std::string join(const std::vector<std::string>& parts,
                               std::string_view separator = ", ");

/// "did you mean 'uniform'? " when one of the legal words is close to the text (by edits, or the
/// last part of a key), else "": goes in front of "legal: ...".
[[nodiscard]] std::string did_you_mean(std::string_view text,
                                       const std::vector<std::string>& legal);

// Quoting: no name reaches a file format or an interpreter without one of these. JSON, TOML and
// Perfetto's files are written by libraries that quote, and programs are started without a shell.

/// A field of a CSV file in quotes, as RFC 4180 has it.
[[nodiscard]] std::string csv_quoted(std::string_view text);

/// The same, without quotes where the text needs none.
[[nodiscard]] std::string csv_field(std::string_view text);

/// A word of a command line that a shell reads back to the text.
[[nodiscard]] std::string shell_quoted(const std::string& text);

/// The same for a file's name, which a program does not take for an option.
[[nodiscard]] std::string shell_file(const std::string& path);

/// Text of an HTML or SVG file, or of an attribute's value in double quotes.
[[nodiscard]] std::string markup_escaped(std::string_view text);

/// A string of a gnuplot script. In single quotes gnuplot replaces and runs nothing. Control
/// characters become spaces.
[[nodiscard]] std::string gnuplot_quoted(std::string_view text);

/// A string among the data of a gnuplot script, which knows no single quotes and runs nothing
/// there. Control characters become spaces, and double quotes single ones.
[[nodiscard]] std::string gnuplot_data(std::string_view text);

/// Whether a file may be called so in any folder, with room for an ending: neither empty nor
/// hidden, at most 100 bytes, no slashes or control characters.
[[nodiscard]] bool is_file_stem(std::string_view text);

/// Whether the text is UTF-8.
[[nodiscard]] bool is_utf8(std::string_view text);

/// The text with control characters, on which a terminal would act, and bytes that are not UTF-8
/// written as \xNN; line ends stay.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace wayfarer
