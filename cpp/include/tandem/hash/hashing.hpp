#pragma once

#include <string_view>
#include <vector>

#include "tandem/hash/sectors.hpp"
#include "tandem/hash/xxh3.hpp"
#include "tandem/hash/xxh64.hpp"

/** XXH64 and XXH3, and sector lists. */
namespace tandem::hash {

/** The loops in use: scalar, sse2, avx2, avx512 or neon; the best that the processor has. */
std::string_view implementation();

/** Those that this processor can run, best last. */
std::vector<std::string_view> implementations();

/**
 * Uses certain loops from now on, in all threads; false, and no change, if the processor does not
 * have them. For comparison, while no other thread hashes.
 */
bool useImplementation(std::string_view name);

}  // namespace tandem::hash
