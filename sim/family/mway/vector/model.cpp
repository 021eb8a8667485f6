#include "family/mway/vector/model.hpp"

#include <algorithm>
#include <vector>

#include "core/idle_port.hpp"
#include "core/message_port.hpp"
#include "family/kit/cycle_list.hpp"
#include "family/kit/mask.hpp"
#include "family/kit/model_base.hpp"
#include "family/mway/base.hpp"
#include "family/mway/routes.hpp"
#include "family/mway/vector/channel_bits.hpp"
#include "family/mway/vector/memory.hpp"
#include "family/mway/vector/messages.hpp"
#include "family/mway/vector/passes.hpp"

namespace wayfarer {
namespace {

using namespace mway;
using kit::CycleList;
using kit::lowest_bit;

/// Passes over all channels move the flits, which are counts of buffers (set.cpp). They find the
/// headers and tails that move, and these events are handled one by one here.
class MwayVectorModel final : public kit::ModelBase, public MessagePort, public IdlePort {
 public:
  MwayVectorModel(const NetworkConfig& config, Simd simd);

  void reset() override;
  void step() override;
  bool count_transfers(std::uint64_t* by_channel, Listed listed) override;
  std::size_t moves() const override;

  /// A turn of cyclic Stat lines tells every driver what has changed.
  Cycle settling_cycles() const override { return kRouterCycles + topology_.ways(); }
  void skip(Cycle cycles) override {
    state_.heard_way = static_cast<unsigned>((state_.heard_way + cycles) % topology_.ways());
  }

  void open() override;
  const std::vector<PortMask>& startable() const override { return ready_; }
  void start(TerminalId terminal, unsigned injection_port, MessageId id, TerminalId destination,
             std::uint32_t flits) override;
  const std::vector<CompletedMessage>& completed() const override { return completed_; }
  std::size_t injected() const override { return injected_flits_; }
  std::size_t delivered() const override { return state_.ejected_flits + ejected_headers_; }
  void settle_counts() override;

 private:
  static constexpr Cycle kLeastSettled = (Cycle{1} << kPlanes) - 1;
  static constexpr unsigned kEjection = 256;  ///< Marks a Sender's receiver as a processor.

  /// A sender: its channel and its number there.
  struct Place {
    ChannelId channel;
    unsigned number;
  };
  /// A header that comes to a buffer.
  struct Arrival {
    Place place;
    MessageSlot message;
  };
  struct Sender {
    MessageSlot front = kNoMessage;    ///< The first header in the buffer,
    MessageSlot back = kNoMessage;     ///< and the last one, if there is any.
    MessageSlot sending = kNoMessage;  ///< The message whose header has left it last,
    unsigned receiver = 0;  ///< and where that goes: the number of a receiver, or kEjection and up.
  };
  /// An injection port.
  struct Source {
    MessageSlot message = kNoMessage;
    std::uint32_t left = 0;  ///< Flits of its message that have not entered; without the message
                             ///< port, data flits.
  };

  // The cycle, in this order.
  void show_drivers();
  void list_sent();
  void send_headers();
  void deliver();
  void inject_offers();
  void send_tails();
  void enter();
  void show_ports();
  void register_stalls();

  void send_header(ChannelId channel);
  void send_tail(ChannelId channel);
  std::uint8_t inject(const Offer& offer);
  std::uint8_t inject_header(const Offer& offer, Place place);
  std::uint8_t inject_data(const Offer& offer, Place place);
  void enter_messages();
  void enter_header(Place place, MessageSlot message);
  void enter_tail(Place place);

  void queue_header(Place place, MessageSlot message);
  [[nodiscard]] bool is_whole(Place place, MessageSlot message);
  void route(ChannelId channel, VectorMessage& message) const;
  void wait(Place place, const VectorMessage& message);

  [[nodiscard]] ChannelBits bits_of(ChannelId channel) const { return {state_, channel}; }
  /// A block's row.
  [[nodiscard]] std::uint64_t* row(std::size_t block, unsigned number) const {
    return state_.memory + block * state_.block_words + number * kRowWords;
  }
  /// Calls action(channel) for those with a bit in a row, in ascending order.
  template <typename Action>
  void each_with(unsigned number, const Action& action) const {
    for (std::size_t block = 0; block < state_.blocks; ++block)
      for (std::size_t word = 0; word < kRowWords; ++word)
        for (std::uint64_t left = row(block, number)[word]; left != 0; left &= left - 1)
          action(
              static_cast<ChannelId>(block * kBlockChannels + word * kWordBits + lowest_bit(left)));
  }
  /// The number of the buffer that sends on a channel.
  [[nodiscard]] unsigned sender_on(ChannelId channel) const {
    const unsigned way = state_.sender[channel] >> state_.buffer_planes;
    const unsigned buffer = state_.sender[channel] & ((1u << state_.buffer_planes) - 1);
    return way * state_.buffers + buffer;
  }
  [[nodiscard]] unsigned until_tail(ChannelBits bits, unsigned number) const {
    return bits.number(rows_.until_tail + number, state_.planes, senders_);
  }
  void set_until_tail(ChannelBits bits, unsigned number, unsigned flits) const {
    bits.set_number(flits, rows_.until_tail + number, state_.planes, senders_);
  }
  [[nodiscard]] unsigned want_of(const VectorMessage& message) const {
    return message.way * state_.classes + message.buffer_class;
  }
  /// The row of the headers in a buffer that wait for what the message wants.
  [[nodiscard]] unsigned waiting_row(unsigned number, const VectorMessage& message) const {
    return rows_.waiting + number * state_.wants() + want_of(message);
  }
  [[nodiscard]] unsigned receiver_row(unsigned number, unsigned receiver) const {
    return rows_.receiver + number * receivers_ + receiver;
  }
  [[nodiscard]] unsigned ejecting_row(unsigned number, unsigned processor) const {
    return rows_.ejecting + number * state_.processors() + processor;
  }
  [[nodiscard]] Sender& sender(Place place) {
    return all_senders_[place.channel * senders_ + place.number];
  }
  [[nodiscard]] Place injection_place(TerminalId terminal, unsigned port) const {
    const unsigned way = topology_.processor_way(topology_.local_of(terminal));
    return {topology_.channel_of(terminal), way * state_.buffers + port};
  }
  [[nodiscard]] Source& source(Place place) {
    return sources_[place.channel * (senders_ - receivers_) + place.number - receivers_];
  }
  [[nodiscard]] TerminalId terminal_of(ChannelId channel, unsigned processor) const {
    return channel * state_.processors() + processor;
  }
  [[nodiscard]] unsigned way_of(unsigned number) const { return way_of_[number]; }
  [[nodiscard]] std::uint8_t number_in_set(unsigned number) const {
    return static_cast<std::uint8_t>(number - way_of(number) * state_.buffers);
  }

  const NetworkConfig config_;
  const MwayTopology topology_;
  const Routes routes_;
  VectorMemory memory_;
  VectorState state_;
  const VectorPasses passes_;
  const RowNumbers rows_;
  const unsigned senders_;            ///< Of a channel; likewise:
  const unsigned receivers_;          ///< of routers alone.
  std::vector<std::uint8_t> way_of_;  ///< By number of a sender.
  std::vector<ChannelId> neighbour_;  ///< By channel and way of a router.

  Messages messages_;
  std::vector<Sender> all_senders_;  ///< By channel and number.
  std::vector<Source> sources_;      ///< By terminal and injection port.
  CycleList<Arrival> new_headers_;   ///< Of messages that are injected.
  CycleList<Place> new_tails_;       ///< Likewise.
  std::vector<CompletedMessage> completed_;
  std::size_t injected_flits_ = 0;
  std::size_t ejected_headers_ = 0;
  std::uint64_t* by_channel_ = nullptr;
  Cycle unsettled_ = 0;  ///< Cycles in the rows of counts.
};

MwayVectorModel::MwayVectorModel(const NetworkConfig& config, Simd simd)
    : config_(config),
      topology_(config.topology, mway_of(config).fault),
      routes_(config_, topology_),
      memory_(mway_of(config), topology_),
      state_(memory_.reset()),
      passes_(vector_passes(simd, state_)),
      rows_(state_.rows),
      senders_(state_.sender_count()),
      receivers_(state_.receiver_count()),
      messages_(std::size_t{topology_.channels()} * senders_ * state_.depth),
      new_headers_(topology_.terminals()),
      new_tails_(topology_.terminals()) {
  shape_ = shape_of(config, topology_);
  for (unsigned number = 0; number < senders_; ++number)
    way_of_.push_back(static_cast<std::uint8_t>(number / state_.buffers));
  for (ChannelId channel = 0; channel < shape_.channels; ++channel)
    for (unsigned way = 0; way < state_.router_ways; ++way)
      neighbour_.push_back(topology_.neighbour(channel, way));
  make_room(shape_.channels, shape_.channels + 1);
  completed_.reserve(shape_.channels);
  reset();
}

void MwayVectorModel::reset() {
  ModelBase::reset();
  state_ = memory_.reset();
  messages_.reset();
  all_senders_.assign(std::size_t{shape_.channels} * senders_, {});
  sources_.assign(std::size_t{shape_.channels} * (senders_ - receivers_), {});
  new_headers_.clear();
  new_tails_.clear();
  completed_.clear();
  injected_flits_ = 0;
  ejected_headers_ = 0;
  unsettled_ = 0;
  ready_.assign(shape_.terminals, 0);
  passes_.show(state_);
  show_ports();
  drivers_.assign(shape_.channels, 0);
}

void MwayVectorModel::open() {
  state_.whole_messages = true;
  passes_.show(state_);
  show_ports();
}

void MwayVectorModel::step() {
  begin_step();
  completed_.clear();
  if (!counting()) show_drivers();
  state_.counting = state_.whole_messages && by_channel_ != nullptr;
  passes_.decide(state_);
  if (!state_.counting) list_sent();
  send_headers();
  if (!state_.whole_messages) {
    deliver();
    inject_offers();
  }
  passes_.move(state_);
  send_tails();
  enter();
  passes_.show(state_);
  show_ports();
  register_stalls();
  sort_errors();
  if (state_.counting && ++unsettled_ == kLeastSettled) settle_counts();
}

std::size_t MwayVectorModel::moves() const {
  std::size_t moves = 0;
  for (std::size_t block = 0; block < state_.blocks; ++block)
    for (std::size_t word = 0; word < kRowWords; ++word)
      moves += static_cast<unsigned>(__builtin_popcountll(row(block, rows_.taken)[word]));
  return moves;
}

void MwayVectorModel::show_drivers() {
  for (ChannelId channel = 0; channel < shape_.channels; ++channel)
    for (unsigned way = 0; way < state_.ways; ++way)
      if (bits_of(channel).has(rows_.driver + way))
        drivers_[channel] = static_cast<std::uint8_t>(way);
}

void MwayVectorModel::list_sent() {
  if (counting() && !listing_ends())
    return each_with(rows_.taken, [this](ChannelId channel) { count(channel); });
  each_with(rows_.requested, [this](ChannelId channel) {
    const ChannelBits bits = bits_of(channel);
    const unsigned number = sender_on(channel);
    const bool header = bits.has(rows_.heads) || bits.has(rows_.header + number);
    const bool tail = !header && until_tail(bits, number) == 1;
    Transfer transfer{channel, static_cast<std::uint8_t>(way_of(number)), number_in_set(number),
                      make_tag(header, tail), bits.has(rows_.taken)};
    if (header)
      transfer.message = messages_[sender({channel, number}).front].id & shape_.channel_id_mask;
    show(transfer);
  });
}

void MwayVectorModel::send_headers() {
  ejected_headers_ = 0;
  each_with(rows_.heads, [this](ChannelId channel) { send_header(channel); });
}

void MwayVectorModel::send_header(ChannelId channel) {
  const ChannelBits bits = bits_of(channel);
  const unsigned number = sender_on(channel);
  Sender& from = sender({channel, number});
  const VectorMessage& message = messages_[from.front];
  from.sending = from.front;
  from.front = message.next;
  bits.clear(waiting_row(number, message));
  if (message.way >= state_.router_ways) {
    const unsigned processor = message.way - state_.router_ways;
    bits.set(ejecting_row(number, processor));
    from.receiver = kEjection + processor;
    ++ejected_headers_;
    return;
  }
  const ChannelId next = neighbour_[channel * state_.router_ways + message.way];
  const ChannelBits next_bits = bits_of(next);
  const unsigned receiver = message.way * state_.buffers +
                            next_bits.number(rows_.choice + want_of(message) * state_.buffer_planes,
                                             state_.buffer_planes);
  from.receiver = receiver;
  bits.set(receiver_row(number, receiver));
  state_.entering[receiver][channel / kWordBits] |= std::uint64_t{1} << channel % kWordBits;
  if (!state_.exact && (state_.almost[receiver][next / kWordBits] >> next % kWordBits & 1) != 0)
    bits.set(rows_.full_receiver + number);
  queue_header({next, receiver}, from.sending);
}

/// The header waits if no flit is before it; else the tail that leaves before it makes it wait.
void MwayVectorModel::queue_header(Place place, MessageSlot slot) {
  VectorMessage& message = messages_[slot];
  route(place.channel, message);
  message.next = kNoMessage;
  message.whole = false;
  Sender& to = sender(place);
  (to.front == kNoMessage ? to.front : messages_[to.back].next) = slot;
  to.back = slot;
  if (!bits_of(place.channel).has(rows_.occupied + place.number)) wait(place, message);
}

void MwayVectorModel::route(ChannelId channel, VectorMessage& message) const {
  const MwayHop hop = routes_.route(channel, message.destination, message.buffer_class);
  message.way = static_cast<std::uint8_t>(hop.way);
  message.buffer_class = static_cast<std::uint8_t>(hop.buffer_class);
}

void MwayVectorModel::wait(Place place, const VectorMessage& message) {
  const ChannelBits bits = bits_of(place.channel);
  bits.set(waiting_row(place.number, message));
  bits.set(rows_.header + place.number);
  state_.goes_to[way_of(place.number)] |= 1u << message.way;
}

void MwayVectorModel::deliver() {
  each_with(rows_.taken, [this](ChannelId channel) {
    const ChannelBits bits = bits_of(channel);
    const unsigned number = sender_on(channel);
    const Sender& from = sender({channel, number});
    if (from.receiver < kEjection) return;
    const bool header = bits.has(rows_.heads);
    const kit::FlitInfo info = messages_.take(from.sending);
    Delivery& delivery = deliveries_.emplace_back();
    delivery.terminal = terminal_of(channel, from.receiver - kEjection);
    delivery.driver = static_cast<std::uint8_t>(way_of(number));
    delivery.buffer = number_in_set(number);
    delivery.tag = make_tag(header, bits.has(rows_.tails));
    delivery.index = header ? 0 : info.index;
    delivery.message = info.message & (header ? shape_.header_id_mask : ~MessageId{0});
  });
}

void MwayVectorModel::inject_offers() {
  for (std::size_t block = 0; block < state_.blocks; ++block)
    std::fill_n(row(block, rows_.injected), senders_ * kRowWords, 0);
  for (const Offer& offer : offers_)
    if (const std::uint8_t causes = inject(offer)) report(offer.terminal, causes);
  offers_.clear();
}

std::uint8_t MwayVectorModel::inject(const Offer& offer) {
  const Place place = injection_place(offer.terminal, offer.injection_port);
  const ChannelBits bits = bits_of(place.channel);
  const Tag tag = offer.flit.tag;
  const bool is_data = tag == Tag::kBody || tag == Tag::kTail;
  if (bits.has(rows_.discarding + place.number)) {
    if (tag == Tag::kTail) bits.clear(rows_.discarding + place.number);
    return is_data ? 0 : kErrorOrder;
  }
  if (is_data != bits.has(rows_.open + place.number)) return kErrorOrder;
  if (is_data) return inject_data(offer, place);
  return tag == Tag::kHeader ? inject_header(offer, place) : std::uint8_t{kErrorOrder};
}

std::uint8_t MwayVectorModel::inject_header(const Offer& offer, Place place) {
  const ChannelBits bits = bits_of(place.channel);
  const auto destination = routes_.destination(place.channel, offer.flit.destination);
  if (!destination) {
    bits.set(rows_.discarding + place.number);
    return kErrorDestination;
  }
  Source& from = source(place);
  from.message = messages_.make(offer.flit.message, *destination);
  from.left = config_.data_flits(offer.flit.length_bytes & MwayHeader::kMaxLengthBytes);
  messages_.record(from.message, offer.flit);
  bits.set(rows_.injected + place.number);
  new_headers_.add({place, from.message});
  return 0;
}

std::uint8_t MwayVectorModel::inject_data(const Offer& offer, Place place) {
  const ChannelBits bits = bits_of(place.channel);
  Source& from = source(place);
  const bool last = from.left-- == 1;
  const bool tail = offer.flit.tag == Tag::kTail;
  if (last && !tail) bits.set(rows_.discarding + place.number);
  messages_.record(from.message, offer.flit);
  bits.set(rows_.injected + place.number);
  if (last || tail) new_tails_.add(place);
  return last != tail ? kErrorLength : 0;
}

void MwayVectorModel::start(TerminalId terminal, unsigned injection_port, MessageId id,
                            TerminalId destination, std::uint32_t flits) {
  const Place place = injection_place(terminal, injection_port);
  Source& from = source(place);
  from.message = messages_.make(id, destination);
  from.left = flits;
  messages_[from.message].flits = flits;
  bits_of(place.channel).set(rows_.started + place.number);
  new_headers_.add({place, from.message});
}

void MwayVectorModel::send_tails() {
  each_with(rows_.tails, [this](ChannelId channel) { send_tail(channel); });
}

/// The next header in the buffer waits for a receiver.
void MwayVectorModel::send_tail(ChannelId channel) {
  const ChannelBits bits = bits_of(channel);
  const unsigned number = sender_on(channel);
  const Sender& from = sender({channel, number});
  if (from.receiver >= kEjection) {
    const unsigned processor = from.receiver - kEjection;
    bits.clear(ejecting_row(number, processor));
    const VectorMessage& message = messages_[from.sending];
    if (state_.whole_messages)
      completed_.push_back({terminal_of(channel, processor), message.id, message.flits});
    messages_.release(from.sending);
  } else {
    const ChannelId next = neighbour_[channel * state_.router_ways + way_of(from.receiver)];
    bits.clear(receiver_row(number, from.receiver));
    messages_[from.sending].whole = is_whole({next, from.receiver}, from.sending);
  }
  if (from.front == kNoMessage) return;
  const VectorMessage& message = messages_[from.front];
  if (message.whole) set_until_tail(bits, number, message.flits);
  wait({channel, number}, message);
}

/// Whether a message whose tail has come to a buffer is there from its header on, behind another
/// one.
bool MwayVectorModel::is_whole(Place place, MessageSlot message) {
  const MessageSlot front = sender(place).front;
  if (front == kNoMessage) return false;
  return front != message || bits_of(place.channel).has(rows_.behind_tail + place.number);
}

/// From processors into injection buffers.
void MwayVectorModel::enter() {
  for (const Arrival& header : new_headers_) enter_header(header.place, header.message);
  new_headers_.clear();
  if (state_.whole_messages) enter_messages();
  for (const Place& place : new_tails_) enter_tail(place);
  new_tails_.clear();
}

void MwayVectorModel::enter_messages() {
  injected_flits_ = 0;
  for (unsigned number = receivers_; number < senders_; ++number) {
    each_with(rows_.injected + number, [this, number](ChannelId channel) {
      ++injected_flits_;
      if (--source({channel, number}).left == 0) new_tails_.add({channel, number});
    });
  }
}

void MwayVectorModel::enter_header(Place place, MessageSlot slot) {
  const ChannelBits bits = bits_of(place.channel);
  bits.set(rows_.open + place.number);
  bits.set(rows_.allocated + place.number);
  route(place.channel, messages_[slot]);
  Sender& to = sender(place);
  to.front = to.back = slot;
  wait(place, messages_[slot]);
}

/// An injection buffer has one message at a time.
void MwayVectorModel::enter_tail(Place place) {
  const ChannelBits bits = bits_of(place.channel);
  bits.clear(rows_.open + place.number);
  if (state_.early) bits.clear(rows_.allocated + place.number);
  set_until_tail(bits, place.number,
                 bits.number(rows_.level + place.number, state_.planes, senders_));
}

/// Where they have changed.
void MwayVectorModel::show_ports() {
  for (std::size_t block = 0; block < state_.blocks; ++block) {
    for (unsigned number = receivers_; number < senders_; ++number) {
      const std::uint64_t* const ports = row(block, rows_.ports + number);
      std::uint64_t* const shown = row(block, rows_.shown_ports + number);
      for (std::size_t word = 0; word < kRowWords; ++word) {
        for (std::uint64_t left = ports[word] ^ shown[word]; left != 0; left &= left - 1) {
          const std::size_t channel = block * kBlockChannels + word * kWordBits + lowest_bit(left);
          if (channel >= shape_.channels) break;
          const TerminalId terminal =
              terminal_of(static_cast<ChannelId>(channel), way_of(number) - state_.router_ways);
          ready_[terminal] = static_cast<PortMask>(ready_[terminal] ^ 1u << number_in_set(number));
        }
        shown[word] = ports[word];
      }
    }
  }
}

/// A change of a terminal's stall takes effect in the next cycle.
void MwayVectorModel::register_stalls() {
  for (const Stall& stall : stalls_) {
    const ChannelBits bits = bits_of(topology_.channel_of(stall.terminal));
    const unsigned row = rows_.stalled + topology_.local_of(stall.terminal);
    if (stall.stalled)
      bits.set(row);
    else
      bits.clear(row);
    state_.stalls = true;
  }
  stalls_.clear();
}

bool MwayVectorModel::count_transfers(std::uint64_t* by_channel, Listed listed) {
  by_channel_ = by_channel;
  return ModelBase::count_transfers(by_channel, listed);
}

void MwayVectorModel::settle_counts() {
  for (unsigned plane = 0; plane < kPlanes; ++plane) {
    if (by_channel_ != nullptr)
      each_with(rows_.counts + plane, [this, plane](ChannelId channel) {
        by_channel_[channel] += std::uint64_t{1} << plane;
      });
    for (std::size_t block = 0; block < state_.blocks; ++block)
      std::fill_n(row(block, rows_.counts + plane), kRowWords, 0);
  }
  unsettled_ = 0;
}

}  // namespace

bool has_mway_vector_model(const NetworkConfig& config) {
  return mway_of(config).variant == MwayVariant::kPaper;
}

/// The passes cost the same however few flits move: for a block of channels as much as the scalar
/// form does for so many flits, as measured on meshes, tori and hypercubes. At the bound, most
/// channels carry a flit.
bool mway_vector_pays(const NetworkConfig& config, double load) {
  constexpr double kOfSender = 0.9;
  constexpr double kOfPair = 0.025;  // of a sender and a receiver
  const MwayTopology topology(config.topology);
  const double buffers = mway_of(config).buffers;
  const double senders = buffers * topology.ways();
  const double receivers = buffers * topology.processor_way(0);
  const std::size_t blocks = (topology.channels() + kBlockChannels - 1) / kBlockChannels;
  const double flits = static_cast<double>(blocks) * senders * (kOfSender + kOfPair * receivers);
  return load >= std::min(1.0, flits / topology.channels());
}

std::unique_ptr<Network> make_mway_vector_model(const NetworkConfig& config, Simd simd) {
  return std::make_unique<MwayVectorModel>(config, simd);
}

}  // namespace wayfarer
