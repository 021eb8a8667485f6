// Reads a result from JSON: the inverse of to_json in report.cpp.
#include <limits>

#include "runs/report.hpp"

namespace wayfarer {
namespace {

double read_half_width(const Json& value) {
  return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
}

/// Leaves the default of values that are null, as they are without messages.
template <typename Value>
void read_known(const Json& json, Value& value) {
  if (!json.is_null()) json.get_to(value);
}

Verdict read_verdict(const Json& value) {
  for (const Verdict verdict : {Verdict::kConverged, Verdict::kSaturated, Verdict::kCompleted,
                                Verdict::kIncomplete, Verdict::kInterrupted})
    if (value == to_string(verdict)) return verdict;
  return Verdict::kImprecise;
}

LatencySummary read_latency(const Json& json) {
  LatencySummary latency;
  json.at("count").get_to(latency.count);
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
  for (const Json& bin : json) bins.push_back({bin.at("low"), bin.at("high"), bin.at("count")});
  return bins;
}

Measurements read_measurements(const Json& json) {
  Measurements measured;
  json.at("warmup").get_to(measured.first_cycle);
  json.at("measured_cycles").get_to(measured.cycles);
  measured.latency = read_latency(json.at("latency"));
  measured.network_latency = read_latency(json.at("network_latency"));
  if (const auto exchange = json.find("exchange"); exchange != json.end())
    measured.exchange = ExchangeSummary{read_latency(exchange->at("request_latency")),
                                        read_latency(exchange->at("reply_latency")),
                                        read_latency(exchange->at("round_trip"))};
  if (const auto classes = json.find("class_latency"); classes != json.end())
    for (const Json& latency : *classes) measured.class_latency.push_back(read_latency(latency));
  measured.histogram = read_histogram(json.at("histogram"));
  json.at("injected").get_to(measured.injected_flits);
  json.at("accepted").get_to(measured.accepted_flits);
  measured.accepted_flits_half_width = read_half_width(json.at("accepted_half_width"));
  json.at("accepted_messages").get_to(measured.accepted_messages);
  json.at("accepted_bytes").get_to(measured.accepted_bytes);
  json.at("utilisation").get_to(measured.utilisation);
  json.at("channel_utilisation").get_to(measured.channel_utilisation);
  read_known(json.at("fairness"), measured.fairness);
  read_known(json.at("worst_terminal"), measured.worst_terminal);
  read_known(json.at("worst_terminal_latency"), measured.worst_latency);
  return measured;
}

}  // namespace

SimulationResult read_result(const Json& json) {
  SimulationResult result;
  result.whole_messages = json.value("interface", "flits") == "messages";
  json.at("rate").get_to(result.rate);
  json.at("offered_messages").get_to(result.offered_messages);
  json.at("offered").get_to(result.offered_flits);
  json.at("offered_bytes").get_to(result.offered_bytes);
  json.at("growth").get_to(result.growth);
  result.measured = read_measurements(json);
  json.at("warmup").get_to(result.warmup);
  json.at("cycles").get_to(result.cycles);
  json.at("last_delivery").get_to(result.last_delivery);
  json.at("oldest_in_flight").get_to(result.oldest_in_flight);
  json.at("delivered_messages").get_to(result.delivered_messages);
  json.at("delivered_copies").get_to(result.delivered_copies);
  if (const auto switching = json.find("switching"); switching != json.end())
    result.measured.switching = SwitchingEvents{
        switching->at("headers"), switching->at("driver_changes"), switching->at("channel_starts")};
  if (json.contains("toggles")) result.toggles = json.at("toggles").get<std::uint64_t>();
  if (json.contains("lost_packets")) json.at("lost_packets").get_to(result.lost_packets);
  json.at("interrupted").get_to(result.interrupted);
  result.verdict = read_verdict(json.at("verdict"));
  return result;
}

}  // namespace wayfarer
