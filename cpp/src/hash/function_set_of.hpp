#pragma once

#include "xxh3_loop.hpp"
#include "xxh64_loop.hpp"

namespace tandem::hash {

/** The table of one instruction set. */
template <class V, class M>
constexpr FunctionSet functionSetOf(const char* name) {
  return {.name = name,
          .xxh64 = Xxh64Loop<M>::hash,
          .xxh64Consume = Xxh64Loop<M>::consumeLanes,
          .xxh64Sectors = Xxh64Loop<M>::consumeSectors,
          .xxh3 = Xxh3Loop<V>::hash,
          .xxh128 = Xxh3Loop<V>::hash128,
          .xxh3Consume = Xxh3Loop<V>::consumeLanes,
          .xxh3Last = Xxh3Loop<V>::consumeLast,
          .xxh3Sectors = Xxh3Loop<V>::consumeSectorLanes,
          .xxh3Entry = Xxh3Loop<V>::hashEntry};
}

}  // namespace tandem::hash
