// Modules that send and receive random messages at one terminal of a network.
#pragma once

#include <algorithm>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "wayfarer_systemc/network.hpp"

namespace wayfarer::systemc_test {

/// Messages on their way in a network, by source and destination.
struct Ledger {
  using Message = std::vector<StreamData>;
  std::map<std::pair<TerminalId, TerminalId>, std::deque<Message>> sent;
  std::size_t waiting = 0;
  std::size_t arrived = 0;
  std::string faults;

  void send(TerminalId from, TerminalId to, Message message) {
    sent[{from, to}].push_back(std::move(message));
    ++waiting;
  }
  void arrive(TerminalId from, TerminalId to, const Message& message) {
    auto& expected = sent[{from, to}];
    const auto found = std::find(expected.begin(), expected.end(), message);
    if (found == expected.end()) {
      faults += "terminal " + std::to_string(to) + ": no such message\n";
      return;
    }
    expected.erase(found);
    --waiting;
    ++arrived;
  }
};

/// Waits of whole cycles, some of which end exactly at an edge.
class Pauses {
 public:
  Pauses(const sc_core::sc_time& period, unsigned seed) : period_(period), draws_(seed) {}
  unsigned below(unsigned limit) { return static_cast<unsigned>(draws_() % limit); }
  StreamData data(unsigned bits) {
    const StreamData data = StreamData{draws_()} << 64 | draws_();
    return bits < 128 ? data & ((StreamData{1} << bits) - 1) : data;
  }
  void pause(unsigned most) {
    if (const unsigned cycles = below(most + 1); cycles != 0) sc_core::wait(cycles * period_);
  }

 private:
  const sc_core::sc_time period_;
  std::mt19937_64 draws_;
};

struct Sending {
  TerminalId at = 0;
  std::vector<TerminalId> destinations;
  unsigned messages = 10;
  unsigned max_words = 4;
  unsigned bits = 64;
  unsigned most_pause = 20;  ///< Cycles between words, at most.
};

class Sender final : public sc_core::sc_module {
 public:
  sc_core::sc_port<sysc::Network::SendIf> out{"out"};

  Sender(const sc_core::sc_module_name& name, const sc_core::sc_time& period,
         const Sending& sending, Ledger& ledger)
      : sc_module(name), sending_(sending), ledger_(ledger), pauses_(period, sending.at + 1) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(Sender);
  void run() {
    for (unsigned m = 0; m < sending_.messages; ++m) {
      const auto choices = static_cast<unsigned>(sending_.destinations.size());
      const TerminalId to = sending_.destinations[pauses_.below(choices)];
      Ledger::Message message(1 + pauses_.below(sending_.max_words));
      for (StreamData& word : message) word = pauses_.data(sending_.bits);
      ledger_.send(sending_.at, to, message);
      for (std::size_t i = 0; i < message.size(); ++i) {
        pauses_.pause(sending_.most_pause);
        out->write({message[i], to, i + 1 == message.size()});
      }
    }
  }

  const Sending sending_;
  Ledger& ledger_;
  Pauses pauses_;
};

class Receiver final : public sc_core::sc_module {
 public:
  sc_core::sc_port<sysc::Network::ReceiveIf> in{"in"};

  Receiver(const sc_core::sc_module_name& name, const sc_core::sc_time& period, TerminalId at,
           unsigned most_pause, Ledger& ledger)
      : sc_module(name),
        at_(at),
        most_pause_(most_pause),
        ledger_(ledger),
        pauses_(period, at + 1001) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(Receiver);
  void run() {
    Ledger::Message message;
    for (;;) {
      pauses_.pause(most_pause_);
      const StreamWord word = in->read();
      message.push_back(word.data);
      if (word.last) ledger_.arrive(word.terminal, at_, std::exchange(message, {}));
    }
  }

  const TerminalId at_;
  const unsigned most_pause_;
  Ledger& ledger_;
  Pauses pauses_;
};

/// All words of a network, as text.
class Log final : public sc_core::sc_module, public tlm::tlm_analysis_if<sysc::WordEvent> {
 public:
  explicit Log(const sc_core::sc_module_name& name) : sc_module(name) {}
  void write(const sysc::WordEvent& event) override {
    text += std::to_string(event.cycle) +
            (event.direction == sysc::WordEvent::Direction::kSent ? " > " : " < ") +
            std::to_string(event.at) + " " + std::to_string(event.word.terminal) + " " +
            std::to_string(static_cast<std::uint64_t>(event.word.data)) +
            (event.word.last ? " last\n" : "\n");
  }
  std::string text;
};

/// A sender and a receiver at each terminal, and a log.
class Crowd final : public sc_core::sc_module {
 public:
  Crowd(const sc_core::sc_module_name& name, sysc::Network& network, const sc_core::sc_time& period,
        const NetworkConfig& config, unsigned messages, unsigned most_pause)
      : sc_module(name) {
    const TerminalId last = network.terminals() - 1;
    const bool server = config.own->pattern_kinds().front() == PatternKind::kClientServer;
    for (TerminalId t = 0; t <= last; ++t) {
      Sending sending;
      sending.at = t;
      for (TerminalId to = 0; to <= last; ++to)
        if (!server || (t == last) != (to == last)) sending.destinations.push_back(to);
      sending.messages = messages;
      sending.bits = config.flit_bits;
      sending.most_pause = most_pause;
      senders_.push_back(
          std::make_unique<Sender>(sc_core::sc_gen_unique_name("sender"), period, sending, ledger));
      receivers_.push_back(std::make_unique<Receiver>(sc_core::sc_gen_unique_name("receiver"),
                                                      period, t, most_pause / 4, ledger));
      senders_.back()->out.bind(network.send[t]);
      receivers_.back()->in.bind(network.receive[t]);
    }
    network.observed.bind(log);
  }

  Ledger ledger;
  Log log{"log"};

 private:
  std::vector<std::unique_ptr<Sender>> senders_;
  std::vector<std::unique_ptr<Receiver>> receivers_;
};

}  // namespace wayfarer::systemc_test
