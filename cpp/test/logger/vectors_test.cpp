#include "log_files.hpp"

namespace tandem::logger::test {
namespace {

/** What is in a directory, and what is wrong with it, as the tests in Java tell it. */
std::string textOf(const fs::path& directory) {
  LogReader reader({directory.string()});
  std::string text;
  while (const auto record = reader.next()) {
    text += RecordText::json(*record) + "\n";
  }
  for (const LogDamage& damage : reader.damage()) {
    text += "damage " + damage.text() + "\n";
  }
  for (const LogHole& hole : reader.gaps()) {
    text += "hole " + hole.text() + "\n";
  }
  text += std::to_string(reader.records()) + " records, " + std::to_string(reader.files()) +
          " files, " + (reader.holesExact() ? "" : "at least ") + std::to_string(reader.holes()) +
          " holes, " + std::to_string(reader.abandoned()) + " abandoned\n";
  const std::string prefix = directory.string() + "/";
  for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
    text.erase(at, prefix.size());
  }
  return text;
}

class LogFileVectors : public testing::TestWithParam<const char*> {};

TEST_P(LogFileVectors, AreReadAsInJava) {
  const fs::path directory = fs::path(TANDEM_TESTDATA) / "log-files" / GetParam();
  std::ifstream in(directory.string() + ".txt", std::ios::binary);
  const std::string expected{std::istreambuf_iterator<char>(in), {}};
  ASSERT_FALSE(expected.empty());
  EXPECT_EQ(textOf(directory), expected);
}

INSTANTIATE_TEST_SUITE_P(All, LogFileVectors,
                         testing::Values("closed", "killed", "torn", "damaged", "overrun"));

}  // namespace
}  // namespace tandem::logger::test
