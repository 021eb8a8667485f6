// Nesson and Johnsson, section 7: "Other important aspects of wormhole routing [...] is the effect
// of message size and the behavior in routing with mixed sizes." Every node sends 1200 data flits,
// in messages of 3 to 240 of them, or in a mix of messages of 3 and 63 whose mean is the paper's 15
// (then the 1200 are a mean). Headers have the paper's flits, one for each phase.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "family/mesh/config.hpp"
#include "family/registry.hpp"
#include "papers/romm/batch.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kDataFlits = 1200;  ///< Data flits per node.

/// Data flits of messages, all equally likely.
struct Size {
  const char* name;
  std::vector<unsigned> flits;
  unsigned mean;
};
const std::vector<Size> kSizes = {{"3 flits", {3}, 3},
                                  {"15 flits", {15}, 15},
                                  {"60 flits", {60}, 60},
                                  {"240 flits", {240}, 240},
                                  {"3 and 63 flits", {3, 3, 3, 3, 63}, 15}};
const std::vector<std::string> kNetworks = {"mesh16x16", "torus16x16"};
const std::vector<std::string> kTasks = {"transpose", "full-random"};
const std::vector<std::string> kAlgorithms = {"dimorder", "2phase", "4phase", "valiant"};

std::string case_name(const std::string& network, const std::string& task, const Size& size) {
  return fmt::format("{} {}, {}", network, task, size.name);
}

std::string cell_name(const std::string& network, const std::string& task, const Size& size,
                      const std::string& algorithm) {
  return fmt::format("{}, {}", case_name(network, task, size), algorithm);
}

/// The header's flits after the first one count as data (docs/wormhole.md, Header).
LengthsSpec lengths_of(const std::string& config_name, const Size& size) {
  const NetworkConfig config = load_config(find_config(config_name));
  LengthsSpec lengths;
  for (const unsigned flits : size.flits)
    lengths.bytes.push_back(
        static_cast<std::uint16_t>((flits + mesh_of(config).phases - 1) * config.flit_bytes()));
  return lengths;
}

std::vector<RommBatch> batches() {
  std::vector<RommBatch> list;
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const Size& size : kSizes)
        for (const std::string& algorithm : kAlgorithms) {
          const std::string config = fmt::format("romm-{}-{}", network, algorithm);
          list.push_back(
              {cell_name(network, task, size, algorithm), config, task, kDataFlits / size.mean});
          list.back().lengths = lengths_of(config, size);
        }
  return list;
}

/// The algorithms in their order, the fastest first, and whether ROMM's are before VALIANT.
void add_orders(Reproduction& result, const BatchRuns& measured) {
  unsigned cases = 0;
  unsigned better = 0;
  for (const std::string& network : kNetworks)
    for (const std::string& task : kTasks)
      for (const Size& size : kSizes) {
        const auto cycles = [&](const std::string& algorithm) {
          return measured.mean(cell_name(network, task, size, algorithm));
        };
        std::vector<std::string> order = kAlgorithms;
        std::sort(order.begin(), order.end(), [&](const std::string& a, const std::string& b) {
          return cycles(a) < cycles(b);
        });
        result.note(case_name(network, task, size) + ": the fastest first",
                    fmt::format("{}", fmt::join(order, " ")));
        ++cases;
        const double valiant = cycles("valiant");
        better += cycles("2phase") < valiant && cycles("4phase") < valiant ? 1 : 0;
      }
  result.claim("ROMM outperforms VALIANT, messages of all sizes",
               fmt::format("in all simulations ({} of {})", cases, cases),
               fmt::format("{} of {}", better, cases), better == cases);
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "romm-sizes";
  const BatchRuns measured = run_batches(engines, options, batches(), result);
  for (std::size_t i = 0; i < measured.batches().size(); ++i)
    if (measured.known(i))
      result.note(measured.batches()[i].cell + ": cycles per data flit",
                  measured.mean(i) / kDataFlits);
  if (options.only.empty()) add_orders(result, measured);
  result.conditions["messages"] = "as many as have 1200 data flits in the mean";
  result.conditions["data_flits"] = "3 to 240";
  result.summarize("");
  return result;
}

}  // namespace

Experiment romm_sizes() {
  return {"romm-sizes", "messages of 3 to 240 flits, and a mix, at equal flits of a node", run,
          true};
}

}  // namespace wayfarer
