#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include "tandem.h"

namespace {

constexpr std::int64_t kSell = 1 << 8;
constexpr std::int64_t kImmediate = 1 << 9;

/** A message with its number. */
std::array<std::int64_t, 4> message(std::int64_t number, std::int64_t kind, std::int64_t id,
                                    std::int64_t price, std::int64_t lots) {
  return {kind | number << 32, id, price, lots};
}

class BookAbi : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(tandem_book_create(&book_), TANDEM_OK); }
  void TearDown() override { tandem_book_destroy(book_); }

  tandem_book* book_ = nullptr;
};

const std::vector<std::array<std::int64_t, 4>> kMessages = {
    message(1, kSell, 7, 100, 5), message(2, 0, 8, 101, 3),      message(3, kImmediate, 9, 100, 4),
    message(4, 1, 7, 0, 0),       message(5, kSell, 10, 105, 6), message(6, 2, 10, 106, 0),
    message(7, 2, 11, 106, 0),    message(8, 1, 10, 0, 0),
};

TEST_F(BookAbi, ReportsWhatHappens) {
  std::array<std::array<std::int64_t, 8>, 16> ring;
  std::uint64_t reports = 0;
  ASSERT_EQ(tandem_book_report(book_, kMessages[0].data(), kMessages.size(), ring[0].data(),
                               ring.size(), &reports),
            TANDEM_OK);
  using Report = std::array<std::int64_t, 8>;
  const std::vector<Report> expected = {
      {0, 1, 1, 7, 100, 5, 0, 0}, {0, 2, 0, 8, 101, 3, 0, 0},  {1, 2, 0, 0, 100, 3, 7, 8},
      {0, 3, 0, 9, 100, 4, 0, 0}, {1, 3, 0, 0, 100, 2, 7, 9},  {2, 3, 0, 9, 100, 0, 0, 0},
      {4, 4, 0, 7, 0, 0, 0, 0},   {0, 5, 1, 10, 105, 6, 0, 0}, {3, 6, 1, 10, 106, 6, 0, 0},
      {5, 7, 0, 11, 0, 0, 0, 0},  {2, 8, 1, 10, 106, 0, 0, 0},
  };
  ASSERT_EQ(reports, expected.size());
  EXPECT_EQ(std::vector<Report>(ring.begin(), ring.begin() + 11), expected);
}

TEST_F(BookAbi, ARingThatIsTooSmallKeepsTheLast) {
  std::array<std::array<std::int64_t, 8>, 4> ring;
  std::uint64_t reports = 0;
  ASSERT_EQ(tandem_book_report(book_, kMessages[0].data(), kMessages.size(), ring[0].data(),
                               ring.size(), &reports),
            TANDEM_OK);
  EXPECT_EQ(reports, 11u);
  // The eleventh is at the third place.
  EXPECT_EQ(ring[2][0], 2);
  EXPECT_EQ(ring[2][1], 8);
}

TEST_F(BookAbi, FindsNoOrderZero) {
  std::array<std::array<std::int64_t, 8>, 8> ring;
  std::uint64_t reports = 0;
  const std::vector<std::array<std::int64_t, 4>> messages = {
      message(1, 0, 5, 100, 10), message(2, 1, 5, 0, 0), message(3, 1, 0, 0, 0),
      message(4, 2, 0, 101, 0)};
  ASSERT_EQ(tandem_book_report(book_, messages[0].data(), messages.size(), ring[0].data(),
                               ring.size(), &reports),
            TANDEM_OK);
  ASSERT_EQ(reports, 4u);
  EXPECT_EQ(ring[1][0], 2);
  EXPECT_EQ(ring[2][0], 4);
  EXPECT_EQ(ring[3][0], 5);
}

TEST_F(BookAbi, HashesTradesAndEmpties) {
  std::uint64_t hash = 0;
  ASSERT_EQ(tandem_book_run(book_, kMessages[0].data(), 2, &hash), TANDEM_OK);
  EXPECT_EQ(hash, ((8u ^ (7ull << 21)) + 31 * 100 + 3) * 0x9e3779b97f4a7c15);
  ASSERT_EQ(tandem_book_empty(book_), TANDEM_OK);
  // Nothing rests any more that the third could meet.
  ASSERT_EQ(tandem_book_run(book_, kMessages[2].data(), 1, &hash), TANDEM_OK);
  EXPECT_EQ(hash, 0u);
}

TEST_F(BookAbi, RefusesAnUnknownKindBehindWhatIsDone) {
  for (const std::int64_t kind : {3, 255}) {
    std::uint64_t hash = 0;
    const auto number = kind * 10;
    const std::vector<std::array<std::int64_t, 4>> messages = {message(1, kSell, number, 100, 5),
                                                               message(2, kind, number, 101, 0)};
    EXPECT_EQ(tandem_book_run(book_, messages[0].data(), 2, &hash), TANDEM_INVALID);
    EXPECT_STREQ(tandem_error(), "a message is neither a new order nor a cancel nor a move");
    std::array<std::array<std::int64_t, 8>, 2> ring;
    const auto cancel = message(3, 1, number, 0, 0);
    ASSERT_EQ(tandem_book_report(book_, cancel.data(), 1, ring[0].data(), ring.size(), &hash),
              TANDEM_OK);
    // The order is there, and where it was.
    EXPECT_EQ(ring[0], (std::array<std::int64_t, 8>{2, 3, 1, number, 100, 0, 0, 0}));
  }
}

TEST_F(BookAbi, RefusesWhatIsOutOfBounds) {
  std::uint64_t hash = 0;
  const auto wrong = message(1, 0, 7, -1, 5);
  EXPECT_EQ(tandem_book_run(book_, wrong.data(), 1, &hash), TANDEM_INVALID);
  EXPECT_EQ(tandem_book_run(book_, nullptr, 1, &hash), TANDEM_INVALID);
  std::array<std::int64_t, 24> ring;
  EXPECT_EQ(tandem_book_report(book_, wrong.data(), 0, ring.data(), 3, &hash), TANDEM_INVALID);
  EXPECT_EQ(tandem_book_create(nullptr), TANDEM_INVALID);
}

}  // namespace
