// A network with streams and on-chip traffic at its terminals: the model of a family's `*_traffic`
// top, equal to it in every cycle.
#pragma once

#include <memory>
#include <vector>

#include "onchip/terminals.hpp"
#include "stream/network.hpp"

namespace wayfarer {

class OnchipNetwork {
 public:
  /// `network` must be new or reset. `parts`: 32-bit parts of its words, 1 to 4. `ordered`:
  /// messages that overtake others of their source and destination are a failure.
  OnchipNetwork(std::unique_ptr<StreamNetwork> network, unsigned parts, bool ordered,
                const OnchipSettings& settings);

  [[nodiscard]] const OnchipTerminals& traffic() const { return traffic_; }

  /// One clock.
  void step(const ApbInput& apb);

  /// A whole run, from the write that starts it to its end.
  void run();

 private:
  std::unique_ptr<StreamNetwork> network_;
  OnchipTerminals traffic_;
  StreamData repeat_ = 0;  // times a word: the word in every part
  std::vector<OnchipWord> words_;
  std::vector<OnchipInput> inputs_;
  std::vector<std::uint8_t> drops_;
};

}  // namespace wayfarer
