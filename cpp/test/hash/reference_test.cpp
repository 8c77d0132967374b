#include <gtest/gtest.h>

#include <random>

#include "inputs.hpp"
#include "tandem.h"

#ifdef TANDEM_REFERENCE
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tandem::hash::test {
namespace {

constexpr std::uint64_t kSeed = 0x9E3779B97F4A7C15;
constexpr std::size_t kLongest = 4096;
constexpr std::size_t kOffsets = 64;

std::vector<std::byte> noise(std::size_t length) {
  std::mt19937_64 random(3);
  std::vector<std::byte> bytes(length);
  for (std::byte& byte : bytes) {
    byte = static_cast<std::byte>(random());
  }
  return bytes;
}

Digest128 digest128(XXH128_hash_t hash) { return {hash.high64, hash.low64}; }

/** Whether every way to hash these bytes gives what the xxHash library gives. */
bool agrees(Bytes in, const Xxh64& xxh64, const Xxh3& xxh3) {
  const std::uint64_t expected64 = XXH64(in.data(), in.size(), kSeed);
  const std::uint64_t expected3 = XXH3_64bits_withSeed(in.data(), in.size(), kSeed);
  const Digest128 expected128 = digest128(XXH3_128bits_withSeed(in.data(), in.size(), kSeed));
  std::uint64_t wide[2];
  tandem_xxh3_128(in.data(), in.size(), kSeed, wide);
  const std::size_t cut = in.size() / 3;
  Xxh3Stream stream = xxh3.stream();
  stream.update(in.first(cut)).update(in.subspan(cut));
  return xxh64.hash(in) == expected64 && tandem_xxh64(in.data(), in.size(), kSeed) == expected64 &&
         Xxh64Stream(kSeed).update(in.first(cut)).update(in.subspan(cut)).digest() == expected64 &&
         xxh3.hash(in) == expected3 && tandem_xxh3_64(in.data(), in.size(), kSeed) == expected3 &&
         tandem_xxh3_64(in.data(), in.size(), 0) == XXH3_64bits(in.data(), in.size()) &&
         xxh3.hash128(in) == expected128 && Digest128{wide[1], wide[0]} == expected128 &&
         stream.digest() == expected3 && stream.digest128() == expected128;
}

TEST(Reference, EveryLengthAtEveryOffset) {
  const auto bytes = noise(kLongest + kOffsets);
  const Xxh64 xxh64(kSeed);
  const Xxh3 xxh3(kSeed);
  withEveryImplementation([&] {
    for (std::size_t length = 0; length <= kLongest; length++) {
      const std::size_t step = length < 300 ? 1 : 13;
      for (std::size_t offset = length % step; offset < kOffsets; offset += step) {
        ASSERT_TRUE(agrees(Bytes(bytes).subspan(offset, length), xxh64, xxh3))
            << "length " << length << " offset " << offset;
      }
    }
  });
}

TEST(Reference, LargeInputs) {
  const auto bytes = noise(1 << 20);
  const Xxh64 xxh64(kSeed);
  const Xxh3 xxh3(kSeed);
  withEveryImplementation([&] {
    std::mt19937 random(5);
    for (int i = 0; i < 500; i++) {
      const std::size_t most = i % 50 == 0 ? bytes.size() - kOffsets : 30'000;
      const std::size_t length = kLongest + random() % (most - kLongest);
      const std::size_t offset = random() % kOffsets;
      ASSERT_TRUE(agrees(Bytes(bytes).subspan(offset, length), xxh64, xxh3))
          << "length " << length << " offset " << offset;
    }
  });
}

TEST(Reference, Secrets) {
  const auto bytes = noise(9000);
  withEveryImplementation([&] {
    for (const std::size_t size : {136U, 137U, 143U, 191U, 192U, 200U, 777U, 5000U}) {
      const Bytes secret = Bytes(bytes).last(size);
      const Xxh3 xxh3(Secret::ofBytes(secret));
      for (std::size_t length = 0; length < 4000; length += length < 300 ? 1 : 61) {
        const Bytes in = Bytes(bytes).first(length);
        const auto expected =
            XXH3_64bits_withSecret(in.data(), length, secret.data(), secret.size());
        const auto wide =
            digest128(XXH3_128bits_withSecret(in.data(), length, secret.data(), secret.size()));
        ASSERT_EQ(xxh3.hash(in), expected) << size << ", " << length;
        ASSERT_EQ(tandem_xxh3_64_secret(in.data(), length, secret.data(), size), expected);
        ASSERT_EQ(xxh3.hash128(in), wide) << size << ", " << length;
        ASSERT_EQ(xxh3.stream().update(in).digest128(), wide) << size << ", " << length;
      }
    }
  });
  EXPECT_THROW(Secret::ofBytes(Bytes(bytes).first(135)), std::invalid_argument);
}

TEST(Reference, RandomCuts) {
  const auto bytes = noise(20'000);
  withEveryImplementation([&] {
    std::mt19937 random(11);
    for (int round = 0; round < 300; round++) {
      Xxh64Stream xxh64(kSeed);
      Xxh3Stream xxh3(kSeed);
      std::size_t done = 0;
      const std::size_t most = 1 + random() % (round % 2 == 0 ? 90 : 3000);
      while (done < bytes.size()) {
        const std::size_t part = std::min<std::size_t>(random() % most, bytes.size() - done);
        xxh64.update(Bytes(bytes).subspan(done, part));
        xxh3.update(Bytes(bytes).subspan(done, part));
        done += part;
        if (random() % 10 == 0) {
          ASSERT_EQ(xxh3.digest(), XXH3_64bits_withSeed(bytes.data(), done, kSeed));
          ASSERT_EQ(xxh64.digest(), XXH64(bytes.data(), done, kSeed));
          break;
        }
      }
    }
  });
}

}  // namespace
}  // namespace tandem::hash::test
#endif
