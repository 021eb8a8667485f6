#include "family/mway/multicast/groups.hpp"

#include <memory>

namespace wayfarer {
namespace {

class GroupRegisters final : public MwayGroups {
 public:
  explicit GroupRegisters(Network& network)
      : registers_(*network.find<RegisterPort>()), destinations_(network.shape().terminals) {}

 private:
  void use(const std::vector<MulticastGroup>& groups) override {
    for (std::uint32_t group = 0; group < known_ || group < groups.size(); ++group) {
      std::vector<std::uint32_t> words(destinations_ / kGroupRegisterBits + 1);
      if (group < groups.size())
        for (const TerminalId member : groups[group].members)
          words.at(member / kGroupRegisterBits) |= 1u << member % kGroupRegisterBits;
      for (std::uint32_t word = 0; word < words.size(); ++word)
        registers_.write(group, word, words[word]);
    }
    known_ = groups.size();
  }

  RegisterPort& registers_;
  std::uint32_t destinations_;
  std::size_t known_ = 0;
};

class GroupsInLockstep final : public MwayGroups {
 public:
  GroupsInLockstep(MwayGroups& reference, MwayGroups& device)
      : reference_(reference), device_(device) {}

 private:
  void use(const std::vector<MulticastGroup>& groups) override {
    reference_.set_groups(groups);
    device_.set_groups(groups);
  }

  MwayGroups& reference_;
  MwayGroups& device_;
};

}  // namespace

void attach_groups(Network& rtl) { rtl.attach(std::make_unique<GroupRegisters>(rtl)); }

void attach_groups_in_lockstep(LockstepNetwork& network) {
  auto* const reference = network.reference().find<MwayGroups>();
  auto* const device = network.device().find<MwayGroups>();
  if (reference != nullptr && device != nullptr)
    network.attach(std::make_unique<GroupsInLockstep>(*reference, *device));
}

}  // namespace wayfarer
