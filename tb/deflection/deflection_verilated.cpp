// The shared library of one verilated bufferless torus. Built once for each configuration
// (tb/common/verilated_build.cpp), which comes as the header wayfarer_network_config.hpp.
#include "Vdeflection.h"
#include "Vdeflection___024root.h"
#include "Vdeflection_deflection_pkg.h"
#include "common/verilated_terminals.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/header.hpp"
#include "family/deflection/torus.hpp"
#include "wayfarer_network_config.hpp"

namespace wayfarer {
namespace {

using Package = Vdeflection_deflection_pkg;

static_assert(1u << Package::ErrorOrder == kErrorOrder);
static_assert(1u << Package::ErrorDestination == kErrorDestination);
static_assert(1u << Package::Head == kHeadMark && 1u << Package::Tail == kTailMark);
static_assert(Package::MaxCoordinateWidth == deflection::kMaxCoordinateBits);

class DeflectionNetwork : public VerilatedTerminals<Vdeflection> {
 public:
  DeflectionNetwork()
      : VerilatedTerminals(kChannels),
        config_(network_config()),
        torus_(config_.topology),
        words_(config_.flit_bits / 32),
        coordinate_bits_(deflection::coordinate_bits(config_.flit_bits)) {
    reset();
  }

  void reset() { reset_terminals(); }

  void offer(const wayfarer_offer& offer) {
    const std::uint32_t t = offer.terminal;
    if (ready_[t] == 0) return;
    top_->inject_valid_i[t] = 1;
    top_->inject_tag_i[t] = static_cast<CData>(mark_of(offer.tag));
    offered_.push_back(t);
    for (unsigned word = 0; word < words_; ++word)
      set_word(top_->inject_data_i[t], word, flit_word(offer.destination, offer.message, word));
  }

  void step(wayfarer_step& result) {
    top_.settle();
    read_channels(top_->channel_deflected_o, [this](wayfarer_transfer& flit) {
      const auto& links = flit.channel % 2 == 0 ? top_->rootp->deflection_network__DOT__east_data
                                                : top_->rootp->deflection_network__DOT__south_data;
      flit.message = message_of(links[flit.channel / 2]);
    });
    read_deliveries();
    edge();
    result = this->result();
  }

  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Vdeflection>().channel_valid_o)>;

 private:
  /// The header is in the first two words. A destination that does not exist becomes a row outside
  /// the torus.
  [[nodiscard]] std::uint32_t flit_word(std::uint32_t destination, std::uint32_t message,
                                        unsigned word) const {
    if (word > 1) return payload_word(message, 0, word);
    const std::uint32_t largest = (1u << coordinate_bits_) - 1;
    const std::uint64_t header = torus_.x(destination) |
                                 std::min(torus_.y(destination), largest) << coordinate_bits_ |
                                 std::uint64_t{message} << 2 * coordinate_bits_;
    return static_cast<std::uint32_t>(header >> 32 * word);
  }

  [[nodiscard]] std::uint32_t message_of(const Lines& lines) const {
    return words_ == 1 ? get_word(lines, 0) >> 2 * coordinate_bits_ : get_word(lines, 1);
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      if (top_->eject_valid_o[t] == 0) continue;
      const Lines& lines = top_->eject_data_o[t];
      wayfarer_delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, 0, tag_of(top_->eject_tag_o[t]), 1, 0, message_of(lines), 0, 0, 0};
      for (unsigned word = 0; word < words_; ++word)
        if (get_word(lines, word) != flit_word(t, delivery.message, word)) delivery.intact = 0;
    }
    note_deliveries();
  }

  const NetworkConfig config_;
  const UnidirectionalTorus torus_;
  const unsigned words_;  ///< 32-bit words of a flit.
  const unsigned coordinate_bits_;
};

wayfarer_verilated make_table() {
  wayfarer_shape shape{};
  shape.terminals = DeflectionNetwork::kTerminals;
  shape.channels = DeflectionNetwork::kChannels;
  shape.injection_ports = 1;
  shape.drivers_per_channel = 2;
  shape.flit_bytes = network_config().flit_bytes();
  shape.buffers_per_driver = 1;
  shape.header_id_mask = (1u << kMessageIdBits) - 1;
  shape.channel_id_mask = shape.header_id_mask;
  shape.least_data_flits = 0;
  return verilated_table<DeflectionNetwork>(shape);
}

}  // namespace
}  // namespace wayfarer

extern "C" const wayfarer_verilated* wayfarer_verilated_network() {
  using namespace wayfarer;
  static const wayfarer_verilated table = make_table();
  return &table;
}
