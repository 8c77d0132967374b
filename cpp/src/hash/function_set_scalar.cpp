#include "function_set_of.hpp"

namespace tandem::hash {
namespace {

/** Two lanes in scalar registers, which are too few to keep the data sums apart. */
struct Scalar {
  struct Vec {
    u64 even;
    u64 odd;
  };
  static constexpr int kVectors = 4;
  static constexpr std::size_t kPrefetchAhead = 2080;

  TANDEM_INLINE Vec load(const u64* p) { return {p[0], p[1]}; }
  TANDEM_INLINE void store(u64* p, Vec lanes) {
    p[0] = lanes.even;
    p[1] = lanes.odd;
  }
  TANDEM_INLINE Vec zero() { return {0, 0}; }

  TANDEM_INLINE u64 mulHalves(u64 word) { return static_cast<u32>(word) * (word >> 32); }

  TANDEM_INLINE void stripe(Vec& sum, Vec&, const u8* in, const u8* key) {
    const u64 even = read64(in);
    const u64 odd = read64(in + 8);
    sum.even += odd + mulHalves(even ^ read64(key));
    sum.odd += even + mulHalves(odd ^ read64(key + 8));
  }

  TANDEM_INLINE Vec settle(Vec sum, Vec) { return sum; }

  TANDEM_INLINE u64 scramble(u64 lane, const u8* key) {
    return (lane ^ (lane >> 47) ^ read64(key)) * xxh3::kP32_1;
  }
  TANDEM_INLINE Vec scramble(Vec lanes, const u8* key) {
    return {scramble(lanes.even, key), scramble(lanes.odd, key + 8)};
  }
};

}  // namespace

constinit const FunctionSet kScalar = functionSetOf<Scalar, PlainMultiplier>("scalar");

}  // namespace tandem::hash
