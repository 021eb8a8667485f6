// Reads a result from JSON: the inverse of to_json in report.cpp.
#include <limits>

#include "core/json_numbers.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

double read_half_width(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

/// Leaves the default of values that are null, as they are without messages.
template <typename Value>
void read_known(const Json& json, Value& value) {
  if (!json.is_null()) read_value(json, value);
}

Verdict read_verdict(const Json& value) {
  for (const Verdict verdict : {Verdict::kConverged, Verdict::kSaturated, Verdict::kCompleted,
                                Verdict::kIncomplete, Verdict::kInterrupted})
    if (value == to_string(verdict)) return verdict;
  return Verdict::kImprecise;
}

LatencySummary read_latency(const Json& json) {
  LatencySummary latency;
  read_value(json.at("count"), latency.count);
  read_known(json.at("mean"), latency.mean);
  read_known(json.at("sd"), latency.sd);
  latency.half_width = read_half_width(json.at("half_width"));
  read_known(json.at("min"), latency.min);
  read_known(json.at("p50"), latency.p50);
  read_known(json.at("p99"), latency.p99);
  read_known(json.at("max"), latency.max);
  return latency;
}

std::vector<Histogram::Bin> read_histogram(const Json& json) {
  std::vector<Histogram::Bin> bins;
  for (const Json& bin : json)
    bins.push_back({value_of<Cycle>(bin.at("low")), value_of<Cycle>(bin.at("high")),
                    value_of<std::uint64_t>(bin.at("count"))});
  return bins;
}

Measurements read_measurements(const Json& json) {
  Measurements measured;
  read_value(json.at("warmup"), measured.first_cycle);
  read_value(json.at("measured_cycles"), measured.cycles);
  measured.latency = read_latency(json.at("latency"));
  measured.network_latency = read_latency(json.at("network_latency"));
  if (const auto exchange = json.find("exchange"); exchange != json.end())
    measured.exchange = ExchangeSummary{read_latency(exchange->at("request_latency")),
                                        read_latency(exchange->at("reply_latency")),
                                        read_latency(exchange->at("round_trip"))};
  if (const auto classes = json.find("class_latency"); classes != json.end())
    for (const Json& latency : *classes) measured.class_latency.push_back(read_latency(latency));
  measured.histogram = read_histogram(json.at("histogram"));
  read_value(json.at("injected"), measured.injected_flits);
  read_value(json.at("accepted"), measured.accepted_flits);
  measured.accepted_flits_half_width = read_half_width(json.at("accepted_half_width"));
  read_value(json.at("accepted_messages"), measured.accepted_messages);
  read_value(json.at("accepted_bytes"), measured.accepted_bytes);
  read_value(json.at("utilisation"), measured.utilisation);
  read_value(json.at("channel_utilisation"), measured.channel_utilisation);
  read_known(json.at("fairness"), measured.fairness);
  read_known(json.at("worst_terminal"), measured.worst_terminal);
  read_known(json.at("worst_terminal_latency"), measured.worst_latency);
  return measured;
}

}  // namespace

SimulationResult read_result(const Json& json) {
  SimulationResult result;
  result.whole_messages = json.value("interface", "flits") == "messages";
  read_value(json.at("rate"), result.rate);
  read_value(json.at("offered_messages"), result.offered_messages);
  read_value(json.at("offered"), result.offered_flits);
  read_value(json.at("offered_bytes"), result.offered_bytes);
  read_value(json.at("growth"), result.growth);
  result.measured = read_measurements(json);
  read_value(json.at("warmup"), result.warmup);
  read_value(json.at("cycles"), result.cycles);
  read_value(json.at("last_delivery"), result.last_delivery);
  read_value(json.at("oldest_in_flight"), result.oldest_in_flight);
  read_value(json.at("delivered_messages"), result.delivered_messages);
  read_value(json.at("delivered_copies"), result.delivered_copies);
  if (const auto switching = json.find("switching"); switching != json.end())
    result.measured.switching =
        SwitchingEvents{value_of<std::uint64_t>(switching->at("headers")),
                        value_of<std::uint64_t>(switching->at("driver_changes")),
                        value_of<std::uint64_t>(switching->at("channel_starts"))};
  if (json.contains("toggles")) result.toggles = value_of<std::uint64_t>(json.at("toggles"));
  if (json.contains("lost_packets")) read_value(json.at("lost_packets"), result.lost_packets);
  read_value(json.at("interrupted"), result.interrupted);
  result.verdict = read_verdict(json.at("verdict"));
  return result;
}

}  // namespace wayfarer
