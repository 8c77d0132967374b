#include "tandem/wal/format/words.hpp"

#include <cinttypes>
#include <cstdio>

namespace tandem::wal {

std::string hex(std::uint64_t value) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, value);
  return text;
}

}  // namespace tandem::wal
