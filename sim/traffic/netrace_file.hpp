// Reads Netrace's files: packets of real programs, with the packets that each of them waits for.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/types.hpp"

namespace wayfarer {

struct NetracePacket {
  Cycle cycle = 0;
  std::uint32_t id = 0;
  std::uint8_t type = 0;
  TerminalId source = 0;
  TerminalId destination = 0;
  std::vector<std::uint32_t> dependents;  ///< Packets that wait for this one.
};

/// Bytes of a packet of that type, as Netrace's documentation has them; 0: not a message.
[[nodiscard]] unsigned netrace_bytes(std::uint8_t type);

/// A file of version 1.0, compressed by bzip2 or not, read from front to back. All errors are
/// UsageErrors that name the file and the packet.
class NetraceFile {
 public:
  explicit NetraceFile(const std::string& path);
  NetraceFile(const NetraceFile&) = delete;
  NetraceFile& operator=(const NetraceFile&) = delete;
  ~NetraceFile();

  [[nodiscard]] unsigned nodes() const { return nodes_; }
  [[nodiscard]] const std::string& path() const { return path_; }

  /// The next packet; none after the last one. Throws for packets out of the order of their cycles
  /// and for nodes outside of the header's.
  [[nodiscard]] std::optional<NetracePacket> read();

  /// Whether a file begins like one of Netrace's.
  [[nodiscard]] static bool recognizes(const std::string& path);

 private:
  class Stream;

  void read_header();
  [[noreturn]] void refuse(const std::string& what, const std::string& legal) const;
  void read_exactly(void* bytes, std::size_t count, const char* what);

  std::string path_;
  std::unique_ptr<Stream> stream_;
  unsigned nodes_ = 0;
  std::uint64_t packets_ = 0;  ///< Read so far.
  Cycle last_cycle_ = 0;
};

}  // namespace wayfarer
