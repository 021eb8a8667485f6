// Packets on a link for the tests of iba_wire_encoder and iba_wire_decoder: the golden ones, random
// headers, and headers on the ports of a verilated module.
#pragma once

#include <cstdint>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "family/iba/wire_format.hpp"
#include "flits.hpp"

namespace wayfarer::iba_test {

/// All words of a packet, of which the last one has the VCRC in its lower half.
using WirePacket = std::vector<WireWord>;

struct GoldenPacket {
  std::string name;
  unsigned bytes = 0;  ///< Bytes of payload.
  WirePacket words;

  [[nodiscard]] bool global() const { return (words[0] >> 8 & 3) == kWireNextGlobal; }
  /// The GRH of a local packet is 0.
  [[nodiscard]] WireHeader header() const {
    WireHeaderWords all{};
    std::size_t word = 0;
    for (unsigned place = 0; place < kWireHeaderWords; place = next_wire_place(place, global()))
      all[place] = words[word++];
    return to_header(all);
  }
  /// Words of the payload, with padding.
  [[nodiscard]] std::vector<WireWord> payload() const {
    return {words.begin() + wire_minimum(global()) - 1, words.end() - 2};
  }
};

/// The packets of golden_packets.txt.
inline std::vector<GoldenPacket> golden_packets() {
  std::ifstream file(WAYFARER_GOLDEN_PACKETS);
  std::vector<GoldenPacket> packets;
  std::string line;
  std::getline(file, line);  // a comment
  GoldenPacket packet;
  std::string digits;
  while (file >> packet.name >> packet.bytes >> digits) {
    packet.words.assign((digits.size() / 2 + 3) / 4, 0);
    for (std::size_t byte = 0; byte < digits.size() / 2; ++byte) {
      const auto value = static_cast<WireWord>(std::stoul(digits.substr(2 * byte, 2), nullptr, 16));
      packet.words[byte / 4] |= value << 8 * (byte % 4);
    }
    packets.push_back(packet);
  }
  if (packets.size() < 10)
    throw std::runtime_error(WAYFARER_GOLDEN_PACKETS ": packets are missing");
  return packets;
}

inline WireWord swapped(WireWord word) { return __builtin_bswap32(word); }

/// Every bit is random, including the fields that an encoder makes itself.
inline WireHeader random_header(module_test::Random& random) {
  WireHeaderWords words;
  for (WireWord& word : words) word = random();
  return to_header(words);
}

template <class Port>
void drive_header(Port& port, const WireHeader& header) {
  const WireHeaderWords words = to_words(header);
  for (unsigned place = 0; place < kWireHeaderWords; ++place)
    port[kWireHeaderWords - 1 - place] = swapped(words[place]);
}

template <class Port>
WireHeaderWords header_words(const Port& port) {
  WireHeaderWords words;
  for (unsigned place = 0; place < kWireHeaderWords; ++place)
    words[place] = swapped(port[kWireHeaderWords - 1 - place]);
  return words;
}

}  // namespace wayfarer::iba_test
