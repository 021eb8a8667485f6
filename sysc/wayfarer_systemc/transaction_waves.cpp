#include "wayfarer_systemc/transaction_waves.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace wayfarer::sysc {
namespace {

using At = Transaction::At;

const char* place_of(const Transaction& transaction) {
  switch (transaction.at) {
    case At::kRequest: return "request";
    case At::kTarget: return "target";
    case At::kReply: return "reply";
    case At::kResponding: return "back";
    default: return "";
  }
}

std::string text_of(const Transaction& transaction) {
  const tlm::tlm_generic_payload& payload = *transaction.payload;
  return fmt::format("{} {:x}+{} to {}",
                     payload.is_write()  ? "write"
                     : payload.is_read() ? "read"
                                         : "ignore",
                     transaction.address, payload.get_data_length(), transaction.destination);
}

/// Left-aligned, with zeros after it.
void set(TransactionWaves::Text& row, const std::string& text) {
  row = 0;
  const int characters = std::min(static_cast<int>(text.size()), TransactionWaves::kCharacters);
  for (int i = 0; i < characters; ++i) {
    const int low = 8 * (TransactionWaves::kCharacters - 1 - i);
    row.range(low + 7, low) = static_cast<unsigned char>(text[static_cast<std::size_t>(i)]);
  }
}

}  // namespace

TransactionWaves::TransactionWaves(const sc_core::sc_module_name& name, TlmNetwork& network,
                                   sc_core::sc_trace_file* file)
    : sc_module(name), network_(network), file_(file) {
  network_.observed.bind(*this);
}

/// Initiators have been bound by now.
void TransactionWaves::start_of_simulation() {
  for (TerminalId t = 0; t < network_.terminals(); ++t)
    for (int socket = 0; socket < network_.target_socket[t].bound(); ++socket)
      rows_.push_back({t, socket, std::vector<Slot>(network_.outstanding())});
  for (const Rows& rows : rows_) add_to_file(rows);
}

void TransactionWaves::add_to_file(const Rows& rows) const {
  std::string initiator = fmt::format("{}.terminal_{}", name(), rows.terminal);
  if (network_.target_socket[rows.terminal].bound() > 1)
    initiator += fmt::format(".initiator_{}", rows.socket);
  for (std::size_t i = 0; i < rows.slots.size(); ++i) {
    const std::string slot =
        rows.slots.size() > 1 ? fmt::format("{}.slot_{}", initiator, i) : initiator;
    sc_core::sc_trace(file_, rows.slots[i].access, slot + ".access");
    sc_core::sc_trace(file_, rows.slots[i].place, slot + ".place");
  }
}

void TransactionWaves::write(const Transaction& transaction) {
  if (transaction.at == At::kWaiting) return;
  const auto rows = std::find_if(rows_.begin(), rows_.end(), [&](const Rows& each) {
    return each.terminal == transaction.initiator->terminal &&
           each.socket == transaction.initiator->socket;
  });
  const Transaction* const wanted = transaction.at == At::kRequest ? nullptr : &transaction;
  const auto slot = std::find_if(rows->slots.begin(), rows->slots.end(),
                                 [&](const Slot& each) { return each.transaction == wanted; });
  const bool ends = transaction.at == At::kEnded;
  slot->transaction = ends ? nullptr : &transaction;
  set(slot->access, ends ? "" : text_of(transaction));
  set(slot->place, place_of(transaction));
}

}  // namespace wayfarer::sysc
