#include <array>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "logged_exchange.hpp"
#include "tandem/command/command_codec.hpp"
#include "tandem/hash/xxh3.hpp"
#include "tandem/hash/xxh64.hpp"
#include "tandem/journal/logged_image.hpp"
#include "tandem/statemachine/replay_driver.hpp"

namespace tandem::journal::test {
namespace {

namespace codec = command::command_codec;

/** The files that the tests of both languages read; TestVectors.java makes them. */
fs::path vectors() { return TANDEM_TESTDATA; }

std::string textOf(const fs::path& file) {
  const std::vector<char> bytes = bytesOf(file);
  return {bytes.begin(), bytes.end()};
}

std::string hex(u64 value) {
  char text[24];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

/** Keeps what a replay tells, as the files hold it. */
class Reported final : public event::ResultHandler, public event::EventRecordListener {
 public:
  void onResult(const command::Command& c) override { codes += static_cast<char>(c.result); }
  void onEvents(const event::EventBatch& batch) override {
    for (const event::EventRecord& record : batch.records) {
      const auto bytes = std::as_bytes(std::span(record));
      events.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    }
  }
  std::string codes;
  std::string events;
};

TEST(JournalVectors, TheStreamHasItsAnswersEventsAndHashes) {
  const std::vector<char> bytes = bytesOf(vectors() / "commands.bin");
  ASSERT_FALSE(bytes.empty());
  for (const bool onePass : {true, false}) {
    statemachine::StagesOptions choice;
    choice.onePass = onePass;
    choice.riskShards = onePass ? 1 : 3;
    choice.matchingShards = onePass ? 1 : 2;
    statemachine::Stages stages(choice);
    Reported reported;
    statemachine::ReplayDriver driver(stages, &reported, &reported);
    std::span<const std::byte> rest = std::as_bytes(std::span(bytes));
    while (!rest.empty()) {
      const std::size_t length = codec::decode(rest, driver.next());
      ASSERT_GT(length, 0u);
      // What is read is written again as it was.
      std::array<std::byte, codec::kMaxBytes> again;
      ASSERT_EQ(codec::encode(driver.next(), again), length);
      ASSERT_EQ(std::memcmp(again.data(), rest.data(), length), 0);
      driver.submit();
      rest = rest.subspan(length);
    }
    EXPECT_EQ(reported.codes, textOf(vectors() / "codes.bin"));
    EXPECT_EQ(reported.events, textOf(vectors() / "events.bin"));
    const state::StateImage image = stages.image();
    EXPECT_EQ(
        "event-hash " + hex(image.eventHash()) + "\nstate-hash " + hex(image.stateHash()) + "\n",
        textOf(vectors() / "hashes.txt"));
  }
}

TEST(JournalVectors, TheFilesHaveTheirDigests) {
  std::istringstream lines(textOf(vectors() / "digests.txt"));
  int compared = 0;
  for (std::string algorithm, name, equals, digest; lines >> algorithm >> name >> equals >> digest;
       compared++) {
    const std::vector<char> bytes = bytesOf(vectors() / name.substr(1, name.size() - 2));
    const auto all = std::as_bytes(std::span(bytes));
    if (algorithm == "XXH64") {
      EXPECT_EQ(hex(hash::Xxh64().hash(all)), digest);
    } else if (algorithm == "XXH3") {
      EXPECT_EQ(hex(hash::Xxh3().hash(all)), digest);
    } else {
      const hash::Digest128 both = hash::Xxh3().hash128(all);
      EXPECT_EQ(hex(both.high) + hex(both.low), digest);
    }
  }
  EXPECT_EQ(compared, 9);
}

void without(std::string& text, const std::string& part) {
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part)) {
    text.erase(at, part.size());
  }
}

/** What is said of a log, in the lines that LoggedVector.java makes. */
std::string verdictOn(const fs::path& log) {
  std::ostringstream text;
  const wal::WalReport report = wal::WalVerifier::verify(log);
  text << "verdict " << (report.sound() ? "sound" : "damaged") << "\ntail " << report.tail << "\n";
  for (const wal::WalReport::Problem& problem : report.problems) {
    text << "problem " << problem.text() << "\n";
  }
  text << "records " << report.records << "\n";
  try {
    JournalOptions options;
    options.directory = log;
    const LoggedImage found = LoggedImage::read(options, {});
    text << "snapshot " << found.recovery.snapshotSequence << "\n";
    if (!found.recovery.skippedSnapshots.empty()) {
      text << "skipped " << found.recovery.skippedSnapshots << "\n";
    }
    text << "replayed " << found.recovery.replayedCommands << "\n"
         << "dropped " << found.recovery.droppedRecords << " " << found.recovery.droppedBytes
         << "\nevent-hash " << hex(found.image.eventHash()) << "\nstate-hash "
         << hex(found.image.stateHash()) << "\n";
  } catch (const wal::WalException& refused) {
    text << "refused " << refused.what() << "\n";
  }
  std::string all = text.str();
  without(all, log.string() + "/");
  return all;
}

TEST(JournalVectors, EachLogIsJudgedAndRecovered) {
  int logs = 0;
  for (const auto& entry : fs::directory_iterator(vectors() / "wal")) {
    if (entry.is_directory()) {
      EXPECT_EQ(verdictOn(entry.path()), textOf(entry.path().string() + ".txt")) << entry.path();
      logs++;
    }
  }
  EXPECT_EQ(logs, 6);
}

}  // namespace
}  // namespace tandem::journal::test
