#include "tandem/hash/sectors.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace tandem::hash {

SectorLayout::SectorLayout(std::size_t sectorBytes, std::size_t hashedBytes)
    : sectorBytes_(sectorBytes), hashedBytes_(hashedBytes) {
  if (!fits(sectorBytes, hashedBytes)) {
    throw std::invalid_argument("a sector of " + std::to_string(sectorBytes) +
                                " bytes cannot have " + std::to_string(hashedBytes) + " hashed");
  }
}

std::size_t SectorLayout::hashedBytesOf(std::size_t entryBytes) const {
  return entryBytes / sectorBytes_ * hashedBytes_ +
         std::min(entryBytes % sectorBytes_, hashedBytes_);
}

std::size_t SectorList::hashedBytes() const {
  std::size_t sum = 0;
  for (const Bytes& entry : entries_) {
    sum += layout_.hashedBytesOf(entry.size());
  }
  return sum;
}

}  // namespace tandem::hash
