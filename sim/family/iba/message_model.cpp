#include "family/iba/message_model.hpp"

#include <algorithm>

namespace wayfarer::iba {

MessageModel::MessageModel(const NetworkConfig& config) : MessageForm(config), ends_(longest_) {}

void MessageModel::open() {
  MessageForm::open();
  ends_.clear();
  entering_.clear();
  injecting_.assign(shape_.terminals, 0);
  entering_flits_ = ejecting_ = 0;
}

void MessageModel::step() {
  if (!open_) return FlitModel::step();
  begin_step();
  completed_.clear();
  ++now_;  // the cycle of this step is now_ - 1
  for (TerminalId at = 0; at < shape_.terminals; ++at)
    if ((switches_[at].changed | switches_[at].looking) != 0) serve(at);
  sent_ = links_in_use_.active();
  delivered_ = ejecting_;
  end_packets();
  arrive();
  apply_returns();
  enter_messages();
  show_startable();
  sort_errors();
}

void MessageModel::start(TerminalId terminal, unsigned /*injection_port*/, MessageId id,
                         TerminalId destination, std::uint32_t flits) {
  entering_.push_back({terminal, destination, id, flits});
}

/// Begins transfers, whose headers move in this cycle, and looks up the next headers.
void MessageModel::serve(TerminalId at) {
  start_branches(at, ~Mask{0});
  for (Mask left = switches_[at].looking; left != 0; left &= left - 1) {
    const unsigned in = lowest_bit(left);
    look_up(at, in);
    const Packet& packet = packet_in(at, in);
    if ((switches_[at].discarding & bit(in)) != 0)
      ends_after(packet.flits).packets.push_back({at, in, kNowhere});
  }
}

void MessageModel::begin(TerminalId at, unsigned in, unsigned port, unsigned lane) {
  FlitModel::begin(at, in, port, lane);
  if (!open_) return;
  Packet& packet = packets_[front(at, in)];
  ends_after(packet.flits - 1).packets.push_back({at, in, port});
  if (port == 0) {
    ++ejecting_;
    return;
  }
  const auto way = static_cast<IbaPort>(port);
  links_in_use_.begin(IbaMesh::link(at, way), now_ - 1);
  arrivals_.push_back(
      {mesh_.neighbour(at, way), next_input_[at * kIbaPorts + port] % ins_, front(at, in), 0});
  ++packet.copies;
}

/// Tails move.
void MessageModel::end_packets() {
  std::vector<Move>& ends = ends_after(0).packets;
  for (const Move& move : ends) end(move);
  ends.clear();
  std::sort(completed_.begin(), completed_.end(),
            [](const auto& a, const auto& b) { return a.terminal < b.terminal; });
}

void MessageModel::end(const Move& move) {
  const auto [at, in, port] = move;
  if (port == kNowhere) return leave(at, in);
  if (port == 0) {
    const Packet& packet = packet_in(at, in);
    completed_.push_back({at, packet.infos.front().message, packet.flits});
    --ejecting_;
  } else {
    end_transfer(IbaMesh::link(at, static_cast<IbaPort>(port)), now_ - 1);
  }
  release(at, port, 0);
  Buffer& from = buffer(at, in);
  from.moving = static_cast<std::uint8_t>(from.moving & ~bit(port));
  if ((from.moving | from.pending) != 0) return;
  ++counters_[at][static_cast<unsigned>(IbaCounter::kForwarded)];
  leave(at, in);
}

void MessageModel::arrive() {
  for (const Arrival& arrival : arrivals_) push(arrival);
  arrivals_.clear();
}

void MessageModel::enter_messages() {
  for (const Message& message : entering_) {
    const auto& [terminal, destination, id, flits] = message;
    Flit header;
    header.destination = destination;
    const std::uint32_t packet =
        make_packet(header, flits, router_.level_of(terminal, headers_sent_[terminal]++));
    packets_[packet].infos.push_back({id, 0});
    push({terminal, 0, packet, 0});
    injecting_[terminal] = 1;
    freed_.push_back(terminal);
    ends_after(flits - 1).injections.push_back(terminal);
  }
  injected_ = entering_flits_ += entering_.size();
  entering_.clear();
  std::vector<TerminalId>& ends = ends_after(0).injections;
  for (const TerminalId terminal : ends) {
    injecting_[terminal] = 0;
    freed_.push_back(terminal);
  }
  entering_flits_ -= ends.size();
  ends.clear();
}

void MessageModel::show_startable() {
  for (const TerminalId terminal : freed_) {
    const bool room = depth_ - buffer(terminal, 0).used >= longest_;
    ready_[terminal] = room && injecting_[terminal] == 0 ? 1 : 0;
  }
  freed_.clear();
}

}  // namespace wayfarer::iba
