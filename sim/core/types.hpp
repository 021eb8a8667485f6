// Identifiers and counters shared by every network, engine and bench.
#pragma once

#include <cstdint>

namespace wayfarer {

using Cycle = std::uint64_t;

/// A processor of the network: channel number times processors per channel plus local number.
using TerminalId = std::uint32_t;

/// A channel (a bus, or one direction of a link): dimension 0 of its address varies fastest.
using ChannelId = std::uint32_t;

/// Names a message in flight. 24 bits, so that it fits into the payload of every data flit.
using MessageId = std::uint32_t;
constexpr unsigned kMessageIdBits = 24;

/// One bit for each injection port of a terminal. If a processor's port has several injection
/// buffers, each of them counts as an injection port.
using PortMask = std::uint16_t;
constexpr unsigned kMaxInjectionPorts = 16;

constexpr Cycle kNever = ~Cycle{0};

}  // namespace wayfarer
