#include "axi4/words.hpp"

namespace wayfarer {
namespace {

/// Appends fields from the lowest bit on.
class Packer {
 public:
  Packer& put(std::uint64_t value, unsigned bits) {
    word_ |= StreamData{value} << at_;
    at_ += bits;
    return *this;
  }
  [[nodiscard]] StreamData word() const { return word_; }

 private:
  StreamData word_ = 0;
  unsigned at_ = 0;
};

class Unpacker {
 public:
  explicit Unpacker(StreamData word) : word_(word) {}
  std::uint64_t take(unsigned bits) {
    const StreamData field = word_ & ((StreamData{1} << bits) - 1);
    word_ >>= bits;
    return static_cast<std::uint64_t>(field);
  }
  unsigned small(unsigned bits) { return static_cast<unsigned>(take(bits)); }
  bool bit() { return take(1) != 0; }

 private:
  StreamData word_;
};

}  // namespace

StreamData pack(const Axi4Config& config, const Axi4Header& header) {
  const Axi4Address& a = header.address;
  return Packer()
      .put(header.write, 1)
      .put(header.final, 1)
      .put(a.id, config.id_bits)
      .put(a.address, config.address_bits)
      .put(a.length, 8)
      .put(a.size, 3)
      .put(a.cache, 4)
      .put(a.prot, 3)
      .put(a.qos, 4)
      .word();
}

StreamData pack(const Axi4Config& config, const Axi4Beat& beat) {
  return Packer().put(beat.data, config.data_bits).put(beat.strobes, config.data_bits / 8).word();
}

StreamData pack(const Axi4Config& config, const Axi4Reply& reply) {
  return Packer()
      .put(reply.write, 1)
      .put(reply.final, 1)
      .put(reply.id, config.id_bits)
      .put(reply.response, 2)
      .put(reply.data, config.data_bits)
      .word();
}

Axi4Header header_of(const Axi4Config& config, StreamData word) {
  Unpacker fields(word);
  Axi4Header header;
  header.write = fields.bit();
  header.final = fields.bit();
  header.address.id = fields.small(config.id_bits);
  header.address.address = fields.take(config.address_bits);
  header.address.length = fields.small(8);
  header.address.size = fields.small(3);
  header.address.cache = fields.small(4);
  header.address.prot = fields.small(3);
  header.address.qos = fields.small(4);
  return header;
}

Axi4Beat beat_of(const Axi4Config& config, StreamData word, bool last) {
  Unpacker fields(word);
  Axi4Beat beat;
  beat.data = fields.take(config.data_bits);
  beat.strobes = fields.small(config.data_bits / 8);
  beat.last = last;
  return beat;
}

Axi4Reply reply_of(const Axi4Config& config, StreamData word) {
  Unpacker fields(word);
  Axi4Reply reply;
  reply.write = fields.bit();
  reply.final = fields.bit();
  reply.id = fields.small(config.id_bits);
  reply.response = fields.small(2);
  reply.data = fields.take(config.data_bits);
  return reply;
}

}  // namespace wayfarer
