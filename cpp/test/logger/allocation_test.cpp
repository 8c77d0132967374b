#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

#include "log_files.hpp"

namespace {

thread_local std::int64_t allocations = 0;

}  // namespace

void* operator new(std::size_t bytes) {
  allocations++;
  if (void* place = std::malloc(bytes)) {
    return place;
  }
  throw std::bad_alloc();
}

void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }

namespace tandem::logger::test {
namespace {

TEST(LogAllocation, ACallAllocatesNothing) {
  const TempDirectory directory;
  LogStoreConfig config = small();
  config.segmentSize = 8 << 20;
  LogStore store(directory.path(), config);
  LogWriter& log = store.writer("w");
  const std::string text(100, 't');
  const auto run = [&](int count) {
    for (int i = 0; i < count; i++) {
      ASSERT_TRUE(log.log(LogLevel::kInfo, "{} {} {}", i, 2.5, text));
      ASSERT_TRUE(log.log(LogLevel::kInfo, text));
    }
  };
  run(10);
  const std::int64_t before = allocations;
  // Within one segment: the first call in another allocates for its definitions.
  run(10'000);
  EXPECT_EQ(allocations - before, 0);
}

}  // namespace
}  // namespace tandem::logger::test
