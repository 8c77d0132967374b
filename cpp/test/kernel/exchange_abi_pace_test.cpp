#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include "capi/pace_stamps.hpp"
#include "kernel/abi.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem {
namespace {

using command::CommandInput;
using command::ResultCode;
namespace type = command::type;
namespace codec = command::command_codec;

class Paced : public testing::TestWithParam<std::tuple<bool, bool>> {};

TEST_P(Paced, EachCommandOfEachPassIsAppliedAndTimed) {
  const auto [pipelined, yielding] = GetParam();
  Abi x(0, true, pipelined);
  x.prepare(2, 1'000'000);
  std::vector<std::byte> batch;
  // An order that rests and one that takes it, so that each pass leaves the book empty.
  for (const u8 side : {u8{0}, u8{1}}) {
    CommandInput in = Abi::place(1 + side, side, 10 + side, 5, 1);
    in.timestampNs = 1;
    std::array<std::byte, codec::kMaxBytes> bytes;
    const std::size_t length = codec::encode(in, bytes);
    batch.insert(batch.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
  }
  std::vector<std::uint64_t> latency(TANDEM_PACE_COUNTS);
  std::vector<std::uint64_t> lateness(TANDEM_PACE_COUNTS);
  tandem_paced paced{};
  tandem_counts before{};
  ASSERT_EQ(tandem_exchange_counts(x.get(), &before), TANDEM_OK);
  const auto pace = yielding ? tandem_exchange_pace_yielding : tandem_exchange_pace;
  ASSERT_EQ(
      pace(x.get(), batch.data(), batch.size(), 50, 1e6, latency.data(), lateness.data(), &paced),
      TANDEM_OK);
  tandem_counts after{};
  ASSERT_EQ(tandem_exchange_counts(x.get(), &after), TANDEM_OK);
  EXPECT_EQ(after.trades - before.trades, 50);
  EXPECT_EQ(after.commands - before.commands, 100);
  EXPECT_EQ(std::accumulate(latency.begin(), latency.end(), std::uint64_t{0}), 100u);
  EXPECT_EQ(std::accumulate(lateness.begin(), lateness.end(), std::uint64_t{0}), 100u);
  // The last one was due 99 us after the first.
  EXPECT_GE(paced.took_ns, 99'000u);
  EXPECT_EQ(paced.refused, 0u);
  // One clock for all threads, and no answer is held against another command's time.
  tandem_early early{7, 7};
  ASSERT_EQ(tandem_exchange_pace_early(x.get(), &early), TANDEM_OK);
  EXPECT_EQ(early.answers, 0u);
  EXPECT_EQ(early.nanos, 0u);
  EXPECT_EQ(tandem_exchange_pace_early(x.get(), nullptr), TANDEM_INVALID);
  // A submission that answers codes afterwards is not taken for a paced one.
  EXPECT_EQ(x.submit(Abi::place(1, 0, 12, 5, 1)), ResultCode::kOk);
  EXPECT_EQ(std::accumulate(latency.begin(), latency.end(), std::uint64_t{0}), 100u);
  // Nor are paced commands taken for those of a submission that is refused.
  ASSERT_EQ(
      pace(x.get(), batch.data(), batch.size(), 50, 1e6, latency.data(), lateness.data(), &paced),
      TANDEM_OK);
  ASSERT_EQ(tandem_exchange_close(x.get()), TANDEM_OK);
  std::size_t consumed = 7;
  std::array<std::uint8_t, 2> codes = {99, 99};
  EXPECT_EQ(tandem_exchange_submit(x.get(), batch.data(), batch.size(), &consumed, codes.data()),
            TANDEM_FAILED);
  EXPECT_EQ(consumed, 0u);
  EXPECT_EQ(codes[0], 99);
}

INSTANTIATE_TEST_SUITE_P(Topologies, Paced, testing::Combine(testing::Bool(), testing::Bool()));

/** A clock that runs behind the schedule's. */
TEST(PaceStamps, AnswersBeforeTheirTimeAreCounted) {
  const capi::Schedule schedule{1'000, 100};
  std::vector<std::uint64_t> counts(TANDEM_PACE_COUNTS);
  capi::PaceStamps stamps(schedule, counts.data());
  command::Command c;
  c.result = ResultCode::kOk;
  for (const std::int64_t time : {1'000, 1'070, 1'190, 1'302}) {
    stamps.answeredAt(time, c);
  }
  EXPECT_EQ(stamps.early().answers, 2u);
  EXPECT_EQ(stamps.early().nanos, 30u);
  EXPECT_EQ(counts[0], 3u);
  EXPECT_EQ(counts[2], 1u);
}

TEST(ExchangeAbi, APaceThatCannotBeKeptIsRefused) {
  Abi x;
  std::array<std::byte, 70> bytes{};
  std::vector<std::uint64_t> counts(TANDEM_PACE_COUNTS);
  tandem_paced paced{};
  const auto pace = [&](const Abi& exchange, std::size_t length, std::uint64_t passes,
                        double rate) {
    return tandem_exchange_pace(exchange.get(), bytes.data(), length, passes, rate, counts.data(),
                                counts.data(), &paced);
  };
  EXPECT_EQ(pace(x, 70, 1, 1e6), TANDEM_MALFORMED);
  EXPECT_EQ(pace(x, 0, 1, 1e6), TANDEM_INVALID);
  EXPECT_EQ(pace(x, 64, 0, 1e6), TANDEM_INVALID);
  for (const double rate :
       {0.0, -1.0, std::numeric_limits<double>::infinity(),
        -std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(pace(x, 64, 1, rate), TANDEM_INVALID) << rate;
    EXPECT_STREQ(tandem_error(), "the rate is no finite number above 0");
  }
  // Also one command, which is due at once: its gap is no number of nanoseconds.
  for (const double rate : {std::numeric_limits<double>::denorm_min(), 1e-300, 1e-10}) {
    EXPECT_EQ(pace(x, 64, 1, rate), TANDEM_INVALID) << rate;
    EXPECT_NE(std::string(tandem_error()).find("over 2^62 ns"), std::string::npos);
  }
  EXPECT_EQ(pace(x, 64, std::numeric_limits<std::uint64_t>::max(), 1), TANDEM_INVALID);
  EXPECT_EQ(pace(x, 64, 1, std::numeric_limits<double>::max()), TANDEM_OK);
  EXPECT_EQ(pace(Abi(3), 64, 1, 1e6), TANDEM_INVALID);
}

}  // namespace
}  // namespace tandem
