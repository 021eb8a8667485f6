// wayfarer new: a configuration to start from.
#include <memory>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "config/schema.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"

namespace wayfarer {

void add_new(CLI::App& app, const Program&, Action& action) {
  auto family = std::make_shared<std::string>();
  CLI::App* command = app.add_subcommand(
      "new", "Print a configuration of a family: all keys at their defaults, with comments");
  command->add_option("family", *family, join(family_names()))->required();
  command->footer(fmt::format("Example: wayfarer new {} > my.toml", family_names().front()));
  command->callback([&action, family] {
    action = [family] {
      fmt::print("{}", commented_toml(find_family(*family).schema()));
      return 0;
    };
  });
}

}  // namespace wayfarer
