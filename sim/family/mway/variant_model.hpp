// What the models of the router's variants share: each has a class of its own, which decides all of
// a cycle from the state at its start, and then moves the flits. (The paper's router, for which
// speed counts, has MwayModel.)
#pragma once

#include <optional>

#include "family/mway/base.hpp"

namespace wayfarer::mway {

constexpr unsigned lowest_bit(unsigned mask) { return static_cast<unsigned>(__builtin_ctz(mask)); }

class VariantModel : public MwayBase {
 protected:
  explicit VariantModel(const NetworkConfig& config);

  void show_drivers();
  /// Round robin among a set's buffers; returns the number of the one that sends.
  unsigned choose(SetId set, unsigned eligible);

  /// Lists or counts a flit on a channel; `taken`: by a receiver.
  void record(BufferId sender, const StoredFlit& flit, bool taken = true);
  void deliver(BufferId sender, const StoredFlit& flit, TerminalId terminal);

  void pop(BufferId id);
  virtual void push(BufferId id, const StoredFlit& flit);
  /// A message's header is in the buffer; its tail.
  void open_mapping(BufferId id);
  void close_mapping(BufferId id);

  void inject(const Offer& offer);
  /// Injects a header into an injection buffer that is free; here one with a single way to go.
  /// Returns a cause of error, or 0.
  virtual std::uint8_t inject_header(BufferId id, const Offer& offer);
  /// Takes a flit without a tag, within a message if `open`.
  virtual std::uint8_t inject_invalid(BufferId /*id*/, bool /*open*/) { return kErrorOrder; }
  /// Drops the message that an injection buffer is offered, up to its tail.
  std::uint8_t discard(BufferId id);
  /// Opens the mapping, and expects the data flits of the header's length.
  void open_message(BufferId id, const Offer& offer);
  void refresh_ready(SetId set);

  const bool early_;
  const unsigned processors_;  ///< The first way of a processor.

 private:
  std::uint8_t inject_data(BufferId id, const Offer& offer);
};

}  // namespace wayfarer::mway
