// Random messages through a network with streams, followed from end to end.
#pragma once

#include <deque>
#include <map>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "config/config.hpp"
#include "family/registry.hpp"
#include "stream/network.hpp"

namespace wayfarer {

class StreamTraffic {
 public:
  StreamTraffic(StreamNetwork& network, const NetworkConfig& config, unsigned max_words,
                unsigned seed)
      : network_(network),
        config_(config),
        max_words_(max_words),
        connected_(family_of(config).connected(config)),
        draws_(seed),
        senders_(network.terminals()),
        arriving_(network.terminals()) {}

  /// Sends messages at random in `cycles` cycles, a word in so many of 8, takes words in so many of
  /// 8, and then waits for all of them. Throws std::runtime_error if a message is lost, changed or
  /// not sent.
  void run(unsigned cycles, unsigned offer, unsigned take) {
    for (unsigned cycle = 0; cycle < cycles || waiting_ != 0; ++cycle) {
      if (cycle > cycles + kPatience) throw std::runtime_error("messages do not arrive");
      for (TerminalId t = 0; t < senders_.size(); ++t) {
        send(t, offer, cycle < cycles);
        receive(t, take);
      }
      network_.step();
      for (TerminalId t = 0; t < senders_.size(); ++t)
        if (network_.drop(t) != 0) throw std::runtime_error("a legal word was dropped");
    }
  }

  [[nodiscard]] std::size_t received() const { return received_; }

 private:
  static constexpr unsigned kPatience = 20'000;
  using Message = std::vector<StreamData>;

  struct Sender {
    std::deque<StreamWord> words;  // of the current message
    bool offered = false;
  };

  unsigned below(unsigned limit) { return static_cast<unsigned>(draws_() % limit); }

  bool reaches(TerminalId from, TerminalId to) const {
    // A client-server network connects clients to the server only.
    const auto server = static_cast<TerminalId>(senders_.size() - 1);
    if (config_.own->pattern_kinds().front() == PatternKind::kClientServer)
      return (from == server) != (to == server);
    return !connected_ || connected_(from, to);
  }

  void send(TerminalId t, unsigned offer, bool more) {
    Sender& sender = senders_[t];
    if (sender.words.empty()) {
      if (!more) return;
      new_message(t);
    }
    if (!sender.offered && below(8) >= offer) return;
    network_.offer(t, sender.words.front());
    sender.offered = !network_.ready(t);
    if (!sender.offered) sender.words.pop_front();
  }

  void new_message(TerminalId from) {
    TerminalId to = 0;
    do to = below(static_cast<unsigned>(senders_.size()));
    while (!reaches(from, to));
    const unsigned words = 1 + below(max_words_);
    Message message;
    for (unsigned i = 0; i < words; ++i) {
      StreamData data = StreamData{draws_()} << 64 | draws_();
      if (config_.flit_bits < 128) data &= (StreamData{1} << config_.flit_bits) - 1;
      message.push_back(data);
      senders_[from].words.push_back({data, to, i + 1 == words});
    }
    expected_[{from, to}].push_back(std::move(message));
    ++waiting_;
  }

  void receive(TerminalId t, unsigned take) {
    const bool ready = below(8) < take;
    network_.set_ready(t, ready);
    const StreamWord* const word = network_.output(t);
    if (!ready || word == nullptr) return;
    arriving_[t].push_back(word->data);
    if (!word->last) return;
    auto& sent = expected_[{word->terminal, t}];
    const auto found = std::find(sent.begin(), sent.end(), std::exchange(arriving_[t], {}));
    if (found == sent.end())
      throw std::runtime_error(
          fmt::format("terminal {}: {} sent no such message", t, word->terminal));
    sent.erase(found);
    --waiting_;
    ++received_;
  }

  StreamNetwork& network_;
  const NetworkConfig& config_;
  const unsigned max_words_;
  const Connected connected_;
  std::mt19937_64 draws_;
  std::vector<Sender> senders_;
  std::vector<Message> arriving_;
  std::map<std::pair<TerminalId, TerminalId>, std::deque<Message>> expected_;
  std::size_t waiting_ = 0;
  std::size_t received_ = 0;
};

}  // namespace wayfarer
