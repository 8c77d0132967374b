#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tandem::hash {

/** Bytes to hash. */
using Bytes = std::span<const std::byte>;

/**
 * How an entry is cut into sectors, and how much of each is hashed.
 *
 * A sector has `sectorBytes`, of which the first `hashedBytes` are hashed; the rest, such as the 8
 * bytes of protection information behind a 512-byte block, is skipped. The last sector of an entry
 * may be short: of its bytes, at most the first `hashedBytes` are hashed.
 */
class SectorLayout {
 public:
  /** Throws std::invalid_argument if nothing would be hashed, or more than a sector has. */
  SectorLayout(std::size_t sectorBytes, std::size_t hashedBytes);

  /** Sectors of 520 bytes of which 512 are hashed. */
  static SectorLayout t10() { return {520, 512}; }

  /** Whether a layout can be made of these. */
  static bool fits(std::size_t sectorBytes, std::size_t hashedBytes) {
    return hashedBytes > 0 && hashedBytes <= sectorBytes;
  }

  std::size_t sectorBytes() const { return sectorBytes_; }
  std::size_t hashedBytes() const { return hashedBytes_; }

  /** Bytes hashed of an entry of so many bytes. */
  std::size_t hashedBytesOf(std::size_t entryBytes) const;

 private:
  std::size_t sectorBytes_;
  std::size_t hashedBytes_;
};

/**
 * A scatter-gather list: pieces of memory, each cut into sectors, to be hashed as one.
 *
 * The digest of a list is the digest of the hashed bytes of all its sectors, one after the other.
 * Entries may have any length, zero included; each starts with a new sector. A list refers to the
 * memory of its entries, which must outlive it, and copies nothing. Any number of threads may hash
 * an unchanged list.
 */
class SectorList {
 public:
  explicit SectorList(SectorLayout layout) : layout_(layout) {}

  SectorList& add(Bytes entry) {
    entries_.push_back(entry);
    return *this;
  }

  SectorList& clear() {
    entries_.clear();
    return *this;
  }

  SectorLayout layout() const { return layout_; }
  std::span<const Bytes> entries() const { return entries_; }

  /** Bytes that a digest of this list covers. */
  std::size_t hashedBytes() const;

 private:
  SectorLayout layout_;
  std::vector<Bytes> entries_;
};

}  // namespace tandem::hash
