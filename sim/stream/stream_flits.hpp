// A network with streams as a network of flits, for their sources and checks.
#pragma once

#include <memory>
#include <vector>

#include "core/network.hpp"
#include "stream/network.hpp"

namespace wayfarer {

/// Data flits are words, which carry the number of their message and their place in it. A header
/// takes a cycle at the source and is not sent: the network's interfaces make headers. At the
/// destination it is delivered with the first word. There are no channels to see.
class StreamFlits final : public Network {
 public:
  /// Throws UsageError for words that are too narrow.
  StreamFlits(std::unique_ptr<StreamNetwork> streams, unsigned word_bits);

  [[nodiscard]] const NetworkShape& shape() const override { return shape_; }
  void reset() override;
  [[nodiscard]] const std::vector<PortMask>& injection_ready() const override { return ready_; }
  void offer(TerminalId terminal, unsigned injection_port, const Flit& flit) override;
  void stall_ejection(TerminalId terminal, bool stalled) override;
  void step() override;
  [[nodiscard]] const std::vector<Delivery>& deliveries() const override { return deliveries_; }
  [[nodiscard]] std::size_t moves() const override { return moves_; }
  [[nodiscard]] const std::vector<Transfer>& transfers() const override { return transfers_; }
  [[nodiscard]] const std::vector<std::uint8_t>& drivers() const override { return drivers_; }
  [[nodiscard]] const std::vector<ErrorEvent>& errors() const override { return errors_; }

 private:
  struct Terminal {
    TerminalId destination = 0;  ///< Of the message that is being sent.
    bool stalled = false;
    bool open = false;  ///< The next word is not the first of its message.
  };

  [[nodiscard]] StreamData data_of(MessageId message, unsigned index, TerminalId source) const;
  void deliver(TerminalId at, const StreamWord& word);
  void read_ready();

  std::unique_ptr<StreamNetwork> streams_;
  const unsigned word_bits_;
  NetworkShape shape_;
  std::vector<Terminal> terminals_;
  std::vector<PortMask> ready_;
  std::vector<Delivery> deliveries_;
  std::vector<ErrorEvent> errors_;
  std::size_t moves_ = 0, taken_ = 0;
  const std::vector<Transfer> transfers_;    // none
  const std::vector<std::uint8_t> drivers_;  // none
};

}  // namespace wayfarer
