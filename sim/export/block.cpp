#include "export/block.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"
#include "core/files.hpp"
#include "core/installation.hpp"
#include "core/text.hpp"
#include "export/keywords.hpp"
#include "family/registry.hpp"
#include "family/rtl_list.hpp"

namespace fs = std::filesystem;

namespace wayfarer {
namespace {

void read_list(ExportedBlock& block) {
  const std::string family = block.request.config.family();
  RtlList list = read_rtl_list(data_folder("rtl") / family / (family + ".f"));
  block.sources = std::move(list.sources);
  if (block.request.clocks)
    for (const std::string& source :
         {std::string("rtl/common/wf_reset_sync.sv"), std::string("rtl/common/wf_gray_sync.sv"),
          std::string(kCrossing) + ".sv"})
      if (std::find(block.sources.begin(), block.sources.end(), source) == block.sources.end())
        block.sources.push_back(source);
  block.include_folders = std::move(list.include_folders);
}

void find_headers(ExportedBlock& block) {
  const fs::path root = data_folder("rtl").parent_path();
  for (const std::string& folder : block.include_folders)
    for (const auto& entry : fs::directory_iterator(root / folder)) {
      const std::string path = folder + "/" + entry.path().filename().string();
      if (entry.path().extension() == ".svh") block.headers.push_back(path);
      if (entry.path().extension() == ".vlt") block.waivers.push_back(path);
    }
  std::sort(block.headers.begin(), block.headers.end());
  std::sort(block.waivers.begin(), block.waivers.end());
}

/// Those of the configuration, but words are wider by TKEEP and TUSER: a parameter of their own, or
/// in a struct.
void read_parameters(ExportedBlock& block) {
  block.parameters = streams_rtl_parameters(block.request.config, block.request.sizes);
  const auto width =
      std::find_if(block.parameters.begin(), block.parameters.end(),
                   [](const auto& parameter) { return parameter.first == "FlitWidth"; });
  if (width != block.parameters.end()) {
    width->second = fmt::format("{}", block.word_bits());
    return;
  }
  NetworkConfig wide = block.request.config;
  wide.flit_bits = block.word_bits();
  block.parameters = streams_rtl_parameters(wide, block.request.sizes);
}

void check_widths(const ExportRequest& request) {
  unsigned needed = 1;
  while (request.config.terminals() > 1u << needed) ++needed;
  for (const auto& [option, bits] :
       {std::pair("--id-bits", request.id_bits), std::pair("--dest-bits", request.dest_bits)})
    if (bits < needed || bits > kMostNumberBits)
      throw UsageError(fmt::format("{} {}; legal: {} to {}, since there are {} terminals", option,
                                   bits, needed, kMostNumberBits, request.config.terminals()));
}

void find_positions(ExportedBlock& block) {
  const NetworkConfig& config = block.request.config;
  const Family& family = family_of(config);
  const auto paths = family.paths(config, family.prepare(config, {}));
  for (TerminalId t = 0; t < config.terminals(); ++t) {
    block.nodes.push_back(paths->node_of(t));
    block.positions.push_back(paths->map().nodes[block.nodes.back()]);
  }
}

/// Offers a word to every destination at every terminal of the model, which says what it drops.
void find_legal(ExportedBlock& block) {
  constexpr unsigned kModelBits = 128;
  NetworkConfig config = block.request.config;
  config.flit_bits = std::min(config.flit_bits, kModelBits);
  const auto model = make_stream_model(config, block.request.sizes);
  const unsigned terminals = block.terminals();
  block.legal.assign(terminals, std::vector<bool>(terminals, true));
  std::vector<unsigned> offered(terminals, 0);
  for (TerminalId t = 0; t < terminals; ++t) model->set_ready(t, true);
  const auto left = [&] {
    return std::any_of(offered.begin(), offered.end(), [&](unsigned n) { return n < terminals; });
  };
  for (bool last = false; !last;) {
    last = !left();
    std::vector<bool> taken(terminals, false);
    for (TerminalId t = 0; t < terminals; ++t) {
      if (offered[t] == terminals) continue;
      taken[t] = model->ready(t);
      model->offer(t, {0, offered[t], true});
    }
    model->step();
    for (TerminalId t = 0; t < terminals; ++t) {
      if (!taken[t]) continue;
      block.legal[t][offered[t]] = (model->drop(t) & kDropDestination) == 0;
      ++offered[t];
    }
  }
}

void check_name(const std::string& name) {
  const bool legal = !name.empty() && name.size() <= 64 &&
                     std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
                     std::all_of(name.begin(), name.end(), [](unsigned char letter) {
                       return std::isalnum(letter) != 0 || letter == '_';
                     });
  if (!legal)
    throw UsageError(fmt::format(
        "--top {}; legal: a name of at most 64 letters, digits and '_' that begins with no digit",
        excerpt(name)));
  if (is_keyword(name))
    throw UsageError(fmt::format(
        "--top {}; legal: any name but the keywords of SystemVerilog, SystemRDL and C", name));
}

void check_apart(const ExportedBlock& block) {
  for (const std::string& source : block.sources)
    if (fs::path(source).stem() == block.request.top)
      throw UsageError(
          fmt::format("--top {}: {} has a module or package of that name; legal: another name",
                      block.request.top, source));
}

}  // namespace

std::string outer_name(const StreamPort& port) { return port.name.substr(0, port.name.rfind('_')); }

std::string range_text(unsigned bits) { return bits == 1 ? "" : fmt::format("[{}:0] ", bits - 1); }

namespace {

/// "s03": a letter and a terminal, with the digits of the greatest.
std::string numbered(char letter, unsigned terminal, unsigned terminals) {
  const std::size_t digits = std::max<std::size_t>(2, fmt::format("{}", terminals - 1).size());
  return fmt::format("{}{:0{}}", letter, terminal, digits);
}

}  // namespace

std::string ExportedBlock::prefix(char side, unsigned terminal) const {
  return numbered(side, terminal, terminals()) + "_axis";
}

std::string ExportedBlock::clock_of(unsigned terminal) const {
  return request.clocks ? numbered('t', terminal, terminals()) + "_aclk" : "aclk";
}

const std::vector<StreamPort>& ExportedBlock::other_ports() const {
  return family_of(request.config).streams_ports;
}

std::string ExportedBlock::source_head(const std::string& what) const {
  return "// SPDX-"
         "License-Identifier: Apache-2.0\n//\n" +
         head("//", what);
}

std::string ExportedBlock::head(const std::string& mark, const std::string& what) const {
  return fmt::format("{0} {1}\n{0} Made by: {2}\n", mark, what, request.command);
}

ExportedBlock make_block(const ExportRequest& request) {
  check_name(request.top);
  if (const std::string refusal = family_of(request.config).rtl.refusal(request.config);
      !refusal.empty())
    throw UsageError(refusal);
  check_widths(request);
  ExportedBlock block{request, {}, {}, {}, {}, {}, {}, {}, {}};
  read_parameters(block);
  read_list(block);
  find_headers(block);
  check_apart(block);
  find_positions(block);
  find_legal(block);
  return block;
}

std::vector<ExportedFile> exported_files(const ExportRequest& request) {
  const ExportedBlock block = make_block(request);
  const std::string& top = request.top;
  std::vector<ExportedFile> files = {
      {top + ".sv", top_text(block)},
      {top + "_tb.sv", bench_text(block)},
      {top + ".f", list_text(block)},
      {top + ".core", core_text(block)},
      {"Bender.yml", bender_text(block)},
      {top + ".sdc", constraints_text(block, false)},
      {top + ".xdc", constraints_text(block, true)},
      {top + ".h", header_text(block)},
      {top + ".json", description_text(block)},
      {top + ".toml", to_toml(request.config)},
      {"README.md", readme_text(block)},
  };
  const fs::path root = data_folder("rtl").parent_path();
  const auto copy = [&](const std::string& path) {
    files.push_back({path, read_text((root / path).string(), "a source of the library")});
  };
  for (const std::string& source : block.sources) copy(source);
  for (const std::string& header : block.headers) copy(header);
  for (const std::string& waiver : block.waivers) copy(waiver);
  if (request.clocks)
    for (const char* ending : {"sdc", "xdc"}) copy(fmt::format("{}.{}", kCrossing, ending));
  copy("LICENSE");
  return files;
}

}  // namespace wayfarer
