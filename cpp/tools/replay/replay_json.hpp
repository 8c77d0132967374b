#pragma once

#include <string>

#include "rounds.hpp"

namespace tandem::tool {

/** What came of a replay as JSON, with all that the figures are of. */
std::string jsonOf(const Rounds& rounds);

}  // namespace tandem::tool
