// Rationale: the pins of a network as a SystemC module are the model's streams or flits, cycle for
// cycle: what signals carry at an edge, the model takes and shows at that edge.
// State space: random messages with gaps, readers that are not always ready.
// Parameter space: verilated by wayfarer_systemc, a wormhole torus with drawn routes (streams) and
// a torus with deflection (flits).
#include <catch2/catch.hpp>

#include <random>

#include <fmt/format.h>

#include "../cosim/stream_networks.hpp"
#include "Vdeflection_pins.h"
#include "Vwormhole_pins.h"
#include "apart.hpp"
#include "core/network.hpp"

using namespace wayfarer;
using namespace wayfarer::systemc_test;

namespace {

constexpr unsigned kTerminals = 6;  // of both
constexpr unsigned kReset = 3;      // edges

template <typename Value>
using Signals = sc_core::sc_vector<sc_core::sc_signal<Value>>;

/// Drives the pins and the model alike, and compares all outputs at every edge.
class Lockstep final : public sc_core::sc_module {
 public:
  unsigned words = 0;
  std::string difference;

  explicit Lockstep(const sc_core::sc_module_name& name)
      : sc_module(name),
        config_(stream_network("wormhole")),
        max_words_(stream_sizes_of(config_).max_words),
        model_(make_stream_model(config_, stream_sizes_of(config_))) {
    network_.clk_i(clock_);
    network_.rst_ni(running_);
    for (unsigned t = 0; t < kTerminals; ++t) {
      network_.s_axis_tvalid_i[t](in_valid_[t]);
      network_.s_axis_tready_o[t](in_ready_[t]);
      network_.s_axis_tdata_i[t](in_data_[t]);
      network_.s_axis_tdest_i[t](in_dest_[t]);
      network_.s_axis_tlast_i[t](in_last_[t]);
      network_.m_axis_tvalid_o[t](out_valid_[t]);
      network_.m_axis_tready_i[t](out_ready_[t]);
      network_.m_axis_tdata_o[t](out_data_[t]);
      network_.m_axis_tid_o[t](out_id_[t]);
      network_.m_axis_tlast_o[t](out_last_[t]);
      network_.drop_o[t](drop_[t]);
    }
    SC_METHOD(rise);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(Lockstep);

  void rise() {
    if (++edges_ < kReset) return;
    if (edges_ == kReset) return running_.write(true);
    for (unsigned t = 0; t < kTerminals; ++t) {
      compare(t);
      if (in_valid_[t].read())
        model_->offer(t, {in_data_[t].read(), in_dest_[t].read(), in_last_[t].read()});
      model_->set_ready(t, out_ready_[t].read());
      const bool moves = in_valid_[t].read() && in_ready_[t].read();
      words += moves ? 1 : 0;
      if (!in_valid_[t].read() || moves) next_word(t);
      out_ready_[t].write(draws_() % 4 != 0);
    }
    model_->step();
  }

  void next_word(unsigned t) {
    in_valid_[t].write(draws_() % 3 != 0);
    if (left_[t] == 0) {
      left_[t] = 1 + draws_() % max_words_;
      in_dest_[t].write(draws_() % kTerminals);
    }
    in_data_[t].write(std::uint64_t{draws_()} << 32 | draws_());
    in_last_[t].write(left_[t] == 1);
  }

  void compare(unsigned t) {
    if (in_valid_[t].read() && in_ready_[t].read()) --left_[t];
    const StreamWord* const word = model_->output(t);
    const bool equal = in_ready_[t].read() == model_->ready(t) &&
                       drop_[t].read() == model_->drop(t) &&
                       out_valid_[t].read() == (word != nullptr) &&
                       (word == nullptr ||
                        (StreamData{out_data_[t].read()} == word->data &&
                         out_id_[t].read() == word->terminal && out_last_[t].read() == word->last));
    if (!equal && difference.empty()) difference = fmt::format("edge {}, terminal {}", edges_, t);
  }

  sc_core::sc_clock clock_{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
  sc_core::sc_signal<bool> running_{"running"};
  Signals<bool> in_valid_{"in_valid", kTerminals}, in_ready_{"in_ready", kTerminals},
      in_last_{"in_last", kTerminals}, out_valid_{"out_valid", kTerminals},
      out_ready_{"out_ready", kTerminals}, out_last_{"out_last", kTerminals};
  Signals<std::uint64_t> in_data_{"in_data", kTerminals}, out_data_{"out_data", kTerminals};
  Signals<std::uint32_t> in_dest_{"in_dest", kTerminals}, out_id_{"out_id", kTerminals},
      drop_{"drop", kTerminals};
  Vwormhole_pins network_{"network"};
  const NetworkConfig config_;
  const unsigned max_words_;
  std::unique_ptr<StreamNetwork> model_;
  std::mt19937 draws_{1};
  unsigned edges_ = 0;
  unsigned left_[kTerminals] = {};  // words of the message, this one included
};

/// The same without streams: flits, of which each is a message.
class FlitLockstep final : public sc_core::sc_module {
 public:
  unsigned delivered = 0, deflected = 0;
  std::string difference;

  explicit FlitLockstep(const sc_core::sc_module_name& name)
      : sc_module(name), model_(make_model(stream_network("deflection"))) {
    network_.clk_i(clock_);
    network_.rst_ni(running_);
    for (unsigned t = 0; t < kTerminals; ++t) {
      network_.inject_valid_i[t](in_valid_[t]);
      network_.inject_tag_i[t](in_tag_[t]);
      network_.inject_data_i[t](in_data_[t]);
      network_.inject_ready_o[t](in_ready_[t]);
      network_.error_o[t](error_[t]);
      network_.error_count_o[t](error_count_[t]);
      network_.eject_stall_i[t](stall_[t]);
      network_.eject_valid_o[t](out_valid_[t]);
      network_.eject_tag_o[t](out_tag_[t]);
      network_.eject_data_o[t](out_data_[t]);
    }
    for (unsigned c = 0; c < kChannels; ++c) {
      network_.channel_valid_o[c](channel_valid_[c]);
      network_.channel_tag_o[c](channel_tag_[c]);
      network_.channel_deflected_o[c](channel_deflected_[c]);
    }
    SC_METHOD(rise);
    sensitive << clock_.posedge_event();
    dont_initialize();
  }

 private:
  SC_HAS_PROCESS(FlitLockstep);
  static constexpr unsigned kColumns = 3;
  static constexpr unsigned kChannels = 2 * kTerminals;
  static constexpr unsigned kWhole = 3;  // the tag of a flit that is a message

  static std::uint64_t data_of(TerminalId to, MessageId message) {
    return std::uint64_t{message} << 32 | to / kColumns << 16 | to % kColumns;
  }

  void rise() {
    if (++edges_ < kReset) return;
    if (edges_ == kReset) return running_.write(true);
    for (unsigned t = 0; t < kTerminals; ++t) {
      expect((model_->injection_ready()[t] != 0) == in_ready_[t].read(), "ready", t);
      expect(error_[t].read() == 0 && error_count_[t].read() == 0, "error", t);
      const bool moves = in_valid_[t].read() && in_ready_[t].read();
      if (moves) model_->offer(t, 0, flits_[t]);
      model_->stall_ejection(t, stall_[t].read());
      if (!in_valid_[t].read() || moves) next_flit(t);
      stall_[t].write(draws_() % 4 == 0);
    }
    model_->step();
    compare_deliveries();
    compare_channels();
  }

  void next_flit(unsigned t) {
    flits_[t] = {Tag::kSingle, 0, ++messages_, static_cast<TerminalId>(draws_() % kTerminals)};
    in_valid_[t].write(draws_() % 3 != 0);
    in_tag_[t].write(kWhole);
    in_data_[t].write(data_of(flits_[t].destination, flits_[t].message));
  }

  void compare_deliveries() {
    unsigned valid = 0;
    for (unsigned t = 0; t < kTerminals; ++t) valid += out_valid_[t].read() ? 1 : 0;
    expect(valid == model_->deliveries().size(), "deliveries", valid);
    for (const Delivery& flit : model_->deliveries()) {
      const TerminalId t = flit.terminal;
      expect(out_valid_[t].read() && out_tag_[t].read() == kWhole &&
                 out_data_[t].read() == data_of(t, flit.message),
             "flit at", t);
      ++delivered;
    }
  }

  void compare_channels() {
    unsigned valid = 0;
    for (unsigned c = 0; c < kChannels; ++c) valid += channel_valid_[c].read() ? 1 : 0;
    expect(valid == model_->transfers().size(), "transfers", valid);
    for (const Transfer& flit : model_->transfers()) {
      const bool turned = channel_deflected_[flit.channel].read();
      expect(channel_valid_[flit.channel].read() && channel_tag_[flit.channel].read() == kWhole &&
                 turned == (flit.driver != 0),
             "channel", flit.channel);
      deflected += turned ? 1 : 0;
    }
  }

  void expect(bool holds, const char* what, unsigned number) {
    if (!holds && difference.empty())
      difference = fmt::format("edge {}: {} {}", edges_, what, number);
  }

  sc_core::sc_clock clock_{"clock", sc_core::sc_time(1, sc_core::SC_NS)};
  sc_core::sc_signal<bool> running_{"running"};
  Signals<bool> in_valid_{"in_valid", kTerminals}, in_ready_{"in_ready", kTerminals},
      stall_{"stall", kTerminals}, out_valid_{"out_valid", kTerminals},
      channel_valid_{"channel_valid", kChannels}, channel_deflected_{"deflected", kChannels};
  Signals<std::uint32_t> in_tag_{"in_tag", kTerminals}, out_tag_{"out_tag", kTerminals},
      error_{"error", kTerminals}, error_count_{"error_count", kTerminals},
      channel_tag_{"channel_tag", kChannels};
  Signals<std::uint64_t> in_data_{"in_data", kTerminals}, out_data_{"out_data", kTerminals};
  Vdeflection_pins network_{"network"};
  std::unique_ptr<Network> model_;
  std::mt19937 draws_{1};
  unsigned edges_ = 0;
  MessageId messages_ = 0;
  Flit flits_[kTerminals];
};

}  // namespace

TEST_CASE("pins without streams equal the model at every edge", "[systemc][pins]") {
  CHECK(apart([] {
          FlitLockstep lockstep("lockstep");
          sc_core::sc_start(2, sc_core::SC_US);
          return lockstep.difference + (lockstep.delivered > 2'000 ? "" : "few flits") +
                 (lockstep.deflected > 100 ? "" : "few are deflected");
        }) == "");
}

TEST_CASE("pins equal the model at every edge", "[systemc][pins]") {
  CHECK(apart([] {
          Lockstep lockstep("lockstep");
          sc_core::sc_start(5, sc_core::SC_US);
          return lockstep.difference + (lockstep.words > 5'000 ? "" : "few words");
        }) == "");
}
