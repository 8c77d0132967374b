#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string_view>

#include "tandem/command/integers.hpp"

/**
 * The fields of all messages, by the names and numbers that the schema gives them, and a value for
 * each. Written once for our codecs and for those that SBE makes: both have the same setters.
 */
namespace tandem::client::wire {

/** A value that goes into a field of any type; SchemaTest in Java computes the same. */
class Value {
 public:
  Value(u64 seed, u64 message, u64 field) : bits_(mixed(seed, message << 8 | field)) {}

  template <typename Number>
  // It is the setter that knows the type.
  // NOLINTNEXTLINE(google-explicit-constructor)
  operator Number() const {
    return static_cast<Number>(bits_);
  }

  /** One that has only the values 0 and 1. */
  Value oneOfTwo() const { return Value(bits_ & 1); }

 private:
  explicit Value(u64 bits) : bits_(bits) {}

  static u64 mixed(u64 seed, u64 number) {
    const u64 product = (seed * 31 + number) * 0x9E3779B97F4A7C15U;
    return product ^ product >> 32;
  }

  u64 bits_;
};

inline constexpr std::string_view kKeyOfVectors = "name.secret";

template <typename M>
void putKey(M& m) {
  if constexpr (requires { m.putKey(kKeyOfVectors); }) {
    m.putKey(kKeyOfVectors);
  } else {
    m.key(kKeyOfVectors);
  }
}

template <typename M>
std::string_view keyOf(M& m) {
  if constexpr (requires { m.getKeyAsStringView(); }) {
    return m.getKeyAsStringView();
  } else {
    return m.key();
  }
}

/** Bytes of a value: no eight of them are the next eight. */
template <std::size_t kBytes>
std::array<std::byte, kBytes> bytesOf(u64 bits) {
  std::array<std::byte, kBytes> all;
  for (std::size_t i = 0; i < kBytes; i++) {
    all[i] = static_cast<std::byte>((bits >> 8 * (i % 8)) + i);
  }
  return all;
}

/** Writes a field, or says whether it reads as it was written. */
#define TANDEM_FIELD(number, name)                               \
  {                                                              \
    const Value value(seed, M::kNumber, number);                 \
    if (writes) {                                                \
      m.name(value);                                             \
    }                                                            \
    equal &= m.name() == static_cast<decltype(m.name())>(value); \
  }
#define TANDEM_ENUM(number, name)                                   \
  {                                                                 \
    const Value value = Value(seed, M::kNumber, number).oneOfTwo(); \
    if (writes) {                                                   \
      m.name(value);                                                \
    }                                                               \
    equal &= m.name() == static_cast<decltype(m.name())>(value);    \
  }
/** Of bytes: ours are set at once, those of SBE one after the other. */
#define TANDEM_BYTES(number, name, length)                                           \
  {                                                                                  \
    const auto value = bytesOf<length>(Value(seed, M::kNumber, number));             \
    if constexpr (requires { m.name(std::span<const std::byte, length>(value)); }) { \
      if (writes) {                                                                  \
        m.name(std::span<const std::byte, length>(value));                           \
      }                                                                              \
      equal &= std::memcmp(m.name().data(), value.data(), length) == 0;              \
    } else {                                                                         \
      for (std::size_t i = 0; i < (length); i++) {                                   \
        if (writes) {                                                                \
          m.name(i, static_cast<u8>(value[i]));                                      \
        }                                                                            \
        equal &= m.name(i) == static_cast<u8>(value[i]);                             \
      }                                                                              \
    }                                                                                \
  }

struct LogonFields {
  static constexpr u64 kNumber = 1;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = LogonFields;
    bool equal = true;
    if (writes) {
      putKey(m);
    }
    equal &= keyOf(m) == kKeyOfVectors;
    TANDEM_FIELD(2, session)
    TANDEM_FIELD(3, options)
    TANDEM_FIELD(4, heartbeatMillis)
    return equal;
  }
};

struct PlaceOrderFields {
  static constexpr u64 kNumber = 2;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = PlaceOrderFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, price)
    TANDEM_FIELD(5, quantity)
    TANDEM_FIELD(6, symbol)
    TANDEM_ENUM(7, side)
    TANDEM_ENUM(8, timeInForce)
    return equal;
  }
};

struct PlaceInstructedFields {
  static constexpr u64 kNumber = 17;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = PlaceInstructedFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, price)
    TANDEM_FIELD(5, quantity)
    TANDEM_FIELD(6, symbol)
    TANDEM_ENUM(7, side)
    TANDEM_ENUM(8, timeInForce)
    TANDEM_ENUM(9, orderType)
    TANDEM_ENUM(10, postOnly)
    TANDEM_FIELD(11, triggerPrice)
    TANDEM_FIELD(12, minQuantity)
    TANDEM_FIELD(13, budget)
    TANDEM_FIELD(14, expireTime)
    TANDEM_FIELD(15, trailingOffset)
    TANDEM_FIELD(16, displayQuantity)
    TANDEM_FIELD(17, linkedOrder)
    TANDEM_FIELD(18, triggerReference)
    TANDEM_FIELD(19, offsetUnit)
    TANDEM_FIELD(20, selfTrade)
    TANDEM_FIELD(21, reduceOnly)
    return equal;
  }
};

struct CancelOrderFields {
  static constexpr u64 kNumber = 3;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = CancelOrderFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, symbol)
    return equal;
  }
};

struct MassCancelFields {
  static constexpr u64 kNumber = 18;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = MassCancelFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, symbol)
    TANDEM_FIELD(4, sides)
    return equal;
  }
};

struct MoveOrderFields {
  static constexpr u64 kNumber = 4;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = MoveOrderFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, price)
    TANDEM_FIELD(5, quantity)
    TANDEM_FIELD(6, symbol)
    return equal;
  }
};

struct AmendOrderFields {
  static constexpr u64 kNumber = 19;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = AmendOrderFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, price)
    TANDEM_FIELD(5, quantity)
    TANDEM_FIELD(6, triggerPrice)
    TANDEM_FIELD(7, symbol)
    return equal;
  }
};

struct ReduceOrderFields {
  static constexpr u64 kNumber = 5;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = ReduceOrderFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, quantity)
    TANDEM_FIELD(5, symbol)
    return equal;
  }
};

struct FollowUserFields {
  static constexpr u64 kNumber = 6;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = FollowUserFields;
    bool equal = true;
    TANDEM_FIELD(1, user)
    return equal;
  }
};

struct HeartbeatFields {
  static constexpr u64 kNumber = 7;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = HeartbeatFields;
    bool equal = true;
    TANDEM_FIELD(1, number)
    return equal;
  }
};

struct LogoutFields {
  static constexpr u64 kNumber = 8;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = LogoutFields;
    bool equal = true;
    TANDEM_FIELD(1, code)
    TANDEM_FIELD(2, clockMillis)
    return equal;
  }
};

struct SignedLogonFields {
  static constexpr u64 kNumber = 9;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = SignedLogonFields;
    bool equal = true;
    if (writes) {
      putKey(m);
    }
    equal &= keyOf(m) == kKeyOfVectors;
    TANDEM_FIELD(2, time)
    TANDEM_BYTES(3, nonce, 16)
    TANDEM_BYTES(4, signature, 32)
    TANDEM_FIELD(5, session)
    TANDEM_FIELD(6, options)
    TANDEM_FIELD(7, heartbeatMillis)
    return equal;
  }
};

struct SubscribeUserFields {
  static constexpr u64 kNumber = 10;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = SubscribeUserFields;
    bool equal = true;
    TANDEM_FIELD(1, user)
    TANDEM_FIELD(2, run)
    TANDEM_FIELD(3, from)
    return equal;
  }
};

struct LogonAcceptedFields {
  static constexpr u64 kNumber = 11;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = LogonAcceptedFields;
    bool equal = true;
    TANDEM_FIELD(1, time)
    TANDEM_FIELD(2, heartbeatMillis)
    TANDEM_FIELD(3, session)
    return equal;
  }
};

struct ExecutionReportFields {
  static constexpr u64 kNumber = 12;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = ExecutionReportFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, user)
    TANDEM_FIELD(3, order)
    TANDEM_FIELD(4, eventNumber)
    TANDEM_FIELD(5, time)
    TANDEM_FIELD(6, price)
    TANDEM_FIELD(7, filled)
    TANDEM_FIELD(8, open)
    TANDEM_FIELD(9, released)
    TANDEM_FIELD(10, symbol)
    TANDEM_FIELD(11, trades)
    TANDEM_FIELD(12, command)
    TANDEM_FIELD(13, code)
    TANDEM_ENUM(14, side)
    return equal;
  }
};

struct RejectFields {
  static constexpr u64 kNumber = 13;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = RejectFields;
    bool equal = true;
    TANDEM_FIELD(1, sequence)
    TANDEM_FIELD(2, order)
    TANDEM_FIELD(3, eventNumber)
    TANDEM_FIELD(4, time)
    TANDEM_FIELD(5, symbol)
    TANDEM_FIELD(6, code)
    TANDEM_FIELD(7, firstCode)
    TANDEM_FIELD(8, command)
    return equal;
  }
};

struct FillFields {
  static constexpr u64 kNumber = 14;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = FillFields;
    bool equal = true;
    TANDEM_FIELD(1, user)
    TANDEM_FIELD(2, order)
    TANDEM_FIELD(3, trade)
    TANDEM_FIELD(4, price)
    TANDEM_FIELD(5, quantity)
    TANDEM_FIELD(6, time)
    TANDEM_FIELD(7, symbol)
    TANDEM_ENUM(8, side)
    TANDEM_FIELD(9, options)
    return equal;
  }
};

struct UserSubscribedFields {
  static constexpr u64 kNumber = 15;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = UserSubscribedFields;
    bool equal = true;
    TANDEM_FIELD(1, user)
    TANDEM_FIELD(2, run)
    TANDEM_FIELD(3, number)
    TANDEM_FIELD(4, outcome)
    return equal;
  }
};

struct ReportNumberFields {
  static constexpr u64 kNumber = 16;

  template <typename Codec>
  static bool each(Codec& m, [[maybe_unused]] u64 seed, bool writes) {
    using M = ReportNumberFields;
    bool equal = true;
    TANDEM_FIELD(1, user)
    TANDEM_FIELD(2, number)
    TANDEM_FIELD(3, delivery)
    return equal;
  }
};

#undef TANDEM_FIELD
#undef TANDEM_ENUM
#undef TANDEM_BYTES

}  // namespace tandem::client::wire
