// The memory of VectorState.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "family/wormhole/vector_state.hpp"
#include "geometry/grid.hpp"

namespace wayfarer::wormhole {

/// What the state depends on, beside the links.
struct VectorSizes {
  unsigned injection_ports = 1;
  unsigned ejection_ports = 1;
  unsigned depth = 1;
  bool whole_messages = false;
  bool credited = false;  ///< Links have registers, or messages go only into buffers with room.
  unsigned link_registers = 0;
  unsigned message_flits = 0;
};

template <typename Word>
class VectorMemory {
 public:
  VectorMemory(const Grid& topology, const LinkFields<Word>& fields, const VectorSizes& sizes);

  /// As they are in an empty network.
  [[nodiscard]] VectorState<Word> reset();

 private:
  /// The other ends of links.
  struct Ends {
    std::vector<std::ptrdiff_t> offset;
    std::vector<Word> regular;
    std::vector<typename LinkEnds<Word>::Wrap> wraps;
    std::vector<std::uint32_t> wraps_of;

    [[nodiscard]] LinkEnds<Word> view() const {
      return {offset.data(), regular.data(), wraps.data(), wraps_of.data()};
    }
  };
  /// `back`: the links into nodes, by the port that they leave from.
  [[nodiscard]] Ends ends_of(const Grid& topology, bool back) const;

  const VectorSizes sizes_;
  const LinkFields<Word> fields_;
  const unsigned ports_;
  const std::size_t nodes_;   ///< Rounded up to whole blocks.
  const std::size_t margin_;  ///< Words before and after all nodes: no offset is greater.
  const std::size_t terminals_;
  const Ends targets_;
  const Ends feeders_;
  std::vector<VectorBlock<Word>> blocks_;
  std::vector<Word> words_;
  std::vector<RowByte> credits_;
  std::vector<std::uint32_t> lists_;
};

}  // namespace wayfarer::wormhole
