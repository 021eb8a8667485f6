#include "stats/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace wayfarer {

void LatencyCollector::add(Cycle offset, Cycle latency) {
  histogram_.add(latency);
  const auto value = static_cast<double>(latency);
  const double difference = value - mean_;
  mean_ += difference / static_cast<double>(histogram_.total());
  square_sum_ += difference * (value - mean_);
  batches_.add(offset, value);
}

LatencySummary LatencyCollector::summary(Cycle cycles) const {
  LatencySummary summary;
  summary.count = histogram_.total();
  summary.half_width = batches_.half_width(cycles);
  if (summary.count == 0) return summary;
  summary.mean = mean_;
  if (summary.count > 1)
    summary.sd = std::sqrt(square_sum_ / static_cast<double>(summary.count - 1));
  summary.min = histogram_.min();
  summary.p50 = histogram_.percentile(0.50);
  summary.p99 = histogram_.percentile(0.99);
  summary.max = histogram_.max();
  return summary;
}

Statistics::Statistics(const NetworkShape& shape)
    : terminals_(shape.terminals), channels_(shape.channels), drivers_(shape.drivers_per_channel) {
  begin(0);
}

void Statistics::begin(Cycle now) {
  first_ = now;
  latency_ = {};
  network_latency_ = {};
  if (exchange_) *exchange_ = {};
  classes_.assign(classes_.size(), {});
  delivered_batches_ = {};
  injected_flits_ = 0;
  delivered_flits_ = 0;
  channel_flits_.assign(channels_, 0);
  std::fill(driver_flits_.begin(), driver_flits_.end(), 0);
  if (switching_) switching_.emplace();
  source_messages_.assign(terminals_, 0);
  source_latency_.assign(terminals_, 0);
}

void Statistics::observe(const Network& network, Cycle now, const Flits& flits, bool counted) {
  injected_flits_ += flits.injected;
  delivered_flits_ += flits.delivered;
  delivered_batches_.add(now - first_, static_cast<double>(flits.delivered));
  if (switching_) observe_switching(network, now);
  if (counted) return;
  for (const Transfer& transfer : network.transfers())
    channel_flits_[transfer.channel] += transfer.acknowledged;
  if (driver_flits_.empty()) return;
  for (const Transfer& transfer : network.transfers())
    driver_flits_[std::size_t{transfer.channel} * drivers_ + transfer.driver] +=
        transfer.acknowledged;
}

void Statistics::observe_switching(const Network& network, Cycle now) {
  for (const Transfer& transfer : network.transfers()) {
    if (!transfer.acknowledged) continue;
    std::uint8_t& last = last_driver_[transfer.channel];
    switching_->headers += is_head(transfer.tag);
    switching_->driver_changes += transfer.driver != last;
    last = transfer.driver;
    Cycle& next = last_cycle_[transfer.channel];
    switching_->channel_starts += next != now;
    next = now + 1;
  }
  for (const Delivery& delivery : network.deliveries())
    switching_->headers += is_head(delivery.tag);
}

void Statistics::complete(const MessageRecord& message, Cycle now) {
  const Cycle offset = now - first_;
  const Cycle latency = now - message.birth + 1;
  latency_.add(offset, latency);
  network_latency_.add(offset, now - message.start + 1);
  if (!classes_.empty()) classes_[message.message_class].add(offset, latency);
  ++source_messages_[message.source];
  source_latency_[message.source] += latency;
}

void Statistics::complete_exchange(const MessageRecord& message, Cycle now,
                                   const std::optional<Cycle>& request_birth) {
  if (!exchange_) exchange_ = std::make_unique<Exchange>();
  const Cycle offset = now - first_;
  const Cycle latency = now - message.birth + 1;
  if (!request_birth) return exchange_->requests.add(offset, latency);
  exchange_->replies.add(offset, latency);
  exchange_->round_trips.add(offset, now - *request_birth + 1);
}

Measurements Statistics::finish(Cycle end, const std::vector<bool>& senders,
                                std::uint32_t channels) const {
  constexpr unsigned kHistogramBins = 50;
  Measurements result;
  result.first_cycle = first_;
  result.cycles = end - first_;
  result.latency = latency_.summary(result.cycles);
  result.network_latency = network_latency_.summary(result.cycles);
  if (exchange_)
    result.exchange = ExchangeSummary{exchange_->requests.summary(result.cycles),
                                      exchange_->replies.summary(result.cycles),
                                      exchange_->round_trips.summary(result.cycles)};
  for (const LatencyCollector& each : classes_)
    result.class_latency.push_back(each.summary(result.cycles));
  result.histogram = latency_.histogram().coarse(kHistogramBins);
  result.channel_utilisation.assign(channels_, 0);
  result.delivered_by_source = source_messages_;
  result.switching = switching_;
  if (result.cycles == 0) return result;

  const double terminal_cycles = static_cast<double>(result.cycles) * terminals_;
  result.injected_flits = static_cast<double>(injected_flits_) / terminal_cycles;
  result.accepted_flits = static_cast<double>(delivered_flits_) / terminal_cycles;
  result.accepted_flits_half_width = delivered_batches_.half_width(result.cycles) / terminals_;
  result.accepted_messages = static_cast<double>(result.latency.count) / terminal_cycles;
  for (ChannelId channel = 0; channel < channels_; ++channel) {
    const double share =
        static_cast<double>(channel_flits_[channel]) / static_cast<double>(result.cycles);
    result.channel_utilisation[channel] = share;
    result.utilisation += share / std::max(channels, 1u);
  }
  for (std::size_t i = 0; i < driver_flits_.size(); ++i) {
    if (i % drivers_ == 0) result.driver_utilisation.emplace_back();
    result.driver_utilisation.back().push_back(static_cast<double>(driver_flits_[i]) /
                                               static_cast<double>(result.cycles));
  }
  measure_terminals(senders, result);
  return result;
}

void Statistics::measure_terminals(const std::vector<bool>& senders, Measurements& result) const {
  const auto sending = static_cast<double>(std::count(senders.begin(), senders.end(), true));
  double sum = 0;
  double square_sum = 0;
  for (TerminalId terminal = 0; terminal < terminals_; ++terminal) {
    const auto count = static_cast<double>(source_messages_[terminal]);
    sum += count;
    square_sum += count * count;
    const double mean = count == 0 ? 0 : static_cast<double>(source_latency_[terminal]) / count;
    result.latency_by_source.push_back(mean);
    if (mean <= result.worst_latency) continue;
    result.worst_latency = mean;
    result.worst_terminal = terminal;
  }
  if (square_sum > 0) result.fairness = sum * sum / (square_sum * sending);
}

void WarmupDetector::add(double latency) {
  if (settled_) return;
  pending_sum_ += latency;
  ++messages_;
  if (++pending_ == stride_) {
    values_.push_back(pending_sum_ / static_cast<double>(stride_));
    pending_sum_ = 0;
    pending_ = 0;
  }
  if (messages_ >= next_look_) look();
}

void WarmupDetector::look() {
  settled_ = mser5(values_) < values_.size();
  next_look_ *= 2;
  if (values_.size() * 2 <= kMaxValues) return;
  for (std::size_t i = 0; i < values_.size() / 2; ++i)
    values_[i] = (values_[2 * i] + values_[2 * i + 1]) / 2;
  values_.resize(values_.size() / 2);
  stride_ *= 2;
}

}  // namespace wayfarer
