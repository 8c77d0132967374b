#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "client/wire_fields.hpp"
#include "fuzzing.hpp"
#include "tandem/client/wire/amend_order.hpp"
#include "tandem/client/wire/cancel_order.hpp"
#include "tandem/client/wire/execution_report.hpp"
#include "tandem/client/wire/fill.hpp"
#include "tandem/client/wire/follow_user.hpp"
#include "tandem/client/wire/heartbeat.hpp"
#include "tandem/client/wire/logon.hpp"
#include "tandem/client/wire/logon_accepted.hpp"
#include "tandem/client/wire/logout.hpp"
#include "tandem/client/wire/mass_cancel.hpp"
#include "tandem/client/wire/move_order.hpp"
#include "tandem/client/wire/place_instructed.hpp"
#include "tandem/client/wire/place_order.hpp"
#include "tandem/client/wire/reduce_order.hpp"
#include "tandem/client/wire/reject.hpp"
#include "tandem/client/wire/report_number.hpp"
#include "tandem/client/wire/signed_logon.hpp"
#include "tandem/client/wire/subscribe_user.hpp"
#include "tandem/client/wire/user_subscribed.hpp"

namespace wire = tandem::client::wire;
using tandem::fuzzing::require;

namespace {

/** Reads and writes all fields of a message over the bytes, unless it is refused. */
template <typename M, typename Fields>
void visit(std::span<std::byte> bytes) {
  const std::size_t block = wire::Header::of(bytes)->blockLength;
  M message;
  try {
    message.over(bytes);
  } catch (const std::invalid_argument&) {
    require(block < M::kBlock || bytes.size() < wire::kHeader + block, "what is whole is taken");
    return;
  }
  require(block >= M::kBlock && bytes.size() >= wire::kHeader + block, "what is not is refused");
  const std::vector<std::byte> before(bytes.begin(), bytes.end());
  Fields::each(message, 1, false);
  require(std::equal(bytes.begin(), bytes.end(), before.begin()), "who reads changes nothing");
  require(Fields::each(message, bytes.size(), true), "what was written is read");
  const auto known = static_cast<std::ptrdiff_t>(M::length());
  require(std::equal(bytes.begin() + known, bytes.end(), before.begin() + known),
          "who writes stays within the fields");
}

void visit(tandem::u16 id, std::span<std::byte> bytes) {
  switch (id) {
    case wire::Logon::kId:
      return visit<wire::Logon, wire::LogonFields>(bytes);
    case wire::PlaceOrder::kId:
      return visit<wire::PlaceOrder, wire::PlaceOrderFields>(bytes);
    case wire::PlaceInstructed::kId:
      return visit<wire::PlaceInstructed, wire::PlaceInstructedFields>(bytes);
    case wire::CancelOrder::kId:
      return visit<wire::CancelOrder, wire::CancelOrderFields>(bytes);
    case wire::MassCancel::kId:
      return visit<wire::MassCancel, wire::MassCancelFields>(bytes);
    case wire::MoveOrder::kId:
      return visit<wire::MoveOrder, wire::MoveOrderFields>(bytes);
    case wire::AmendOrder::kId:
      return visit<wire::AmendOrder, wire::AmendOrderFields>(bytes);
    case wire::ReduceOrder::kId:
      return visit<wire::ReduceOrder, wire::ReduceOrderFields>(bytes);
    case wire::FollowUser::kId:
      return visit<wire::FollowUser, wire::FollowUserFields>(bytes);
    case wire::Heartbeat::kId:
      return visit<wire::Heartbeat, wire::HeartbeatFields>(bytes);
    case wire::Logout::kId:
      return visit<wire::Logout, wire::LogoutFields>(bytes);
    case wire::SignedLogon::kId:
      return visit<wire::SignedLogon, wire::SignedLogonFields>(bytes);
    case wire::SubscribeUser::kId:
      return visit<wire::SubscribeUser, wire::SubscribeUserFields>(bytes);
    case wire::LogonAccepted::kId:
      return visit<wire::LogonAccepted, wire::LogonAcceptedFields>(bytes);
    case wire::ExecutionReport::kId:
      return visit<wire::ExecutionReport, wire::ExecutionReportFields>(bytes);
    case wire::Reject::kId:
      return visit<wire::Reject, wire::RejectFields>(bytes);
    case wire::Fill::kId:
      return visit<wire::Fill, wire::FillFields>(bytes);
    case wire::UserSubscribed::kId:
      return visit<wire::UserSubscribed, wire::UserSubscribedFields>(bytes);
    case wire::ReportNumber::kId:
      return visit<wire::ReportNumber, wire::ReportNumberFields>(bytes);
    default:
      break;
  }
}

}  // namespace

/** Bytes as messages of the gateway's binary protocol, one behind the other, as a client reads
 * them. */
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  while (const auto header = wire::Header::of(std::as_bytes(std::span(data, size)))) {
    // Exactly these bytes and none behind them, so that the sanitizer sees who goes further.
    const std::size_t whole = wire::kHeader + header->blockLength;
    const std::size_t length = std::min(size, whole);
    std::vector<std::byte> bytes(length);
    std::memcpy(bytes.data(), data, length);
    visit(header->templateId, bytes);
    data += length;
    size -= length;
  }
  return 0;
}
