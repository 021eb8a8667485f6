// The shared library of one verilated network of routers with virtual channels: pins of
// `wormhole_network` or `cut_through_network`, which are the same, behind the C interface.
// Built once for each configuration (tb/common/verilated_build.cpp), which comes as the header
// wayfarer_network_config.hpp.
#include "Vvc.h"
#include "Vvc_mesh_pkg.h"
#if __has_include("Vvc_cut_through_pkg.h")
#include "Vvc_cut_through_pkg.h"
#define WAYFARER_CUT_THROUGH
#endif
#include "common/verilated_terminals.hpp"
#include "family/mesh/header.hpp"
#include "vc/vc_codes.hpp"
#include "vc/vc_sender.hpp"
#include "wayfarer_network_config.hpp"

namespace {

using namespace wayfarer;

using Package = Vvc_mesh_pkg;
static_assert(1u << Package::ErrorOrder == kErrorOrder);
static_assert(1u << Package::ErrorDestination == kErrorDestination);
static_assert(1u << Package::ErrorLength == kErrorLength);
static_assert(1u << Package::Head == kHeadMark && 1u << Package::Tail == kTailMark);
#ifdef WAYFARER_CUT_THROUGH
using Codes = Vvc_cut_through_pkg;
static_assert(Codes::DimensionOrder == routing_code(VcRouting::kDimensionOrder));
static_assert(Codes::StarChannels == routing_code(VcRouting::kStarChannels));
static_assert(Codes::MinimalTriplex == routing_code(VcRouting::kMinimalTriplex));
static_assert(Codes::InputDriven == policy_code(Policy::kInputDriven));
static_assert(Codes::InputDrivenRandom == policy_code(Policy::kInputDrivenRandom));
static_assert(Codes::OutputDriven == policy_code(Policy::kOutputDriven));
#endif

/// Of a lane in a vector of marks.
constexpr unsigned mark_offset(unsigned lane) { return kMarkBits * lane; }

class VerilatedVc : public VerilatedTerminals<Vvc> {
 public:
  VerilatedVc()
      : VerilatedTerminals(kChannels),
        config_(network_config()),
        header_(config_),
        words_(config_.flit_bits / 32),
        sender_(config_) {
    reset();
  }

  void reset() {
    sender_.reset();
    reset_terminals();
  }

  void offer(const wayfarer_offer& offer) {
    const std::uint32_t t = offer.terminal;
    if ((ready_[t] >> offer.lane & 1) == 0) return;
    const std::uint32_t mark = mark_of(offer.tag);
    auto& marks = top_->inject_tag_i[t];
    marks &= ~(3u << mark_offset(offer.lane));
    marks |= mark << mark_offset(offer.lane);
    top_->inject_valid_i[t] |= 1u << offer.lane;
    offered_.push_back(t);
    const bool header = (mark & kHeadMark) != 0;
    const HeaderWords words = sender_.take(offer.terminal, offer.lane, header,
                                           (mark & kTailMark) != 0, offer.destination, offer.message);
    for (unsigned word = 0; word < words_; ++word)
      set_word(top_->inject_data_i[t], offer.lane * words_ + word,
               header ? words[word] : payload_word(offer.message, offer.index, word));
  }

  void step(wayfarer_step& result) {
    top_.settle();
    read_channels(top_->channel_vc_o);
    read_deliveries();
    edge();
    result = this->result();
  }

  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Vvc>().channel_valid_o)>;

 private:
  using DeliveryLines = ElementOf<decltype(std::declval<Vvc>().eject_data_o)>;

  /// A header that has arrived has no hops left and has crossed nothing.
  void read_header(const DeliveryLines& lines, wayfarer_delivery& delivery) const {
    HeaderWords words{};
    for (unsigned word = 0; word < words_; ++word)
      words[word] = get_word(lines, delivery.buffer * words_ + word);
    delivery.message = get_field(words, header_.message_offset(), kMessageIdBits);
    set_field(words, header_.message_offset(), kMessageIdBits, 0);
    delivery.intact = words == HeaderWords{};
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      for (std::uint32_t left = top_->eject_valid_o[t]; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::uint32_t>(__builtin_ctz(left));
        const std::uint32_t mark = top_->eject_tag_o[t] >> mark_offset(lane) & 3u;
        wayfarer_delivery& delivery = deliveries_.emplace_back();
        delivery = {t, 0, lane, tag_of(mark), 0, 0, 0};
        if ((mark & kHeadMark) != 0)
          read_header(top_->eject_data_o[t], delivery);
        else
          read_data_flit(top_->eject_data_o[t], lane * words_, words_, delivery);
      }
    }
  }

  const NetworkConfig config_;
  const VcHeader header_;
  const unsigned words_;  ///< 32-bit words of a flit.
  VcSender sender_;
};

wayfarer_verilated make_table() {
  const NetworkConfig config = network_config();
  wayfarer_shape shape{};
  shape.terminals = VerilatedVc::kTerminals;
  shape.channels = VerilatedVc::kChannels;
  shape.lanes = config.vc.injection_lanes;
  shape.parallel_lanes = 1;
  shape.drivers_per_channel = config.virtual_channels();
  shape.flit_bytes = config.flit_bytes();
  shape.header_id_mask = (1u << kMessageIdBits) - 1;
  shape.least_data_flits = 0;
  return verilated_table<VerilatedVc>(shape);
}

}  // namespace

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  static const wayfarer_verilated table = make_table();
  return &table;
}
