// Nesson and Johnsson, section 6: a header of p-PHASE ROMM has p flits, though it could be shorter,
// "biasing these results against ROMM routing". The tasks of Table 6 with headers of one flit
// beside those of p flits: the most that headers can gain which shrink on the way.
#include <fmt/format.h>

#include "family/registry.hpp"
#include "papers/romm/batch.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kMessages = 50;
constexpr unsigned kDataFlits = 15;

struct NetworkTasks {
  const char* name;
  std::vector<const char*> algorithms;  ///< DIMORDER, whose header has one flit, is the first.
  std::vector<const char*> tasks;
};
const std::vector<NetworkTasks> kNetworks = {
    {"mesh16x16",
     {"dimorder", "2phase", "4phase", "valiant"},
     {"bit-complement", "transpose", "single-random", "full-random"}},
    {"torus16x16",
     {"dimorder", "2phase", "4phase", "valiant"},
     {"bit-complement", "transpose", "single-random", "full-random"}},
    {"torus4x4x4",
     {"dimorder", "2phase", "3phase", "valiant"},
     {"bit-complement", "single-random", "full-random"}}};

std::string cell_name(const NetworkTasks& network, const char* task, const std::string& algorithm) {
  return fmt::format("{} {} {}", network.name, task, algorithm);
}

std::string one_flit(const std::string& cell) { return cell + ", one header flit"; }

/// DIMORDER with one virtual channel of a class in place of two, as ROMM has of a phase.
std::string one_channel(const std::string& cell) { return cell + ", one virtual channel"; }

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for (const NetworkTasks& network : kNetworks)
    for (const char* task : network.tasks)
      for (const std::string algorithm : network.algorithms) {
        const std::string cell = cell_name(network, task, algorithm);
        const std::string config = fmt::format("romm-{}-{}", network.name, algorithm);
        list.push_back({cell, config, task, kMessages});
        if (algorithm == network.algorithms.front()) {
          list.push_back({one_channel(cell), config, task, kMessages});
          list.back().settings = {{"router.virtual_channels", "1"}};
          continue;
        }
        list.push_back({one_flit(cell), config, task, kMessages});
        const unsigned flit_bytes = load_config(find_config(config)).flit_bytes();
        list.back().lengths = LengthsSpec{{static_cast<std::uint16_t>(kDataFlits * flit_bytes)}};
      }
  return list;
}

/// "Presumably due to its larger header": does it explain that 2-PHASE is behind DIMORDER?
void claim_cause(Reproduction& result, const BatchRuns& measured, const NetworkTasks& network,
                 const char* task, const char* algorithm, const std::string& paper) {
  const std::string dimorder = cell_name(network, task, "dimorder");
  const std::string cell = cell_name(network, task, algorithm);
  result.note(cell + ", over dimorder", measured.mean(cell) / measured.mean(dimorder));
  const double ratio = measured.mean(one_flit(cell)) / measured.mean(dimorder);
  result.claim(one_flit(cell) + ", over dimorder", paper, ratio, ratio <= 1);
  result.note(one_flit(cell) + ", over dimorder with one virtual channel",
              measured.mean(one_flit(cell)) / measured.mean(one_channel(dimorder)));
}

void add_claims(Reproduction& result, const BatchRuns& measured) {
  unsigned cases = 0;
  unsigned faster = 0;
  for (const NetworkTasks& network : kNetworks)
    for (const char* task : network.tasks)
      for (const std::string algorithm : network.algorithms) {
        if (algorithm == network.algorithms.front()) continue;
        const std::string cell = cell_name(network, task, algorithm);
        ++cases;
        faster += measured.mean(one_flit(cell)) < measured.mean(cell) ? 1 : 0;
      }
  result.claim("one header flit is faster than p", fmt::format("always ({} of {})", cases, cases),
               fmt::format("{} of {}", faster, cases), faster == cases);
  claim_cause(result, measured, kNetworks[0], "full-random", "2phase",
              "behind due to its larger header (at most 1 without)");
  for (const char* algorithm : {"2phase", "3phase"})
    claim_cause(result, measured, kNetworks[2], "full-random", algorithm,
                "balance does not make up for the header (at most 1 without)");
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-headers";
  const BatchRuns measured = run_batches(engines, options, batches(), result);
  for (std::size_t i = 0; i < measured.batches().size(); ++i) {
    const std::string& cell = measured.batches()[i].cell;
    if (!measured.known(i)) continue;
    result.note(cell + ": cycles per message", measured.mean(i) / kMessages);
    const double whole = measured.mean(i);
    const double one = measured.mean(one_flit(cell));
    if (one != 0) result.note(one_flit(cell) + ", over p: cycles", one / whole);
  }
  if (options.only.empty()) add_claims(result, measured);
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_headers() {
  return {"romm-headers", "headers of one flit beside those of a flit for each phase", run, true};
}

}  // namespace wayfarer
