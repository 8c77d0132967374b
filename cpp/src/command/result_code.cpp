#include "tandem/command/result_code.hpp"

#include <array>

namespace tandem::command {

namespace {

constexpr std::array kNames = {"PENDING",
                               "OK",
                               "DUPLICATE_COMMAND",
                               "UNKNOWN_COMMAND",
                               "UNKNOWN_USER",
                               "INVALID_USER_ID",
                               "USER_EXISTS",
                               "USER_SUSPENDED",
                               "USER_NOT_SUSPENDED",
                               "UNKNOWN_SYMBOL",
                               "SYMBOL_EXISTS",
                               "INVALID_SYMBOL",
                               "DUPLICATE_TRANSACTION",
                               "INVALID_AMOUNT",
                               "INSUFFICIENT_FUNDS",
                               "OVERFLOW",
                               "INVALID_ORDER_ID",
                               "DUPLICATE_ORDER_ID",
                               "UNKNOWN_ORDER",
                               "INVALID_PRICE",
                               "INVALID_QUANTITY",
                               "INVALID_SIDE",
                               "INVALID_ORDER_TYPE",
                               "NOT_IN_CONTINUOUS_TRADING",
                               "NOT_IN_AUCTION",
                               "ALREADY_IN_STATE",
                               "NO_RISK_STAGE",
                               "LOG_FULL",
                               "STALE_COMMAND",
                               "STALE_TRANSACTION",
                               "CLIENT_SEQUENCE_REUSED",
                               "TOO_MANY_OPEN_ORDERS",
                               "QUANTITY_TOO_LARGE",
                               "NOTIONAL_TOO_LARGE",
                               "PRICE_OUT_OF_BAND",
                               "INVALID_TRIGGER",
                               "UNSUPPORTED_INSTRUCTION",
                               "INVALID_STATE",
                               "NOT_ALLOWED_IN_STATE",
                               "WOULD_TAKE",
                               "BOOK_CROSSED",
                               "QUANTITY_NOT_IN_STEPS",
                               "QUANTITY_TOO_SMALL",
                               "CONTRADICTORY_INSTRUCTION",
                               "INVALID_MIN_QUANTITY",
                               "LIMIT_REQUIRED",
                               "INVALID_BUDGET",
                               "INVALID_EXPIRE_TIME",
                               "ALREADY_EXPIRED",
                               "INVALID_CURRENCY",
                               "CURRENCY_EXISTS",
                               "NAME_IN_USE",
                               "INVALID_DISPLAY_QUANTITY",
                               "TOO_MANY_PARTS",
                               "UNKNOWN_PAYEE",
                               "PAYEE_IS_PAYER",
                               "SYMBOL_FIELD_FIXED",
                               "UNKNOWN_LINKED_ORDER",
                               "INVALID_LINKED_ORDER",
                               "ORDER_IS_LINKED"};

static_assert(kNames.size() == kResultCodes);

}  // namespace

const char* nameOf(ResultCode code) {
  const auto number = static_cast<u8>(code);
  return number < kResultCodes ? kNames[number] : "no result code";
}

}  // namespace tandem::command
