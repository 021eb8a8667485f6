// Mudawwar's main argument, section 2: "an m-way channel can be made much wider than a direct
// channel". Networks of 512 processors from router chips of equally many pins: m-way routers with
// the paper's 128 data and 17 control lines, and k-ary n-cubes whose links have the 8 control lines
// of the T3D's and the data lines that the same pins leave. Messages of 64 bytes, one clock for
// all. The paper makes the argument, but no measurement.
#include <algorithm>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "family/mesh/config.hpp"
#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"
#include "family/registry.hpp"
#include "geometry/grid.hpp"
#include "papers/mway/paper.hpp"

namespace wayfarer {
namespace {

constexpr Cycle kCycles = 20'000;
constexpr double kIdle = 0.02;
constexpr double kLoads[] = {kIdle, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, kAroundSaturation};
constexpr unsigned kMessageBytes = 64;

constexpr unsigned kMwayPins = 290;  ///< As printed.
constexpr unsigned kT3dPins = 288;
constexpr unsigned kMwayControl = 17;
constexpr unsigned kLinkControl = 8;

enum class Router { kMway, kWormhole, kCutThrough };

struct Contender {
  std::string name;
  Router router;
  std::string extents;
  unsigned processors;  ///< Processors per channel; 1 per node.
  bool torus;
  bool half_duplex;     ///< Both directions of a link share its lines.
  unsigned data_lines;  ///< Data lines of a channel, or of a link in one direction.

  [[nodiscard]] unsigned control_lines() const {
    return router == Router::kMway ? kMwayControl : kLinkControl;
  }
  [[nodiscard]] unsigned data_flits() const {
    return (8 * kMessageBytes + data_lines - 1) / data_lines;
  }
  [[nodiscard]] NetworkConfig config() const;
  [[nodiscard]] double control_share() const {
    return control_lines() / static_cast<double>(data_lines + control_lines());
  }
  /// Over the pins of all routers, from bytes per processor.
  [[nodiscard]] double per_1000_pins(const NetworkConfig& config, double bytes) const {
    return 1000 * bytes * config.terminals() / pins(config) / chips(config);
  }
  /// Bytes of the buffers that receive from the channels and links of a router.
  [[nodiscard]] unsigned buffer_bytes(const NetworkConfig& config) const;
  /// Channels and links that leave or enter a router, those of its own node apart.
  [[nodiscard]] unsigned interfaces(const NetworkConfig& config) const {
    if (router == Router::kMway) return 2;
    const auto links = 2 * static_cast<unsigned>(config.topology.extents.size());
    return half_duplex ? links : 2 * links;
  }
  [[nodiscard]] unsigned pins(const NetworkConfig& config) const {
    return interfaces(config) * (data_lines + control_lines());
  }
  [[nodiscard]] unsigned chips(const NetworkConfig& config) const {
    return router == Router::kMway
               ? static_cast<unsigned>(MwayTopology(config.topology).routers().size())
               : config.topology.nodes();
  }
};

const std::vector<Contender>& contenders() {
  static const std::vector<Contender> list = {
      {"m-way 16x16xP2", Router::kMway, "16x16", 2, false, false, 128},
      {"m-way 8x8x4xP2", Router::kMway, "8x8x4", 2, false, false, 128},
      {"m-way 8x8x8xP1", Router::kMway, "8x8x8", 1, false, false, 128},
      {"m-way 7D-HCxP4", Router::kMway, "2x2x2x2x2x2x2", 4, false, false, 128},
      {"wormhole 8x8x8 mesh, full duplex", Router::kWormhole, "8x8x8", 1, false, false, 16},
      {"wormhole 8x8x8 torus, full duplex", Router::kWormhole, "8x8x8", 1, true, false, 16},
      {"wormhole 32x16 torus, full duplex", Router::kWormhole, "32x16", 1, true, false, 28},
      {"cut-through 8x8x8 torus, full duplex", Router::kCutThrough, "8x8x8", 1, true, false, 16},
      {"cut-through 8x8x8 torus, half duplex", Router::kCutThrough, "8x8x8", 1, true, true, 40},
      {"cut-through 32x16 torus, half duplex", Router::kCutThrough, "32x16", 1, true, true, 64},
  };
  return list;
}

/// A flit of the cubes has as many bits as a link has data lines. The configuration has wider ones,
/// and a longer message of as many flits: models do not read the data.
NetworkConfig Contender::config() const {
  constexpr const char* kBase[] = {"mesh16x16", "romm-torus4x4x4-dimorder",
                                   "fs-torus16x16-oblivious"};
  NetworkConfig config = load_config(find_config(kBase[static_cast<unsigned>(router)]));
  config.name = name;
  Settings settings = {{"topology.kind", torus ? "torus" : "mesh"}, {"topology.extents", extents}};
  const auto add = [&](const char* key, const std::string& value) {
    settings.emplace_back(key, value);
  };
  if (router == Router::kMway) {
    add("topology.processors", fmt::format("{}", processors));
    add("router.stat", "cyclic");  // the lines of exact Stat are more pins
  } else if (router == Router::kWormhole) {
    // Buffers of about the 256 bytes of an m-way router: four virtual channels a link.
    add("router.virtual_channels", torus ? "2" : "4");
    add("router.depth", std::count(extents.begin(), extents.end(), 'x') == 2 ? "5" : "4");
    add("router.injection_ports", "1");
    add("router.ejection_ports", "1");
  } else {
    add("router.depth", fmt::format("{}", data_flits() + 1));
    add("router.duplex", half_duplex ? "half" : "full");
    add("router.pipeline", "1");
  }
  if (router != Router::kMway)
    add("traffic.message_bytes", fmt::format("{}", data_flits() * config.flit_bits / 8));
  set_keys(config, settings);
  return config;
}

unsigned Contender::buffer_bytes(const NetworkConfig& config) const {
  if (router == Router::kMway)
    return 2 * mway_of(config).buffers * mway_of(config).depth * data_lines / 8;
  const auto links = 2 * static_cast<unsigned>(config.topology.extents.size());
  const MeshConfig& mesh = mesh_of(config);
  const unsigned ends = router == Router::kCutThrough ? 2 : 1;  // at inputs and outputs
  return links * ends * mesh.link_virtual_channels() * mesh.depth * data_lines / 8;
}

/// Links or m-way routers on the way, mean over all pairs of terminals.
double mean_hops(const NetworkConfig& config) {
  const Grid grid(config.topology);
  double sum = 0;
  for (NodeId node = 0; node < grid.nodes(); ++node)
    for (NodeId other = 0; other < grid.nodes(); ++other) sum += grid.distance(node, other);
  const double processors = config.topology.processors;
  const double terminals = grid.nodes() * processors;
  return sum * processors * processors / (terminals * (terminals - 1));
}

/// The families' closed forms, first and last cycle counted, with an arbitration of one cycle for
/// each m-way channel. With cyclic Stat that is a lower bound: a header also waits for the turn of
/// its receiver.
double zero_load_cycles(const Contender& contender, const NetworkConfig& config) {
  constexpr double kPipeline = 1;
  const double h = mean_hops(config);
  const double d = contender.data_flits();
  switch (contender.router) {
    case Router::kMway: return d + h + (h + 1) + 2;
    case Router::kWormhole: return d + 1 + h + 1;
    case Router::kCutThrough: return d + 1 + kPipeline + h * (kPipeline + 1) + 1;
  }
  return 0;
}

/// Bytes of messages, headers not counted, for each flit that the bound counts.
double bytes_per_flit(const Contender& contender) {
  return static_cast<double>(kMessageBytes) / (contender.data_flits() + 1);
}

void note_contender(const Contender& contender, Reproduction& result) {
  const NetworkConfig config = contender.config();
  const std::size_t best = peak(result.points, result.results, contender.name);
  const Measurements& measured = result.results[best]->measured;
  const auto note = [&](const std::string& what, Json value) {
    result.note(fmt::format("{}: {}", contender.name, what), std::move(value));
  };
  const double bytes = kMessageBytes * measured.accepted_messages;
  note("data lines of a channel", contender.data_lines);
  note("pins of a router", contender.pins(config));
  note("routers", contender.chips(config));
  note("bytes of buffers of a router", contender.buffer_bytes(config));
  note("control lines over all lines", contender.control_share());
  note("latency without load, closed form", zero_load_cycles(contender, config));
  for (std::size_t i = 0; i < result.points.size(); ++i)
    if (result.points[i].label == contender.name && result.points[i].options.load.value == kIdle)
      note(fmt::format("latency at load {:g}", kIdle), result.results[i]->measured.latency.mean);
  note("bound, bytes per processor and cycle",
       saturation_bound(config) * bytes_per_flit(contender));
  note("peak, bytes per processor and cycle", bytes);
  note("peak over bound", measured.accepted_flits / saturation_bound(config));
  note("peak, bytes per cycle and 1000 pins of all routers",
       contender.per_1000_pins(config, bytes));
}

/// A colour for each kind of router, a mark for each network of it.
std::vector<Curve> named_curves() {
  std::vector<Curve> curves;
  unsigned marks[3] = {};
  for (const Contender& contender : contenders()) {
    const auto kind = static_cast<unsigned>(contender.router);
    constexpr unsigned kMarks[] = {7, 5, 9, 11};  // filled
    // Links are full duplex unless the name says otherwise.
    const std::string name = contender.name.substr(0, contender.name.find(", full"));
    curves.push_back(
        {name.substr(0, name.find(" duplex")),
         {},
         fmt::format("{} pointtype {} pointsize 0.7", curve_style(kind), kMarks[marks[kind]++])});
  }
  return curves;
}

Picture picture(const Reproduction& result) {
  std::vector<Curve> by_processor = named_curves();
  std::vector<Curve> by_pins = named_curves();
  for (std::size_t c = 0; c < contenders().size(); ++c) {
    const Contender& contender = contenders()[c];
    const NetworkConfig config = contender.config();
    for (std::size_t i = 0; i < result.points.size(); ++i) {
      if (result.points[i].label != contender.name) continue;
      const Measurements& measured = result.results[i]->measured;
      const double bytes = kMessageBytes * measured.accepted_messages;
      by_processor[c].points.emplace_back(bytes, measured.latency.mean);
      by_pins[c].points.emplace_back(contender.per_1000_pins(config, bytes), measured.latency.mean);
    }
  }
  const std::string common =
      "set yrange [0:400]\nset xrange [0:*]\nset key outside below horizontal width -4 samplen 1\nset bmargin 9\n";
  return {result.id,
          {curves_panel({"per processor", "accepted, bytes per processor and cycle",
                         "latency, cycles", common},
                        by_processor),
           curves_panel({"over the pins of all routers", "accepted, bytes per cycle and 1000 pins",
                         "latency, cycles", common},
                        by_pins)},
          2};
}

Reproduction run(const EngineFactory& engines, const ReproductionOptions& options) {
  Reproduction result;
  result.id = "mway-pins";
  for (const Contender& contender : contenders()) {
    const NetworkConfig config = contender.config();
    for (const double load : kLoads)
      result.points.push_back(uniform_point(config, load, options, kCycles));
  }
  result.results = run_all(engines, result.points, options);
  for (const Contender& contender : contenders()) note_contender(contender, result);
  const Contender& mway = contenders()[2];
  const Contender& t3d = contenders()[5];
  result.compare("pins of an m-way router", kMwayPins, mway.pins(mway.config()), 0);
  result.compare("pins of a router of a 3-D torus", kT3dPins, t3d.pins(t3d.config()), 0);
  const double share = mway.control_share() / t3d.control_share();
  result.claim("overhead of control lines, m-way over 3-D torus", "less", share, share < 1);
  result.conditions = peak_conditions("networks", "512 processors, 64-byte messages",
                                      result.points.front().options, kLoads);
  result.pictures.push_back(picture(result));
  result.summarize("");
  return result;
}

}  // namespace

Experiment mway_pins() {
  return {"mway-pins", "m-way channels against k-ary n-cubes whose routers have equally many pins",
          run, true};
}

}  // namespace wayfarer
