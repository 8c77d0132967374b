#include "tandem/journal/record_types.hpp"

namespace tandem::journal::record_types {

std::array<std::byte, 16> exchange(bool risk) {
  std::array<std::byte, 16> body{};
  wal::putNumber(body.data(), kVersion);
  wal::putNumber(body.data() + 8, i64{risk ? 1 : 0});
  return body;
}

bool hasRisk(const std::filesystem::path& log, i64 sequence, wal::Bytes body) {
  const i64 version = body.size() < 8 ? -1 : wal::numberAt<i64>(body.data());
  if (body.size() != 16 || version != kVersion) {
    throw foreign(log, sequence,
                  "a log of " + std::to_string(body.size()) + " bytes of description, version " +
                      std::to_string(version) + "; expected 16 bytes, version " +
                      std::to_string(kVersion));
  }
  return wal::numberAt<i64>(body.data() + 8) != 0;
}

JournalException foreign(const std::filesystem::path& log, i64 sequence, const std::string& why) {
  return JournalException(log.string() + ": record " + std::to_string(sequence) +
                          " of the log is none of an exchange: " + why);
}

}  // namespace tandem::journal::record_types
