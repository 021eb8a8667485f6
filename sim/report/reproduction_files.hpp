// Reproductions as files of a folder: <id>.json, <id>.csv, <id>.html, pictures, and over all of
// them index.html and index.md. Each file is whole or not there, and <id>.json comes last: where it
// stands the others do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/reproduction.hpp"

namespace wayfarer {

/// What <id>.json says, if it is there, of this version and revision and asked for with the same
/// options. Results without a revision, as docs/results has them, stand for any.
[[nodiscard]] std::optional<Json> find_reproduction(const std::string& folder,
                                                    const std::string& id,
                                                    const ReproductionOptions& options);

/// Makes the folder where it is missing. Throws UsageError when it cannot be written.
void prepare_folder(const std::string& folder);

/// Returns what went into <id>.json. Throws UsageError when the folder cannot be written.
[[nodiscard]] Json write_reproduction(const std::string& folder, const Reproduction& reproduction);

/// Of all experiments, or of those before an interrupt. Throws UsageError when the folder cannot be
/// written.
void write_index(const std::string& folder, const std::vector<Json>& reproductions, bool complete);

}  // namespace wayfarer
