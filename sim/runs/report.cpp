#include "runs/report.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "core/text.hpp"
#include "family/registry.hpp"
#include "runs/completion.hpp"
#include "runs/rates.hpp"

namespace wayfarer {
namespace {

/// JSON has no infinity.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(); }

constexpr const char* kNone = "none";  ///< The mean, or percentile, of no messages.

/// A number of a summary for people, or "none" of no messages.
std::string number_text(const LatencySummary& latency, double value) {
  return latency.count > 0 ? fmt::format("{:.2f}", value) : kNone;
}

std::string number_text(const LatencySummary& latency, Cycle value) {
  return latency.count > 0 ? fmt::format("{}", value) : kNone;
}

/// A latency for people, in the unit of the load's clock.
template <typename Value>
std::string time_text(const LatencySummary& latency, Value cycles, const Load& load) {
  if (load.clock_mhz == 0) return number_text(latency, cycles);
  return number_text(latency, static_cast<double>(cycles) * load.cycle_ns());
}

/// What rates and latencies of a table are in; empty if that is as always.
std::string units_line(const Load& load) {
  if (plain(load)) return "";
  return fmt::format("load, offered and accepted: {}; latencies in {}\n", unit_text(load),
                     latency_unit(load));
}

/// The same for a cell of a CSV file: empty of no messages.
std::string number_cell(const LatencySummary& latency, double value) {
  return latency.count > 0 ? fmt::format("{:.9g}", value) : "";
}

std::string number_cell(const LatencySummary& latency, Cycle value) {
  return latency.count > 0 ? fmt::format("{}", value) : "";
}

Json series_json(const std::vector<SeriesWindow>& windows) {
  Json list = Json::array();
  for (const SeriesWindow& window : windows)
    list.push_back({{"from", window.from},
                    {"to", window.to},
                    {"accepted", window.accepted},
                    {"messages", window.messages},
                    {"latency", window.messages > 0 ? Json(window.latency) : Json()}});
  return list;
}

Json to_json(const ExchangeSummary& exchange) {
  return {{"request_latency", latency_json(exchange.requests)},
          {"reply_latency", latency_json(exchange.replies)},
          {"round_trip", latency_json(exchange.round_trips)}};
}

Json classes_json(const std::vector<LatencySummary>& classes) {
  Json list = Json::array();
  for (const LatencySummary& latency : classes) list.push_back(latency_json(latency));
  return list;
}

std::string pattern_of(const Point& point) {
  if (point.options.workload.pattern) return "trace";
  if (point.options.traffic.collective) return to_string(*point.options.traffic.collective);
  return to_string(point.options.traffic.pattern.value_or(default_pattern(point.config)));
}

std::string process_of(const Point& point) {
  const TrafficSpec& traffic = point.options.traffic;
  if (point.options.workload.pattern) return "trace";
  if (traffic.collective) return "collective";
  if (!traffic.window) return to_string(traffic.process);
  return fmt::format("window:{}{}", *traffic.window,
                     traffic.finite() ? "," + to_string(traffic.process) : "");
}

std::string message_bytes_of(const Point& point) {
  if (point.options.workload.pattern) return "trace";
  return to_string(lengths_of(point.config, point.options.traffic));
}

using Cells = std::vector<std::pair<std::string, std::string>>;

/// Rates in the unit of the load, and latencies in time if the network has a clock.
void add_rates(Cells& cells, const Point& point, const SimulationResult& result) {
  const auto number = [](double value) { return fmt::format("{:.9g}", value); };
  const Load& load = point.options.load;
  const LatencySummary& latency = result.measured.latency;
  const Rates rates = rates_of(point, result);
  const bool clock = load.clock_mhz > 0;
  const auto time = [&](double cycles) {
    return clock ? number_cell(latency, cycles * load.cycle_ns()) : "";
  };
  cells.insert(cells.end(),
               {{"rate_unit", csv_field(rates.unit)},
                {"offered_rate", number(rates.offered)},
                {"accepted_rate", number(rates.accepted)},
                {"accepted_rate_half_width", number_cell(latency, rates.accepted_half_width)},
                {"clock_mhz", clock ? number(load.clock_mhz) : ""},
                {"latency_ns", time(latency.mean)},
                {"latency_ns_half_width", time(latency.half_width)}});
}

void add_energy(Cells& cells, const Point& point, const SimulationResult& result) {
  const std::optional<Energy> energy = energy_of(point, result);
  if (!energy) return;
  const auto number = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.9g}", *value) : "";
  };
  cells.insert(cells.end(), {{"energy_unit", csv_field(energy->unit)},
                             {"energy_per_message", number(energy->per_message)},
                             {"energy_per_bit", number(energy->per_bit)}});
}

/// As many classes as a line of the file has at most; those that the point does not have are empty.
void add_classes(Cells& cells, const Measurements& measured, unsigned classes) {
  for (unsigned number = 0; number < classes; ++number) {
    const bool known = number < measured.class_latency.size();
    const LatencySummary latency = known ? measured.class_latency[number] : LatencySummary{};
    const std::string name = fmt::format("class_{}_latency", number);
    cells.push_back({name + "_mean", number_cell(latency, latency.mean)});
    cells.push_back({name + "_p99", number_cell(latency, latency.p99)});
  }
}

/// The most classes of messages of a point; 0: none has several.
unsigned most_classes(const std::vector<Point>& points) {
  unsigned most = 1;
  for (const Point& point : points) most = std::max(most, point.config.own->message_classes());
  return most > 1 ? most : 0;
}

/// Column names and values of a CSV line.
Cells csv_cells(const Point& point, const SimulationResult& result) {
  const Measurements& measured = result.measured;
  const LatencySummary& latency = measured.latency;
  const auto number = [](double value) { return fmt::format("{:.9g}", value); };
  Cells cells = {{"config", csv_field(point.config.name)},
                 {"setting", csv_quoted(point.label)},
                 {"engine", to_string(point.engine)},
                 {"pattern", csv_field(pattern_of(point))},
                 {"process", csv_field(process_of(point))},
                 {"message_bytes", csv_quoted(message_bytes_of(point))},
                 {"load", number(point.options.load.value)},
                 {"unit", to_string(point.options.load.unit)},
                 {"seed", fmt::format("{}", point.options.seed)},
                 {"cycles", fmt::format("{}", result.cycles)},
                 {"warmup", fmt::format("{}", result.warmup)},
                 {"offered", number(result.offered_flits)},
                 {"accepted", number(measured.accepted_flits)},
                 {"utilisation", number(measured.utilisation)},
                 {"latency_mean", number_cell(latency, latency.mean)},
                 {"latency_sd", number_cell(latency, latency.sd)},
                 {"latency_p50", number_cell(latency, latency.p50)},
                 {"latency_p99", number_cell(latency, latency.p99)},
                 {"latency_max", number_cell(latency, latency.max)},
                 {"latency_half_width", number_cell(latency, latency.half_width)},
                 {"network_latency_mean", number_cell(latency, measured.network_latency.mean)},
                 {"growth", number(result.growth)},
                 {"fairness", number_cell(latency, measured.fairness)},
                 {"oldest_in_flight", fmt::format("{}", result.oldest_in_flight)},
                 {"verdict", to_string(result.verdict)},
                 {"version", version()},
                 {"revision", revision()},
                 {"command", csv_quoted(point.command)},
                 {"family", point.config.family()},
                 {"accepted_half_width", number_cell(latency, measured.accepted_flits_half_width)}};
  add_rates(cells, point, result);
  add_energy(cells, point, result);
  const std::optional<ReplySpec>& reply = point.options.traffic.reply;
  if (!reply) return cells;
  const ExchangeSummary exchange = measured.exchange.value_or(ExchangeSummary{});
  const LatencySummary& trips = exchange.round_trips;
  cells.insert(cells.end(),
               {{"reply", csv_field(to_string(*reply))},
                {"request_latency_mean", number_cell(exchange.requests, exchange.requests.mean)},
                {"reply_latency_mean", number_cell(exchange.replies, exchange.replies.mean)},
                {"round_trip_mean", number_cell(trips, trips.mean)},
                {"round_trip_p99", number_cell(trips, trips.p99)}});
  return cells;
}

/// Configuration, its router parameters, and traffic.
std::string head_of(const Point& point, const SimulationResult& result) {
  const std::string router = family_of(point.config).router_text(point.config);
  return fmt::format("{}{} on engine {}{}: {}\n", point.config.name,
                     router.empty() ? "" : fmt::format(" ({})", router), to_string(point.engine),
                     result.build == "tiles" ? ", made of tiles" : "", traffic_text(point));
}

/// Empty for traffic without replies.
std::string exchange_text(const Measurements& measured) {
  if (!measured.exchange) return "";
  const auto& [requests, replies, trips] = *measured.exchange;
  return fmt::format("round trip  mean {}, p99 {}, max {} cycles; requests {}, replies {}\n",
                     number_text(trips, trips.mean), number_text(trips, trips.p99),
                     number_text(trips, trips.max), number_text(requests, requests.mean),
                     number_text(replies, replies.mean));
}

/// A line for each class of messages; empty if there is one class.
std::string classes_text(const Measurements& measured) {
  std::string text;
  for (std::size_t number = 0; number < measured.class_latency.size(); ++number) {
    const LatencySummary& latency = measured.class_latency[number];
    text += fmt::format("class {:<4}  mean {}, p99 {}, max {} cycles; {} messages\n", number,
                        number_text(latency, latency.mean), number_text(latency, latency.p99),
                        number_text(latency, latency.max), latency.count);
  }
  return text;
}

/// Empty for traffic without an end of its own, and for batches and traces.
std::string completion_text(const Point& point, const SimulationResult& result) {
  const std::optional<Completion> completion = completion_of(point, result);
  if (!completion) return "";
  std::string bound;
  if (completion->bound)
    bound = fmt::format(
        "; {:.1f} % of the speed of the bound, {} cycles (busiest terminal, one flit "
        "per cycle)",
        100 * static_cast<double>(*completion->bound) / static_cast<double>(completion->cycles),
        *completion->bound);
  return fmt::format("completion  {} cycles, {:.5g} bytes per terminal and cycle{}\n",
                     completion->cycles, completion->bytes, bound);
}

/// A column of tables; empty without a model of energy.
std::string energy_cell(const Point& point, const SimulationResult& result) {
  const std::optional<Energy> energy = energy_of(point, result);
  if (!energy) return "";
  return fmt::format("{:>10}  ", energy->per_bit ? fmt::format("{:.4g}", *energy->per_bit) : kNone);
}

/// Empty without a model of energy.
std::string energy_text(const Point& point, const SimulationResult& result) {
  const std::optional<Energy> energy = energy_of(point, result);
  if (!energy) return "";
  if (!energy->per_message) return fmt::format("energy      {}\n", kNone);
  std::vector<std::string> shares;
  for (std::size_t event = 0; event < kEnergyEvents; ++event)
    if (energy->by_event[event] > 0)
      shares.push_back(fmt::format("{} {:.1f} %", energy_event_names()[event],
                                   100 * energy->by_event[event] / energy->total));
  std::string text = fmt::format("energy      {:.4g} {} per message, {:.4g} per bit of data ({})\n",
                                 *energy->per_message, energy->unit, energy->per_bit.value_or(0),
                                 fmt::join(shares, ", "));
  if (energy->counted)
    text +=
        fmt::format("counted     {:.0f} toggles of the netlist; by events {:.0f} ({:+.1f} %)\n",
                    *energy->counted, energy->total, 100 * (energy->total / *energy->counted - 1));
  return text;
}

/// Empty if the network has delivered all packets.
std::string losses_text(const SimulationResult& result) {
  if (result.lost_packets == 0) return "";
  return fmt::format("lost        {} packets, which the switches discarded\n", result.lost_packets);
}

/// Empty for runs that were not interrupted.
std::string interruption(const Point& point, const SimulationResult& result) {
  return result.interrupted ? fmt::format("; interrupted before cycle {}", point.options.cycles)
                            : "";
}

std::string csv_line(const Cells& cells, bool names) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : cells) parts.push_back(names ? name : value);
  return join(parts, ",") + "\n";
}

/// Every key of the configuration by the last part of its name, except those that the run implies.
Json network_json(const NetworkConfig& config) {
  const auto last_part = [](const std::string& key) { return key.substr(key.find('.') + 1); };
  Json network = {{"family", config.family()}};
  for (const ChoiceKey& choice : config.schema->choices)
    network[last_part(choice.key)] = choice.names[choice.get(config)];
  NetworkConfig copy = config;
  for (const NumberKey& number : config.schema->numbers)
    if (const unsigned value = number.of(copy); !number.implied(value))
      network[number.key == "flit.bits" ? "flit_bits" : last_part(number.key)] = value;
  for (const ListKey& list : config.schema->lists) network[last_part(list.key)] = list.get(config);
  for (const SetsKey& sets : config.schema->sets)
    if (const SetsKey::Sets value = sets.get(config); !value.empty())
      network[last_part(sets.key)] = value;
  if (config.topology.extents.empty()) {
    const auto [key, value] = config.schema->shape.write(config);
    network[last_part(key)] = Json::parse(value);
  } else {
    network["extents"] = config.topology.extents;
  }
  return network;
}

}  // namespace

std::string version() { return WAYFARER_VERSION; }

Json latency_json(const LatencySummary& latency) {
  const auto known = [&latency](auto value) { return latency.count > 0 ? Json(value) : Json(); };
  return {{"mean", known(latency.mean)}, {"sd", known(latency.sd)},
          {"p50", known(latency.p50)},   {"p99", known(latency.p99)},
          {"max", known(latency.max)},   {"min", known(latency.min)},
          {"count", latency.count},      {"half_width", finite(latency.half_width)}};
}

namespace {

Json rates_json(const Point& point, const SimulationResult& result) {
  const Load& load = point.options.load;
  const LatencySummary& latency = result.measured.latency;
  const Rates rates = rates_of(point, result);
  const bool clock = load.clock_mhz > 0;
  const auto time = [&](double cycles) {
    return clock && latency.count > 0 ? finite(cycles * load.cycle_ns()) : Json();
  };
  return {{"unit", rates.unit},
          {"offered", rates.offered},
          {"accepted", rates.accepted},
          {"accepted_half_width", finite(rates.accepted_half_width)},
          {"clock_mhz", clock ? Json(load.clock_mhz) : Json()},
          {"latency_ns", time(latency.mean)},
          {"latency_ns_half_width", time(latency.half_width)}};
}

}  // namespace

namespace {

/// A value for each event that takes energy.
Json by_event_json(const ByEnergyEvent& values, const EnergyModel& model) {
  Json json = Json::object();
  for (std::size_t event = 0; event < kEnergyEvents; ++event)
    if (model.each[event] > 0) json[energy_event_names()[event]] = values[event];
  return json;
}

Json energy_json(const Point& point, const SimulationResult& result) {
  const Energy energy = *energy_of(point, result);
  const auto known = [](const std::optional<double>& value) {
    return value ? Json(*value) : Json();
  };
  Json json = {{"unit", energy.unit},
               {"total", energy.total},
               {"per_message", known(energy.per_message)},
               {"per_bit", known(energy.per_bit)},
               {"by_event", by_event_json(energy.by_event, *point.energy)},
               {"events", by_event_json(energy_events(point.config, result), *point.energy)}};
  if (energy.counted) json["counted"] = *energy.counted;
  return json;
}

}  // namespace

Json histogram_json(const std::vector<Histogram::Bin>& bins) {
  Json list = Json::array();
  for (const Histogram::Bin& bin : bins)
    list.push_back({{"low", bin.low}, {"high", bin.high}, {"count", bin.count}});
  return list;
}

std::string traffic_text(const Point& point) {
  const Load& own = point.options.load;
  const std::string load =
      has_load(point.options)
          ? fmt::format("load {:g} {}", own.value,
                        own.aggregate || own.clock_mhz > 0 ? unit_text(own) : to_string(own.unit))
          : "process " + process_of(point);
  const std::optional<ReplySpec>& reply = point.options.traffic.reply;
  return fmt::format("{} traffic{}, {}, seed {}", pattern_of(point),
                     reply ? fmt::format(" with replies of {} bytes", to_string(*reply)) : "", load,
                     point.options.seed);
}

Json to_json(const Point& point, const SimulationResult& result) {
  const Measurements& measured = result.measured;
  const RunOptions& options = point.options;
  const auto known = [&measured](auto value) {
    return measured.latency.count > 0 ? Json(value) : Json();
  };
  Json json = {{"config", point.config.name},
               {"network", network_json(point.config)},
               {"setting", point.label},
               {"engine", to_string(point.engine)},
               {"build", result.build.empty() ? Json() : Json(result.build)},
               {"interface", result.whole_messages ? "messages" : "flits"},
               {"pattern", pattern_of(point)},
               {"process", process_of(point)},
               {"message_bytes", message_bytes_of(point)},
               {"load", options.load.value},
               {"unit", to_string(options.load.unit)},
               {"rate", result.rate},
               {"stall_probability", options.stall_probability},
               {"gap_probability", options.gap_probability},
               {"seed", options.seed},
               {"cycles", result.cycles},
               {"warmup", result.warmup},
               {"measured_cycles", measured.cycles},
               {"offered", result.offered_flits},
               {"accepted", measured.accepted_flits},
               {"accepted_half_width", finite(measured.accepted_flits_half_width)},
               {"injected", measured.injected_flits},
               {"offered_messages", result.offered_messages},
               {"accepted_messages", measured.accepted_messages},
               {"offered_bytes", result.offered_bytes},
               {"accepted_bytes", measured.accepted_bytes},
               {"rates", rates_json(point, result)},
               {"delivered_messages", result.delivered_messages},
               {"delivered_copies", result.delivered_copies},
               {"last_delivery", result.last_delivery},
               {"growth", result.growth},
               {"latency", latency_json(measured.latency)},
               {"network_latency", latency_json(measured.network_latency)},
               {"histogram", histogram_json(measured.histogram)},
               {"utilisation", measured.utilisation},
               {"channel_utilisation", measured.channel_utilisation},
               {"fairness", known(measured.fairness)},
               {"worst_terminal", known(measured.worst_terminal)},
               {"worst_terminal_latency", known(measured.worst_latency)},
               {"oldest_in_flight", result.oldest_in_flight},
               {"interrupted", result.interrupted},
               {"verdict", to_string(result.verdict)},
               {"version", version()}};
  if (options.traffic.window) json["window"] = *options.traffic.window;
  if (const std::optional<Completion> completion = completion_of(point, result)) {
    json["completion"] = {{"cycles", completion->cycles},
                          {"bytes_per_terminal_cycle", completion->bytes}};
    if (completion->bound) json["completion"]["bound_cycles"] = *completion->bound;
  }
  if (options.traffic.reply) json["reply"] = to_string(*options.traffic.reply);
  if (const auto& switching = measured.switching)
    json["switching"] = {{"headers", switching->headers},
                         {"driver_changes", switching->driver_changes},
                         {"channel_starts", switching->channel_starts}};
  if (result.toggles) json["toggles"] = *result.toggles;
  if (point.energy) json["energy"] = energy_json(point, result);
  if (result.lost_packets != 0) json["lost_packets"] = result.lost_packets;
  if (!result.series.empty()) json["series"] = series_json(result.series);
  if (measured.exchange) json["exchange"] = to_json(*measured.exchange);
  if (!measured.class_latency.empty()) json["class_latency"] = classes_json(measured.class_latency);
  if (!point.command.empty())
    json.update({{"revision", revision()},
                 {"command", point.command},
                 {"configuration", to_toml(point.config)}});
  return json;
}

Json to_json(const std::vector<Point>& points, const PointResults& results) {
  Json list = Json::array();
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!results[i]) continue;
    Json entry = to_json(points[i], *results[i]);
    entry.erase("channel_utilisation");
    entry.erase("histogram");
    list.push_back(std::move(entry));
  }
  return {{"version", version()},
          {"revision", revision()},
          {"complete", complete(results)},
          {"points", std::move(list)}};
}

std::vector<std::string> keys_of(const std::vector<Point>& points) {
  std::vector<std::string> keys;
  std::set<const ConfigSchema*> seen;
  for (const Point& point : points) {
    if (!seen.insert(point.config.schema).second) continue;
    for (const std::string& key : keys_of(*point.config.schema))
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

std::string to_csv(const std::vector<Point>& points, const PointResults& results) {
  if (points.empty()) return "";
  const std::vector<std::string> keys = keys_of(points);
  const unsigned classes = most_classes(points);
  const auto line = [&](const Point& point, const SimulationResult& result, bool names) {
    Cells cells = csv_cells(point, result);
    add_classes(cells, result.measured, classes);
    for (const std::string& key : keys)
      cells.emplace_back(key, csv_field(key_value(point.config, key)));
    return csv_line(cells, names);
  };
  std::string text = line(points.front(), {}, true);
  for (std::size_t i = 0; i < points.size(); ++i)
    if (results[i]) text += line(points[i], *results[i], false);
  if (!complete(results)) text += "# partial: interrupted before the other points were done\n";
  for (std::size_t i = 0; i < points.size(); ++i)
    if (results[i] && results[i]->interrupted)
      text += fmt::format("# partial{}\n", interruption(points[i], *results[i]));
  return text;
}

std::string to_table(const std::vector<Point>& points, const PointResults& results) {
  std::size_t width = 7;
  for (const Point& point : points) width = std::max(width, point.label.size());
  const bool with_energy = !points.empty() && points.front().energy;
  std::string text =
      fmt::format("{:<{}}  {:<16} {:>8} {:>6}  {:>9} {:>9} {:>8}  {:>10} {:>8}  {}\n", "setting",
                  width, "pattern", "load", "seed", "offered", "accepted", "traffic", "latency",
                  "p99", with_energy ? "energy/bit  verdict" : "verdict");
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!results[i]) continue;
    const Measurements& measured = results[i]->measured;
    const Load& load = points[i].options.load;
    const LatencySummary& latency = measured.latency;
    const Rates rates = rates_of(points[i], *results[i]);
    text += fmt::format(
        "{:<{}}  {:<16} {:>8} {:>6}  {:>9} {:>9} {:>7.2f}%  {:>10} {:>8}  {}\n", points[i].label,
        width, pattern_of(points[i]),
        has_load(points[i].options) ? fmt::format("{:.4g}", points[i].options.load.value) : "-",
        points[i].options.seed, rate_text(rates.offered, load), rate_text(rates.accepted, load),
        100 * measured.utilisation, time_text(latency, latency.mean, load),
        time_text(latency, latency.p99, load),
        energy_cell(points[i], *results[i]) + to_string(results[i]->verdict));
  }
  if (!points.empty()) text += units_line(points.front().options.load);
  if (with_energy)
    text += fmt::format("energy: {} per bit of data delivered\n", points.front().energy->unit);
  if (!complete(results)) text += "partial: interrupted before the other points were done\n";
  return text;
}

namespace {

std::string latency_text(const SimulationResult& result, const Load& load) {
  const LatencySummary& latency = result.measured.latency;
  const LatencySummary& network = result.measured.network_latency;
  if (latency.count == 0)
    return fmt::format(
        "latency     {}: no message was delivered in the cycles measured\n"
        "in network  {}; oldest message seen {} cycles\n",
        kNone, kNone, result.oldest_in_flight);
  // The mean of finite traffic is known: there is nothing to estimate.
  const bool estimated = result.verdict != Verdict::kCompleted && std::isfinite(latency.half_width);
  const auto time = [&](auto cycles) { return time_text(latency, cycles, load); };
  const std::string precision = estimated ? " +- " + time(latency.half_width) : "";
  return fmt::format(
      "latency     mean {}{}, sd {}, p50 {}, p99 {}, max {} {}\n"
      "in network  mean {}, max {} {}; oldest message seen {} cycles\n",
      time(latency.mean), precision, time(latency.sd), time(latency.p50), time(latency.p99),
      time(latency.max), latency_unit(load), time(network.mean), time(network.max),
      latency_unit(load), result.oldest_in_flight);
}

std::string fairness_text(const Measurements& measured, const Load& load) {
  if (measured.latency.count == 0) return fmt::format("fairness    {}\n", kNone);
  return fmt::format("fairness    {:.4f} (1 is even); slowest terminal {} with mean {} {}\n",
                     measured.fairness, measured.worst_terminal,
                     time_text(measured.latency, measured.worst_latency, load), latency_unit(load));
}

std::string verdict_text(const Point& point, const SimulationResult& result) {
  const std::string verdict = to_string(result.verdict);
  if (result.verdict != Verdict::kImprecise) return verdict;
  const Cycle more = more_cycles(result);
  return more == 0 ? verdict + ": too few messages; run more --cycles"
                   : fmt::format("{}: run {} more cycles, --cycles {}", verdict, more,
                                 point.options.cycles + more);
}

}  // namespace

std::string to_text(const Point& point, const SimulationResult& result) {
  const Measurements& measured = result.measured;
  const Load& load = point.options.load;
  const Rates rates = rates_of(point, result);
  return head_of(point, result) +
         fmt::format(
             "cycles      {} of which {} are warm-up{}\n"
             "offered     {} {}\n"
             "accepted    {}   (ejection {:.2f} % of the channel cycles for each processor)\n"
             "traffic     {:.2f} % of all channel cycles, {:.2f} % on the busiest channel\n"
             "{}{}{}{}{}{}{}"
             "verdict     {} (queues grew by {:.2f} % of the messages born)\n",
             result.cycles, result.warmup, interruption(point, result),
             rate_text(rates.offered, load), rates.unit, rate_text(rates.accepted, load),
             100 * measured.accepted_flits, 100 * measured.utilisation,
             100 * (measured.channel_utilisation.empty()
                        ? 0
                        : *std::max_element(measured.channel_utilisation.begin(),
                                            measured.channel_utilisation.end())),
             latency_text(result, load), exchange_text(measured), classes_text(measured),
             completion_text(point, result), losses_text(result), fairness_text(measured, load),
             energy_text(point, result), verdict_text(point, result), 100 * result.growth);
}
bool complete(const PointResults& results) {
  return std::all_of(results.begin(), results.end(), [](const auto& result) { return !!result; });
}

}  // namespace wayfarer
