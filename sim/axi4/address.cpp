#include "axi4/address.hpp"

namespace wayfarer {
namespace {

constexpr std::uint64_t kPage = 4096;

std::uint64_t low_bits(unsigned bits) {
  return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
}

const Axi4Region* region_of(const Axi4Config& config, std::uint64_t address) {
  for (const Axi4Region& region : config.map)
    if ((address & region.mask) == region.base) return &region;
  return nullptr;
}

}  // namespace

Axi4Address Axi4AddressChannel::message() const {
  Axi4Address message = burst_;
  if (!final()) message.length = config_.beats - 1;
  return message;
}

void Axi4AddressChannel::step(const std::optional<Axi4Address>& offered, bool next) {
  if (!valid_) {
    if (offered) take(*offered);
    return;
  }
  if (!next) return;
  if (final()) {
    valid_ = false;
    return;
  }
  burst_.length -= config_.beats;
  const std::uint64_t aligned = burst_.address >> burst_.size << burst_.size;
  const std::uint64_t offset = (aligned + (std::uint64_t{config_.beats} << burst_.size)) % kPage;
  burst_.address = burst_.address / kPage * kPage + offset;
}

void Axi4AddressChannel::take(const Axi4Address& offered) {
  valid_ = true;
  burst_ = offered;
  burst_.burst = kAxiIncr;
  burst_.id &= static_cast<unsigned>(low_bits(config_.id_bits));
  burst_.address &= low_bits(config_.address_bits);
  const Axi4Region* region = region_of(config_, burst_.address);
  destination_ = region == nullptr ? 0 : region->target;
  refused_ = region == nullptr || (8u << offered.size) > config_.data_bits ||
             (offered.burst != kAxiIncr && offered.length != 0);
}

}  // namespace wayfarer
