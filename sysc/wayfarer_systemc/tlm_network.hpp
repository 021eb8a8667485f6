// A network between TLM-2.0 initiators and targets.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include <systemc>
// tlm_utils needs it.
#include <sysc/kernel/sc_dynamic_processes.h>
#include <tlm_utils/multi_passthrough_initiator_socket.h>
#include <tlm_utils/multi_passthrough_target_socket.h>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm>

#include "config/config.hpp"
#include "wayfarer_systemc/address_map.hpp"
#include "wayfarer_systemc/agenda.hpp"
#include "wayfarer_systemc/analysis_port.hpp"
#include "wayfarer_systemc/estimate.hpp"
#include "wayfarer_systemc/hops.hpp"
#include "wayfarer_systemc/journey.hpp"
#include "wayfarer_systemc/message_port.hpp"
#include "wayfarer_systemc/network.hpp"
#include "wayfarer_systemc/transaction.hpp"
#include "wayfarer_systemc/wire.hpp"

namespace wayfarer::sysc {

enum class Timing {
  kCycles,    ///< Messages go through the network.
  kEstimate,  ///< Each message takes the time that it takes alone; there is no contention.
};

/// Where a request is that its target has not accepted.
enum class Sinks {
  kGuaranteed,  ///< In a queue with room for all requests in flight: no deadlock.
  kNone,        ///< In the network. Replies wait behind it, which can deadlock; for studies.
};

struct TlmOptions : NetworkOptions {
  Timing timing = Timing::kCycles;
  unsigned outstanding = 4;  ///< Transactions of an initiator in the network, at most.
  Sinks sinks = Sinks::kGuaranteed;
};

/// Each terminal has a socket for initiators and one for a target. A request is a message to the
/// target's terminal, and a reply one back: addresses, data and byte enables are in their flits,
/// and are compared with the payload when they arrive. Both b_transport and the four phases of the
/// base protocol are served:
///
///   BEGIN_REQ   of an initiator with `outstanding` transactions waits. So does one that overlaps
///               an earlier one of its initiator where the network does not keep messages in order
///   END_REQ     the network has taken the request's last word
///   BEGIN_REQ   to the target: the request has arrived
///   END_RESP    to the target: the network has taken the reply's last word
///   BEGIN_RESP  to the initiator: the reply has arrived
class TlmNetwork final : public sc_core::sc_module {
 private:
  class Station;

 public:
  class TargetSocket final
      : public tlm_utils::multi_passthrough_target_socket<Station, 32, tlm::tlm_base_protocol_types,
                                                          0, sc_core::SC_ZERO_OR_MORE_BOUND> {
   public:
    explicit TargetSocket(const char* name) : multi_passthrough_target_socket(name) {}
    /// Initiators, after elaboration. `size` is 1 where there is none.
    [[nodiscard]] int bound() const { return static_cast<int>(m_sockets.size()); }
  };
  using InitiatorSocket =
      tlm_utils::multi_passthrough_initiator_socket<Station, 32, tlm::tlm_base_protocol_types, 0,
                                                    sc_core::SC_ZERO_OR_MORE_BOUND>;

  /// `config`: the path of a file, or a shipped name such as "mesh4x4".
  TlmNetwork(const sc_core::sc_module_name& name, const std::string& config,
             const TlmOptions& options);
  TlmNetwork(const sc_core::sc_module_name& name, const NetworkConfig& config,
             const TlmOptions& options);
  /// With an engine that the caller has made, of the sizes in the options.
  TlmNetwork(const sc_core::sc_module_name& name, const NetworkConfig& config,
             std::unique_ptr<StreamNetwork> engine, const TlmOptions& options);
  ~TlmNetwork() override;

  /// By terminal: any number of initiators bind to it.
  sc_core::sc_vector<TargetSocket> target_socket{"target_socket"};
  /// By terminal: binds to one target, or to none.
  sc_core::sc_vector<InitiatorSocket> initiator_socket{"initiator_socket"};
  Network::LevelPort clock{"clock"};  ///< As of Network; not with Timing::kEstimate, nor is reset.
  /// As of Network. Transactions in it end with TLM_GENERIC_ERROR_RESPONSE, and those that a target
  /// has when it answers.
  Network::LevelPort reset{"reset"};
  /// Every transaction when it begins and whenever it is elsewhere (Transaction::at). Those of
  /// b_transport with Timing::kEstimate are not in it: they end in their caller's own time.
  AnalysisPort<Transaction> observed{"observed"};

  /// The target of a terminal has these addresses. `relative`: it gets them less `base`. To be
  /// called before the simulation; reports an error for ranges that overlap.
  void set_target_range(TerminalId terminal, sc_dt::uint64 base, sc_dt::uint64 size,
                        bool relative = true);
  /// The target of a terminal gets all other addresses, unchanged.
  void set_default_target(TerminalId terminal);

  [[nodiscard]] unsigned terminals() const { return static_cast<unsigned>(stations_.size()); }
  /// TlmOptions::outstanding.
  [[nodiscard]] unsigned outstanding() const { return options_.outstanding; }
  /// Transactions that have not ended.
  [[nodiscard]] std::size_t in_flight() const { return transactions_.size(); }
  /// Requests that can wait at a target: after elaboration, those of all initiators together.
  [[nodiscard]] std::size_t sink_room() const { return initiators_.size() * options_.outstanding; }

  const char* kind() const override { return "wayfarer::sysc::TlmNetwork"; }

 private:
  SC_HAS_PROCESS(TlmNetwork);
  using Payload = tlm::tlm_generic_payload;
  using Phase = tlm::tlm_phase;
  using At = Transaction::At;

  void end_of_elaboration() override;
  void build(std::unique_ptr<StreamNetwork> engine);

  tlm::tlm_sync_enum forward(Initiator& initiator, Payload& payload, Phase& phase,
                             sc_core::sc_time& delay);
  tlm::tlm_sync_enum backward(Payload& payload, const Phase& phase, const sc_core::sc_time& delay);
  void block(Initiator& initiator, Payload& payload, sc_core::sc_time& delay);
  void block_for_estimate(const Transaction& transaction, sc_core::sc_time& delay);
  unsigned debug(Payload& payload);
  void from_initiator(Payload& payload, const Phase& phase);
  void from_target(Payload& payload, const Phase& phase);

  void move(Transaction& transaction, At at);
  [[nodiscard]] std::unique_ptr<Transaction> accept(Initiator& initiator, Payload& payload);
  Transaction& keep(std::unique_ptr<Transaction> transaction);
  bool inject(Initiator& initiator);
  [[nodiscard]] bool may_start(const Initiator& initiator, const Transaction& transaction) const;
  void send(Transaction& transaction);
  void send_for_estimate(Transaction& transaction);
  void sent(std::uint32_t number);
  void received(const std::vector<StreamWord>& message);
  void arrived(Transaction& transaction);
  void target_has_answered(Transaction& transaction);
  void end_target_response(Transaction& transaction);
  void respond(Transaction& transaction);
  void begin_response(Initiator& initiator);
  void end(Transaction& transaction);
  void on_reset();

  [[nodiscard]] TerminalId sender_of(const Transaction& transaction) const;
  [[nodiscard]] TerminalId receiver_of(const Transaction& transaction) const;
  [[nodiscard]] sc_core::sc_time last_edge(const sc_core::sc_time& time) const;
  [[nodiscard]] LoneTime lone(TerminalId from, TerminalId to, std::size_t bytes);
  [[nodiscard]] Transaction* find(const Payload& payload) const;
  void error(const char* type, const Transaction& transaction, const std::string& text) const;
  void refuse(Payload& payload, tlm::tlm_response_status status, const char* type,
              const std::string& text) const;

  const NetworkConfig config_;
  TlmOptions options_;
  const bool keeps_order_;
  const Wire wire_;
  AddressMap map_;
  Estimate estimate_;
  Hops hops_;
  std::unique_ptr<Network> network_;  // with Timing::kCycles
  Agenda agenda_{"agenda"};           // with Timing::kEstimate
  std::vector<std::unique_ptr<MessagePort>> ports_;
  std::vector<std::unique_ptr<Station>> stations_;
  std::deque<Initiator> initiators_;
  std::unordered_map<std::uint32_t, std::unique_ptr<Transaction>> transactions_;
  std::unordered_map<const Payload*, Transaction*> by_payload_;
  std::uint32_t next_number_ = 0;
  tlm_utils::peq_with_cb_and_phase<TlmNetwork> from_initiators_;
  tlm_utils::peq_with_cb_and_phase<TlmNetwork> from_targets_;
};

}  // namespace wayfarer::sysc
