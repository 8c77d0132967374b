#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>

#include "tandem.h"
#include "tandem/command/command_codec.hpp"

namespace tandem {

/** An exchange behind the C interface. */
class Abi {
 public:
  explicit Abi(std::uint64_t capacity = 0, bool risk = true, bool pipelined = false,
               std::uint16_t riskShards = 0, std::uint16_t matchingShards = 0) {
    const tandem_options options{sizeof(tandem_options),
                                 risk ? 0u : 1u,
                                 0,
                                 0,
                                 capacity,
                                 pipelined ? 1u : 0u,
                                 riskShards,
                                 matchingShards,
                                 0,
                                 0};
    EXPECT_EQ(tandem_exchange_create(&options, &exchange_), TANDEM_OK);
  }
  ~Abi() { tandem_exchange_destroy(exchange_); }
  Abi(const Abi&) = delete;
  Abi& operator=(const Abi&) = delete;

  tandem_exchange* get() const { return exchange_; }

  command::ResultCode submit(command::CommandInput in) {
    in.timestampNs = ++time_;
    std::array<std::byte, command::command_codec::kMaxBytes> bytes;
    const std::size_t length = command::command_codec::encode(in, bytes);
    std::size_t consumed = 0;
    std::uint8_t code = 0;
    EXPECT_EQ(tandem_exchange_submit(exchange_, bytes.data(), length, &consumed, &code), TANDEM_OK);
    EXPECT_EQ(consumed, length);
    return static_cast<command::ResultCode>(code);
  }

  void prepare(i64 users, i64 funding) {
    command::CommandInput in;
    in.type = command::type::kAddSymbol;
    in.symbol = 1;
    in.spec = command::shared({1, 1, 2, 10, 3, 700, 1'900});
    EXPECT_EQ(submit(in), command::ResultCode::kOk);
    for (i64 user = 1; user <= users; user++) {
      in = {};
      in.type = command::type::kAddUser;
      in.userId = user;
      EXPECT_EQ(submit(in), command::ResultCode::kOk);
      for (const i32 currency : {1, 2}) {
        in.type = command::type::kAdjustBalance;
        in.currency = currency;
        in.amount = funding;
        in.transactionId = currency;
        EXPECT_EQ(submit(in), command::ResultCode::kOk);
      }
    }
  }

  static command::CommandInput place(i64 user, u8 side, i64 id, i64 price, i64 lots) {
    command::CommandInput in;
    in.type = command::type::kPlace;
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

}  // namespace tandem
