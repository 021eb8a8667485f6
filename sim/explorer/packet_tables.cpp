// What the page says of the columns, once for each page.
#include "explorer/packet_columns.hpp"
#include "runs/report.hpp"

namespace wayfarer {
namespace {

constexpr unsigned kHistogramBins = 50;  // as `run` has

constexpr const char* kNames[kPacketColumns] = {
    "delivered", "life",     "queued",   "front",       "completes", "message",       "packet",
    "packets",   "source",   "sequence", "destination", "bytes",     "flits",         "number",
    "port",      "hops",     "waits",    "arrivals",    "channel",   "lane",          "head",
    "tail",      "cause",    "wanted",   "driver",      "holder",    "holder_packet", "since",
    "waited",    "terminal", "arrival",  "taken"};

}  // namespace

Json PacketColumns::description() const {
  Json list = Json::array();
  for (std::size_t i = 0; i < kPacketColumns; ++i)
    list.push_back({{"name", kNames[i]},
                    {"count", columns_[i].count()},
                    {"bytes", columns_[i].bytes().size()}});
  return list;
}

Json PacketColumns::latency() const {
  return latency_json(latency_.summary(end() > warmup_ ? end() - warmup_ : 0));
}

Json PacketColumns::histogram() const {
  return histogram_json(latency_.histogram().coarse(kHistogramBins));
}

Json PacketColumns::waiting_at_sources() const {
  Json list = Json::array();
  for (const auto& [source, waiting] : waiting_)
    list.push_back({{"message", waiting.info.message},
                    {"source", source},
                    {"destination", waiting.info.destination},
                    {"multicast", waiting.info.multicast},
                    {"birth", waiting.info.birth},
                    {"front", waiting.front}});
  return list;
}

}  // namespace wayfarer
