#include "cli/tables_option.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {

void refuse_no_tables(const NetworkConfig& config) {
  if (family_of(config).load_tables != nullptr) return;
  std::vector<std::string> with_tables;
  for (const Family* family : families())
    if (family->load_tables != nullptr) with_tables.emplace_back(family->name());
  throw UsageError(
      fmt::format("--tables and --write-tables: the switches of '{}' have no tables; "
                  "those of family {} have",
                  config.name, join(with_tables)));
}

}  // namespace wayfarer
