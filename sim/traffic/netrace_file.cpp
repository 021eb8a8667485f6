#include "traffic/netrace_file.hpp"

#include <array>
#include <cstdio>
#include <cstring>

#include <bzlib.h>
#include <fmt/format.h>

#include "core/error.hpp"

namespace wayfarer {
namespace {

constexpr std::uint32_t kMagic = 0x484a'5455;
constexpr std::size_t kNotesLimit = 8192;  ///< Longer notes are not in the file.
constexpr std::uint32_t kMaxRegions = 100;
constexpr const char* kLegal = "a file of Netrace 1.0, compressed by bzip2 or not";

// The structures of the file, little-endian and without gaps.
#pragma pack(push, 1)
struct Header {
  std::uint32_t magic;
  float version;
  std::array<char, 30> benchmark;
  std::uint8_t nodes;
  std::uint8_t gap;
  std::uint64_t cycles;
  std::uint64_t packets;
  std::uint32_t notes_length;
  std::uint32_t regions;
  std::array<char, 8> reserved;
};
struct Region {
  std::uint64_t offset;
  std::uint64_t cycles;
  std::uint64_t packets;
};
struct Packet {
  std::uint64_t cycle;
  std::uint32_t id;
  std::uint32_t address;
  std::uint8_t type;
  std::uint8_t source;
  std::uint8_t destination;
  std::uint8_t node_types;
  std::uint8_t dependents;
};
#pragma pack(pop)
static_assert(sizeof(Header) == 72 && sizeof(Region) == 24 && sizeof(Packet) == 21);

}  // namespace

unsigned netrace_bytes(std::uint8_t type) {
  constexpr unsigned kCommand = 8;  // its header with the address
  constexpr unsigned kLine = 72;    // and a cache line of 64 bytes
  switch (type) {
    case 1: return kCommand;   // read request
    case 2: return kLine;      // read response
    case 3: return kLine;      // read response with invalidation
    case 4: return kLine;      // write request
    case 5: return kCommand;   // write response
    case 6: return kLine;      // writeback
    case 13: return kCommand;  // upgrade request
    case 14: return kCommand;  // upgrade response
    case 15: return kCommand;  // exclusive read request
    case 16: return kLine;     // exclusive read response
    case 25: return kCommand;  // bad address
    case 27: return kCommand;  // invalidation request
    case 28: return kCommand;  // invalidation response
    case 29: return kCommand;  // downgrade request
    case 30: return kLine;     // downgrade response
    default: return 0;
  }
}

/// The bytes of a file, unpacked if bzip2 has compressed it.
class NetraceFile::Stream {
 public:
  explicit Stream(const std::string& path) : file_(std::fopen(path.c_str(), "rb")) {
    if (file_ == nullptr) return;
    std::array<char, 3> begin{};
    compressed_ = std::fread(begin.data(), 1, begin.size(), file_) == begin.size() &&
                  std::memcmp(begin.data(), "BZh", begin.size()) == 0;
    std::rewind(file_);
    if (compressed_) open(nullptr, 0);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    close();
    if (file_ != nullptr) std::fclose(file_);
  }

  [[nodiscard]] bool is_open() const { return file_ != nullptr && !failed_; }
  [[nodiscard]] bool failed() const { return failed_; }

  /// Bytes read: fewer than `count` at the end of the file, none after a failure.
  std::size_t read(void* bytes, std::size_t count) {
    if (!compressed_) return std::fread(bytes, 1, count, file_);
    std::size_t done = 0;
    while (done < count && packed_ != nullptr && !failed_) {
      int error = BZ_OK;
      const int got = BZ2_bzRead(&error, packed_, static_cast<char*>(bytes) + done,
                                 static_cast<int>(count - done));
      failed_ = error != BZ_OK && error != BZ_STREAM_END;
      if (!failed_) done += static_cast<std::size_t>(got);
      if (error == BZ_STREAM_END) open_next();
    }
    return failed_ ? 0 : done;
  }

 private:
  /// `unused`: bytes of the file that the last stream has read and not used.
  void open(void* unused, int count) {
    int error = BZ_OK;
    packed_ = BZ2_bzReadOpen(&error, file_, 0, 0, unused, count);
    failed_ = error != BZ_OK;
  }

  /// A file has several streams if it was compressed in parallel, or joined from several files.
  void open_next() {
    int error = BZ_OK;
    void* rest = nullptr;
    int count = 0;
    BZ2_bzReadGetUnused(&error, packed_, &rest, &count);
    std::array<char, BZ_MAX_UNUSED> unused{};
    if (count > 0) std::memcpy(unused.data(), rest, static_cast<std::size_t>(count));
    close();
    const int next = count > 0 ? 0 : std::fgetc(file_);
    if (next == EOF) return;
    if (count == 0) std::ungetc(next, file_);
    open(unused.data(), count);
  }

  void close() {
    int error = BZ_OK;
    if (packed_ != nullptr) BZ2_bzReadClose(&error, packed_);
    packed_ = nullptr;
  }

  std::FILE* file_;
  BZFILE* packed_ = nullptr;  ///< None after the last stream.
  bool compressed_ = false;
  bool failed_ = false;
};

NetraceFile::NetraceFile(const std::string& path)
    : path_(path), stream_(std::make_unique<Stream>(path)) {
  if (!stream_->is_open())
    throw UsageError(fmt::format("{}: cannot be read; legal: {}", path, kLegal));
  read_header();
}

NetraceFile::~NetraceFile() = default;

bool NetraceFile::recognizes(const std::string& path) {
  Stream stream(path);
  std::uint32_t magic = 0;
  return stream.is_open() && stream.read(&magic, sizeof magic) == sizeof magic && magic == kMagic;
}

void NetraceFile::refuse(const std::string& what, const std::string& legal) const {
  throw UsageError(fmt::format("{}: {}; legal: {}", path_, what, legal));
}

void NetraceFile::read_exactly(void* bytes, std::size_t count, const char* what) {
  if (stream_->read(bytes, count) == count) return;
  refuse(fmt::format("{} in the {} of packet {}", stream_->failed() ? "damaged" : "ends", what,
                     packets_),
         kLegal);
}

void NetraceFile::read_header() {
  Header header{};
  read_exactly(&header, sizeof header, "header");
  if (header.magic != kMagic) refuse("does not begin like a Netrace file", kLegal);
  if (header.version != 1.0F) refuse(fmt::format("version {:g}", header.version), kLegal);
  if (header.nodes == 0) refuse("no nodes", "1 or more");
  if (header.regions > kMaxRegions)
    refuse(fmt::format("{} regions", header.regions), fmt::format("at most {}", kMaxRegions));
  nodes_ = header.nodes;
  std::string skipped;
  if (header.notes_length < kNotesLimit) skipped.resize(header.notes_length);
  skipped.resize(skipped.size() + header.regions * sizeof(Region));
  read_exactly(skipped.data(), skipped.size(), "notes and regions before the first");
}

std::optional<NetracePacket> NetraceFile::read() {
  Packet packet{};
  const std::size_t got = stream_->read(&packet, sizeof packet);
  if (got == 0 && !stream_->failed()) return std::nullopt;
  if (got != sizeof packet)
    refuse(fmt::format("{} in packet {}", stream_->failed() ? "damaged" : "ends", packets_),
           kLegal);
  NetracePacket result{packet.cycle,       packet.id,
                       packet.type,        packet.source,
                       packet.destination, std::vector<std::uint32_t>(packet.dependents)};
  if (packet.dependents > 0)
    read_exactly(result.dependents.data(), packet.dependents * sizeof(std::uint32_t),
                 "dependencies");
  if (packet.source >= nodes_ || packet.destination >= nodes_)
    refuse(fmt::format("packet {} from {} to {}", packet.id, packet.source, packet.destination),
           fmt::format("nodes 0 to {}, as in the header", nodes_ - 1));
  if (packet.cycle < last_cycle_ || packet.cycle >= kNever / 2)
    refuse(fmt::format("packet {} in cycle {} after one of cycle {}", packet.id, packet.cycle,
                       last_cycle_),
           "packets in the order of their cycles");
  last_cycle_ = packet.cycle;
  ++packets_;
  return result;
}

}  // namespace wayfarer
