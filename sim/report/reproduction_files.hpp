// Reproductions as files of a folder: <id>.json, <id>.csv, <id>.html, pictures, and index.html and
// index.md over all of them. Each file is written atomically, and <id>.json last: if it exists, so
// do the others.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/reproduction.hpp"

namespace wayfarer {

/// The content of <id>.json if it exists, has this version and revision, and was made with the same
/// options. Results without a revision, as in docs/results, match any.
[[nodiscard]] std::optional<Json> find_reproduction(const std::string& folder,
                                                    const std::string& id,
                                                    const ReproductionOptions& options);

/// Makes the folder if missing. Throws UsageError when it cannot be written.
void prepare_folder(const std::string& folder);

/// Returns the content of <id>.json. Throws UsageError when the folder cannot be written.
[[nodiscard]] Json write_reproduction(const std::string& folder, const Reproduction& reproduction);

/// Writes the index of all experiments, or of those before an interrupt. Throws UsageError when the
/// folder cannot be written.
void write_index(const std::string& folder, const std::vector<Json>& reproductions, bool complete);

}  // namespace wayfarer
