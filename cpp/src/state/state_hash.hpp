#pragma once

#include "tandem/state/state_image.hpp"

namespace tandem::state {

/**
 * The state hash of an image: XXH64 over 64-byte records, one block of them for each client,
 * symbol, user and currency, by rising kind and key. The tables have that order already.
 */
u64 hashOf(const StateImage& image);

}  // namespace tandem::state
