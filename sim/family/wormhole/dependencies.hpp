// The dependency graph of DIMORDER, VALIANT and p-PHASE ROMM routing with virtual channels.
#pragma once

#include "family/kit/dependency_graph.hpp"
#include "family/wormhole/phases.hpp"

namespace wayfarer {

/// Virtual channels that the algorithm needs: p on a mesh, 2p on a torus.
[[nodiscard]] unsigned romm_virtual_channels(const Grid& topology, const RommRouting& routing);

/// Resources: the virtual channels of the links. Phase i uses virtual channel i on a mesh, 2i +
/// class on a torus; a phase starts each dimension in class 0 and is in class 1 after the wrap
/// link. With fewer virtual channels than that, the last one serves as all missing ones. Every
/// choice of every message is followed.
[[nodiscard]] DependencyGraph romm_dependencies(const Grid& topology, const RommRouting& routing,
                                                unsigned virtual_channels);

}  // namespace wayfarer
