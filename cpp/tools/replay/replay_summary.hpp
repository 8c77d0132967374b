#pragma once

#include <string>

#include "rounds.hpp"

namespace tandem::tool {

/** What a person is told of a replay, as ./tandem replay tells it. */
std::string summaryOf(const Rounds& rounds);

}  // namespace tandem::tool
