#include <gtest/gtest.h>

#include <random>
#include <stdexcept>

#include "inputs.hpp"
#include "tandem.h"

namespace tandem::hash::test {
namespace {

/** The bytes that a layout says to hash, one after the other. */
std::vector<std::byte> gathered(const SectorList& list) {
  std::vector<std::byte> all;
  const SectorLayout layout = list.layout();
  for (const Bytes& entry : list.entries()) {
    for (std::size_t at = 0; at < entry.size(); at += layout.sectorBytes()) {
      const Bytes rest = entry.subspan(at);
      const Bytes part = rest.first(std::min(rest.size(), layout.hashedBytes()));
      all.insert(all.end(), part.begin(), part.end());
    }
  }
  return all;
}

TEST(Sectors, OneEntryOfSixteen) {
  const std::vector<std::byte> zeros(8320);
  const auto bytes = ramp(8320);
  withEveryImplementation([&] {
    EXPECT_EQ(Xxh64().hash(zeros, SectorLayout::t10()), 0x2b5073505a48fb4u);
    EXPECT_EQ(Xxh64().hash(bytes, SectorLayout::t10()), 0xe91ec40eacddd7abu);
    EXPECT_EQ(Xxh3().hash(bytes, SectorLayout::t10()), 0x976674c2f1b10fe3u);
    EXPECT_EQ(tandem_xxh64_entry(bytes.data(), bytes.size(), 520, 512, 0), 0xe91ec40eacddd7abu);
    EXPECT_EQ(tandem_xxh3_64_entry(bytes.data(), bytes.size(), 520, 512, 0), 0x976674c2f1b10fe3u);
  });
}

TEST(Sectors, EveryLengthOfAnEntry) {
  const auto bytes = ramp(4200);
  const SectorLayout layouts[] = {{520, 512}, {512, 512}, {64, 64},   {65, 64},   {96, 32},
                                  {7, 3},     {1, 1},     {600, 576}, {300, 257}, {4096, 4096}};
  withEveryImplementation([&] {
    for (const SectorLayout& layout : layouts) {
      for (std::size_t length = 0; length <= bytes.size(); length += 1 + length / 200) {
        const Bytes entry = Bytes(bytes).first(length);
        const SectorList list = SectorList(layout).add(entry);
        const auto all = gathered(list);
        ASSERT_EQ(list.hashedBytes(), all.size());
        ASSERT_EQ(Xxh64(1).hash(list), Xxh64(1).hash(all)) << length;
        ASSERT_EQ(Xxh64(1).hash(entry, layout), Xxh64(1).hash(all)) << length;
        ASSERT_EQ(Xxh3(1).hash(list), Xxh3(1).hash(all)) << length;
        ASSERT_EQ(Xxh3(1).hash(entry, layout), Xxh3(1).hash(all)) << length;
        ASSERT_EQ(Xxh3(1).hash128(list), Xxh3(1).hash128(all)) << length;
        ASSERT_EQ(
            tandem_xxh64_entry(entry.data(), length, layout.sectorBytes(), layout.hashedBytes(), 1),
            Xxh64(1).hash(all));
        ASSERT_EQ(tandem_xxh3_64_entry(entry.data(), length, layout.sectorBytes(),
                                       layout.hashedBytes(), 1),
                  Xxh3(1).hash(all));
      }
    }
  });
}

TEST(Sectors, ListsOfManyEntries) {
  const auto bytes = ramp(60'000);
  withEveryImplementation([&] {
    std::mt19937 random(17);
    for (int round = 0; round < 400; round++) {
      const std::size_t sector = round % 2 == 0 ? 520 : 1 + random() % 700;
      SectorList list(SectorLayout(sector, round % 2 == 0 ? 512 : 1 + random() % sector));
      std::vector<tandem_entry> entries;
      for (std::size_t i = random() % 6; i > 0; i--) {
        const std::size_t length = random() % 3 == 0 ? 16 * sector : random() % 9000;
        const Bytes entry = Bytes(bytes).subspan(random() % 40'000, length);
        list.add(entry);
        entries.push_back({entry.data(), entry.size()});
      }
      const auto all = gathered(list);
      ASSERT_EQ(Xxh64().hash(list), Xxh64().hash(all)) << round;
      ASSERT_EQ(Xxh3().hash(list), Xxh3().hash(all)) << round;
      std::uint64_t digest = 0;
      ASSERT_EQ(tandem_xxh64_list(entries.data(), entries.size(), sector,
                                  list.layout().hashedBytes(), 0, &digest),
                1);
      ASSERT_EQ(digest, Xxh64().hash(all));
      ASSERT_EQ(tandem_xxh3_64_list(entries.data(), entries.size(), sector,
                                    list.layout().hashedBytes(), 0, &digest),
                1);
      ASSERT_EQ(digest, Xxh3().hash(all));
    }
  });
}

TEST(Sectors, LayoutsThatCannotFitAreRefused) {
  EXPECT_THROW(SectorLayout(512, 513), std::invalid_argument);
  EXPECT_THROW(SectorLayout(512, 0), std::invalid_argument);
  EXPECT_THROW(SectorLayout(0, 0), std::invalid_argument);
  std::uint64_t digest = 5;
  EXPECT_EQ(tandem_xxh64_list(nullptr, 0, 512, 513, 0, &digest), 0);
  EXPECT_EQ(tandem_xxh3_64_list(nullptr, 0, 0, 0, 0, &digest), 0);
  EXPECT_EQ(digest, 5u);
  const auto bytes = ramp(2000);
  for (const auto& [sector, hashed] :
       {std::pair<std::size_t, std::size_t>{0, 0}, {0, 512}, {512, 513}, {512, 0}}) {
    EXPECT_EQ(tandem_xxh64_entry(bytes.data(), bytes.size(), sector, hashed, 0), 0u);
    EXPECT_EQ(tandem_xxh3_64_entry(bytes.data(), bytes.size(), sector, hashed, 0), 0u);
    EXPECT_EQ(tandem_at_xxh64_entry(bytes.data(), 1, 1000, sector, hashed, 0), 0u);
    EXPECT_EQ(tandem_at_xxh3_64_entry(bytes.data(), 1, 1000, sector, hashed, 0), 0u);
  }
}

}  // namespace
}  // namespace tandem::hash::test
