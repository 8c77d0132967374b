#include "type_name.hpp"

#include <cstdint>

#include "tandem/command/command_type.hpp"

namespace tandem::tool {

std::string typeName(u8 code) {
  namespace type = command::type;
  switch (code) {
    case type::kNop:
      return "NOP";
    case type::kAddUser:
      return "ADD_USER";
    case type::kSuspendUser:
      return "SUSPEND_USER";
    case type::kResumeUser:
      return "RESUME_USER";
    case type::kAdjustBalance:
      return "ADJUST_BALANCE";
    case type::kAddSymbol:
      return "ADD_SYMBOL";
    case type::kWithdrawFees:
      return "WITHDRAW_FEES";
    case type::kPlace:
      return "PLACE";
    case type::kCancel:
      return "CANCEL";
    case type::kReduce:
      return "REDUCE";
    case type::kMove:
      return "MOVE";
    case type::kStartAuction:
      return "START_AUCTION";
    case type::kUncross:
      return "UNCROSS";
    case type::kQuery:
      return "QUERY";
    default:
      return "UNKNOWN(" + std::to_string(static_cast<std::int8_t>(code)) + ")";
  }
}

}  // namespace tandem::tool
