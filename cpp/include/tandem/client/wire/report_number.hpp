#pragma once

#include "tandem/client/wire/message.hpp"

namespace tandem::client::wire {

/** Numbers a report of a user that a session has subscribed to by numbers. */
class ReportNumber final : public Message<ReportNumber> {
 public:
  static constexpr u16 kId = 16;
  static constexpr u16 kBlock = 24;

  i64 user() const { return get<i64>(kUser); }

  ReportNumber& user(i64 value) { return put(kUser, value); }

  /** Each report has the next one. */
  i64 number() const { return get<i64>(kNumber); }

  ReportNumber& number(i64 value) { return put(kNumber, value); }

  /** 0: the report follows at once; 1: it is the next answer to a command of the session; 2: it was
   * an answer already. */
  u8 delivery() const { return get<u8>(kDelivery); }

  ReportNumber& delivery(u8 value) { return put(kDelivery, value); }

 private:
  static constexpr std::size_t kUser = 0;
  static constexpr std::size_t kNumber = 8;
  static constexpr std::size_t kDelivery = 16;
};

}  // namespace tandem::client::wire
