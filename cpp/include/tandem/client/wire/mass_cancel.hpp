#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/**
 * Cancels orders of a user in a symbol, so many at most; the answer's open lots are how many are
 * left.
 */
class MassCancel final : public Message<MassCancel> {
 public:
  static constexpr u16 kId = 18;
  static constexpr u16 kBlock = 24;
  /** Stands for both sides. */
  static constexpr u8 kBothSides = 2;

  /** The client's, 1 or more. */
  i64 sequence() const { return get<i64>(kSequence); }

  MassCancel& sequence(i64 value) { return put(kSequence, value); }

  /** Whose orders, 1 or more. */
  i64 user() const { return get<i64>(kUser); }

  MassCancel& user(i64 value) { return put(kUser, value); }

  i32 symbol() const { return get<i32>(kSymbol); }

  MassCancel& symbol(i32 value) { return put(kSymbol, value); }

  /** The code of a side, or kBothSides. */
  u8 sides() const { return get<u8>(kSides); }

  MassCancel& sides(u8 value) { return put(kSides, value); }

 private:
  static constexpr std::size_t kSequence = 0;
  static constexpr std::size_t kUser = 8;
  static constexpr std::size_t kSymbol = 16;
  static constexpr std::size_t kSides = 20;
};

}  // namespace tandem::client::wire
