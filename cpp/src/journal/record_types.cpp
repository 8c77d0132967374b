#include "tandem/journal/record_types.hpp"

#include <cstdio>

#include "tandem/command/command_codec.hpp"

namespace tandem::journal::record_types {

namespace codec = command::command_codec;

namespace {

/** What is wrong with bytes that are no command. */
std::string faultOf(wal::Bytes body) {
  const std::string bytes = "a command of " + std::to_string(body.size()) + " bytes";
  if (body.size() < codec::kFixedBytes) {
    return bytes + ", expected at least " + std::to_string(codec::kFixedBytes);
  }
  const auto flags = static_cast<u8>(body[1]);
  const std::size_t expected = codec::bytesWith(flags);
  if ((flags & ~codec::kFlags) == 0 && body.size() == expected) {
    const auto refusal = wal::numberAt<i64>(body.data() + expected - codec::kRefusalBytes);
    return "a command with refusal " + std::to_string(refusal) + ", expected 1 to " +
           std::to_string(codec::kMaxRefusal);
  }
  char text[96];
  std::snprintf(text, sizeof text, " with flags %02x, expected %zu bytes and no flags but %02x",
                flags, expected, codec::kFlags);
  return bytes + text;
}

}  // namespace

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

void decode(const std::filesystem::path& log, i64 sequence, wal::Bytes body,
            command::CommandInput& into) {
  // Checked first: decode() could not report a record without bytes.
  if (body.empty() || codec::decode(body, into) != body.size()) {
    throw foreign(log, sequence, faultOf(body));
  }
}

JournalException foreign(const std::filesystem::path& log, i64 sequence, const std::string& why) {
  return JournalException(log.string() + ": record " + std::to_string(sequence) +
                          " of the log is none of an exchange: " + why);
}

}  // namespace tandem::journal::record_types
