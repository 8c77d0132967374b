#pragma once

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

/*
 * Counts what is allocated, as a JVM tells it of a thread and of all: to be included by one source
 * of a program.
 */
namespace tandem::bench {

inline thread_local std::size_t threadAllocated = 0;
inline std::atomic<std::size_t> allAllocated{0};

inline void* counted(std::size_t bytes, void* memory) {
  if (memory == nullptr) {
    throw std::bad_alloc();
  }
  threadAllocated += bytes;
  allAllocated.fetch_add(bytes, std::memory_order_relaxed);
  return memory;
}

}  // namespace tandem::bench

void* operator new(std::size_t bytes) { return tandem::bench::counted(bytes, std::malloc(bytes)); }

void* operator new(std::size_t bytes, std::align_val_t alignment) {
  const auto align = static_cast<std::size_t>(alignment);
  return tandem::bench::counted(bytes,
                                std::aligned_alloc(align, (bytes + align - 1) / align * align));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
