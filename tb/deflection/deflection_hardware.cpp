// Verilated bufferless tori.
#include <algorithm>
#include <utility>

#include "common/hardware_family.hpp"
#include "common/hardware_network.hpp"
#include "family/deflection/config.hpp"
#include "family/deflection/header.hpp"
#include "family/deflection/torus.hpp"

namespace wayfarer {
namespace {

NetworkShape shape_of(const NetworkConfig& config) {
  NetworkShape shape;
  shape.drivers_per_channel = 2;
  shape.flit_bytes = config.flit_bytes();
  shape.least_data_flits = 0;
  return shape;
}

class DeflectionHardware final : public HardwareNetwork {
 public:
  DeflectionHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config)
      : HardwareNetwork(std::move(hardware), config, shape_of(config), "channel_valid_o"),
        torus_(config.topology),
        words_(config.flit_bits / 32),
        coordinate_bits_(deflection::coordinate_bits(config.flit_bits)),
        eject_valid_(hardware_->pins("eject_valid_o")),
        channel_deflected_(hardware_->pins("channel_deflected_o")),
        link_data_{hardware_->pins("east_data_o"), hardware_->pins("south_data_o")} {
    reset();
  }

 private:
  void inject(TerminalId terminal, unsigned /*injection_port*/, const Flit& flit) override {
    if (ready_[terminal] == 0) return;
    inject_valid_.set(terminal, 1);
    inject_tag_.set(terminal, mark_of(flit.tag));
    offered_.push_back(terminal);
    Lines lines(inject_data_, terminal);
    for (unsigned word = 0; word < words_; ++word)
      lines.set(word, flit_word(flit.destination, flit.message, word));
  }

  void advance() override {
    hardware_->settle();
    read_channels(channel_deflected_, [this](Transfer& flit) {
      flit.message = message_of({link_data_[flit.channel % 2], flit.channel / 2});
    });
    read_deliveries();
    edge();
  }

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
    return words_ == 1 ? lines[0] >> 2 * coordinate_bits_ : lines[1];
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
      if (eject_valid_[t] == 0) continue;
      const Lines lines(eject_data_, t);
      Delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, 0, tag_of_mark(eject_tag_[t]), true, 0, message_of(lines)};
      for (unsigned word = 0; word < words_; ++word)
        if (lines[word] != flit_word(t, delivery.message, word)) delivery.intact = false;
    }
    note_deliveries();
  }

  const UnidirectionalTorus torus_;
  const unsigned words_;  ///< 32-bit words of a flit.
  const unsigned coordinate_bits_;
  Pins eject_valid_, channel_deflected_;
  Pins link_data_[2];  ///< East, south.
};

std::unique_ptr<Network> make(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                              unsigned /*seed*/) {
  return std::make_unique<DeflectionHardware>(std::move(hardware), config);
}

TilePlan tiles(const NetworkConfig& config, bool /*trusted*/) {
  const UnidirectionalTorus torus(config.topology);
  TilePlan plan;
  plan.tiles = torus.nodes();
  for (std::uint32_t node = 0; node < torus.nodes(); ++node) {
    plan.constants.push_back({{node, "position_i"}, torus.y(node) << 16 | torus.x(node)});
    const std::uint32_t east = torus.east_of(node);
    const std::uint32_t south = torus.south_of(node);
    plan.links.push_back({{node, "east_valid_o"}, {east, "west_valid_i"}});
    plan.links.push_back({{node, "east_data_o"}, {east, "west_data_i"}});
    plan.links.push_back({{node, "south_valid_o"}, {south, "north_valid_i"}});
    plan.links.push_back({{node, "south_data_o"}, {south, "north_data_i"}});
  }
  return plan;
}

}  // namespace

const HardwareFamily& deflection_hardware() {
  constexpr const char* kPackage = "deflection_pkg";
  static const HardwareFamily family = {
      "deflection",
      make,
      {{kPackage, "ErrorOrder", bit_of(kErrorOrder)},
       {kPackage, "ErrorDestination", bit_of(kErrorDestination)},
       {kPackage, "Head", bit_of(kHeadMark)},
       {kPackage, "Tail", bit_of(kTailMark)},
       {kPackage, "MaxCoordinateWidth", deflection::kMaxCoordinateBits}},
      {{"east_data", "east_data_o"}, {"south_data", "south_data_o"}},
      tiles,
      0.2};
  return family;
}

}  // namespace wayfarer
