#include <immintrin.h>

#include "function_set_of.hpp"

namespace tandem::hash {
namespace {

struct Avx512 {
  using Vec = __m512i;
  static constexpr int kVectors = 1;
  static constexpr std::size_t kPrefetchAhead = 2080;

  TANDEM_INLINE Vec load(const void* p) { return _mm512_loadu_si512(p); }
  /** In halves: words that are read next are not forwarded out of a 64-byte store. */
  TANDEM_INLINE void store(u64* p, Vec lanes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p), _mm512_castsi512_si256(lanes));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(p + 4), _mm512_extracti64x4_epi64(lanes, 1));
  }
  TANDEM_INLINE Vec zero() { return _mm512_setzero_si512(); }

  TANDEM_INLINE void stripe(Vec& sum, Vec& data, const u8* in, const u8* key) {
    const Vec words = load(in);
    const Vec keyed = _mm512_xor_si512(words, load(key));
    sum = _mm512_add_epi64(sum, _mm512_mul_epu32(keyed, _mm512_srli_epi64(keyed, 32)));
    data = _mm512_add_epi64(data, words);
  }

  TANDEM_INLINE Vec settle(Vec sum, Vec data) {
    return _mm512_add_epi64(sum, _mm512_shuffle_epi32(data, _MM_PERM_BADC));
  }

  TANDEM_INLINE Vec scramble(Vec lanes, const u8* key) {
    const Vec prime = _mm512_set1_epi64(xxh3::kP32_1);
    constexpr int kXorOfThree = 0x96;
    const Vec mixed =
        _mm512_ternarylogic_epi64(lanes, _mm512_srli_epi64(lanes, 47), load(key), kXorOfThree);
    const Vec high = _mm512_mul_epu32(_mm512_srli_epi64(mixed, 32), prime);
    return _mm512_add_epi64(_mm512_mul_epu32(mixed, prime), _mm512_slli_epi64(high, 32));
  }
};

struct Avx512Multiplier {
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kLines = 4;
  static constexpr std::size_t kBufferWords = (kLines + 1) * kBytes / 8;

  TANDEM_INLINE void multiply(const u8* in, u64* products) {
    const __m512i factor = _mm512_set1_epi64(static_cast<long long>(xxh64::kP2));
    Avx512::store(products, _mm512_mullo_epi64(Avx512::load(in), factor));
  }

  TANDEM_INLINE const u64* multiplyLines(const u8* in, u64* buffer) {
    const std::size_t beyond = reinterpret_cast<std::uintptr_t>(in) % kBytes;
    const std::size_t skipped = beyond % 8 == 0 ? beyond / 8 : 0;
    const u8* line = in - skipped * 8;
    for (std::size_t i = 0; i <= kLines; i++) {
      multiply(line + i * kBytes, buffer + i * kBytes / 8);
    }
    for (std::size_t i = 0; i < kLines; i++) {
      __builtin_prefetch(line + i * kBytes + Avx512::kPrefetchAhead);
    }
    return buffer + skipped;
  }
};

}  // namespace

constinit const FunctionSet kAvx512 = functionSetOf<Avx512, Avx512Multiplier>("avx512");

}  // namespace tandem::hash
