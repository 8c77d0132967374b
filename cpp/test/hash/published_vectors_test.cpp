#include <gtest/gtest.h>

#include <string>

#include "inputs.hpp"
#include "tandem.h"

namespace tandem::hash::test {
namespace {

constexpr std::uint64_t kP32 = 2654435761;

std::uint64_t early = 0;
std::string_view earlyLoops;

/** Before the statics of any file are made, as the statics of a program's own may hash. */
__attribute__((constructor(101))) void hashEarly() {
  earlyLoops = implementation();
  early = Xxh64(0).hash({});
}

TEST(PublishedVectors, AreThereBeforeTheProgramBegins) {
  EXPECT_EQ(early, 0xEF46DB3751D8E999);
  EXPECT_EQ(earlyLoops, "scalar");
  EXPECT_EQ(implementation(), implementations().back());
}

/** Digests that xxHash publishes in its sanity check. */
TEST(PublishedVectors, Xxh64) {
  const struct {
    std::size_t length;
    std::uint64_t seed;
    std::uint64_t digest;
  } vectors[] = {
      {0, 0, 0xEF46DB3751D8E999},      {0, kP32, 0xAC75FDA2929B17EF},
      {1, 0, 0xE934A84ADB052768},      {1, kP32, 0x5014607643A9B4C3},
      {4, 0, 0x9136A0DCA57457EE},      {14, 0, 0x8282DCC4994E35C8},
      {14, kP32, 0xC3BD6BF63DEB6DF0},  {222, 0, 0xB641AE8CB691C174},
      {222, kP32, 0x20CB8AB7AE10C14A},
  };
  const auto bytes = sanity(222);
  withEveryImplementation([&] {
    for (const auto& vector : vectors) {
      EXPECT_EQ(Xxh64(vector.seed).hash(Bytes(bytes).first(vector.length)), vector.digest);
      EXPECT_EQ(tandem_xxh64(bytes.data(), vector.length, vector.seed), vector.digest);
    }
  });
}

TEST(PublishedVectors, Xxh3) {
  const struct {
    std::size_t length;
    std::uint64_t digest;
  } vectors[] = {
      {0, 0x2D06800538D394C2},    {1, 0xC44BDFF4074EECDB},    {6, 0x27B56A84CD2D7325},
      {12, 0xA713DAF0DFBB77E7},   {24, 0xA3FE70BF9D3510EB},   {48, 0x397DA259ECBA1F11},
      {80, 0xBCDEFBBB2C47C90A},   {195, 0xCD94217EE362EC3A},  {403, 0xCDEB804D65C6DEA4},
      {512, 0x617E49599013CB6B},  {2048, 0xDD59E2C3A5F038E0}, {2240, 0x6E73A90539CF2948},
      {2367, 0xCB37AEB9E5D361ED},
  };
  const auto bytes = sanity(2367);
  withEveryImplementation([&] {
    for (const auto& vector : vectors) {
      EXPECT_EQ(Xxh3().hash(Bytes(bytes).first(vector.length)), vector.digest);
      EXPECT_EQ(tandem_xxh3_64(bytes.data(), vector.length, 0), vector.digest);
    }
    EXPECT_EQ(Xxh3().hash128({}), (Digest128{0x99AA06D3014798D8, 0x6001C324468D497F}));
  });
}

TEST(Interface, RefusesLoopsThatAreNotThere) {
  const std::string before = tandem_hash_implementation();
  EXPECT_EQ(tandem_hash_use(nullptr), 0);
  EXPECT_EQ(tandem_hash_use("mmx"), 0);
  EXPECT_EQ(tandem_hash_implementation(), before);
  EXPECT_EQ(tandem_hash_use(before.c_str()), 1);
}

TEST(Interface, HasItsVersion) { EXPECT_EQ(tandem_abi(), static_cast<std::uint32_t>(TANDEM_ABI)); }

}  // namespace
}  // namespace tandem::hash::test
