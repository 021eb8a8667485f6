#include "family/linear/model.hpp"
#include "family/linear/config.hpp"

#include <algorithm>
#include <utility>

#include "family/kit/injection_guard.hpp"
#include "family/kit/model_base.hpp"
#include "family/linear/forward.hpp"
#include "family/linear/periodic_host.hpp"
#include "family/linear/reverse.hpp"
#include "family/linear/server_interface.hpp"

namespace wayfarer {
namespace {

using kit::InjectionGuard;
using kit::ModelBase;
using linear::Forward;
using linear::Monitor;
using linear::Reverse;
using linear::Sender;
using linear::Server;

class LinearModel final : public ModelBase, public PeriodicHosts {
 public:
  explicit LinearModel(const NetworkConfig& config)
      : topology_(linear_of(config).tree),
        hosts_(topology_.hosts()),
        forward_(topology_, linear_of(config)),
        reverse_(topology_, linear_of(config)),
        guards_(topology_.terminals()),
        senders_(hosts_),
        monitors_(hosts_),
        sporadic_(linear_of(config).sporadic),
        round_trips_(linear_of(config).round_trips),
        server_(header_id_mask(config.flit_bits)),
        link_ready_(hosts_) {
    shape_.name = config.name;
    shape_.terminals = topology_.terminals();
    shape_.channels = topology_.channels();
    shape_.drivers_per_channel = 2;
    shape_.flit_bytes = config.flit_bytes();
    shape_.channel_id_mask = 0;
    shape_.header_id_mask = header_id_mask(config.flit_bits);
    shape_.least_data_flits = config.least_data_flits();
    ready_.assign(shape_.terminals, 0);
    make_room(shape_.terminals, shape_.channels);
    reset();
  }

  void reset() override {
    ModelBase::reset();
    forward_.reset();
    reverse_.reset();
    guards_.assign(guards_.size(), {});
    senders_.assign(hosts_, {});
    monitors_.assign(hosts_, {});
    programmed_.clear();
    demanded_.assign(hosts_, 0);
    answered_.assign(hosts_, 0);
    server_ = Server(shape_.header_id_mask);
    now_ = 0;
    host_ready_.assign(hosts_, 1);
    server_stalled_ = false;
    lapsed_ = false;
    drivers_.assign(shape_.channels, 0);
    plan();
  }

  /// A flit is visible on the link even if it is not taken in the coming cycle.
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override {
    offers_.push_back({terminal, injection_port, flit});
  }

  void step() override {
    begin_step();
    const auto show_transfer = [this](const Transfer& transfer) { show(transfer); };
    forward_.each_transfer(show_transfer);
    lapsed_ |= forward_.waits_for_server();
    if (!counting()) forward_.write_owners(drivers_);
    deliver();
    send_responses();
    reverse_.each_transfer(topology_.switches(), show_transfer);
    forward_.move();
    reverse_.move();
    send_requests();
    if (response_) reverse_.push(*response_);
    register_stalls();
    ++now_;
    plan();
  }

  void program(TerminalId host, const HostProgram& program) override {
    senders_[host].program(program, static_cast<std::uint8_t>(host),
                           static_cast<std::uint8_t>(topology_.server()));
    monitors_[host].program(program, sporadic_);
    if (program.period != 0) programmed_.push_back(host);
    std::sort(programmed_.begin(), programmed_.end());
    plan();
  }

  void program_server(std::uint32_t service) override {
    server_.program(service, static_cast<std::uint8_t>(topology_.server()));
    lapsed_ = false;
    plan();
  }

  HostStatus status(TerminalId host) const override { return monitors_[host].status(); }
  bool lapsed() const override { return lapsed_; }

 private:
  /// Decides the part of the coming cycle that does not depend on the offers.
  void plan() {
    forward_.plan(!server_stalled_ && !server_.full());
    reverse_.plan(host_ready_);
    for (HostId host = 0; host < hosts_; ++host) {
      link_ready_[host] = forward_.ready(host);
      ready_[host] = senders_[host].enabled() ? may_demand(host) : link_ready_[host];
    }
    ready_[hosts_] = reverse_.ready() && !server_.enabled();
  }

  /// A demand is taken in the coming cycle; registers are not seen to be loaded before the first.
  [[nodiscard]] bool may_demand(HostId host) const {
    return sporadic_ && now_ != 0 && senders_[host].due() && monitors_[host].room();
  }

  void deliver() {
    reverse_.arriving([this](HostId host, const linear::Flit& flit) {
      add_delivery(host, flit);
      answered_[host] = is_tail(flit.tag);
    });
    // The order of branches is not that of hosts.
    std::sort(deliveries_.begin(), deliveries_.end(),
              [](const Delivery& a, const Delivery& b) { return a.terminal < b.terminal; });
    delivered_source_ = kNoHost;
    const linear::Flit* flit = forward_.arriving();
    if (flit == nullptr) return;
    add_delivery(hosts_, *flit);
    server_.receive(*flit, now_);
    if (is_tail(flit->tag)) delivered_source_ = server_.source();
  }

  void add_delivery(TerminalId terminal, const linear::Flit& flit) {
    const bool intact = !is_head(flit.tag) || flit.destination == terminal;
    deliveries_.push_back(
        {terminal, 0, 0, flit.tag, intact, static_cast<std::uint16_t>(flit.index & 0xff),
         is_head(flit.tag) ? flit.message & shape_.header_id_mask : flit.message});
  }

  /// The server's flit of this cycle goes to branch 0.
  void send_responses() {
    response_ = nullptr;
    if (server_.enabled()) {
      if (!server_.offers(now_)) return;
      own_response_ = server_.flit();
      show_response(own_response_.tag);
      if (!reverse_.ready()) return;
      server_.sent();
      response_ = &own_response_;
      return;
    }
    for (const Offer& offer : offers_) {
      if (offer.terminal != hosts_) continue;
      const std::uint8_t cause = offer.flit.destination < hosts_ ? 0 : kErrorDestination;
      const bool passes = guards_[hosts_].passes(offer.flit.tag, cause);
      if (passes) show_response(offer.flit.tag);
      if (!take(offer, cause) || !passes) continue;
      own_response_ = flit_of(offer);
      response_ = &own_response_;
    }
  }

  void show_response(Tag tag) { show({topology_.switches(), 0, 0, tag, reverse_.ready()}); }

  void send_requests() {
    for (const Offer& offer : offers_) {
      if (offer.terminal == hosts_) continue;
      if (sporadic_ && senders_[offer.terminal].enabled()) {
        demanded_[offer.terminal] = 1;
        continue;
      }
      const std::uint8_t cause = offer.flit.destination == hosts_ ? 0 : kErrorDestination;
      const bool passes = guards_[offer.terminal].passes(offer.flit.tag, cause);
      if (take(offer, cause) && passes) forward_.push(offer.terminal, flit_of(offer));
    }
    offers_.clear();
    for (const HostId host : programmed_) {
      Sender& sender = senders_[host];
      const bool released =
          sender.begin(!sporadic_ || (demanded_[host] != 0 && monitors_[host].room()));
      demanded_[host] = 0;
      const bool taken = sender.offers() && link_ready_[host];
      if (taken) forward_.push(host, sender.flit());
      sender.end(taken);
      const bool answered = std::exchange(answered_[host], 0) != 0;
      monitors_[host].observe(released, round_trips_ ? answered : delivered_source_ == host);
    }
    sort_errors();
  }

  /// Returns whether the offer is taken, even if it is dropped; if so, reports its errors.
  bool take(const Offer& offer, std::uint8_t cause) {
    if (ready_[offer.terminal] == 0) return false;
    if (const std::uint8_t causes = guards_[offer.terminal].take(offer.flit.tag, cause))
      report(offer.terminal, causes);
    return true;
  }

  static linear::Flit flit_of(const Offer& offer) {
    return {offer.flit.message, offer.flit.index, offer.flit.tag,
            static_cast<std::uint8_t>(offer.terminal),
            static_cast<std::uint8_t>(offer.flit.destination)};
  }

  void register_stalls() {
    for (const Stall& stall : stalls_) {
      if (stall.terminal == hosts_)
        server_stalled_ = stall.stalled;
      else
        host_ready_[stall.terminal] = !stall.stalled;
    }
    stalls_.clear();
  }

  static constexpr std::uint32_t kNoHost = ~0u;

  const LinearTopology topology_;
  const std::uint32_t hosts_;
  Forward forward_;
  Reverse reverse_;
  std::vector<InjectionGuard> guards_;
  std::vector<Sender> senders_;
  std::vector<Monitor> monitors_;
  const bool sporadic_;
  const bool round_trips_;
  std::vector<std::uint8_t> demanded_;  ///< By host, in this cycle.
  std::vector<std::uint8_t> answered_;  ///< The host has taken a tail in this cycle.
  std::vector<HostId> programmed_;
  Server server_;
  Cycle now_ = 0;
  std::vector<std::uint8_t> host_ready_;
  bool server_stalled_ = false;
  bool lapsed_ = false;
  linear::Flit own_response_;
  const linear::Flit* response_ = nullptr;
  std::uint32_t delivered_source_ = kNoHost;  ///< Host whose tail the server took in this cycle.
  std::vector<std::uint8_t> link_ready_;  ///< By host: its switch takes a flit in the coming cycle.
};

}  // namespace

std::unique_ptr<Network> make_linear_model(const NetworkConfig& config) {
  return std::make_unique<LinearModel>(config);
}

}  // namespace wayfarer
