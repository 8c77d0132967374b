#include "tandem/command/command_codec.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <string_view>

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
  in.spec = shared({-2, -7, 8, 9, 10, 11, 12, {13, 14, 15, 16}, 17, {{18}, 19, 20}});
  in.refusal = 34;
  in.instructions.extend().words = {1, -2, 3, 4, 5, 6, 7, -8};
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
  ASSERT_NE(out.spec, nullptr);
  EXPECT_EQ(*out.spec, *in.spec);
  EXPECT_EQ(out.spec->baseCurrency, -7);
  EXPECT_EQ(out.spec->quoteCurrency, 8);
  EXPECT_EQ(out.spec->takerFeePpm, 12);
  EXPECT_EQ(out.refusal, 34);
  ASSERT_NE(out.instructions.get(), nullptr);
  EXPECT_EQ(out.instructions.get()->words, in.instructions.get()->words);
  // The same slot for a command without them.
  ASSERT_EQ(decode(written(CommandInput{}, 64), out), 64u);
  EXPECT_EQ(out.instructions.get(), nullptr);
}

TEST(CommandCodec, WritesARefusalBehindAllElse) {
  CommandInput in;
  in.type = type::kPlace;
  in.refusal = 31;
  auto bytes = written(in, 72);
  EXPECT_EQ(bytes[1], std::byte{8});
  EXPECT_EQ(bytes[64], std::byte{31});
  in.transactionId = 5;
  bytes = written(in, 96);
  EXPECT_EQ(bytes[1], std::byte{2 | 8});
  EXPECT_EQ(bytes[88], std::byte{31});
  // What has no bytes is refused as what has: neither is of a door.
  in.refusal = 255;
  bytes = written(in, 96);
  EXPECT_EQ(bytes[88], std::byte{127});
  CommandInput out;
  ASSERT_EQ(decode(std::span(bytes).first(96), out), 96u);
  EXPECT_EQ(out.refusal, 127);
  in.refusal = 0;
  written(in, 88);
}

TEST(CommandCodec, RefusesARefusalOutOfBounds) {
  CommandInput in;
  in.refusal = 1;
  auto bytes = written(in, 72);
  CommandInput out;
  const auto decoded = [&] { return decode(std::span(bytes).first(72), out); };
  ASSERT_EQ(decoded(), 72u);
  for (const int value : {0, 128, 255}) {
    bytes[64] = static_cast<std::byte>(value);
    EXPECT_EQ(decoded(), 0u) << value;
  }
  bytes[64] = std::byte{1};
  for (std::size_t at = 65; at < 72; at++) {
    bytes[at] = std::byte{1};
    EXPECT_EQ(decoded(), 0u) << at;
    bytes[at] = std::byte{0};
  }
  EXPECT_EQ(decode(std::span(bytes).first(71), out), 0u);
}

TEST(CommandCodec, RefusesWhatIsNoWholeCommand) {
  CommandInput in;
  in.type = type::kAddSymbol;
  in.spec = shared({});
  auto bytes = written(in, command_codec::kFixedBytes + command_codec::kSymbolBytes);
  CommandInput out;
  out.userId = 77;
  const std::span<const std::byte> all(bytes);
  EXPECT_EQ(decode(all.first(63), out), 0u);
  EXPECT_EQ(decode(all.first(command_codec::kFixedBytes + command_codec::kSymbolBytes - 1), out),
            0u);
  bytes[1] = std::byte{1};
  EXPECT_EQ(decode(all, out), 0u);
  EXPECT_EQ(out.userId, 77);
}

Naming named(std::string_view text, i32 decimals = 0, i32 quantityDecimals = 0) {
  Naming naming{{}, decimals, quantityDecimals};
  std::memcpy(naming.name.data(), text.data(), text.size());
  return naming;
}

TEST(CommandCodec, WritesTheNameOfACurrency) {
  CommandInput in;
  in.type = type::kAddCurrency;
  in.currency = -4;
  SymbolSpec spec;
  spec.naming = named("7UP/X", 18);
  in.spec = shared(spec);
  const auto bytes = written(in, 64 + 24 + 32);
  EXPECT_EQ(bytes[1], std::byte{2 | 32});
  CommandInput back;
  ASSERT_EQ(decode(bytes, back), 64U + 24 + 32);
  EXPECT_EQ(back.spec->naming, spec.naming);
  EXPECT_EQ(back.spec->naming.text(), "7UP/X");
}

TEST(CommandCodec, KnowsWhatIsAName) {
  for (const char* name : {"A", "7UP", "A.B/C-D_9", "ABCDEFGHIJKLMNOPQRSTUVWX"}) {
    EXPECT_TRUE(named(name, 18).isOfCurrency()) << name;
    EXPECT_TRUE(named(name, 0, 18).isOfSymbol()) << name;
  }
  using namespace std::string_view_literals;
  for (const std::string_view name :
       {"42"sv, "-20"sv, "1.5"sv, "a"sv, "A B"sv, "A\0B"sv, "\0A"sv, "\xc4"sv}) {
    EXPECT_FALSE(named(name).isOfCurrency()) << name;
    EXPECT_FALSE(named(name).isOfSymbol()) << name;
  }
  EXPECT_TRUE(Naming{}.isOfSymbol());
  EXPECT_FALSE(Naming{}.isOfCurrency());
  EXPECT_FALSE(named("", 1).isOfSymbol());
  EXPECT_FALSE(named("A", 19).isOfSymbol());
  EXPECT_FALSE(named("A", 0, -1).isOfSymbol());
  EXPECT_FALSE(named("A", 0, 1).isOfCurrency());
}

}  // namespace
}  // namespace tandem::command
