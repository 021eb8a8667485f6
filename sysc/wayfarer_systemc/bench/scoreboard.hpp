// Every message that is sent arrives once, at its destination, unchanged.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include <systemc>
#include <tlm>

#include <fmt/format.h>

#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/bench/messages.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {

class MessageScoreboard final : public sc_core::sc_module,
                                public tlm::tlm_analysis_if<SentMessage>,
                                public tlm::tlm_analysis_if<ReceivedMessage> {
 public:
  AnalysisPort<DeliveredMessage> delivered{"delivered"};

  /// `ordered`: the messages of a pair keep their order.
  MessageScoreboard(const sc_core::sc_module_name& name, bool ordered)
      : sc_module(name), ordered_(ordered) {}

  [[nodiscard]] std::size_t in_flight() const { return in_flight_; }

  void write(const SentMessage& message) override {
    sent_[{message.source, message.destination}].push_back(message);
    ++in_flight_;
  }

  void write(const ReceivedMessage& message) override {
    auto& candidates = sent_[{message.source, message.at}];
    const auto found =
        std::find_if(candidates.begin(), candidates.end(),
                     [&](const SentMessage& sent) { return sent.words == message.words; });
    if (found == candidates.end()) return fail(message, "sent no such message that is in flight");
    if (ordered_ && found != candidates.begin())
      return fail(message, fmt::format("sent message {} before its message {}",
                                       candidates.front().number, found->number));
    const DeliveredMessage whole{message.source, message.at, found->number, found->birth,
                                 message.arrival};
    candidates.erase(found);
    --in_flight_;
    delivered.write(whole);
  }

  /// Reports an error if messages are missing, of finite traffic that has ended.
  void expect_all_delivered() const {
    for (const auto& [pair, messages] : sent_)
      if (!messages.empty())
        report(
            fmt::format("{}: terminal {}: message {} of terminal {}, born in cycle {}, and {} "
                        "others have not arrived",
                        name(), pair.second, messages.front().number, pair.first,
                        messages.front().birth, in_flight_ - 1));
  }

 private:
  void fail(const ReceivedMessage& message, const std::string& text) const {
    report(fmt::format("{}: terminal {}, cycle {}: terminal {} {}", name(), message.at,
                       message.arrival, message.source, text));
  }
  static void report(const std::string& text) {
    SC_REPORT_ERROR(report::kScoreboard, text.c_str());
  }

  const bool ordered_;
  std::map<std::pair<TerminalId, TerminalId>, std::deque<SentMessage>> sent_;
  std::size_t in_flight_ = 0;
};

}  // namespace wayfarer::sysc
