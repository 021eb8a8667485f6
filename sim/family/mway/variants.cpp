#include "family/mway/variants.hpp"

#include <iterator>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"

namespace wayfarer {

std::vector<std::string> mway_variant_names() {
  std::vector<std::string> names;
  for (const MwayVariantRow& row : kMwayVariants) names.emplace_back(row.variant);
  return names;
}

std::vector<unsigned> mway_variant_codes() {
  std::vector<unsigned> codes;
  for (const MwayVariantRow& row : kMwayVariants)
    codes.push_back(row.model_only ? kModelOnly : static_cast<unsigned>(codes.size()));
  return codes;
}

std::string mway_variants_meaning() {
  std::vector<std::string> meanings;
  for (const MwayVariantRow& row : kMwayVariants)
    if (row.meaning != nullptr)
      meanings.push_back(fmt::format("{} ({})", row.meaning, row.variant));
  return "The paper's router, or a variant: " + join(meanings) +
         "; the last two without what keeps them free of deadlock";
}

std::vector<Restriction> mway_variant_restrictions() {
  std::vector<Restriction> restrictions;
  for (unsigned variant = 0; variant < std::size(kMwayVariants); ++variant) {
    const MwayVariantRow& row = kMwayVariants[variant];
    const auto add = [&](const char* key, const MwayAllowed& allowed) {
      if (allowed.names != kAny.names)
        restrictions.push_back({variant, key, allowed.names, allowed.why});
    };
    add("topology.kind", row.topology);
    add("router.stat", row.stat);
    add("router.freeing", row.freeing);
    add("router.configuration", row.configuration);
    add("router.destinations", row.destinations);
  }
  return restrictions;
}

}  // namespace wayfarer
