#include "common/stream_hardware.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

/// Quiet steps between two comparisons of the state.
constexpr unsigned kLookEvery = 32;

/// 32-bit parts of a word that pins have room for.
unsigned parts_of(const Pins& pins) {
  constexpr unsigned kParts = sizeof(StreamData) / sizeof(std::uint32_t);
  return std::min(static_cast<unsigned>(pins.words()), kParts);
}

}  // namespace

StreamHardware::StreamHardware(std::unique_ptr<WholeHardware> hardware)
    : hardware_(std::move(hardware)),
      tvalid_i_(hardware_->pins("s_axis_tvalid_i")),
      tready_o_(hardware_->pins("s_axis_tready_o")),
      tdata_i_(hardware_->pins("s_axis_tdata_i")),
      tdest_i_(hardware_->pins("s_axis_tdest_i")),
      tlast_i_(hardware_->pins("s_axis_tlast_i")),
      tvalid_o_(hardware_->pins("m_axis_tvalid_o")),
      tready_i_(hardware_->pins("m_axis_tready_i")),
      tdata_o_(hardware_->pins("m_axis_tdata_o")),
      tid_o_(hardware_->pins("m_axis_tid_o")),
      tlast_o_(hardware_->pins("m_axis_tlast_o")),
      drop_o_(hardware_->pins("drop_o")),
      words_(tvalid_i_.size()),
      valid_(tvalid_i_.size()) {
  reset();
}

void StreamHardware::reset() {
  for (TerminalId t = 0; t < terminals(); ++t) {
    tvalid_i_.set(t, 0);
    tready_i_.set(t, 0);
  }
  offered_.clear();
  hardware_->reset();
  quiet_ = 0;
  state_.clear();
  idle_ = false;
  read_outputs();
}

void StreamHardware::offer(TerminalId t, const StreamWord& word) {
  tvalid_i_.set(t, 1);
  for (unsigned part = 0; part < parts_of(tdata_i_); ++part)
    tdata_i_.set_word(t, part, static_cast<std::uint32_t>(word.data >> 32 * part));
  tdest_i_.set(t, word.terminal);
  tlast_i_.set(t, word.last ? 1 : 0);
  offered_.push_back(t);
}

void StreamHardware::step() {
  quiet_ = offered_.empty() && !outputs_ ? quiet_ + 1 : 0;
  idle_ = idle_ && quiet_ != 0;
  const bool looks = quiet_ != 0 && quiet_ % kLookEvery == 0 && !idle_;
  if (looks) state_ = hardware_->state();
  hardware_->settle();
  hardware_->edge();
  for (const TerminalId t : offered_) tvalid_i_.set(t, 0);
  offered_.clear();
  read_outputs();
  if (looks) idle_ = !outputs_ && state_ == hardware_->state();
  if (const std::string failure = hardware_->failure(); !failure.empty())
    throw CheckFailed(fmt::format("RTL: {}", failure));
}

void StreamHardware::read_outputs() {
  outputs_ = false;
  for (TerminalId t = 0; t < terminals(); ++t) {
    valid_[t] = tvalid_o_[t] != 0;
    if (!valid_[t]) continue;
    outputs_ = true;
    StreamWord& word = words_[t];
    word.data = 0;
    for (unsigned part = 0; part < parts_of(tdata_o_); ++part)
      word.data |= StreamData{tdata_o_.word(t, part)} << 32 * part;
    word.terminal = tid_o_[t];
    word.last = tlast_o_[t] != 0;
  }
}

}  // namespace wayfarer
