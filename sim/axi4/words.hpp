// Words of requests and replies, as rtl/axi4/axi4_pkg.sv has them.
#pragma once

#include "axi4/config.hpp"
#include "axi4/signals.hpp"
#include "stream/word.hpp"

namespace wayfarer {

/// A request's header.
struct Axi4Header {
  bool write = false;
  bool final = false;
  Axi4Address address;
};

/// A word of a reply.
struct Axi4Reply {
  bool write = false;
  bool final = false;
  unsigned id = 0;
  unsigned response = 0;
  std::uint64_t data = 0;
};

[[nodiscard]] StreamData pack(const Axi4Config& config, const Axi4Header& header);
[[nodiscard]] StreamData pack(const Axi4Config& config, const Axi4Beat& beat);
[[nodiscard]] StreamData pack(const Axi4Config& config, const Axi4Reply& reply);

[[nodiscard]] Axi4Header header_of(const Axi4Config& config, StreamData word);
[[nodiscard]] Axi4Beat beat_of(const Axi4Config& config, StreamData word, bool last);
[[nodiscard]] Axi4Reply reply_of(const Axi4Config& config, StreamData word);

}  // namespace wayfarer
