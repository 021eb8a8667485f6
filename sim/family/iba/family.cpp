#include "family/family.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "family/iba/config.hpp"
#include "family/iba/dependencies.hpp"
#include "family/iba/mesh.hpp"
#include "family/iba/model.hpp"
#include "family/iba/paths.hpp"
#include "family/iba/ports.hpp"
#include "family/iba/streams.hpp"
#include "family/iba/subnet_manager.hpp"
#include "family/iba/table_check.hpp"
#include "family/kit/link_load.hpp"

namespace wayfarer {
namespace {

RtlParameters shape(const NetworkConfig& config) {
  return {{"Columns", fmt::format("{}", config.topology.extents[0])},
          {"Rows", fmt::format("{}", config.topology.extents[1])}};
}

std::string router_text(const NetworkConfig& config) {
  const unsigned lanes = iba_of(config).virtual_lanes;
  return fmt::format("{} virtual lane{} per link", lanes, lanes == 1 ? "" : "s");
}

double bound(const NetworkConfig& config) { return link_load_bound(config.topology, 1); }

Preparation load(SubnetTables tables) {
  return [tables = std::move(tables)](Network& network) {
    load_subnet_tables(tables, *network.find<Management>());
  };
}

/// Traffic is between all terminals: the longest route is between opposite corners.
Preparation prepare(const NetworkConfig& config, const std::vector<MulticastGroup>& groups) {
  const unsigned links = config.topology.extents[0] + config.topology.extents[1] - 2;
  const unsigned limit = iba_of(config).hop_limit;
  if (limit != 0 && limit < links)
    throw UsageError(fmt::format(
        "key 'router.hop_limit': no route from terminal 0 to terminal {} has at most {} link{}; "
        "legal: 0, or {} and more",
        config.terminals() - 1, limit, limit == 1 ? "" : "s", links));
  return load(make_subnet_tables(config, groups));
}

std::string tables_text(const NetworkConfig& config, const std::vector<MulticastGroup>& groups) {
  return subnet_tables_text(config, make_subnet_tables(config, groups));
}

Preparation load_tables(const NetworkConfig& config, const std::string& text,
                        const std::string& origin) {
  SubnetTables tables = parse_subnet_tables(config, text, origin);
  check_subnet_tables(config, tables);
  if (iba_of(config).lifetime == 0) refuse_missing_entries(tables, text, origin);
  return load(std::move(tables));
}

TablesReport check_tables(const NetworkConfig& config, const std::string& text,
                          const std::string& origin) {
  return check_routes(config, parse_subnet_tables(config, text, origin));
}

}  // namespace

const Family& iba_family() {
  static const Family family = [] {
    Family iba{};
    iba.schema = iba_schema;
    iba.make_model = [](const NetworkConfig& config, double) { return make_iba_model(config); };
    iba.make_streams = make_iba_streams;
    iba.streams_parameters = iba_stream_parameters;
    iba.streams_ports = {{"loaded_o", true},        {"psel_i", false},      {"penable_i", false},
                         {"pwrite_i", false},       {"paddr_i", false, 32}, {"pwdata_i", false, 32},
                         {"prdata_o", true, 32},    {"pready_o", true},     {"pslverr_o", true},
                         {"error_o", true, 6, true}};
    iba.dependencies = iba_dependencies;
    iba.saturation_bound = bound;
    iba.map = [](const NetworkConfig& config) { return IbaMesh(config.topology).map(); };
    iba.paths = [](const NetworkConfig& config, const Preparation& prepared) {
      return make_iba_paths(config, prepared);
    };
    iba.router_text = router_text;
    iba.rtl.top = "iba_network";
    iba.rtl.node_megabytes = [](const NetworkConfig& config) {
      return 2.1 * kIbaPorts * iba_of(config).virtual_lanes;
    };
    iba.rtl.shape = shape;
    iba.rtl.insides = {"gen_switch[{}]"};
    // The dataflow optimiser of Verilator 5.006 loses buffer data here, and its output takes ten
    // times as long to compile.
    iba.rtl.flag = "-fno-dfg";
    iba.attach_ports = [](Network& rtl, const NetworkConfig& config) {
      attach_management(rtl);
      if (iba_of(config).in_band) attach_in_band(rtl);
    };
    iba.attach_lockstep_ports = attach_management_in_lockstep;
    iba.prepare = prepare;
    iba.tables_text = tables_text;
    iba.load_tables = load_tables;
    iba.check_tables = check_tables;
    return iba;
  }();
  return family;
}

}  // namespace wayfarer
