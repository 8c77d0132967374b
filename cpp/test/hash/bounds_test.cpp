#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "inputs.hpp"
#include "tandem.h"

namespace tandem::hash::test {
namespace {

/** Memory between two pages that nobody may read. */
class Guarded {
 public:
  explicit Guarded(std::size_t pages)
      : page_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))), size_(pages * page_) {
    all_ = mmap(nullptr, size_ + 2 * page_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                0);
    mprotect(all_, page_, PROT_NONE);
    mprotect(begin() + size_, page_, PROT_NONE);
  }
  ~Guarded() { munmap(all_, size_ + 2 * page_); }
  Guarded(const Guarded&) = delete;
  Guarded& operator=(const Guarded&) = delete;

  std::byte* begin() const { return static_cast<std::byte*>(all_) + page_; }
  std::byte* end() const { return begin() + size_; }

 private:
  std::size_t page_;
  std::size_t size_;
  void* all_;
};

TEST(Bounds, NothingOutsideIsRead) {
  const Guarded memory(2);
  const auto bytes = ramp(8192);
  std::memcpy(memory.begin(), bytes.data(), bytes.size());
  withEveryImplementation([&] {
    for (std::size_t length = 0; length <= 4200; length += length < 600 ? 1 : 7) {
      const Bytes first(memory.begin(), length);
      const Bytes last(memory.end() - length, length);
      // A read outside ends the process; the digests say that inside all is read.
      const std::vector<std::byte> copy(last.begin(), last.end());
      ASSERT_EQ(Xxh64().hash(first), Xxh64().hash(Bytes(bytes).first(length)));
      ASSERT_EQ(Xxh64().hash(last), Xxh64().hash(copy));
      ASSERT_EQ(Xxh3().hash(first), Xxh3().hash(Bytes(bytes).first(length)));
      ASSERT_EQ(Xxh3().hash(last), Xxh3().hash(copy));
      ASSERT_EQ(Xxh3().hash128(last), Xxh3().hash128(copy));
      ASSERT_EQ(Xxh3Stream().update(last).digest(), Xxh3().hash(copy));
      for (const SectorLayout& layout : {SectorLayout::t10(), SectorLayout(128, 64)}) {
        ASSERT_EQ(Xxh3().hash(last, layout), Xxh3().hash(copy, layout));
        ASSERT_EQ(Xxh64().hash(last, layout), Xxh64().hash(copy, layout));
        ASSERT_EQ(Xxh3().hash(SectorList(layout).add(last).add(first)),
                  Xxh3().hash(SectorList(layout).add(copy).add(Bytes(bytes).first(length))));
      }
    }
  });
}

TEST(Bounds, AShortSecretIsNotRead) {
  const Guarded memory(1);
  const auto bytes = ramp(4096);
  const auto* all = reinterpret_cast<const std::uint64_t*>(bytes.data());
  withEveryImplementation([&] {
    for (const std::size_t size : {0U, 1U, 63U, 64U, 135U}) {
      // A read behind the secret ends the process.
      const std::byte* secret = memory.end() - size;
      for (const std::size_t length : {0U, 3U, 16U, 100U, 240U, 241U, 4096U}) {
        EXPECT_EQ(tandem_xxh3_64_secret(bytes.data(), length, secret, size), 0U);
        EXPECT_EQ(tandem_at_xxh3_64_secret(bytes.data(), 0, length, secret, size), 0U);
        std::uint64_t wide[] = {1, 2};
        tandem_xxh3_128_secret(bytes.data(), length, secret, size, wide);
        EXPECT_EQ(wide[0] | wide[1], 0U);
      }
      std::uint64_t lanes[8] = {};
      std::copy_n(all, 8, lanes);
      EXPECT_EQ(tandem_at_xxh3_consume(lanes, bytes.data(), 0, 20, 3, secret, size), 3U);
      EXPECT_EQ(tandem_at_xxh3_sectors(lanes, bytes.data(), 0, 4, 520, 512, 3, secret, size), 3U);
      EXPECT_TRUE(std::equal(lanes, lanes + 8, all));
    }
  });
}

TEST(Bounds, EmptyInputsMayBeNull) {
  EXPECT_EQ(tandem_xxh64(nullptr, 0, 0), 0xEF46DB3751D8E999u);
  EXPECT_EQ(tandem_xxh3_64(nullptr, 0, 0), 0x2D06800538D394C2u);
  EXPECT_EQ(tandem_xxh64_entry(nullptr, 0, 520, 512, 0), 0xEF46DB3751D8E999u);
  EXPECT_EQ(tandem_xxh3_64_entry(nullptr, 0, 520, 512, 0), 0x2D06800538D394C2u);
  std::uint64_t digest = 0;
  EXPECT_EQ(tandem_xxh3_64_list(nullptr, 0, 520, 512, 0, &digest), 1);
  EXPECT_EQ(digest, 0x2D06800538D394C2u);
}

TEST(Bounds, StreamsLeakNothingBetweenUses) {
  const auto bytes = ramp(5000);
  Xxh3Stream stream;
  stream.update(bytes).reset();
  EXPECT_EQ(stream.digest(), Xxh3().hash({}));
  const Xxh3Stream copy = stream.update(Bytes(bytes).first(300));
  stream.update(Bytes(bytes).first(1000));
  EXPECT_EQ(copy.digest(), Xxh3().hash(Bytes(bytes).first(300)));
}

}  // namespace
}  // namespace tandem::hash::test
