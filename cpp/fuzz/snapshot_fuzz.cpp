#include <algorithm>
#include <vector>

#include "fuzzing.hpp"
#include "tandem/hash/xxh3.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/snapshot/snapshot_file.hpp"
#include "tandem/state/invalid_image_exception.hpp"
#include "tandem/statemachine/stages.hpp"
#include "tandem/wal/format/words.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace {

using namespace tandem;
using namespace tandem::snapshot;
using fuzzing::require;
using wal::numberAt;
using wal::putNumber;

constexpr std::size_t kEntries = 80;
constexpr std::size_t kEntryBytes = 32;

/** Header and checksums that fit, or no input would ever come behind them; not the two hashes. */
void seal(std::span<std::byte> file) {
  if (file.size() < snapshot_file::kHeaderBytes) {
    return;
  }
  static const hash::Xxh3 xxh3;
  std::byte* at = file.data();
  putNumber(at, snapshot_file::kMagic);
  putNumber(at + 8, snapshot_file::kVersion);
  putNumber(at + 12, static_cast<u32>(state::kTables));
  putNumber(at + 56, u64{file.size()});
  u64 offset = snapshot_file::kHeaderBytes;
  for (std::size_t i = 0; i < state::kTables; i++) {
    std::byte* entry = at + kEntries + kEntryBytes * i;
    const u64 row = state::kRowWords[i] * sizeof(u64);
    const u64 bytes =
        std::min(numberAt<u64>(entry + 8) % 64 * row, (file.size() - offset) / row * row);
    putNumber(entry, static_cast<u32>(i + 1));
    putNumber(entry + 4, static_cast<u32>(state::kRowWords[i]));
    putNumber(entry + 8, bytes / row);
    putNumber(entry + 16, offset);
    putNumber(entry + 24, xxh3.hash(file.subspan(offset, bytes)));
    offset += bytes;
  }
  const std::size_t sum = snapshot_file::kHeaderBytes - 8;
  putNumber(at + 56, offset);
  putNumber(at + sum, xxh3.hash(file.first(sum)));
}

void readBack(std::span<const std::byte> bytes) {
  const auto& directory = fuzzing::scratch();
  fuzzing::writeFile(directory / snapshot_file::kName, bytes);
  try {
    snapshot_file::read(directory);
  } catch (const SnapshotException&) {
    // The ordinary end.
  }
}

/** An image whose counts fit, as those are that a snapshot's reader lets through. */
state::StateImage imageOf(std::span<const std::byte> bytes, bool risk) {
  state::StateImage image(risk ? 1 : 0, 1);
  const auto take = [&bytes](state::Table& table, std::size_t rows) {
    const std::span<std::byte> into = table.fill(rows);
    const std::size_t length = std::min(into.size(), bytes.size());
    std::copy_n(bytes.begin(), length, into.begin());
    bytes = bytes.subspan(length);
    return into;
  };
  std::size_t rows[state::kTables];
  for (std::size_t& count : rows) {
    count = bytes.empty() ? 0 : std::to_integer<std::size_t>(bytes[0]) % 8;
    bytes = bytes.subspan(bytes.empty() ? 0 : 1);
  }
  rows[state::kTables - 1] = 1;
  if (!risk) {
    rows[3] = rows[4] = rows[5] = 0;
  }
  // In each group the counts are cut to what is left, and the last one has the rest.
  const auto count = [](std::span<std::byte> table, std::size_t words, std::size_t at,
                        std::size_t of, std::size_t all, std::size_t& left) {
    for (std::size_t row = 0; row < all; row++) {
      for (std::size_t word = at; word < at + of; word++) {
        std::byte* place = table.data() + (row * words + word) * sizeof(u64);
        const bool last = row + 1 == all && word + 1 == at + of;
        const u64 some = last ? left : std::min(u64{left}, numberAt<u64>(place) % 4);
        putNumber(place, some);
        left -= some;
      }
    }
  };
  rows[2] = rows[1] == 0 ? 0 : rows[2];
  rows[4] = rows[3] == 0 ? 0 : rows[4];
  std::size_t orders = rows[2];
  std::size_t balances = rows[4];
  for (std::size_t i = 0; i < state::kTables; i++) {
    const std::span<std::byte> table =
        take(image.table(static_cast<state::TableKind>(i + 1)), rows[i]);
    if (i == 1) {
      count(table, state::kRowWords[i], 6, 2, rows[i], orders);
    } else if (i == 3) {
      count(table, state::kRowWords[i], 2, 1, rows[i], balances);
    }
  }
  return image;
}

/** What is taken over is given again, and taken over again. */
void restore(const state::StateImage& image, bool risk, bool onePass) {
  statemachine::StagesOptions options;
  options.riskShards = risk ? (onePass ? 1 : 3) : 0;
  options.matchingShards = onePass ? 1 : 2;
  options.onePass = onePass;
  statemachine::Stages stages(options);
  try {
    stages.restore(image);
  } catch (const state::InvalidImageException&) {
    return;
  }
  const state::StateImage given = stages.image();
  statemachine::Stages again(options);
  again.restore(given);
  require(again.image().stateHash() == given.stateHash(), "a restored state restores");
}

}  // namespace

/** A snapshot's file, raw or with checksums that fit; or a state that some snapshot holds. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  std::vector<std::byte> bytes(size - 1);
  std::copy_n(reinterpret_cast<const std::byte*>(data) + 1, size - 1, bytes.begin());
  const int mode = data[0] % 6;
  if (mode < 2) {
    if (mode == 1) {
      seal(bytes);
    }
    readBack(bytes);
  } else {
    const bool risk = mode < 4 || size % 2 == 0;
    restore(imageOf(bytes, risk), risk, mode % 2 == 0);
  }
  return 0;
}
