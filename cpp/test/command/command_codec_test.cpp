#include "tandem/command/command_codec.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

namespace tandem::command {
namespace {

using command_codec::decode;
using command_codec::encode;

std::array<std::byte, command_codec::kMaxBytes> written(const CommandInput& in, std::size_t bytes) {
  std::array<std::byte, command_codec::kMaxBytes> into{};
  EXPECT_EQ(encode(in, into), bytes);
  return into;
}

TEST(CommandCodec, IsTheVectorOfTheFormat) {
  CommandInput in;
  in.type = type::kPlace;
  in.side = kSell;
  in.terms = kIoc;
  in.symbol = 7;
  in.timestampNs = 258;
  in.clientKey = 3;
  in.clientSequence = 4;
  in.userId = 5;
  in.orderId = 6;
  in.price = 100;
  in.quantity = 40;
  const std::array<u8, 64> expected = {
      0x0a, 0, 1, 1, 7, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0,    0, 0, 0, 0, 4, 0, 0, 0,   0,
      0,    0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0, 0x64, 0, 0, 0, 0, 0, 0, 0, 0x28};
  EXPECT_EQ(std::memcmp(written(in, 64).data(), expected.data(), expected.size()), 0);
}

TEST(CommandCodec, GivesBackWhatWasWrittenAtAnyAlignment) {
  CommandInput in;
  in.type = type::kAddSymbol;
  in.symbol = -2;
  in.amount = -3;
  in.transactionId = 4;
  in.currency = -5;
  in.hasSpec = true;
  in.spec = {-2, -7, 8, 9, 10, 11, 12};
  const auto bytes = written(in, command_codec::kMaxBytes);
  std::array<std::byte, command_codec::kMaxBytes + 3> shifted{};
  std::copy(bytes.begin(), bytes.end(), shifted.begin() + 3);
  CommandInput out;
  ASSERT_EQ(decode(std::span(shifted).subspan(3), out), command_codec::kMaxBytes);
  EXPECT_EQ(out.type, type::kAddSymbol);
  EXPECT_EQ(out.symbol, -2);
  EXPECT_EQ(out.amount, -3);
  EXPECT_EQ(out.transactionId, 4);
  EXPECT_EQ(out.currency, -5);
  ASSERT_TRUE(out.hasSpec);
  EXPECT_EQ(out.spec.baseCurrency, -7);
  EXPECT_EQ(out.spec.quoteCurrency, 8);
  EXPECT_EQ(out.spec.takerFeePpm, 12);
}

TEST(CommandCodec, RefusesWhatIsNoWholeCommand) {
  CommandInput in;
  in.type = type::kAddSymbol;
  in.hasSpec = true;
  auto bytes = written(in, command_codec::kFixedBytes + command_codec::kSymbolBytes);
  CommandInput out;
  out.userId = 77;
  const std::span<const std::byte> all(bytes);
  EXPECT_EQ(decode(all.first(63), out), 0u);
  EXPECT_EQ(decode(all.first(command_codec::kFixedBytes + 47), out), 0u);
  bytes[1] = std::byte{1};
  EXPECT_EQ(decode(all, out), 0u);
  EXPECT_EQ(out.userId, 77);
}

}  // namespace
}  // namespace tandem::command
