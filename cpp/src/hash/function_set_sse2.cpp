#include <emmintrin.h>

#include "function_set_of.hpp"

namespace tandem::hash {
namespace {

struct Sse2 {
  using Vec = __m128i;
  static constexpr int kVectors = 4;
  static constexpr std::size_t kPrefetchAhead = 2080;

  TANDEM_INLINE Vec load(const void* p) { return _mm_loadu_si128(static_cast<const Vec*>(p)); }
  TANDEM_INLINE void store(u64* p, Vec lanes) {
    _mm_storeu_si128(reinterpret_cast<Vec*>(p), lanes);
  }
  TANDEM_INLINE Vec zero() { return _mm_setzero_si128(); }

  TANDEM_INLINE void stripe(Vec& sum, Vec& data, const u8* in, const u8* key) {
    const Vec words = load(in);
    const Vec keyed = _mm_xor_si128(words, load(key));
    sum = _mm_add_epi64(sum, _mm_mul_epu32(keyed, _mm_srli_epi64(keyed, 32)));
    data = _mm_add_epi64(data, words);
  }

  TANDEM_INLINE Vec settle(Vec sum, Vec data) {
    return _mm_add_epi64(sum, _mm_shuffle_epi32(data, _MM_SHUFFLE(1, 0, 3, 2)));
  }

  TANDEM_INLINE Vec scramble(Vec lanes, const u8* key) {
    const Vec prime = _mm_set1_epi64x(xxh3::kP32_1);
    const Vec mixed = _mm_xor_si128(_mm_xor_si128(lanes, _mm_srli_epi64(lanes, 47)), load(key));
    const Vec high = _mm_mul_epu32(_mm_srli_epi64(mixed, 32), prime);
    return _mm_add_epi64(_mm_mul_epu32(mixed, prime), _mm_slli_epi64(high, 32));
  }
};

}  // namespace

constinit const FunctionSet kSse2 = functionSetOf<Sse2, PlainMultiplier>("sse2");

}  // namespace tandem::hash
