#include "family/mway/guarded/upsets.hpp"

#include <memory>

namespace wayfarer {
namespace {

class UpsetRegisters final : public MwayUpsets {
 public:
  explicit UpsetRegisters(RegisterPort& registers) : registers_(registers) {}

  bool upset_driver(ChannelId channel, unsigned member, unsigned bits) override {
    return registers_.write(channel, member | kUpsetDriver << kUpsetMemberBits, bits);
  }
  bool upset_mapping(ChannelId channel, unsigned member, unsigned buffer, unsigned bit) override {
    return registers_.write(channel, member | (kUpsetMapping + buffer) << kUpsetMemberBits, bit);
  }

 private:
  RegisterPort& registers_;
};

class UpsetsInLockstep final : public MwayUpsets {
 public:
  UpsetsInLockstep(MwayUpsets& reference, MwayUpsets& device)
      : reference_(reference), device_(device) {}

  bool upset_driver(ChannelId channel, unsigned member, unsigned bits) override {
    return reference_.upset_driver(channel, member, bits) &&
           device_.upset_driver(channel, member, bits);
  }
  bool upset_mapping(ChannelId channel, unsigned member, unsigned buffer, unsigned bit) override {
    return reference_.upset_mapping(channel, member, buffer, bit) &&
           device_.upset_mapping(channel, member, buffer, bit);
  }

 private:
  MwayUpsets& reference_;
  MwayUpsets& device_;
};

}  // namespace

void attach_upsets(Network& rtl) {
  rtl.attach(std::make_unique<UpsetRegisters>(*rtl.find<RegisterPort>()));
}

void attach_upsets_in_lockstep(LockstepNetwork& network) {
  auto* const reference = network.reference().find<MwayUpsets>();
  auto* const device = network.device().find<MwayUpsets>();
  if (reference != nullptr && device != nullptr)
    network.attach(std::make_unique<UpsetsInLockstep>(*reference, *device));
}

}  // namespace wayfarer
