#include "common/module_source.hpp"

#include <iterator>
#include <regex>
#include <sstream>

#include <fmt/format.h>

#include "core/files.hpp"

namespace wayfarer {
namespace {

constexpr const char* kRegistersBegin = "wayfarer_registers_begin";
constexpr const char* kRegistersEnd = "wayfarer_registers_end";

struct Port {
  std::string name;
  unsigned bits;
};

/// The ports in the header of the top class. Arrays are C's up to Verilator 5.006, VlUnpacked
/// later.
std::vector<Port> ports_in(const std::string& header) {
  static const std::regex kPort(
      R"(VL_(?:IN|OUT|INOUT)(?:8|16|64|W)?\(\(?&(\w+)\)?[\[\]\d]*,(\d+),(\d+))"
      R"(|\n\s*VlUnpacked<[^;\n]*/\*(\d+):(\d+)\*/[^;\n]*> &(\w+);)");
  std::vector<Port> ports;
  for (std::sregex_iterator at(header.begin(), header.end(), kPort), end; at != end; ++at) {
    const bool array = (*at)[6].matched;
    const auto number = [&](int group) { return static_cast<unsigned>(std::stoul((*at)[group])); };
    ports.push_back({(*at)[array ? 6 : 1], number(array ? 4 : 2) - number(array ? 5 : 3) + 1});
  }
  return ports;
}

/// The first group of every match.
std::vector<std::string> names_in(const std::string& text, const std::regex& pattern) {
  std::vector<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    names.push_back((*at)[1]);
  return names;
}

/// Code that ends a pulse of the clock: if the clock's value before is the module's only trigger,
/// it is set as if the falling edge had been evaluated.
std::string clock_of(const std::string& prefix, const std::string& root, bool has_clock) {
  if (!has_clock)
    return fmt::format("  static void set({0}&, CData) {{}}\n  static void fall({0}&) {{}}\n",
                       prefix);
  static const std::regex kBefore(R"(\n\s*CData/\*0:0\*/ (__Vtrig\w*prev\w*);)");
  const std::vector<std::string> before = names_in(root, kBefore);
  const std::string last = before.size() == 1 && before.front().find("clk_i") != std::string::npos
                               ? fmt::format("top.rootp->{} = 0;", before.front())
                               : "top.eval();";
  return fmt::format(
      "  static void set({0}& top, CData value) {{ top.clk_i = value; }}\n"
      "  static void fall({0}& top) {{\n    top.clk_i = 0;\n    {1}\n  }}\n",
      prefix, last);
}

/// Source text for the registers, gathered or not.
std::string registers_of(const std::string& prefix, const std::string& root) {
  const bool only = root.find(kRegistersBegin) != std::string::npos;
  const auto place = [&](const char* name) {
    return fmt::format("offsetof({0}__Syms, TOP) + offsetof({0}___024root, {1})", prefix, name);
  };
  return fmt::format(
      "  static constexpr std::size_t kBegin = {};\n  static constexpr std::size_t kEnd = {};\n"
      "  static constexpr bool kOnly = {};\n",
      only ? place(kRegistersBegin) : "0",
      only ? place(kRegistersEnd) : fmt::format("sizeof({}__Syms)", prefix), only);
}

std::string constant_checks(const ModuleSource& module) {
  std::string checks;
  for (const PackageConstant& constant : module.constants)
    checks += fmt::format("static_assert({0}_{1}::{2} == {3}, \"{1}::{2}\");\n", module.prefix,
                          constant.package, constant.name, constant.value);
  return checks;
}

std::string probe_pins(const ModuleSource& module) {
  std::string pins;
  for (const Probe& probe : module.probes)
    pins += fmt::format("    pin(\"{}\", 0, top.rootp->{}__DOT__{});\n", probe.pin, module.top,
                        probe.signal);
  return pins;
}

}  // namespace

std::string module_text(const ModuleSource& module) {
  return constant_checks(module) + probe_pins(module);
}

bool gather_registers(const std::string& prefix, const std::filesystem::path& folder) {
  const std::string symbols =
      read_text((folder / (prefix + "__Syms.h")).string(), "Verilator's header");
  // Packages have constants only.
  static const std::regex kPart(R"(\n    \w+ +TOP__\w+;)");
  static const std::regex kPackage(R"(\n    \w+_pkg +TOP__\w+_pkg;)");
  const auto count = [&](const std::regex& pattern) {
    return std::distance(std::sregex_iterator(symbols.begin(), symbols.end(), pattern),
                         std::sregex_iterator());
  };
  if (count(kPart) != count(kPackage)) return false;

  const std::filesystem::path path = folder / (prefix + "___024root.h");
  std::string others;
  std::string registers;
  std::istringstream lines(read_text(path.string(), "Verilator's header"));
  static const std::regex kRegister(R"(\s+(?:[CSIQ]Data|VlWide|VlUnpacked)\b.*_q;)");
  for (std::string line; std::getline(lines, line);)
    (std::regex_match(line, kRegister) ? registers : others) += line + '\n';
  const std::size_t end = others.find("\n    // INTERNAL VARIABLES");
  if (end == std::string::npos || registers.empty()) return false;
  others.insert(end + 1, fmt::format("    alignas(8) CData {}[8];\n{}    alignas(8) CData {}[8];\n",
                                     kRegistersBegin, registers, kRegistersEnd));
  write_output(path.string(), others);
  return true;
}

std::string public_signals(const ModuleSource& module) {
  constexpr const char* kPublic = "public_flat_rd -module \"{}\" -var \"{}\"\n";
  std::string text = "`verilator_config\n";
  for (const PackageConstant& constant : module.constants)
    text += fmt::format(kPublic, constant.package, constant.name);
  for (const Probe& probe : module.probes) text += fmt::format(kPublic, module.top, probe.signal);
  return text;
}

std::string module_source(const ModuleSource& module, const std::filesystem::path& folder) {
  const auto header = [&](const std::string& name) {
    return read_text((folder / (module.prefix + name + ".h")).string(), "Verilator's header");
  };
  const std::string text = fmt::format(
      "#include \"{0}.h\"\n#include \"{0}__Syms.h\"\n"
      "#include \"common/verilated_module.hpp\"\n{1}",
      module.prefix, constant_checks(module));
  std::string pins;
  bool has_clock = false;
  for (const Port& port : ports_in(header(""))) {
    pins += fmt::format("    pin(\"{0}\", {1}, top.{0});\n", port.name, port.bits);
    has_clock = has_clock || port.name == "clk_i";
  }
  pins += probe_pins(module);
  return text +
         fmt::format(
             "namespace wayfarer {{\n"
             "template <>\nstruct ModulePins<{0}> {{\n"
             "  template <typename Each>\n  static void each({0}& top, const Each& pin) {{\n{1}  }}\n"
             "}};\n"
             "template <>\nstruct ModuleClock<{0}> {{\n{2}}};\n"
             "template <>\nstruct ModuleRegisters<{0}__Syms> {{\n{3}}};\n"
             "}}  // namespace wayfarer\n"
             "extern \"C\" const wayfarer_verilated* wayfarer_verilated_module() {{\n"
             "  static const wayfarer_verilated table =\n"
             "      wayfarer::verilated_table<{0}, {0}__Syms>();\n"
             "  return &table;\n}}\n",
             module.prefix, pins, clock_of(module.prefix, header("___024root"), has_clock),
             registers_of(module.prefix, header("___024root")));
}

}  // namespace wayfarer
