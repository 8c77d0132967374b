#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem {
namespace {

using command::CommandInput;
using command::ResultCode;
namespace type = command::type;
namespace codec = command::command_codec;

/** An exchange behind the C interface. */
class Abi {
 public:
  explicit Abi(std::uint64_t capacity = 0, bool risk = true, bool pipelined = false,
               std::uint16_t riskShards = 0, std::uint16_t matchingShards = 0,
               std::uint32_t timedEvery = 0) {
    const tandem_options options{sizeof(tandem_options),
                                 risk ? 0u : 1u,
                                 0,
                                 0,
                                 capacity,
                                 pipelined ? 1u : 0u,
                                 riskShards,
                                 matchingShards,
                                 0,
                                 timedEvery};
    EXPECT_EQ(tandem_exchange_create(&options, &exchange_), TANDEM_OK);
  }
  ~Abi() { tandem_exchange_destroy(exchange_); }
  Abi(const Abi&) = delete;
  Abi& operator=(const Abi&) = delete;

  tandem_exchange* get() const { return exchange_; }

  ResultCode submit(CommandInput in) {
    in.timestampNs = ++time_;
    std::array<std::byte, codec::kMaxBytes> bytes;
    const std::size_t length = codec::encode(in, bytes);
    std::size_t consumed = 0;
    std::uint8_t code = 0;
    EXPECT_EQ(tandem_exchange_submit(exchange_, bytes.data(), length, &consumed, &code), TANDEM_OK);
    EXPECT_EQ(consumed, length);
    return static_cast<ResultCode>(code);
  }

  void prepare(i64 users, i64 funding) {
    CommandInput in;
    in.type = type::kAddSymbol;
    in.symbol = 1;
    in.hasSpec = true;
    in.spec = {1, 1, 2, 10, 3, 700, 1'900};
    EXPECT_EQ(submit(in), ResultCode::kOk);
    for (i64 user = 1; user <= users; user++) {
      in = {};
      in.type = type::kAddUser;
      in.userId = user;
      EXPECT_EQ(submit(in), ResultCode::kOk);
      for (const i32 currency : {1, 2}) {
        in.type = type::kAdjustBalance;
        in.currency = currency;
        in.amount = funding;
        in.transactionId = currency;
        EXPECT_EQ(submit(in), ResultCode::kOk);
      }
    }
  }

  static CommandInput place(i64 user, u8 side, i64 id, i64 price, i64 lots) {
    CommandInput in;
    in.type = type::kPlace;
    in.symbol = 1;
    in.userId = user;
    in.side = side;
    in.orderId = id;
    in.price = price;
    in.quantity = lots;
    return in;
  }

 private:
  tandem_exchange* exchange_ = nullptr;
  i64 time_ = 0;
};

TEST(ExchangeAbi, TradesAndAnswersQuestions) {
  Abi x(100);
  x.prepare(2, 1'000'000);
  EXPECT_EQ(x.submit(Abi::place(1, command::kSell, 5, 100, 40)), ResultCode::kOk);
  EXPECT_EQ(x.submit(Abi::place(2, command::kBuy, 6, 101, 25)), ResultCode::kOk);
  tandem_order order;
  ASSERT_EQ(tandem_exchange_order(x.get(), 1, 5, &order), TANDEM_OK);
  EXPECT_EQ(order.quantity, 15);
  EXPECT_EQ(order.user_id, 1);
  EXPECT_EQ(tandem_exchange_order(x.get(), 1, 6, &order), TANDEM_NOT_FOUND);
  EXPECT_EQ(std::string(tandem_error()), "no such live order");
  tandem_level level;
  std::size_t count = 9;
  ASSERT_EQ(tandem_exchange_levels(x.get(), 1, 1, &level, 1, &count), TANDEM_OK);
  EXPECT_EQ(count, 1u);
  EXPECT_EQ(level.price, 100);
  EXPECT_EQ(level.quantity, 15);
  ASSERT_EQ(tandem_exchange_orders(x.get(), 1, 0, nullptr, 0, &count), TANDEM_OK);
  EXPECT_EQ(count, 0u);
  // 25 lots at 100 ticks of 3 are 7,500; the fees 14 and 5.
  tandem_balance balance;
  ASSERT_EQ(tandem_exchange_balance(x.get(), 2, 2, &balance), TANDEM_OK);
  EXPECT_EQ(balance.available, 1'000'000 - 7'514);
  EXPECT_EQ(balance.held, 0);
  ASSERT_EQ(tandem_exchange_balance(x.get(), 1, 2, &balance), TANDEM_OK);
  EXPECT_EQ(balance.available, 1'000'000 + 7'495);
  ASSERT_EQ(tandem_exchange_balance(x.get(), 1, 1, &balance), TANDEM_OK);
  EXPECT_EQ(balance.held, 150);
  tandem_currency currency;
  ASSERT_EQ(tandem_exchange_currency(x.get(), 2, &currency), TANDEM_OK);
  EXPECT_EQ(currency.fees, 19);
  EXPECT_EQ(currency.available + currency.held + currency.fees, currency.supply);
  tandem_user user;
  ASSERT_EQ(tandem_exchange_user(x.get(), 1, &user), TANDEM_OK);
  EXPECT_EQ(user.open_orders, 1);
  tandem_counts counts;
  ASSERT_EQ(tandem_exchange_counts(x.get(), &counts), TANDEM_OK);
  EXPECT_EQ(counts.trades, 1);
  EXPECT_EQ(counts.events, counts.commands + 1);
}

TEST(ExchangeAbi, RecordsWaitUntilTheyAreDrained) {
  Abi x(3);
  CommandInput in;
  in.type = type::kAddUser;
  std::vector<std::byte> batch;
  for (i64 user = 1; user <= 5; user++) {
    in.userId = user;
    std::array<std::byte, codec::kMaxBytes> bytes;
    const std::size_t length = codec::encode(in, bytes);
    batch.insert(batch.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
  }
  std::size_t consumed = 0;
  EXPECT_EQ(tandem_exchange_submit(x.get(), batch.data(), batch.size(), &consumed, nullptr),
            TANDEM_EVENTS_FULL);
  ASSERT_EQ(consumed, 3 * codec::kFixedBytes);
  std::array<std::uint64_t, 8 * 4> records{};
  std::size_t count = 0;
  ASSERT_EQ(tandem_exchange_drain(x.get(), records.data(), 2, &count), TANDEM_OK);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(records[8 + 3], 2u);
  const std::size_t rest = batch.size() - consumed;
  EXPECT_EQ(tandem_exchange_submit(x.get(), batch.data() + consumed, rest, &consumed, nullptr),
            TANDEM_OK);
  ASSERT_EQ(tandem_exchange_drain(x.get(), records.data(), 4, &count), TANDEM_OK);
  EXPECT_EQ(count, 3u);
  EXPECT_EQ(records[8 * 2 + 3], 5u);
}

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
  // A submission that answers codes afterwards is not taken for a paced one.
  EXPECT_EQ(x.submit(Abi::place(1, 0, 12, 5, 1)), ResultCode::kOk);
  EXPECT_EQ(std::accumulate(latency.begin(), latency.end(), std::uint64_t{0}), 100u);
}

INSTANTIATE_TEST_SUITE_P(Topologies, Paced, testing::Combine(testing::Bool(), testing::Bool()));

/** How many commands each stage has timed since the last call: waiting, then working. */
std::vector<std::uint64_t> timed(const Abi& x) {
  std::vector<std::uint64_t> counts;
  for (std::uint32_t stage = TANDEM_STAGE_GROUPING; stage <= TANDEM_STAGE_RESULTS; stage++) {
    std::vector<std::uint64_t> waiting(TANDEM_PACE_COUNTS);
    std::vector<std::uint64_t> working(TANDEM_PACE_COUNTS);
    EXPECT_EQ(tandem_exchange_stage_times(x.get(), stage, waiting.data(), working.data()),
              TANDEM_OK);
    counts.push_back(std::accumulate(waiting.begin(), waiting.end(), std::uint64_t{0}));
    counts.push_back(std::accumulate(working.begin(), working.end(), std::uint64_t{0}));
  }
  return counts;
}

struct Shape {
  bool pipelined;
  std::uint16_t risk;
  std::uint16_t matching;
};

class TimedStages : public testing::TestWithParam<Shape> {};

TEST_P(TimedStages, OneCommandOfSoManyIsTimedInEachStageAndShard) {
  const auto [pipelined, risk, matching] = GetParam();
  Abi x(0, true, pipelined, risk, matching, 8);
  Abi plain(0, true, pipelined, risk, matching);
  for (Abi* each : {&x, &plain}) {
    each->prepare(5, 1'000'000);
    for (i64 id = 1; id <= 112; id++) {
      // Every order meets the one before.
      EXPECT_EQ(each->submit(Abi::place(1 + id % 2, static_cast<u8>(id % 2), id, 5, 1)),
                ResultCode::kOk);
    }
  }
  // 1 symbol, 5 users with two balances each, 112 orders: 128 commands, one timed in 8.
  const std::uint64_t r = std::max<std::uint16_t>(risk, 1);
  const std::uint64_t m = std::max<std::uint16_t>(matching, 1);
  EXPECT_EQ(timed(x), (std::vector<std::uint64_t>{16, 16, 16 * r, 16 * r, 16 * m, 16 * m, 16 * r,
                                                  16 * r, 16, 16}));
  EXPECT_EQ(timed(x), std::vector<std::uint64_t>(10)) << "what was taken is not there again";
  std::uint64_t hash = 0;
  std::uint64_t expected = 1;
  ASSERT_EQ(tandem_exchange_event_hash(x.get(), &hash), TANDEM_OK);
  ASSERT_EQ(tandem_exchange_event_hash(plain.get(), &expected), TANDEM_OK);
  EXPECT_EQ(hash, expected);
}

INSTANTIATE_TEST_SUITE_P(Topologies, TimedStages,
                         testing::Values(Shape{false, 0, 0}, Shape{true, 1, 1}, Shape{true, 2, 3}));

TEST(ExchangeAbi, StagesAreTimedWhereThatIsAskedForAndPossible) {
  std::vector<std::uint64_t> counts(TANDEM_PACE_COUNTS);
  EXPECT_EQ(tandem_exchange_stage_times(Abi().get(), 0, counts.data(), counts.data()),
            TANDEM_INVALID);
  const Abi x(0, true, false, 0, 0, 1);
  EXPECT_EQ(tandem_exchange_stage_times(x.get(), 5, counts.data(), counts.data()), TANDEM_INVALID);
  EXPECT_EQ(tandem_exchange_stage_times(x.get(), 0, nullptr, counts.data()), TANDEM_INVALID);
  tandem_options options{sizeof options, 1, 0, 0, 0, 0, 0, 0, 0, 2};
  tandem_exchange* none = nullptr;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  options.without_risk = 0;
  const tandem_log_options log{sizeof log, TANDEM_NONE, "/nowhere/at/all", 0, 0, 0, 0, 0};
  EXPECT_EQ(tandem_exchange_open(&options, &log, nullptr, &none), TANDEM_INVALID);
  EXPECT_NE(std::string(tandem_error()).find("without a log"), std::string::npos);
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

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/** The process gets no more address space than it has and so many bytes. */
class SpaceLimit {
 public:
  explicit SpaceLimit(rlim_t bytes) {
    getrlimit(RLIMIT_AS, &before_);
    std::ifstream pages("/proc/self/statm");
    rlim_t used = 0;
    pages >> used;
    const rlimit limit{used * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + bytes, before_.rlim_max};
    setrlimit(RLIMIT_AS, &limit);
  }
  ~SpaceLimit() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST(ExchangeAbi, WhereTheSystemMakesNoThreadsThatIsACodeOfItsOwn) {
  // Memory for the shards is there, but not for the stacks of nearly two hundred threads.
  const tandem_options options{sizeof(tandem_options), 0, 0, 0, 0, 1, 64, 64, 0, 0};
  tandem_exchange* exchange = nullptr;
  int code = TANDEM_OK;
  // How large a stack is, the shell says.
  for (rlim_t mebibytes = 800; code == TANDEM_OK && mebibytes >= 16; mebibytes -= mebibytes / 4) {
    const SpaceLimit limit(mebibytes << 20);
    code = tandem_exchange_create(&options, &exchange);
    tandem_exchange_destroy(exchange);
    exchange = nullptr;
  }
  EXPECT_EQ(code, TANDEM_NO_THREADS) << tandem_error();
  ASSERT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_OK) << tandem_error();
  tandem_exchange_destroy(exchange);
}
#endif

TEST(ExchangeAbi, OptionsOfAnOlderCallerEndBeforePinnedAndAreNotReadBeyond) {
  // What stands behind the 32 bytes of an older struct is not the caller's.
  tandem_options options{32, 0, 0, 0, 0, 0, 0, 0, 77, 88};
  tandem_exchange* exchange = nullptr;
  ASSERT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_OK) << tandem_error();
  tandem_exchange_destroy(exchange);
  exchange = nullptr;
  options.size = sizeof options;
  EXPECT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_INVALID);
  EXPECT_EQ(std::string(tandem_error()), "pinned is neither 0 nor 1");
  options.pinned = 1;
  EXPECT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_INVALID);
  EXPECT_EQ(std::string(tandem_error()), "timed_every is neither 0 nor a power of two up to 2^20");
  options.timed_every = 0;
  ASSERT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_OK) << tandem_error();
  tandem_exchange_destroy(exchange);
}

TEST(ExchangeAbi, MisuseIsACodeWithAText) {
  tandem_options options{sizeof(tandem_options) - 4, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  tandem_exchange* none = nullptr;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  EXPECT_NE(std::string(tandem_error()).find("another size"), std::string::npos);
  EXPECT_EQ(tandem_exchange_create(nullptr, &none), TANDEM_INVALID);
  EXPECT_EQ(none, nullptr);
  Abi x;
  std::array<std::byte, 70> bytes{};
  std::size_t consumed = 9;
  EXPECT_EQ(tandem_exchange_submit(x.get(), bytes.data(), 70, &consumed, nullptr),
            TANDEM_MALFORMED);
  EXPECT_EQ(consumed, 64u);
  EXPECT_EQ(std::string(tandem_error()), "no command at byte 64 of 70");
  EXPECT_EQ(tandem_exchange_submit(x.get(), nullptr, 1, nullptr, nullptr), TANDEM_INVALID);
  std::size_t count = 0;
  EXPECT_EQ(tandem_exchange_levels(x.get(), 4, 0, nullptr, 0, &count), TANDEM_NOT_FOUND);
  EXPECT_EQ(tandem_exchange_levels(x.get(), 4, 2, nullptr, 0, &count), TANDEM_INVALID);
  EXPECT_EQ(tandem_exchange_event_hash(x.get(), nullptr), TANDEM_INVALID);
  tandem_exchange_destroy(nullptr);
}

TEST(ExchangeAbi, WithoutRiskMoneyIsRefusedAndOrdersMatch) {
  Abi x(0, false);
  CommandInput in;
  in.type = type::kAddUser;
  in.userId = 1;
  EXPECT_EQ(x.submit(in), ResultCode::kNoRiskStage);
  in = {};
  in.type = type::kAddSymbol;
  in.symbol = 1;
  in.hasSpec = true;
  in.spec = {1, 1, 2, 1, 1, 0, 0};
  EXPECT_EQ(x.submit(in), ResultCode::kOk);
  EXPECT_EQ(x.submit(Abi::place(8, command::kBuy, 1, 5, 5)), ResultCode::kOk);
  EXPECT_EQ(x.submit(Abi::place(9, command::kSell, 2, 5, 5)), ResultCode::kOk);
  tandem_counts counts;
  ASSERT_EQ(tandem_exchange_counts(x.get(), &counts), TANDEM_OK);
  EXPECT_EQ(counts.trades, 1);
  tandem_balance balance;
  EXPECT_EQ(tandem_exchange_balance(x.get(), 8, 1, &balance), TANDEM_NOT_FOUND);
}

/** Thin balances, moves and cancels at random: money is neither made nor lost. */
/** Commands one behind the other as records: more than a pipelined exchange takes at once. */
std::vector<std::byte> manyRecords(i64 users, std::size_t& commands) {
  std::vector<std::byte> all;
  std::mt19937_64 random(7);
  std::array<std::byte, codec::kMaxBytes> bytes;
  for (commands = 0; commands < 5'000; commands++) {
    CommandInput in =
        Abi::place(1 + static_cast<i64>(random() % static_cast<u64>(users)),
                   static_cast<u8>(random() % 2), 1 + static_cast<i64>(commands),
                   90 + static_cast<i64>(random() % 20), 1 + static_cast<i64>(random() % 9));
    in.timestampNs = 1'000'000 + static_cast<i64>(commands);
    const std::size_t length = codec::encode(in, bytes);
    all.insert(all.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
  }
  return all;
}

/** Whatever the shards, everybody is found, and the parts of a currency add up. */
void sameQuestions(tandem_exchange* one, tandem_exchange* other, i64 users) {
  for (i64 id = 1; id <= users; id++) {
    tandem_user user[2];
    tandem_balance balance[2];
    ASSERT_EQ(tandem_exchange_user(one, id, &user[0]), TANDEM_OK);
    ASSERT_EQ(tandem_exchange_user(other, id, &user[1]), TANDEM_OK);
    EXPECT_EQ(user[0].open_orders, user[1].open_orders);
    ASSERT_EQ(tandem_exchange_balance(one, id, 2, &balance[0]), TANDEM_OK);
    ASSERT_EQ(tandem_exchange_balance(other, id, 2, &balance[1]), TANDEM_OK);
    EXPECT_EQ(balance[0].available, balance[1].available);
    EXPECT_EQ(balance[0].held, balance[1].held);
  }
  tandem_currency currency[2];
  ASSERT_EQ(tandem_exchange_currency(one, 2, &currency[0]), TANDEM_OK);
  ASSERT_EQ(tandem_exchange_currency(other, 2, &currency[1]), TANDEM_OK);
  EXPECT_EQ(std::memcmp(&currency[0], &currency[1], sizeof currency[0]), 0);
  EXPECT_EQ(currency[1].available + currency[1].held + currency[1].fees, currency[1].supply);
  tandem_level best[2];
  std::size_t levels[2];
  ASSERT_EQ(tandem_exchange_levels(one, 1, 0, &best[0], 1, &levels[0]), TANDEM_OK);
  ASSERT_EQ(tandem_exchange_levels(other, 1, 0, &best[1], 1, &levels[1]), TANDEM_OK);
  EXPECT_EQ(levels[0], levels[1]);
  EXPECT_EQ(best[0].quantity, best[1].quantity);
  tandem_user nobody;
  EXPECT_EQ(tandem_exchange_user(other, users + 1, &nobody), TANDEM_NOT_FOUND);
}

TEST(ExchangeAbi, APipelinedExchangeGivesTheSame) {
  Abi fused(1'000'000);
  Abi pipelined(1'000'000, true, true);
  Abi sharded(1'000'000, true, true, 3, 2);
  std::size_t commands = 0;
  // Poor enough that some are refused.
  const std::vector<std::byte> records = manyRecords(20, commands);
  const std::vector<std::uint8_t> none(records.size() / 64);
  std::vector<std::uint8_t> codes[] = {none, none, none};
  std::uint64_t events[3];
  std::uint64_t states[3];
  int i = 0;
  for (Abi* x : {&fused, &pipelined, &sharded}) {
    x->prepare(20, 20'000);
    std::size_t consumed = 0;
    ASSERT_EQ(tandem_exchange_submit(x->get(), records.data(), records.size(), &consumed,
                                     codes[i].data()),
              TANDEM_OK);
    EXPECT_EQ(consumed, records.size());
    ASSERT_EQ(tandem_exchange_event_hash(x->get(), &events[i]), TANDEM_OK);
    ASSERT_EQ(tandem_exchange_state_hash(x->get(), &states[i]), TANDEM_OK);
    i++;
  }
  for (int other : {1, 2}) {
    EXPECT_EQ(codes[0], codes[other]);
    EXPECT_EQ(events[0], events[other]);
    EXPECT_EQ(states[0], states[other]);
  }
  sameQuestions(fused.get(), sharded.get(), 20);
  const auto ok = static_cast<std::uint8_t>(ResultCode::kOk);
  const auto accepted = std::count(codes[0].begin(), codes[0].end(), ok);
  EXPECT_GT(accepted, 1'000);
  EXPECT_LT(accepted, static_cast<std::ptrdiff_t>(commands));
  tandem_counts counts;
  ASSERT_EQ(tandem_exchange_counts(pipelined.get(), &counts), TANDEM_OK);
  EXPECT_GT(counts.trades, 500);
}

TEST(ExchangeAbi, APipelinedExchangeStopsAtBytesThatAreNoCommand) {
  Abi x(0, true, true);
  x.prepare(2, 1'000'000);
  std::size_t commands = 0;
  std::vector<std::byte> records = manyRecords(2, commands);
  records.resize(64 * 3 + 5);
  std::size_t consumed = 0;
  std::uint8_t codes[3] = {99, 99, 99};
  EXPECT_EQ(tandem_exchange_submit(x.get(), records.data(), records.size(), &consumed, codes),
            TANDEM_MALFORMED);
  EXPECT_EQ(consumed, 64u * 3);
  for (const std::uint8_t code : codes) {
    EXPECT_EQ(code, static_cast<std::uint8_t>(ResultCode::kOk));
  }
}

TEST(ExchangeAbi, APipelinedExchangeHasUsers) {
  tandem_options options{sizeof(tandem_options), 1, 0, 0, 0, 1, 0, 0, 0, 0};
  tandem_exchange* none = nullptr;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  options.pipelined = 2;
  options.without_risk = 0;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  options.pipelined = 0;
  options.risk_shards = 2;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  options.pipelined = 1;
  options.matching_shards = 65;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  EXPECT_EQ(none, nullptr);
}

TEST(ExchangeAbi, MoneyIsConserved) {
  Abi x;
  x.prepare(5, 50'000);
  std::mt19937_64 random(21);
  std::array<int, command::kResultCodes> codes{};
  for (int i = 0; i < 30'000; i++) {
    CommandInput in = Abi::place(
        1 + static_cast<i64>(random() % 5), random() % 2, 1 + static_cast<i64>(random() % 400),
        90 + static_cast<i64>(random() % 20), 1 + static_cast<i64>(random() % 60));
    constexpr std::array<u8, 8> types = {type::kPlace,  type::kPlace,  type::kPlace, type::kMove,
                                         type::kCancel, type::kReduce, type::kMove,  type::kPlace};
    in.type = types[random() % types.size()];
    in.orderType = random() % 5 == 0 ? command::kIoc : command::kGtc;
    if (random() % 500 == 0) {
      in.type = random() % 2 == 0 ? type::kStartAuction : type::kUncross;
    }
    codes[static_cast<std::size_t>(x.submit(in))]++;
    if (i % 1'000 == 0) {
      for (const i32 currency : {1, 2}) {
        tandem_currency c;
        ASSERT_EQ(tandem_exchange_currency(x.get(), currency, &c), TANDEM_OK);
        ASSERT_EQ(c.available + c.held + c.fees, c.supply);
        ASSERT_EQ(c.supply, 5 * 50'000);
      }
    }
  }
  tandem_counts counts;
  ASSERT_EQ(tandem_exchange_counts(x.get(), &counts), TANDEM_OK);
  EXPECT_GT(counts.trades, 1'000);
  EXPECT_GT(codes[static_cast<std::size_t>(ResultCode::kInsufficientFunds)], 100);
  EXPECT_GT(codes[static_cast<std::size_t>(ResultCode::kDuplicateOrderId)], 100);
}

}  // namespace
}  // namespace tandem
