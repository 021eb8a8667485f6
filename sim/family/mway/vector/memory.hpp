// The memory of VectorState.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "family/mway/config.hpp"
#include "family/mway/topology.hpp"
#include "family/mway/vector/state.hpp"

namespace wayfarer::mway {

class VectorMemory {
 public:
  VectorMemory(const MwayConfig& router, const MwayTopology& topology);

  /// As they are in an empty network.
  [[nodiscard]] VectorState reset();

 private:
  /// The channels at other ends, by way and offset.
  class Ends {
   public:
    Ends(const MwayTopology& topology, std::size_t words, bool back);
    [[nodiscard]] const Neighbours& view() const { return view_; }
    [[nodiscard]] std::size_t greatest_offset() const;

   private:
    Neighbours view_;
    std::vector<Reach> reaches_;
    std::vector<std::uint64_t> channels_;
  };

  const VectorState empty_;  ///< Without rows.
  const std::size_t words_;  ///< Of a row.
  const Ends receivers_;
  const Ends feeders_;
  std::vector<std::uint64_t> memory_;
  std::vector<std::uint8_t> sender_;
};

}  // namespace wayfarer::mway
