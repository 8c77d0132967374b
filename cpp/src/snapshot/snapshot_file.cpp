#include "tandem/snapshot/snapshot_file.hpp"

#include <fcntl.h>

#include <array>
#include <cstdio>
#include <initializer_list>
#include <span>
#include <string>

#include "tandem/hash/xxh3.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/state/invalid_image_exception.hpp"
#include "tandem/wal/format/words.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::snapshot::snapshot_file {

namespace fs = std::filesystem;
using state::StateImage;
using state::Table;
using state::TableKind;
using wal::Descriptor;
using wal::numberAt;
using wal::putNumber;

namespace {

constexpr std::size_t kMagicAt = 0;
constexpr std::size_t kVersionAt = 8;
constexpr std::size_t kTablesAt = 12;
constexpr std::size_t kLogSequenceAt = 16;
constexpr std::size_t kCreatedAt = 24;
constexpr std::size_t kRiskShardsAt = 32;
constexpr std::size_t kMatchingShardsAt = 36;
constexpr std::size_t kEventHashAt = 40;
constexpr std::size_t kStateHashAt = 48;
constexpr std::size_t kLengthAt = 56;
constexpr std::size_t kLogIdAt = 64;
constexpr std::size_t kMarkAt = 72;
constexpr std::size_t kEntriesAt = 80;
constexpr std::size_t kEntryBytes = 32;
constexpr std::size_t kKind = 0;
constexpr std::size_t kRowWords = 4;
constexpr std::size_t kRows = 8;
constexpr std::size_t kOffset = 16;
constexpr std::size_t kChecksum = 24;
constexpr std::size_t kChecksumAt = kHeaderBytes - 8;

using Header = std::array<std::byte, kHeaderBytes>;

u64 checksum(std::span<const std::byte> bytes) {
  static const hash::Xxh3 xxh3;
  return xxh3.hash(bytes);
}

u64 headerChecksum(const Header& header) { return checksum(std::span(header).first(kChecksumAt)); }

TableKind kindAt(std::size_t table) { return static_cast<TableKind>(table + 1); }

std::size_t entryAt(std::size_t table) { return kEntriesAt + kEntryBytes * table; }

[[noreturn]] void damaged(const fs::path& path, const std::string& what) {
  throw SnapshotException(path.string() + ": " + what);
}

void check(const fs::path& path, const std::string& what, u64 expected, u64 found) {
  if (expected != found) {
    char values[64];
    std::snprintf(values, sizeof values, " is %016llx, expected %016llx",
                  static_cast<unsigned long long>(found),
                  static_cast<unsigned long long>(expected));
    damaged(path, what + values);
  }
}

SnapshotInfo infoOf(const fs::path& directory, const Header& header) {
  const std::byte* at = header.data();
  return {directory,
          {numberAt<i64>(at + kLogIdAt), numberAt<i64>(at + kLogSequenceAt),
           numberAt<i64>(at + kMarkAt)},
          numberAt<i64>(at + kCreatedAt),
          numberAt<u32>(at + kRiskShardsAt),
          numberAt<u32>(at + kMatchingShardsAt),
          numberAt<u64>(at + kEventHashAt),
          numberAt<u64>(at + kStateHashAt),
          numberAt<i64>(at + kLengthAt)};
}

void readFully(const Descriptor& file, std::span<std::byte> into, i64 offset,
               const fs::path& path) {
  const std::size_t read = file.readAt(into.data(), into.size(), offset, path);
  if (read != into.size()) {
    damaged(path, "ends at byte " + std::to_string(offset + static_cast<i64>(read)));
  }
}

Header headerOf(const Descriptor& file, const fs::path& path) {
  const i64 length = file.size(path);
  if (length < static_cast<i64>(kHeaderBytes)) {
    damaged(path,
            std::to_string(length) + " bytes, expected at least " + std::to_string(kHeaderBytes));
  }
  Header header;
  readFully(file, header, 0, path);
  check(path, "magic", kMagic, numberAt<u64>(header.data() + kMagicAt));
  if (const u32 version = numberAt<u32>(header.data() + kVersionAt); version != kVersion) {
    damaged(path, "a snapshot of version " + std::to_string(version) +
                      ", and this program reads version " + std::to_string(kVersion));
  }
  check(path, "checksum of the header", numberAt<u64>(header.data() + kChecksumAt),
        headerChecksum(header));
  check(path, "number of tables", state::kTables, numberAt<u32>(header.data() + kTablesAt));
  i64 offset = kHeaderBytes;
  for (std::size_t i = 0; i < state::kTables; i++) {
    const std::byte* entry = header.data() + entryAt(i);
    const std::string name = nameOf(kindAt(i));
    check(path, "kind of table", i + 1, numberAt<u32>(entry + kKind));
    check(path, "words of a row of " + name, state::kRowWords[i], numberAt<u32>(entry + kRowWords));
    check(path, "offset of table " + name, bitsOf(offset), numberAt<u64>(entry + kOffset));
    const i64 rows = numberAt<i64>(entry + kRows);
    if (rows < 0 || rows > length) {
      damaged(path, std::to_string(rows) + " rows in table " + name);
    }
    offset += rows * static_cast<i64>(state::kRowWords[i] * sizeof(u64));
  }
  check(path, "length in the header", bitsOf(offset), numberAt<u64>(header.data() + kLengthAt));
  if (length != offset) {
    damaged(path, std::to_string(length) + " bytes, expected " + std::to_string(offset));
  }
  return header;
}

/** Refuses rows whose words at these places do not count the rows of another table. */
void checkCounts(const fs::path& path, const StateImage& image, TableKind kind, TableKind counted,
                 std::initializer_list<std::size_t> words) {
  const Table& table = image.table(kind);
  const auto rows = static_cast<i64>(image.table(counted).rows());
  i64 sum = 0;
  for (std::size_t row = 0; row < table.rows(); row++) {
    for (const std::size_t word : words) {
      const i64 count = table.word(row, word);
      if (count < 0 || count > rows - sum) {
        damaged(path, "row " + std::to_string(row) + " of table " + nameOf(kind) + " counts " +
                          std::to_string(count) + " rows of table " + nameOf(counted) + ", and " +
                          std::to_string(rows - sum) + " are left");
      }
      sum += count;
    }
  }
  check(path, std::string("rows of table ") + nameOf(counted), bitsOf(sum), bitsOf(rows));
}

void checkRows(const fs::path& path, const StateImage& image, TableKind kind, u64 rows) {
  check(path, std::string("rows of table ") + nameOf(kind), rows, image.table(kind).rows());
}

}  // namespace

SnapshotInfo write(const fs::path& directory, const StateImage& image, const LogPosition& position,
                   i64 createdNs, SnapshotDisk& disk) {
  Header header{};
  std::byte* at = header.data();
  i64 offset = kHeaderBytes;
  for (std::size_t i = 0; i < state::kTables; i++) {
    const Table& table = image.table(kindAt(i));
    std::byte* entry = at + entryAt(i);
    putNumber(entry + kKind, static_cast<u32>(i + 1));
    putNumber(entry + kRowWords, static_cast<u32>(state::kRowWords[i]));
    putNumber(entry + kRows, u64{table.rows()});
    putNumber(entry + kOffset, offset);
    putNumber(entry + kChecksum, checksum(table.bytes()));
    offset += static_cast<i64>(table.bytes().size());
  }
  putNumber(at + kMagicAt, kMagic);
  putNumber(at + kVersionAt, kVersion);
  putNumber(at + kTablesAt, static_cast<u32>(state::kTables));
  putNumber(at + kLogSequenceAt, position.sequence);
  putNumber(at + kLogIdAt, position.logId);
  putNumber(at + kMarkAt, position.mark);
  putNumber(at + kCreatedAt, createdNs);
  putNumber(at + kRiskShardsAt, image.riskShards());
  putNumber(at + kMatchingShardsAt, image.matchingShards());
  putNumber(at + kEventHashAt, image.eventHash());
  putNumber(at + kStateHashAt, image.stateHash());
  putNumber(at + kLengthAt, offset);
  putNumber(at + kChecksumAt, headerChecksum(header));

  const fs::path path = directory / kName;
  const Descriptor file = disk.create(path);
  disk.write(file, header, 0, path);
  offset = kHeaderBytes;
  for (std::size_t i = 0; i < state::kTables; i++) {
    const std::span<const std::byte> rows = image.table(kindAt(i)).bytes();
    disk.write(file, rows, offset, path);
    offset += static_cast<i64>(rows.size());
  }
  disk.sync(file, path);
  return infoOf(directory, header);
}

SnapshotInfo readHeader(const fs::path& directory) {
  const fs::path path = directory / kName;
  return infoOf(directory, headerOf(Descriptor::open(path, O_RDONLY), path));
}

StateImage read(const fs::path& directory) {
  const fs::path path = directory / kName;
  const Descriptor file = Descriptor::open(path, O_RDONLY);
  const Header header = headerOf(file, path);
  StateImage image(numberAt<u32>(header.data() + kRiskShardsAt),
                   numberAt<u32>(header.data() + kMatchingShardsAt));
  for (std::size_t i = 0; i < state::kTables; i++) {
    const std::byte* entry = header.data() + entryAt(i);
    const std::span<std::byte> rows =
        image.table(kindAt(i)).fill(static_cast<std::size_t>(numberAt<u64>(entry + kRows)));
    readFully(file, rows, numberAt<i64>(entry + kOffset), path);
    check(path, std::string("checksum of table ") + nameOf(kindAt(i)),
          numberAt<u64>(entry + kChecksum), checksum(rows));
  }
  // The hashes walk the tables by these counts.
  checkCounts(path, image, TableKind::kSymbols, TableKind::kOrders, {6, 7});
  checkCounts(path, image, TableKind::kSymbols, TableKind::kStops, {9});
  checkCounts(path, image, TableKind::kUsers, TableKind::kBalances, {2});
  checkRows(path, image, TableKind::kResults, 1);
  try {
    image.checkResults();
  } catch (const state::InvalidImageException& e) {
    damaged(path, e.what());
  }
  if (image.riskShards() == 0) {
    checkRows(path, image, TableKind::kUsers, 0);
    checkRows(path, image, TableKind::kCurrencies, 0);
  }
  check(path, "event hash", numberAt<u64>(header.data() + kEventHashAt), image.eventHash());
  check(path, "state hash", numberAt<u64>(header.data() + kStateHashAt), image.stateHash());
  return image;
}

}  // namespace tandem::snapshot::snapshot_file
