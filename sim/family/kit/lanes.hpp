// Words of bits beside rows of bytes: the vector operations of models. A row of 64 bytes has a byte
// for each bit of a word of 64 bits, or of two adjacent words of 32. All uses of instruction sets
// are here.
//
// Only for files that are compiled once per instruction set, each time with the set's options and
// with WAYFARER_SIMD_SET as its name (wayfarer_vector_source in sim/family/CMakeLists.txt). Such a
// file must not share code with the rest of the program, which runs on every processor: the linker
// would keep one copy of a function, perhaps that for the newer processor. So everything here is
// inlined in any case, and a file's own functions are in the namespace of the set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace wayfarer::kit {
inline namespace WAYFARER_SIMD_SET {

#define WAYFARER_LANES [[gnu::always_inline]] static inline

/// The 64 bits of one word or two.
template <typename Word>
WAYFARER_LANES std::uint64_t load_bits(const Word* words) {
  std::uint64_t bits;
  std::memcpy(&bits, words, sizeof bits);
  return bits;
}
template <typename Word>
WAYFARER_LANES void store_bits(Word* words, std::uint64_t bits) {
  std::memcpy(words, &bits, sizeof bits);
}

#if defined(__AVX512BW__) && defined(__AVX512VL__)

struct Bytes {
  __m512i lanes;

  WAYFARER_LANES Bytes load(const void* row) { return {_mm512_loadu_si512(row)}; }
  [[gnu::always_inline]] void store(void* row) const { _mm512_storeu_si512(row, lanes); }
  [[gnu::always_inline]] std::uint64_t nonzero() const {
    return _mm512_test_epi8_mask(lanes, lanes);
  }
  [[gnu::always_inline]] std::uint64_t equal(std::uint8_t value) const {
    return _mm512_cmpeq_epi8_mask(lanes, _mm512_set1_epi8(static_cast<char>(value)));
  }
  [[gnu::always_inline]] std::uint64_t at_least(std::uint8_t value) const {
    return _mm512_cmpge_epu8_mask(lanes, _mm512_set1_epi8(static_cast<char>(value)));
  }
  /// With one more, or less, where a bit is set.
  [[gnu::always_inline]] Bytes plus(std::uint64_t where) const {
    return {_mm512_mask_add_epi8(lanes, where, lanes, _mm512_set1_epi8(1))};
  }
  [[gnu::always_inline]] Bytes minus(std::uint64_t where) const {
    return {_mm512_mask_sub_epi8(lanes, where, lanes, _mm512_set1_epi8(1))};
  }
  [[gnu::always_inline]] Bytes twice() const { return {_mm512_add_epi8(lanes, lanes)}; }
};

/// For each byte of a row, a bit of its word: that of this byte of the word and this mask. A mask
/// of 0 takes none.
template <typename Word>
WAYFARER_LANES std::uint64_t pick(const Word* words, const void* byte, const void* mask) {
  __m512i all = _mm512_set1_epi64(static_cast<long long>(load_bits(words)));
  if (sizeof(Word) == 4)
    all = _mm512_maskz_permutexvar_epi32(
        0xffff, _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1), all);
  return _mm512_test_epi8_mask(_mm512_shuffle_epi8(all, Bytes::load(byte).lanes),
                               Bytes::load(mask).lanes);
}

#elif defined(__AVX2__)

struct Bytes {
  __m256i low;
  __m256i high;

  WAYFARER_LANES Bytes load(const void* row) {
    return {_mm256_loadu_si256(static_cast<const __m256i*>(row)),
            _mm256_loadu_si256(static_cast<const __m256i*>(row) + 1)};
  }
  [[gnu::always_inline]] void store(void* row) const {
    _mm256_storeu_si256(static_cast<__m256i*>(row), low);
    _mm256_storeu_si256(static_cast<__m256i*>(row) + 1, high);
  }
  [[gnu::always_inline]] std::uint64_t nonzero() const { return ~equal(0); }
  [[gnu::always_inline]] std::uint64_t equal(std::uint8_t value) const {
    const __m256i other = _mm256_set1_epi8(static_cast<char>(value));
    return bits(_mm256_cmpeq_epi8(low, other), _mm256_cmpeq_epi8(high, other));
  }
  [[gnu::always_inline]] std::uint64_t at_least(std::uint8_t value) const {
    const __m256i least = _mm256_set1_epi8(static_cast<char>(value));
    return bits(_mm256_cmpeq_epi8(_mm256_max_epu8(low, least), low),
                _mm256_cmpeq_epi8(_mm256_max_epu8(high, least), high));
  }
  [[gnu::always_inline]] Bytes plus(std::uint64_t where) const {
    return {_mm256_sub_epi8(low, spread(where)), _mm256_sub_epi8(high, spread(where >> 32))};
  }
  [[gnu::always_inline]] Bytes minus(std::uint64_t where) const {
    return {_mm256_add_epi8(low, spread(where)), _mm256_add_epi8(high, spread(where >> 32))};
  }
  [[gnu::always_inline]] Bytes twice() const {
    return {_mm256_add_epi8(low, low), _mm256_add_epi8(high, high)};
  }

  WAYFARER_LANES std::uint64_t bits(__m256i low_half, __m256i high_half) {
    const auto high_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(high_half));
    const auto low_bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low_half));
    return std::uint64_t{high_bits} << 32 | low_bits;
  }
  /// All bits of each byte whose bit is set.
  WAYFARER_LANES __m256i spread(std::uint64_t word) {
    const __m256i byte =
        _mm256_setr_epi64x(0, 0x0101010101010101, 0x0202020202020202, 0x0303030303030303);
    const __m256i mask = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201));
    const __m256i all = _mm256_set1_epi32(static_cast<int>(word));
    return _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(all, byte), mask), mask);
  }
};

/// For each byte of a row, a bit of its word: that of this byte of the word and this mask. A mask
/// of 0 takes none.
template <typename Word>
WAYFARER_LANES std::uint64_t pick(const Word* words, const void* byte, const void* mask) {
  const std::uint64_t both = load_bits(words);
  const bool one = sizeof(Word) == 8;
  const __m256i low = one ? _mm256_set1_epi64x(static_cast<long long>(both))
                          : _mm256_set1_epi32(static_cast<int>(both));
  const __m256i high = one ? low : _mm256_set1_epi32(static_cast<int>(both >> 32));
  const Bytes bytes = Bytes::load(byte);
  const Bytes masks = Bytes::load(mask);
  return Bytes{_mm256_and_si256(_mm256_shuffle_epi8(low, bytes.low), masks.low),
               _mm256_and_si256(_mm256_shuffle_epi8(high, bytes.high), masks.high)}
      .nonzero();
}

#else

struct Bytes {
  std::uint8_t lanes[64];

  WAYFARER_LANES Bytes load(const void* row) {
    Bytes bytes;
    std::memcpy(bytes.lanes, row, sizeof bytes.lanes);
    return bytes;
  }
  [[gnu::always_inline]] void store(void* row) const { std::memcpy(row, lanes, sizeof lanes); }
  [[gnu::always_inline]] std::uint64_t nonzero() const { return ~equal(0); }
  [[gnu::always_inline]] std::uint64_t equal(std::uint8_t value) const {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) bits |= std::uint64_t{lanes[i] == value} << i;
    return bits;
  }
  [[gnu::always_inline]] std::uint64_t at_least(std::uint8_t value) const {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) bits |= std::uint64_t{lanes[i] >= value} << i;
    return bits;
  }
  [[gnu::always_inline]] Bytes plus(std::uint64_t where) const {
    Bytes bytes = *this;
    for (; where != 0; where &= where - 1) ++bytes.lanes[__builtin_ctzll(where)];
    return bytes;
  }
  [[gnu::always_inline]] Bytes minus(std::uint64_t where) const {
    Bytes bytes = *this;
    for (; where != 0; where &= where - 1) --bytes.lanes[__builtin_ctzll(where)];
    return bytes;
  }
  [[gnu::always_inline]] Bytes twice() const {
    Bytes bytes;
    for (unsigned i = 0; i < 64; ++i) bytes.lanes[i] = static_cast<std::uint8_t>(2 * lanes[i]);
    return bytes;
  }
};

/// For each byte of a row, a bit of its word: that of this byte of the word and this mask. A mask
/// of 0 takes none.
template <typename Word>
WAYFARER_LANES std::uint64_t pick(const Word* words, const void* byte, const void* mask) {
  const Bytes bytes = Bytes::load(byte);
  const Bytes masks = Bytes::load(mask);
  std::uint64_t bits = 0;
  for (unsigned i = 0; i < 64; ++i) {
    const Word word = words[i / (8 * sizeof(Word))];
    bits |= std::uint64_t{((word >> 8 * bytes.lanes[i]) & masks.lanes[i]) != 0} << i;
  }
  return bits;
}

#endif

/// Writes first + i for the ones i of 16 bits, in ascending order, to a list, which has room for 16
/// entries in any case. Returns their number.
WAYFARER_LANES std::size_t list_ones(unsigned ones, std::uint32_t first, std::uint32_t* list) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  const __m512i counts = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i numbers = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(first)), counts);
  _mm512_storeu_si512(list, _mm512_maskz_compress_epi32(static_cast<__mmask16>(ones), numbers));
  return static_cast<unsigned>(__builtin_popcount(ones));
#elif defined(__AVX2__)
  std::size_t count = 0;
  for (unsigned half = 0; half < 16; half += 8) {
    const unsigned eight = ones >> half & 0xff;
    // The numbers of the ones, put together by bytes.
    const std::uint64_t bytes = _pdep_u64(eight, 0x0101010101010101) * 0xff;
    const std::uint64_t numbers = _pext_u64(0x0706050403020100, bytes);
    const __m256i wide = _mm256_cvtepu8_epi32(_mm_cvtsi64_si128(static_cast<long long>(numbers)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(list + count),
                        _mm256_add_epi32(wide, _mm256_set1_epi32(static_cast<int>(first + half))));
    count += static_cast<unsigned>(__builtin_popcount(eight));
  }
  return count;
#else
  std::size_t count = 0;
  for (unsigned i = 0; i < 16; ++i) {
    list[count] = first + i;  // without a branch, which would be mispredicted
    count += ones >> i & 1;
  }
  return count;
#endif
}

/// A one for each of kCount groups of kBytes, 4 or 8, that is not 0; up to 16 groups.
template <unsigned kCount, unsigned kBytes>
WAYFARER_LANES unsigned nonzero_groups(const void* groups) {
  unsigned ones = 0;
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  constexpr unsigned kAtOnce = 64 / kBytes;
  for (unsigned i = 0; i < kCount; i += kAtOnce) {
    const __m512i some = _mm512_loadu_si512(static_cast<const char*>(groups) + i * kBytes);
    const unsigned of_some = kBytes == 4 ? unsigned{_mm512_test_epi32_mask(some, some)}
                                         : unsigned{_mm512_test_epi64_mask(some, some)};
    ones |= of_some << i;
  }
#elif defined(__AVX2__)
  constexpr unsigned kAtOnce = 32 / kBytes;
  const __m256i zero = _mm256_setzero_si256();
  for (unsigned i = 0; i < kCount; i += kAtOnce) {
    const __m256i some = _mm256_loadu_si256(static_cast<const __m256i*>(groups) + i / kAtOnce);
    const int zeros = kBytes == 4
                          ? _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpeq_epi32(some, zero)))
                          : _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(some, zero)));
    ones |= (~static_cast<unsigned>(zeros) & ((1u << kAtOnce) - 1)) << i;
  }
#else
  static constexpr char kZeros[kBytes] = {};
  for (unsigned i = 0; i < kCount; ++i) {
    const char* const group = static_cast<const char*>(groups) + i * kBytes;
    ones |= unsigned{std::memcmp(group, kZeros, kBytes) != 0} << i;
  }
#endif
  return ones;
}

/// Copies kBytes, a multiple of 64, by whole vectors: the compiler copies in smaller pieces, and
/// loads of vectors would wait until all pieces have been stored.
template <unsigned kBytes>
WAYFARER_LANES void copy(void* to, const void* from) {
#if defined(__AVX512BW__) && defined(__AVX512VL__)
  for (unsigned i = 0; i < kBytes; i += 64)
    _mm512_storeu_si512(static_cast<char*>(to) + i,
                        _mm512_loadu_si512(static_cast<const char*>(from) + i));
#elif defined(__AVX2__)
  for (unsigned i = 0; i < kBytes / 32; ++i)
    _mm256_storeu_si256(static_cast<__m256i*>(to) + i,
                        _mm256_loadu_si256(static_cast<const __m256i*>(from) + i));
#else
  std::memcpy(to, from, kBytes);
#endif
}

#undef WAYFARER_LANES

}  // namespace WAYFARER_SIMD_SET
}  // namespace wayfarer::kit
