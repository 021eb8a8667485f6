// The cycle model beside a network, with the same words in, compared in every cycle.
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include <systemc>
#include <tlm>

#include <fmt/format.h>

#include "wayfarer_systemc/network.hpp"
#include "wayfarer_systemc/reports.hpp"

namespace wayfarer::sysc {

/// Its ports take the place of the network's: what is written and read there, is in both networks.
/// A word that only one of them takes or shows, or another one, is an error.
class ReferenceModel final : public sc_core::sc_module {
 public:
  sc_core::sc_vector<sc_core::sc_export<Network::SendIf>> send{"send"};
  sc_core::sc_vector<sc_core::sc_export<Network::ReceiveIf>> receive{"receive"};

  ReferenceModel(const sc_core::sc_module_name& name, const NetworkConfig& config,
                 NetworkOptions options, Network& device)
      : sc_module(name) {
    options.engine = Engine::kModel;
    model_ = std::make_unique<Network>("model", config, options);
    send.init(device.terminals());
    receive.init(device.terminals());
    for (TerminalId t = 0; t < device.terminals(); ++t) {
      pairs_.push_back(std::make_unique<Pair>(device, *model_, t));
      send[t].bind(*pairs_.back());
      receive[t].bind(*pairs_.back());
    }
    device.observed.bind(of_device_);
    model_->observed.bind(of_model_);
    SC_METHOD(compare);
    sensitive << compare_;
    dont_initialize();
  }

  /// Words that were equal.
  [[nodiscard]] std::uint64_t compared() const { return compared_; }

 private:
  SC_HAS_PROCESS(ReferenceModel);

  /// A terminal of both networks.
  class Pair final : public Network::SendIf, public Network::ReceiveIf {
   public:
    Pair(Network& device, Network& model, TerminalId t)
        : out_(*device.send[t].operator->()),
          in_(*device.receive[t].operator->()),
          model_out_(*model.send[t].operator->()),
          model_in_(*model.receive[t].operator->()) {}

    bool nb_write(const StreamWord& word) override {
      if (!out_.nb_write(word)) return false;
      (void)model_out_.nb_write(word);
      return true;
    }
    void write(const StreamWord& word) override {
      while (!nb_write(word)) sc_core::wait(out_.data_read_event());
    }
    [[nodiscard]] int num_free() const override { return out_.num_free(); }
    [[nodiscard]] const sc_core::sc_event& data_read_event() const override {
      return out_.data_read_event();
    }
    bool nb_read(StreamWord& word) override {
      if (!in_.nb_read(word)) return false;
      StreamWord ignored;
      (void)model_in_.nb_read(ignored);
      return true;
    }
    void read(StreamWord& word) override {
      while (!nb_read(word)) sc_core::wait(in_.data_written_event());
    }
    StreamWord read() override {
      StreamWord word;
      read(word);
      return word;
    }
    [[nodiscard]] int num_available() const override { return in_.num_available(); }
    [[nodiscard]] const sc_core::sc_event& data_written_event() const override {
      return in_.data_written_event();
    }

   private:
    Network::SendIf& out_;
    Network::ReceiveIf& in_;
    Network::SendIf& model_out_;
    Network::ReceiveIf& model_in_;
  };

  /// The words of one of the networks that the other one has not had yet.
  struct Words final : tlm::tlm_analysis_if<WordEvent> {
    explicit Words(sc_core::sc_event& event) : more(event) {}
    void write(const WordEvent& event) override {
      events.push_back(event);
      more.notify(sc_core::SC_ZERO_TIME);
    }
    std::deque<WordEvent> events;
    sc_core::sc_event& more;
  };

  static std::string text_of(const std::deque<WordEvent>& events) {
    if (events.empty()) return "nothing";
    const WordEvent& event = events.front();
    return fmt::format("terminal {} {} {:#x}{:016x}{} in cycle {}", event.at,
                       event.direction == WordEvent::Direction::kSent ? "sent" : "received",
                       static_cast<std::uint64_t>(event.word.data >> 64),
                       static_cast<std::uint64_t>(event.word.data),
                       event.word.last ? ", the last," : "", event.cycle);
  }

  /// A delta cycle after the words of an edge, which both networks have had by then.
  void compare() {
    auto& a = of_device_.events;
    auto& b = of_model_.events;
    for (; !a.empty() && !b.empty() && a.front() == b.front(); ++compared_) {
      a.pop_front();
      b.pop_front();
    }
    if (a.empty() && b.empty()) return;
    const std::string text =
        fmt::format("{}: the network: {}; the model: {}", name(), text_of(a), text_of(b));
    a.clear();
    b.clear();
    SC_REPORT_ERROR(report::kReference, text.c_str());
  }

  std::unique_ptr<Network> model_;
  std::vector<std::unique_ptr<Pair>> pairs_;
  sc_core::sc_event compare_{"compare_words"};
  Words of_device_{compare_}, of_model_{compare_};
  std::uint64_t compared_ = 0;
};

}  // namespace wayfarer::sysc
