#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** From now on, or from where it was, this session hears of all that becomes of a user's orders, by
 * numbers. */
class HearUser final : public Message<HearUser> {
 public:
  /** Its template. */
  static constexpr u16 kId = 10;
  /** Bytes of its fields. */
  static constexpr u16 kBlock = 24;

  /** The user. */
  i64 user() const { return get<i64>(kUser); }

  /** Sets it. */
  HearUser& user(i64 value) { return put(kUser, value); }

  /** The start of the gateway whose numbers it counts by; 0 if it has heard of nothing yet. */
  i64 run() const { return get<i64>(kRun); }

  /** Sets it. */
  HearUser& run(i64 value) { return put(kRun, value); }

  /** The last number that it knows of that start. */
  i64 from() const { return get<i64>(kFrom); }

  /** Sets it. */
  HearUser& from(i64 value) { return put(kFrom, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kRun = 8;
  static constexpr std::size_t kFrom = 16;
};

}  // namespace tandem::client::wire
