#include "tandem/wal/wal_exception.hpp"

#include <utility>

namespace tandem::wal {

WalCorruptedException::WalCorruptedException(std::string segment, std::int64_t offset,
                                             std::int64_t sequence, std::string expected,
                                             std::string found)
    : WalException(segment + ": offset " + std::to_string(offset) + ", sequence " +
                   std::to_string(sequence) + ": expected " + expected + ", found " + found),
      segment_(std::move(segment)),
      offset_(offset),
      sequence_(sequence),
      expected_(std::move(expected)),
      found_(std::move(found)) {}

WalGapException::WalGapException(const std::string& directory, std::int64_t wanted,
                                 std::int64_t begins)
    : WalException(directory + ": sequence " + std::to_string(wanted) +
                   " is not kept: the log begins at " +
                   (begins < 0 ? std::string("a later one") : std::to_string(begins))),
      wanted_(wanted),
      begins_(begins) {}

}  // namespace tandem::wal
