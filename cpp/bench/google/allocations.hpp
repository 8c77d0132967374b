#pragma once

#include <cstdint>

namespace tandem::bench {

/** Calls of operator new in this process so far, of all threads; for differences. */
std::int64_t allocations();

}  // namespace tandem::bench
