#include "allocations.hpp"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::int64_t> count{0};

void* take(void* place) {
  count.fetch_add(1, std::memory_order_relaxed);
  if (place == nullptr) {
    throw std::bad_alloc();
  }
  return place;
}

}  // namespace

void* operator new(std::size_t bytes) { return take(std::malloc(bytes)); }
void* operator new(std::size_t bytes, std::align_val_t align) {
  const auto to = static_cast<std::size_t>(align);
  return take(std::aligned_alloc(to, (bytes + to - 1) / to * to));
}
void operator delete(void* place) noexcept { std::free(place); }
void operator delete(void* place, std::size_t) noexcept { std::free(place); }
void operator delete(void* place, std::align_val_t) noexcept { std::free(place); }
void operator delete(void* place, std::size_t, std::align_val_t) noexcept { std::free(place); }

namespace tandem::bench {

std::int64_t allocations() { return count.load(std::memory_order_relaxed); }

}  // namespace tandem::bench
