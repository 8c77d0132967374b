#include "tandem/wal/wal_report.hpp"

#include <algorithm>

namespace tandem::wal {

std::string WalReport::Problem::text() const {
  return segment + ": offset " + std::to_string(offset) + ", sequence " + std::to_string(sequence) +
         ": expected " + expected + ", found " + found + (tornTail ? " (torn tail)" : "");
}

bool WalReport::sound() const {
  return std::all_of(problems.begin(), problems.end(),
                     [](const Problem& problem) { return problem.tornTail; });
}

const char* WalReport::nameOf(State state) {
  switch (state) {
    case State::ENDED:
      return "ENDED";
    case State::OPEN:
      return "OPEN";
    case State::UNUSED:
      return "UNUSED";
    case State::LEFTOVER:
      return "LEFTOVER";
    case State::TORN:
      return "TORN";
    case State::DAMAGED:
      return "DAMAGED";
  }
  return "?";
}

}  // namespace tandem::wal
