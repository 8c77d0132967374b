#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <new>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "capi/exchange_handle.hpp"
#include "kernel/abi.hpp"
#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem {
namespace {

using command::CommandInput;
using command::ResultCode;
namespace type = command::type;
namespace codec = command::command_codec;

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
  EXPECT_EQ(std::string(tandem_error()), "a reserved word is not 0");
  options.reserved = 0;
  ASSERT_EQ(tandem_exchange_create(&options, &exchange), TANDEM_OK) << tandem_error();
  tandem_exchange_destroy(exchange);
}

/** What is thrown while an exchange is made, as a code. */
template <class E>
int codeOf(const E& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return capi::notMade(TANDEM_LOG);
  }
}

TEST(ExchangeAbi, WhyNoneCouldBeMadeIsACode) {
  EXPECT_EQ(codeOf(std::bad_alloc()), TANDEM_NO_MEMORY);
  EXPECT_EQ(codeOf(std::length_error("shards")), TANDEM_NO_MEMORY);
  EXPECT_EQ(codeOf(std::invalid_argument("shards")), TANDEM_INVALID);
  // As std::thread has it where the system makes no more.
  EXPECT_EQ(codeOf(std::system_error(EAGAIN, std::system_category())), TANDEM_NO_THREADS);
  EXPECT_EQ(std::string(tandem_error()), "the system makes no more threads");
  EXPECT_EQ(codeOf(std::system_error(EIO, std::system_category())), TANDEM_LOG);
  EXPECT_EQ(codeOf(std::runtime_error("else")), TANDEM_LOG);
}

/** Whoever gives no room learns how much he needs, and nothing is written behind what he gives. */
TEST(ExchangeAbi, ACountIsThatOfTheSideWhateverTheRoom) {
  Abi x;
  x.prepare(1, 1'000'000);
  for (i64 id = 1; id <= 6; id++) {
    // Two orders at each of 100, 101 and 102.
    ASSERT_EQ(x.submit(Abi::place(1, command::kSell, id, 100 + id / 2 % 3, 7)), ResultCode::kOk);
  }
  for (std::size_t room = 0; room <= 7; room++) {
    std::array<tandem_level, 8> levels;
    std::array<tandem_order, 8> orders;
    levels.fill({-1, -1, -1});
    orders.fill({-1, -1, -1, -1, -1});
    std::size_t count = 99;
    ASSERT_EQ(tandem_exchange_levels(x.get(), 1, 1, levels.data(), room, &count), TANDEM_OK);
    EXPECT_EQ(count, 3u) << room;
    for (std::size_t i = 0; i < levels.size(); i++) {
      const bool given = i < std::min(room, std::size_t{3});
      EXPECT_EQ(levels[i].price, given ? 100 + static_cast<i64>(i) : -1) << room;
      EXPECT_EQ(levels[i].orders, given ? 2 : -1) << room;
    }
    ASSERT_EQ(tandem_exchange_orders(x.get(), 1, 1, orders.data(), room, &count), TANDEM_OK);
    EXPECT_EQ(count, 6u) << room;
    for (std::size_t i = 0; i < orders.size(); i++) {
      const bool given = i < std::min(room, std::size_t{6});
      EXPECT_EQ(orders[i].price, given ? 100 + static_cast<i64>(i) / 2 : -1) << room;
    }
  }
  std::size_t count = 99;
  ASSERT_EQ(tandem_exchange_levels(x.get(), 1, 1, nullptr, 0, &count), TANDEM_OK);
  EXPECT_EQ(count, 3u);
  ASSERT_EQ(tandem_exchange_levels(x.get(), 1, 0, nullptr, 0, &count), TANDEM_OK);
  EXPECT_EQ(count, 0u);
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

class WithoutRisk : public testing::TestWithParam<bool> {};

TEST_P(WithoutRisk, MoneyIsRefusedAndOrdersMatch) {
  Abi x(0, false, GetParam());
  CommandInput in;
  in.type = type::kAddUser;
  in.userId = 1;
  EXPECT_EQ(x.submit(in), ResultCode::kNoRiskStage);
  in = {};
  in.type = type::kAddSymbol;
  in.symbol = 1;
  in.spec = command::shared({1, 1, 2, 1, 1, 0, 0});
  EXPECT_EQ(x.submit(in), ResultCode::kOk);
  EXPECT_EQ(x.submit(Abi::place(8, command::kBuy, 1, 5, 5)), ResultCode::kOk);
  EXPECT_EQ(x.submit(Abi::place(9, command::kSell, 2, 5, 5)), ResultCode::kOk);
  tandem_counts counts;
  ASSERT_EQ(tandem_exchange_counts(x.get(), &counts), TANDEM_OK);
  EXPECT_EQ(counts.trades, 1);
  tandem_balance balance;
  EXPECT_EQ(tandem_exchange_balance(x.get(), 8, 1, &balance), TANDEM_NOT_FOUND);
}

INSTANTIATE_TEST_SUITE_P(Topologies, WithoutRisk, testing::Bool());

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

TEST(ExchangeAbi, ImpossibleShardsAreRefused) {
  tandem_options options{sizeof(tandem_options), 1, 0, 0, 0, 1, 2, 0, 0, 0};
  tandem_exchange* none = nullptr;
  EXPECT_EQ(tandem_exchange_create(&options, &none), TANDEM_INVALID);
  EXPECT_NE(std::string(tandem_error()).find("risk_shards must be 0 or 1"), std::string::npos);
  options.risk_shards = 0;
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
    in.terms = random() % 5 == 0 ? command::kIoc : command::kGtc;
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
