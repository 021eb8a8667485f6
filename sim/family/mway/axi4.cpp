#include "family/mway/axi4.hpp"

#include <algorithm>

#include "family/mway/config.hpp"
#include "family/mway/header.hpp"
#include "family/mway/streams.hpp"

namespace wayfarer {
namespace {

std::unique_ptr<StreamNetwork> make_streams(const NetworkConfig& config, unsigned bits,
                                            unsigned words) {
  const unsigned source = std::max(digit_width(config.own->terminals(config.topology)), 1u);
  NetworkConfig sized = config;
  // As the hardware, where a header is wider.
  sized.flit_bits =
      std::max(bits, header_source_offset(config.topology, mway_of(config).age_lines()) + source);
  return make_mway_streams(sized, {words, words});
}

}  // namespace

std::unique_ptr<Axi4Network> make_mway_axi4(const NetworkConfig& config, Axi4Config axi4,
                                            const std::vector<Axi4Network::Ports>& ports) {
  check_axi4(axi4);
  axi4.outstanding = 1;
  return std::make_unique<Axi4Network>(make_streams(config, axi4.request_bits(), axi4.beats + 1),
                                       make_streams(config, axi4.reply_bits(), axi4.beats), axi4,
                                       ports);
}

}  // namespace wayfarer
