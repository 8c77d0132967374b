#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Numbers a report of a user that is heard by numbers. */
class ReportNumber final : public Message<ReportNumber> {
 public:
  /** Its template. */
  static constexpr u16 kId = 16;
  /** Bytes of its fields. */
  static constexpr u16 kBlock = 24;

  /** The user. */
  i64 user() const { return get<i64>(kUser); }

  /** Sets it. */
  ReportNumber& user(i64 value) { return put(kUser, value); }

  /** Each report has the next one. */
  i64 number() const { return get<i64>(kNumber); }

  /** Sets it. */
  ReportNumber& number(i64 value) { return put(kNumber, value); }

  /** 0: the report follows at once; 1: it is the next answer to a command of the session; 2: it was
   * an answer already. */
  u8 told() const { return get<u8>(kTold); }

  /** Sets it. */
  ReportNumber& told(u8 value) { return put(kTold, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kNumber = 8;
  static constexpr std::size_t kTold = 16;
};

}  // namespace tandem::client::wire
