#include "papers/linear/calculus.hpp"

#include <algorithm>
#include <limits>

namespace wayfarer {
namespace {

double burst(const PeriodicMessage& message) { return static_cast<double>(message.flits); }

double rate(const PeriodicMessage& message) {
  return burst(message) / static_cast<double>(message.period);
}

/// What the others leave of a switch's rate: those of `first` and further up, without `host`.
double left_over(const std::vector<PeriodicMessage>& line, std::size_t host, std::size_t first) {
  double rest = 1;
  for (std::size_t k = first; k < line.size(); ++k)
    if (k != host) rest -= rate(line[k]);
  constexpr double kRounding = 1e-12;  // rates that add up to the whole link
  return rest > kRounding ? rest : 0;
}

double quotient(double above, double below) {
  return below > 0 ? above / below : std::numeric_limits<double>::infinity();
}

}  // namespace

// Switches are numbered like the hosts, from 0 at the server. The flows are followed switch by
// switch towards the server: burst[k] is that of flow k where it enters switch `at`.
std::vector<double> separate_flow_bounds(const std::vector<PeriodicMessage>& line) {
  const std::size_t hosts = line.size();
  std::vector<double> waits(hosts);  // the sum of latencies so far
  std::vector<double> bursts;
  for (const PeriodicMessage& message : line) bursts.push_back(burst(message));
  std::vector<double> rests(hosts, 1);
  for (std::size_t at = hosts; at-- > 0;) {
    std::vector<double> latency(hosts);
    for (std::size_t host = at; host < hosts; ++host) {
      double others = 0;
      for (std::size_t k = at; k < hosts; ++k) others += k == host ? 0 : bursts[k];
      rests[host] = std::min(rests[host], left_over(line, host, at));
      latency[host] = quotient(others, left_over(line, host, at));
    }
    for (std::size_t host = at; host < hosts; ++host) {
      waits[host] += latency[host];
      bursts[host] = burst(line[host]) + rate(line[host]) * waits[host];
    }
  }
  std::vector<double> bounds;
  for (std::size_t host = 0; host < hosts; ++host)
    bounds.push_back(waits[host] + quotient(burst(line[host]), rests[host]));
  return bounds;
}

// Flow k joins the path of a host nearer to the server at the host's switch, with the burst that it
// has after its own path to there; flows from hosts further down join with those of their sources.
std::vector<double> pay_once_bounds(const std::vector<PeriodicMessage>& line) {
  const std::size_t hosts = line.size();
  std::vector<std::vector<double>> joining(hosts, std::vector<double>(hosts));  // by flow, switch
  std::vector<double> bounds(hosts);
  for (std::size_t at = hosts; at-- > 0;) {
    // Paths from each host to switch `at`, this one included.
    for (std::size_t host = at; host < hosts; ++host) {
      double others = 0;
      for (std::size_t k = at; k < hosts; ++k)
        if (k != host) others += k > host ? joining[k][host] : burst(line[k]);
      const double rest = left_over(line, host, at);
      const double latency = quotient(others, rest);
      if (at > 0) joining[host][at - 1] = burst(line[host]) + rate(line[host]) * latency;
      if (at == 0) bounds[host] = latency + quotient(burst(line[host]), rest);
    }
  }
  return bounds;
}

std::vector<double> shaper_bounds(const std::vector<PeriodicMessage>& line) {
  double load = 0;
  for (const PeriodicMessage& message : line) load += rate(message);
  constexpr double kRounding = 1e-12;
  std::vector<double> bounds(line.size(), std::numeric_limits<double>::infinity());
  if (load > 1 + kRounding) return bounds;
  double sum = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    for (std::size_t k = at; k < line.size(); ++k) sum += burst(line[k]);
    bounds[at] = sum + burst(line[at]);  // which its first switch stores
  }
  return bounds;
}

}  // namespace wayfarer
