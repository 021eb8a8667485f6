#include "mesh/mesh_hardware.hpp"

#include <utility>

#include "family/mesh/config.hpp"

namespace wayfarer {
namespace {

NetworkShape shape_of(const NetworkConfig& config) {
  NetworkShape shape;
  shape.injection_ports = mesh_of(config).injection_ports;
  shape.parallel_ports = true;
  shape.drivers_per_channel = mesh_of(config).channel_drivers();
  shape.flit_bytes = config.flit_bytes();
  shape.header_id_mask = VcHeader(config).id_mask();
  shape.channel_id_mask = shape.header_id_mask;
  shape.least_data_flits = config.least_data_flits();
  return shape;
}

/// Offset of an injection (or ejection) port's mark in a vector of marks.
constexpr unsigned mark_offset(unsigned port) { return kMarkBits * port; }

}  // namespace

std::vector<PackageConstant> mesh_constants() {
  return {{"mesh_pkg", "Head", bit_of(kHeadMark)},
          {"mesh_pkg", "Tail", bit_of(kTailMark)},
          {"mesh_pkg", "ErrorOrder", bit_of(kErrorOrder)},
          {"mesh_pkg", "ErrorDestination", bit_of(kErrorDestination)},
          {"mesh_pkg", "ErrorLength", bit_of(kErrorLength)}};
}

TilePlan mesh_tiles(const NetworkConfig& config, const std::vector<MeshLinkPins>& forward,
                    const std::vector<MeshLinkPins>& backward) {
  const Grid grid(config.topology, HalfWay::kStraight);
  TilePlan plan;
  plan.tiles = grid.nodes();
  plan.packed = {{"inject_tag_i", kMarkBits}, {"inject_data_i", config.flit_bits},
                 {"eject_tag_o", kMarkBits},  {"eject_data_o", config.flit_bits},
                 {"error_count_o", 8},        {"inject_valid_i", 0},
                 {"inject_ready_o", 0},       {"eject_valid_o", 0},
                 {"channel_vc_o", 0}};
  for (NodeId node = 0; node < grid.nodes(); ++node)
    for (unsigned d = 0; d < grid.dimensions(); ++d) {
      plan.constants.push_back({{node, "position_i", d}, grid.digit(node, d)});
      for (const bool minus : {false, true}) {
        const LinkId link = grid.link(node, d, minus);
        if (!grid.link_exists(link)) continue;
        const unsigned port = 2 * d + (minus ? 1 : 0);
        const NodeId next = grid.link_target(link);
        for (const MeshLinkPins& pins : forward)
          plan.links.push_back({{node, pins.output, port}, {next, pins.input, port}});
        for (const MeshLinkPins& pins : backward)
          plan.links.push_back({{next, pins.output, port}, {node, pins.input, port}});
      }
    }
  return plan;
}

MeshHardware::MeshHardware(std::unique_ptr<Hardware> hardware, const NetworkConfig& config,
                           std::unique_ptr<MeshSender> sender)
    : HardwareNetwork(std::move(hardware), config, shape_of(config), "channel_valid_o",
                      {mesh_of(config).injection_ports, mesh_of(config).ejection_ports}),
      header_(config),
      words_(config.flit_bits / 32),
      sender_(std::move(sender)),
      eject_valid_(hardware_->pins("eject_valid_o")),
      channel_vc_(hardware_->pins("channel_vc_o")),
      link_data_(hardware_->pins("channel_data_o")) {
  reset();
}

void MeshHardware::restart() {
  sender_->reset();
  restart_terminals();
}

void MeshHardware::inject(TerminalId terminal, unsigned injection_port, const Flit& flit) {
  if ((ready_[terminal] >> injection_port & 1) == 0) return;
  const std::uint32_t mark = mark_of(flit.tag);
  const unsigned offset = mark_offset(injection_port);
  inject_tag_.set(terminal, (inject_tag_[terminal] & ~(3u << offset)) | mark << offset);
  inject_valid_.set(terminal, inject_valid_[terminal] | 1u << injection_port);
  offered_.push_back(terminal);
  const bool header = (mark & kHeadMark) != 0;
  const HeaderWords words = sender_->take(terminal, injection_port, header, (mark & kTailMark) != 0,
                                          flit.destination, flit.message);
  Lines lines(inject_data_, terminal, std::size_t{injection_port} * words_);
  for (unsigned word = 0; word < words_; ++word)
    lines.set(word, header ? words[word] : payload_word(flit.message, flit.index, word));
}

void MeshHardware::advance() {
  hardware_->settle();
  read_channels(channel_vc_, [this](Transfer& head) { identify(head); });
  read_deliveries();
  edge();
}

void MeshHardware::identify(Transfer& head) {
  HeaderWords words{};
  for (unsigned word = 0; word < words_; ++word) words[word] = link_data_.word(head.channel, word);
  head.message = get_field(words, header_.message_offset(), header_.id_bits);
}

/// A header that has arrived has no hops left and `crossed` clear.
void MeshHardware::read_header(const Lines& lines, Delivery& delivery) const {
  HeaderWords words{};
  for (unsigned word = 0; word < words_; ++word) words[word] = lines[word];
  delivery.message = get_field(words, header_.message_offset(), header_.id_bits);
  set_field(words, header_.message_offset(), header_.id_bits, 0);
  delivery.intact = words == HeaderWords{};
}

void MeshHardware::read_deliveries() {
  deliveries_.clear();
  for (std::uint32_t t = 0; t < shape_.terminals; ++t) {
    for (std::uint32_t left = eject_valid_[t]; left != 0; left &= left - 1) {
      const auto port = static_cast<std::uint8_t>(__builtin_ctz(left));
      const std::uint32_t mark = eject_tag_[t] >> mark_offset(port) & 3u;
      Delivery& delivery = deliveries_.emplace_back();
      delivery = {t, 0, port, tag_of_mark(mark), false};
      const Lines lines(eject_data_, t, std::size_t{port} * words_);
      if ((mark & kHeadMark) != 0)
        read_header(lines, delivery);
      else
        read_data_flit(lines, words_, delivery);
    }
  }
  note_deliveries();
}

}  // namespace wayfarer
