#include <arm_neon.h>

#include "function_set_of.hpp"

namespace tandem::hash {
namespace {

/**
 * Two registers at a time: one unzip of two gives the low and the high halves of four words in one
 * register each, as the widening multiply-add wants them.
 */
struct Neon {
  using Vec = uint64x2x2_t;
  static constexpr int kVectors = 2;
  static constexpr std::size_t kPrefetchAhead = 2080;

  TANDEM_INLINE Vec load(const u64* p) { return {{vld1q_u64(p), vld1q_u64(p + 2)}}; }
  TANDEM_INLINE void store(u64* p, Vec lanes) {
    vst1q_u64(p, lanes.val[0]);
    vst1q_u64(p + 2, lanes.val[1]);
  }
  TANDEM_INLINE Vec zero() { return {{vdupq_n_u64(0), vdupq_n_u64(0)}}; }

  TANDEM_INLINE uint64x2_t read(const u8* p) { return vreinterpretq_u64_u8(vld1q_u8(p)); }

  TANDEM_INLINE void stripe(Vec& sum, Vec& data, const u8* in, const u8* key) {
    const uint64x2_t first = read(in);
    const uint64x2_t second = read(in + 16);
    const uint32x4_t keyedFirst = vreinterpretq_u32_u64(veorq_u64(first, read(key)));
    const uint32x4_t keyedSecond = vreinterpretq_u32_u64(veorq_u64(second, read(key + 16)));
    const uint32x4_t low = vuzp1q_u32(keyedFirst, keyedSecond);
    const uint32x4_t high = vuzp2q_u32(keyedFirst, keyedSecond);
    sum.val[0] = vmlal_u32(sum.val[0], vget_low_u32(low), vget_low_u32(high));
    sum.val[1] = vmlal_high_u32(sum.val[1], low, high);
    data.val[0] = vaddq_u64(data.val[0], first);
    data.val[1] = vaddq_u64(data.val[1], second);
  }

  TANDEM_INLINE Vec settle(Vec sum, Vec data) {
    return {{vaddq_u64(sum.val[0], vextq_u64(data.val[0], data.val[0], 1)),
             vaddq_u64(sum.val[1], vextq_u64(data.val[1], data.val[1], 1))}};
  }

  TANDEM_INLINE uint64x2_t scramble(uint64x2_t lanes, const u8* key) {
    const uint32x2_t prime = vdup_n_u32(static_cast<u32>(xxh3::kP32_1));
    const uint64x2_t mixed = veorq_u64(veorq_u64(lanes, vshrq_n_u64(lanes, 47)), read(key));
    const uint64x2_t high = vshlq_n_u64(vmull_u32(vshrn_n_u64(mixed, 32), prime), 32);
    return vmlal_u32(high, vmovn_u64(mixed), prime);
  }
  TANDEM_INLINE Vec scramble(Vec lanes, const u8* key) {
    return {{scramble(lanes.val[0], key), scramble(lanes.val[1], key + 16)}};
  }
};

}  // namespace

// XXH64 stays scalar: NEON has no 64-bit multiplication, and the cores multiply well enough.
constinit const FunctionSet kNeon = functionSetOf<Neon, PlainMultiplier>("neon");

}  // namespace tandem::hash
