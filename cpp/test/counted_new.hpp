#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

/*
 * Counts what is allocated, also of types with an alignment of their own, and refuses it where a
 * test wants that. To be included by one source of a program.
 */
namespace tandem::test {

/** By all threads of the process. */
inline std::atomic<std::int64_t> allocations{0};

/** By this thread. */
inline thread_local std::int64_t ownAllocations = 0;

/** How many more this thread gets; negative: all. */
inline thread_local std::int64_t allowed = -1;

/** How many this thread did not get. */
inline thread_local std::int64_t refused = 0;

inline void beforeAllocation() {
  allocations++;
  ownAllocations++;
  if (allowed == 0) {
    refused++;
    throw std::bad_alloc();
  }
  allowed -= allowed > 0 ? 1 : 0;
}

inline void* orThrow(void* place) { return place == nullptr ? throw std::bad_alloc() : place; }

}  // namespace tandem::test

// Seen through by the compiler, the pairs below look mismatched to it.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  tandem::test::beforeAllocation();
  return tandem::test::orThrow(std::malloc(bytes));
}

[[gnu::noinline]] void* operator new(std::size_t bytes, std::align_val_t alignment) {
  tandem::test::beforeAllocation();
  const auto align = static_cast<std::size_t>(alignment);
  return tandem::test::orThrow(std::aligned_alloc(align, (bytes + align - 1) / align * align));
}

[[gnu::noinline]] void operator delete(void* place) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::size_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
[[gnu::noinline]] void operator delete(void* place, std::size_t, std::align_val_t) noexcept {
  std::free(place);
}
