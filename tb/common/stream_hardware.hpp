// The verilated `<family>_streams` as a network with streams: of all families alike, since headers
// and flits stay inside.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "common/pins.hpp"
#include "common/whole_hardware.hpp"
#include "stream/network.hpp"

namespace wayfarer {

class StreamHardware final : public StreamNetwork {
 public:
  explicit StreamHardware(std::unique_ptr<WholeHardware> hardware);

  [[nodiscard]] std::size_t terminals() const override { return words_.size(); }
  void reset() override;
  [[nodiscard]] bool ready(TerminalId t) const override { return tready_o_[t] != 0; }
  [[nodiscard]] std::uint8_t drop(TerminalId t) const override {
    return static_cast<std::uint8_t>(drop_o_[t]);
  }
  [[nodiscard]] const StreamWord* output(TerminalId t) const override {
    return valid_[t] ? &words_[t] : nullptr;
  }
  void offer(TerminalId t, const StreamWord& word) override;
  void set_ready(TerminalId t, bool ready) override { tready_i_.set(t, ready ? 1 : 0); }
  void step() override;

  /// Found by comparing all of the hardware's state around a step, now and then while no stream has
  /// a word.
  [[nodiscard]] bool idle() const override { return idle_; }

 private:
  void read_outputs();

  const std::unique_ptr<WholeHardware> hardware_;
  Pins tvalid_i_, tready_o_, tdata_i_, tdest_i_, tlast_i_;  // s_axis
  Pins tvalid_o_, tready_i_, tdata_o_, tid_o_, tlast_o_;    // m_axis
  Pins drop_o_;

  std::vector<TerminalId> offered_;  // terminals with TVALID
  std::vector<StreamWord> words_;    // by terminal, of m_axis
  std::vector<bool> valid_;
  bool outputs_ = false;             // some m_axis has a word
  unsigned quiet_ = 0;               // steps since a stream had a word
  std::vector<std::uint8_t> state_;  // before the last step, where it is compared
  bool idle_ = false;
};

}  // namespace wayfarer
