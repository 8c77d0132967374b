#include "tandem/snapshot/snapshots.hpp"

#include <fcntl.h>

#include <cerrno>

#include "../owner_alone.hpp"
#include "journal/logged_exchange.hpp"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/snapshot/snapshot_file.hpp"
#include "tandem/state/invalid_image_exception.hpp"

namespace tandem::snapshot {
namespace {

namespace fs = std::filesystem;
using journal::test::bytesOf;
using journal::test::write;
using kernel::test::RandomFlow;
using wal::test::TempDirectory;

state::StateImage imageOf(u32 seed, std::size_t commands) {
  const RandomFlow flow(seed, commands);
  Exchange exchange{ExchangeOptions()};
  journal::test::submit(exchange, flow.inputs(), 0, commands);
  return exchange.image();
}

const Snapshots::Damaged kIgnored = [](const fs::path&, const std::string&) {};

TEST(Snapshots, KeepsTheNewestAndFindsThem) {
  const TempDirectory directory;
  Snapshots snapshots = Snapshots::open(directory / "snapshots");
  EXPECT_FALSE(snapshots.latestValid(kIgnored));
  for (const i64 sequence : {-1, 5, 70, 600}) {
    const auto info = snapshots.write(imageOf(1, 300), {9, sequence, 4});
    EXPECT_EQ(snapshots.verify(info.directory).stateHash, info.stateHash);
  }
  EXPECT_EQ(snapshots.list(kIgnored).size(), 4u);
  EXPECT_EQ(snapshots.latestValid(kIgnored)->info.position, (LogPosition{9, 600, 4}));
  EXPECT_EQ(snapshots.latestValid(kIgnored, 599)->info.position.sequence, 70);
  EXPECT_EQ(snapshots.deleteAllBut(2), 2u);
  EXPECT_EQ(snapshots.directories().size(), 2u);
  EXPECT_FALSE(snapshots.latestValid(kIgnored, 5));
}

TEST(Snapshots, FilesAreForTheirOwnerAlone) {
  const TempDirectory directory;
  Snapshots snapshots = Snapshots::open(directory / "snapshots");
  snapshots.write(imageOf(1, 300), {9, 5, 4});
  tandem::test::expectOwnerAlone(directory.path());
}

TEST(Snapshots, ReplacesADamagedOneAndLeavesASoundOne) {
  const TempDirectory directory;
  Snapshots snapshots = Snapshots::open(directory / "snapshots");
  const auto first = snapshots.write(imageOf(1, 300), {9, 5, 4});
  EXPECT_EQ(snapshots.write(imageOf(2, 400), {9, 5, 4}).stateHash, first.stateHash);
  std::vector<char> bytes = bytesOf(first.directory / "state");
  bytes[400] ^= 1;
  write(first.directory / "state", bytes);
  EXPECT_NE(snapshots.write(imageOf(2, 400), {9, 5, 4}).stateHash, first.stateHash);
  EXPECT_EQ(snapshots.write(imageOf(1, 300), {8, 5, 4}).stateHash, first.stateHash);
  EXPECT_EQ(snapshots.directories().size(), 1u);
}

TEST(Snapshots, EveryFlippedByteAndEveryCutIsFound) {
  const TempDirectory directory;
  Snapshots snapshots = Snapshots::open(directory / "snapshots");
  const fs::path file = snapshots.write(imageOf(1, 120), {9, 5, 4}).directory / "state";
  const std::vector<char> bytes = bytesOf(file);
  for (std::size_t at = 0; at < bytes.size(); at++) {
    std::vector<char> changed = bytes;
    changed[at] ^= static_cast<char>(1 << at % 8);
    write(file, changed);
    EXPECT_FALSE(snapshots.latestValid(kIgnored)) << at;
    changed = bytes;
    changed.resize(at);
    write(file, changed);
    EXPECT_FALSE(snapshots.latestValid(kIgnored)) << at;
  }
  write(file, bytes);
  EXPECT_TRUE(snapshots.latestValid(kIgnored));
}

TEST(Snapshots, RemovesWhatWasNotFinished) {
  const TempDirectory directory;
  const fs::path place = directory / "snapshots";
  const fs::path left = place / "snapshot-00000000000000000007.tmp";
  fs::create_directories(left);
  write(left / "state", {1, 2, 3});
  fs::create_directories(place / "other.tmp");
  Snapshots::openReadOnly(place);
  EXPECT_TRUE(fs::exists(left));
  Snapshots::open(place);
  EXPECT_FALSE(fs::exists(left));
  EXPECT_TRUE(fs::exists(place / "other.tmp"));
  EXPECT_THROW(Snapshots::openReadOnly(directory / "nowhere"), SnapshotException);
}

TEST(Snapshots, MakesTheirDirectoryAnewWhereItWasRemoved) {
  const TempDirectory directory;
  const fs::path place = directory / "snapshots";
  Snapshots snapshots = Snapshots::open(place);
  snapshots.write(imageOf(1, 20), {1, 5, 4});
  fs::remove_all(place);
  snapshots.write(imageOf(1, 30), {2, 5, 4});
  EXPECT_EQ(snapshots.directories().size(), 1u);
  EXPECT_TRUE(snapshots.latestValid(kIgnored));
  fs::remove_all(place);
  write(place, {1});
  EXPECT_THROW(snapshots.write(imageOf(1, 40), {3, 5, 4}), SnapshotException);
  fs::remove(place);
  snapshots.write(imageOf(1, 40), {3, 5, 4});
  EXPECT_TRUE(snapshots.latestValid(kIgnored));
}

/** A disk that fails in one of its calls. */
class FailingDisk final : public SnapshotDisk {
 public:
  void createDirectory(const fs::path& path) override {
    call(path), SnapshotDisk::createDirectory(path);
  }
  wal::Descriptor create(const fs::path& path) override {
    return call(path), SnapshotDisk::create(path);
  }
  void write(const wal::Descriptor& file, std::span<const std::byte> bytes, std::int64_t at,
             const fs::path& path) override {
    call(path), SnapshotDisk::write(file, bytes, at, path);
  }
  void sync(const wal::Descriptor& file, const fs::path& path) override {
    call(path), SnapshotDisk::sync(file, path);
  }
  void syncDirectory(const fs::path& path) override {
    call(path), SnapshotDisk::syncDirectory(path);
  }
  void rename(const fs::path& from, const fs::path& to) override {
    call(from), SnapshotDisk::rename(from, to);
  }

  int failing = -1;
  int calls = 0;

 private:
  void call(const fs::path& path) {
    if (calls++ == failing) {
      throw wal::systemError(path, "do", ENOSPC);
    }
  }
};

TEST(Snapshots, WhereverTheDiskFailsTheOthersAreAsTheyWere) {
  const TempDirectory directory;
  FailingDisk disk;
  Snapshots snapshots = Snapshots::open(directory / "snapshots", disk);
  snapshots.write(imageOf(1, 100), {9, 5, 4});
  const state::StateImage image = imageOf(1, 200);
  int failed = 0;
  for (;; failed++) {
    disk.calls = 0;
    disk.failing = failed;
    try {
      snapshots.write(image, {9, 6, 4});
      break;
    } catch (const SnapshotException& e) {
      EXPECT_NE(std::string(e.what()).find("No space left"), std::string::npos);
    }
    disk.failing = -1;
    Snapshots again = Snapshots::open(directory / "snapshots");
    EXPECT_TRUE(again.latestValid(kIgnored, 5));
    EXPECT_LE(again.directories().size(), 2u);
    fs::remove_all(directory / "snapshots" / "snapshot-00000000000000000006");
  }
  EXPECT_GT(failed, 10);
  EXPECT_EQ(snapshots.latestValid(kIgnored)->info.position.sequence, 6);
}

/** An image with one word changed, as somebody may write it who knows the format. */
state::StateImage changed(const state::StateImage& image, state::TableKind kind, std::size_t row,
                          std::size_t word, i64 by) {
  state::StateImage other(image.riskShards(), image.matchingShards());
  for (u8 code = 1; code <= state::kTables; code++) {
    const auto each = static_cast<state::TableKind>(code);
    const auto bytes = image.table(each).bytes();
    const auto into = other.table(each).fill(image.table(each).rows());
    std::copy(bytes.begin(), bytes.end(), into.begin());
    if (each == kind) {
      const std::size_t at = (row * state::kRowWords[code - 1u] + word) * 8;
      wal::putNumber(into.data() + at, wal::numberAt<i64>(into.data() + at) + by);
    }
  }
  return other;
}

TEST(StateRestore, GivesTheSameImageAgainAndRefusesAnImpossibleOne) {
  using state::TableKind;
  const state::StateImage image = imageOf(3, 4'000);
  ASSERT_GT(image.table(TableKind::kOrders).rows(), 2u);
  for (const u32 shards : {1u, 3u}) {
    statemachine::StagesOptions choice;
    choice.riskShards = shards;
    choice.matchingShards = shards;
    statemachine::Stages stages(choice);
    stages.restore(image);
    EXPECT_EQ(stages.image().stateHash(), image.stateHash());
    EXPECT_EQ(stages.image().eventHash(), image.eventHash());
    EXPECT_THROW(stages.restore(image), std::logic_error);
  }
  statemachine::StagesOptions without;
  without.riskShards = 0;
  EXPECT_THROW(statemachine::Stages(without).restore(image), state::InvalidImageException);
  struct Change {
    TableKind kind;
    std::size_t word;
    i64 by;
  };
  for (const Change& change : std::vector<Change>{{TableKind::kBalances, 2, 1},
                                                  {TableKind::kBalances, 0, 900},
                                                  {TableKind::kOrders, 3, 1},
                                                  {TableKind::kOrders, 3, -(i64{1} << 40)},
                                                  {TableKind::kOrders, 1, 1'000},
                                                  {TableKind::kOrders, 4, 3 << 16},
                                                  {TableKind::kUsers, 0, -1'000},
                                                  {TableKind::kUsers, 4, 1},
                                                  {TableKind::kSymbols, 2, -100},
                                                  {TableKind::kSymbols, 6, 1'000},
                                                  {TableKind::kCurrencies, 2, -(i64{1} << 50)},
                                                  {TableKind::kResults, 0, -(i64{1} << 50)},
                                                  {TableKind::kResults, 1, -(i64{1} << 50)},
                                                  {TableKind::kResults, 2, -(i64{1} << 50)}}) {
    statemachine::Stages stages{statemachine::StagesOptions()};
    EXPECT_THROW(stages.restore(changed(image, change.kind, 0, change.word, change.by)),
                 state::InvalidImageException)
        << nameOf(change.kind) << " word " << change.word;
  }
  state::StateImage other(0, 1);
  other.table(TableKind::kResults).fill(1);
  other.table(TableKind::kUsers).fill(1);
  EXPECT_THROW(statemachine::Stages(without).restore(other), state::InvalidImageException);
}

/** What is said of a snapshot whose checksums fit. */
std::string verdictOn(const state::StateImage& image) {
  const TempDirectory directory;
  Snapshots snapshots = Snapshots::open(directory / "snapshots");
  const auto info = snapshots.write(image, {9, 5, 4});
  try {
    snapshots.verify(info.directory);
    return "sound";
  } catch (const SnapshotException& e) {
    return e.what();
  }
}

TEST(StateRestore, RefusesMoneyThatIsNotTheSupply) {
  using state::TableKind;
  const state::StateImage image = imageOf(3, 4'000);
  const state::Table& currencies = image.table(TableKind::kCurrencies);
  const std::string currency = std::to_string(currencies.word(0, 0));
  const auto supplyWith = [&](i64 by) {
    return "cannot be restored: currency " + currency + " has a supply of " +
           std::to_string(currencies.word(0, 2) + by) + ", and ";
  };
  EXPECT_EQ(verdictOn(image), "sound");
  const auto expect = [](const state::StateImage& crafted, const std::string& text) {
    EXPECT_NE(verdictOn(crafted).find(text), std::string::npos) << verdictOn(crafted);
  };
  expect(changed(image, TableKind::kCurrencies, 0, 2, -1),
         supplyWith(-1) + "fees and what users own are more than that");
  expect(changed(image, TableKind::kCurrencies, 0, 2, 7),
         supplyWith(7) + "7 of it are neither fees nor a user's");
  expect(changed(image, TableKind::kCurrencies, 0, 1, i64{1} << 62), supplyWith(0) + "fees of ");
  // The event hash would fit.
  for (std::size_t word = 0; word <= 2; word++) {
    expect(changed(image, TableKind::kResults, 0, word, -(i64{1} << 50)),
           "state: word " + std::to_string(word) + " of RESULTS is -11258");
  }
  // Two such balances would overflow the sum of a currency.
  expect(changed(image, TableKind::kBalances, 0, 1, i64{1} << 62),
         "fees and what users own are more than that");
}

}  // namespace
}  // namespace tandem::snapshot
