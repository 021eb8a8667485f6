// wayfarer man: the manual page, generated from --help.
#include <cctype>

#include <fmt/format.h>

#include "commands/commands.hpp"
#include "core/text.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

/// Text escaped for troff.
std::string roff(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '-') escaped += '\\';
    escaped += c == '\\' ? "\\e" : std::string(1, c);
    if (c == '\n') escaped += "\\&";  // a dot or a quote may follow
  }
  return "\\&" + escaped;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string option_text(const CLI::Option& option) {
  const bool value = option.get_items_expected_max() > 0;
  const std::string name = option.get_name(option.get_positional(), true);
  const std::string shown = option.get_positional() ? fmt::format("\\fI{}\\fR", roff(upper(name)))
                                                    : fmt::format("\\fB{}\\fR{}", roff(name),
                                                                  value ? " \\fIVALUE\\fR" : "");
  const std::string standard =
      option.get_default_str().empty() ? "" : fmt::format(" [{}]", option.get_default_str());
  return fmt::format(".TP\n{}\n{}\n", shown, roff(option.get_description() + standard));
}

std::string command_text(const CLI::App& command) {
  std::string text =
      fmt::format(".SS wayfarer {}\n{}\n", command.get_name(), roff(command.get_description()));
  for (const CLI::Option* option : command.get_options()) text += option_text(*option);
  return text + fmt::format(".PP\n.nf\n{}\n.fi\n", roff(command.get_footer()));
}

struct Variable {
  const char* name;
  const char* meaning;
};
constexpr Variable kEnvironment[] = {
    {"WAYFARER_DATA",
     "Folder with rtl, sim/configs, tb and waves [share/wayfarer of the installation]"},
    {"WAYFARER_CONFIGS", "Folder of your own configurations, which is searched first"},
    {"WAYFARER_CACHE",
     "Folder of verilated networks [wayfarer in XDG_CACHE_HOME or ~/.cache; in a build tree its "
     "folder verilated]"},
    {"WAYFARER_BUILD_MEMORY",
     "Megabytes that a network's build may take [three quarters of the machine's]"},
    {"VERILATOR_ROOT", "Folder of another Verilator than the one in PATH"},
};

int run_man(const CLI::App& app) {
  const std::string description = app.get_description();
  const std::size_t colon = description.find(": ");
  fmt::print(
      ".TH WAYFARER 1 \"\" \"wayfarer {}\"\n"
      ".SH NAME\nwayfarer \\- {}\n"
      ".SH SYNOPSIS\n\\fBwayfarer\\fR \\fICOMMAND\\fR [\\fIARGUMENTS\\fR]\n"
      ".SH COMMANDS\n",
      version(), roff(description.substr(colon + 2)));
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    fmt::print("{}", command_text(*command));
  fmt::print(".SH ENVIRONMENT\n");
  for (const Variable& variable : kEnvironment)
    fmt::print(".TP\n\\fB{}\\fR\n{}\n", variable.name, roff(variable.meaning));
  fmt::print(".SH EXAMPLE AND EXIT STATUS\n.nf\n{}\n.fi\n", roff(app.get_footer()));
  return 0;
}

}  // namespace

void add_man(CLI::App& app, const Program&, Action& action) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page");
  command->footer("Example: wayfarer man | man -l -");
  command->callback([&app, &action] { action = [&app] { return run_man(app); }; });
}

}  // namespace wayfarer
