// Transactions as rows of waves.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <systemc>
#include <tlm>

#include "wayfarer_systemc/tlm_network.hpp"

namespace wayfarer::sysc {

/// For every initiator of a network, two rows for each transaction that it can have there at a time
/// (TlmOptions::outstanding): which one it is, "write 20010+16 to 7", and where it is: "request",
/// "target", "reply" or "back". The rows are vectors of ASCII characters, which viewers show as
/// text (GTKWave: data format ASCII), empty while there is none.
class TransactionWaves final : public sc_core::sc_module, public tlm::tlm_analysis_if<Transaction> {
 public:
  static constexpr int kCharacters = 32;
  using Text = sc_dt::sc_bv<8 * kCharacters>;

  /// The rows are named after the initiators' terminals: "NAME.terminal_0.access" and ".place". The
  /// file must live as long as the simulation.
  TransactionWaves(const sc_core::sc_module_name& name, TlmNetwork& network,
                   sc_core::sc_trace_file* file);

  void write(const Transaction& transaction) override;

 private:
  struct Slot {
    const Transaction* transaction = nullptr;  ///< Null: free.
    Text access, place;
  };
  struct Rows {
    TerminalId terminal = 0;
    int socket = 0;
    std::vector<Slot> slots;
  };

  void start_of_simulation() override;
  void add_to_file(const Rows& rows) const;

  TlmNetwork& network_;
  sc_core::sc_trace_file* const file_;
  std::vector<Rows> rows_;
};

}  // namespace wayfarer::sysc
