#include <immintrin.h>

#include "function_set_of.hpp"

namespace tandem::hash {
namespace {

struct Avx2 {
  using Vec = __m256i;
  static constexpr int kVectors = 2;
  static constexpr std::size_t kPrefetchAhead = 2080;

  TANDEM_INLINE Vec load(const void* p) { return _mm256_loadu_si256(static_cast<const Vec*>(p)); }
  TANDEM_INLINE void store(u64* p, Vec lanes) {
    _mm256_storeu_si256(reinterpret_cast<Vec*>(p), lanes);
  }
  TANDEM_INLINE Vec zero() { return _mm256_setzero_si256(); }

  TANDEM_INLINE void stripe(Vec& sum, Vec& data, const u8* in, const u8* key) {
    const Vec words = load(in);
    const Vec keyed = _mm256_xor_si256(words, load(key));
    sum = _mm256_add_epi64(sum, _mm256_mul_epu32(keyed, _mm256_srli_epi64(keyed, 32)));
    data = _mm256_add_epi64(data, words);
  }

  TANDEM_INLINE Vec settle(Vec sum, Vec data) {
    return _mm256_add_epi64(sum, _mm256_shuffle_epi32(data, _MM_SHUFFLE(1, 0, 3, 2)));
  }

  TANDEM_INLINE Vec scramble(Vec lanes, const u8* key) {
    const Vec prime = _mm256_set1_epi64x(xxh3::kP32_1);
    const Vec mixed =
        _mm256_xor_si256(_mm256_xor_si256(lanes, _mm256_srli_epi64(lanes, 47)), load(key));
    const Vec high = _mm256_mul_epu32(_mm256_srli_epi64(mixed, 32), prime);
    return _mm256_add_epi64(_mm256_mul_epu32(mixed, prime), _mm256_slli_epi64(high, 32));
  }
};

/** AVX2 has no 64-bit multiplication: it is put together from halves. */
struct Avx2Multiplier {
  static constexpr std::size_t kBytes = 64;
  static constexpr std::size_t kLines = 0;
  static constexpr std::size_t kBufferWords = kBytes / 8;

  TANDEM_INLINE void multiply(const u8* in, u64* products) {
    const __m256i factor = _mm256_set1_epi64x(static_cast<long long>(xxh64::kP2));
    const __m256i swapped = _mm256_set1_epi64x(static_cast<long long>(rotateLeft(xxh64::kP2, 32)));
    for (std::size_t i = 0; i < kBytes; i += sizeof(__m256i)) {
      const __m256i words = Avx2::load(in + i);
      const __m256i crossed = _mm256_mullo_epi32(words, swapped);
      const __m256i high =
          _mm256_add_epi64(_mm256_slli_epi64(crossed, 32),
                           _mm256_and_si256(crossed, _mm256_set1_epi64x(-1LL << 32)));
      const __m256i low = _mm256_mul_epu32(words, factor);
      Avx2::store(products + i / 8, _mm256_add_epi64(low, high));
    }
  }
};

}  // namespace

constinit const FunctionSet kAvx2 = functionSetOf<Avx2, Avx2Multiplier>("avx2");

}  // namespace tandem::hash
