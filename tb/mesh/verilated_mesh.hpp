// The C interface of a verilated network of virtual-channel routers: `wormhole_network` and
// `cut_through_network` have the same pins. Each family's adapter adds the draws of its senders.
#pragma once

#include "common/verilated_terminals.hpp"
#include "family/mesh/header.hpp"
#include "mesh/mesh_sender.hpp"
#include "wayfarer_network_config.hpp"

namespace wayfarer {

/// The codes of mesh_pkg equal their C++ counterparts.
template <typename Package>
constexpr bool mesh_codes_agree() {
  return 1u << Package::ErrorOrder == kErrorOrder &&
         1u << Package::ErrorDestination == kErrorDestination &&
         1u << Package::ErrorLength == kErrorLength && 1u << Package::Head == kHeadMark &&
         1u << Package::Tail == kTailMark;
}

/// Offset of an injection (or ejection) port's mark in a vector of marks.
constexpr unsigned mark_offset(unsigned port) { return kMarkBits * port; }

/// `Links::data(top)` has the data lines of the links, by node and port.
template <typename Top, typename Sender, typename Links>
class VerilatedMesh : public VerilatedTerminals<Top> {
 public:
  using VerilatedTerminals<Top>::kTerminals;

  VerilatedMesh()
      : VerilatedTerminals<Top>(kChannels, {mesh_of(network_config()).injection_ports,
                                            mesh_of(network_config()).ejection_ports}),
        config_(network_config()),
        header_(config_),
        words_(config_.flit_bits / 32),
        sender_(config_) {
    reset();
  }

  void reset() {
    sender_.reset();
    this->reset_terminals();
  }

  void seed(unsigned seed) { sender_.seed(seed); }

  void offer(const wayfarer_offer& offer) {
    const std::uint32_t t = offer.terminal;
    if ((ready_[t] >> offer.injection_port & 1) == 0) return;
    const std::uint32_t mark = mark_of(offer.tag);
    auto& marks = top_->inject_tag_i[t];
    marks &= ~(3u << mark_offset(offer.injection_port));
    marks |= mark << mark_offset(offer.injection_port);
    top_->inject_valid_i[t] |= 1u << offer.injection_port;
    offered_.push_back(t);
    const bool header = (mark & kHeadMark) != 0;
    const HeaderWords words =
        sender_.take(offer.terminal, offer.injection_port, header, (mark & kTailMark) != 0,
                     offer.destination, offer.message);
    for (unsigned word = 0; word < words_; ++word)
      set_word(top_->inject_data_i[t], offer.injection_port * words_ + word,
               header ? words[word] : payload_word(offer.message, offer.index, word));
  }

  void step(wayfarer_step& result) {
    top_.settle();
    this->read_channels(top_->channel_vc_o, [this](wayfarer_transfer& head) {
      const auto& lines = Links::data(*top_.operator->())[head.channel / kPorts];
      HeaderWords words{};
      for (unsigned word = 0; word < words_; ++word)
        words[word] = get_word(lines[head.channel % kPorts], word);
      head.message = get_field(words, header_.message_offset(), header_.id_bits);
    });
    read_deliveries();
    this->edge();
    result = this->result();
  }

  static constexpr std::uint32_t kChannels =
      extent_of<decltype(std::declval<Top>().channel_valid_o)>;

 private:
  static constexpr std::uint32_t kPorts = kChannels / kTerminals;  ///< Of a node's links.
  using Base = VerilatedTerminals<Top>;
  using Base::deliveries_;
  using Base::offered_;
  using Base::ready_;
  using Base::top_;
  using DeliveryLines = ElementOf<decltype(std::declval<Top>().eject_data_o)>;

  /// A header that has arrived has no hops left and `crossed` clear.
  void read_header(const DeliveryLines& lines, wayfarer_delivery& delivery) const {
    HeaderWords words{};
    for (unsigned word = 0; word < words_; ++word)
      words[word] = get_word(lines, delivery.buffer * words_ + word);
    delivery.message = get_field(words, header_.message_offset(), header_.id_bits);
    set_field(words, header_.message_offset(), header_.id_bits, 0);
    delivery.intact = words == HeaderWords{};
  }

  void read_deliveries() {
    deliveries_.clear();
    for (std::uint32_t t = 0; t < kTerminals; ++t) {
      for (std::uint32_t left = top_->eject_valid_o[t]; left != 0; left &= left - 1) {
        const auto port = static_cast<std::uint32_t>(__builtin_ctz(left));
        const std::uint32_t mark = top_->eject_tag_o[t] >> mark_offset(port) & 3u;
        wayfarer_delivery& delivery = deliveries_.emplace_back();
        delivery = {t, 0, port, tag_of(mark), 0, 0, 0};
        if ((mark & kHeadMark) != 0)
          read_header(top_->eject_data_o[t], delivery);
        else
          read_data_flit(top_->eject_data_o[t], port * words_, words_, delivery);
      }
    }
    this->note_deliveries();
  }

  const NetworkConfig config_;
  const VcHeader header_;
  const unsigned words_;  ///< 32-bit words of a flit.
  Sender sender_;
};

/// The table of the C interface.
template <typename Adapter>
wayfarer_verilated mesh_table() {
  const NetworkConfig config = network_config();
  wayfarer_shape shape{};
  shape.terminals = Adapter::kTerminals;
  shape.channels = Adapter::kChannels;
  shape.injection_ports = mesh_of(config).injection_ports;
  shape.parallel_ports = 1;
  shape.drivers_per_channel = mesh_of(config).channel_drivers();
  shape.flit_bytes = config.flit_bytes();
  shape.buffers_per_driver = 1;
  shape.header_id_mask = VcHeader(config).id_mask();
  shape.channel_id_mask = shape.header_id_mask;
  shape.least_data_flits = config.least_data_flits();
  wayfarer_verilated table = verilated_table<Adapter>(shape);
  table.seed = [](void* network, std::uint32_t seed) {
    static_cast<Adapter*>(network)->seed(seed);
  };
  return table;
}

}  // namespace wayfarer
