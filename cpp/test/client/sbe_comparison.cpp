// Compares our codecs with those that SBE's generator makes of the schema. CppSchemaTest in Java
// generates, compiles and runs it. It prints what differs, and ends with 1 then.

#include <array>
#include <cstdio>
#include <span>

#include "client/wire_fields.hpp"
#include "dev_tandem_sbe/AmendOrder.h"
#include "dev_tandem_sbe/CancelOrder.h"
#include "dev_tandem_sbe/ExecutionReport.h"
#include "dev_tandem_sbe/Fill.h"
#include "dev_tandem_sbe/FollowUser.h"
#include "dev_tandem_sbe/Heartbeat.h"
#include "dev_tandem_sbe/Logon.h"
#include "dev_tandem_sbe/LogonAccepted.h"
#include "dev_tandem_sbe/Logout.h"
#include "dev_tandem_sbe/MassCancel.h"
#include "dev_tandem_sbe/MoveOrder.h"
#include "dev_tandem_sbe/PlaceInstructed.h"
#include "dev_tandem_sbe/PlaceOrder.h"
#include "dev_tandem_sbe/ReduceOrder.h"
#include "dev_tandem_sbe/Reject.h"
#include "dev_tandem_sbe/ReportNumber.h"
#include "dev_tandem_sbe/SignedLogon.h"
#include "dev_tandem_sbe/SubscribeUser.h"
#include "dev_tandem_sbe/UserSubscribed.h"
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

namespace tandem::client::wire {
namespace {

namespace sbe = ::dev::tandem::sbe;

constexpr std::size_t kBytes = 256;
constexpr std::size_t kAt = 3;
constexpr u64 kRounds = 1000;

int failures = 0;

void check(bool holds, const char* message, const char* what) {
  if (!holds) {
    failures++;
    std::printf("%s: %s\n", message, what);
  }
}

template <typename Ours, typename Theirs, typename Fields>
void compare(const char* name) {
  check(Ours::kId == Theirs::sbeTemplateId(), name, "template");
  check(Ours::kBlock == Theirs::sbeBlockLength(), name, "length of the block");
  check(kSchema == Theirs::sbeSchemaId(), name, "schema");
  check(kVersion == Theirs::sbeSchemaVersion(), name, "version");
  for (u64 seed = 1; seed <= kRounds; seed++) {
    std::array<std::byte, kBytes> ours{};
    std::array<std::byte, kBytes> theirs{};
    Ours message;
    message.start(std::span(ours).subspan(kAt));
    check(Fields::each(message, seed, true), name, "what we write we do not read");
    Theirs other;
    other.wrapAndApplyHeader(reinterpret_cast<char*>(theirs.data()), kAt, kBytes);
    check(Fields::each(other, seed, true), name, "what they write they do not read");
    check(ours == theirs, name, "bytes");
    check(Fields::each(message.over(std::span(theirs).subspan(kAt)), seed, false), name,
          "what they write we do not read");
    sbe::MessageHeader header(reinterpret_cast<char*>(ours.data()), kAt, kBytes, kVersion);
    Theirs reader;
    reader.wrapForDecode(reinterpret_cast<char*>(ours.data()), kAt + kHeader, header.blockLength(),
                         header.version(), kBytes);
    check(Fields::each(reader, seed, false), name, "what we write they do not read");
  }
}

}  // namespace
}  // namespace tandem::client::wire

int main() {
  using namespace tandem::client::wire;
  compare<Logon, sbe::Logon, LogonFields>("Logon");
  compare<PlaceOrder, sbe::PlaceOrder, PlaceOrderFields>("PlaceOrder");
  compare<CancelOrder, sbe::CancelOrder, CancelOrderFields>("CancelOrder");
  compare<MoveOrder, sbe::MoveOrder, MoveOrderFields>("MoveOrder");
  compare<ReduceOrder, sbe::ReduceOrder, ReduceOrderFields>("ReduceOrder");
  compare<FollowUser, sbe::FollowUser, FollowUserFields>("FollowUser");
  compare<Heartbeat, sbe::Heartbeat, HeartbeatFields>("Heartbeat");
  compare<Logout, sbe::Logout, LogoutFields>("Logout");
  compare<SignedLogon, sbe::SignedLogon, SignedLogonFields>("SignedLogon");
  compare<SubscribeUser, sbe::SubscribeUser, SubscribeUserFields>("SubscribeUser");
  compare<LogonAccepted, sbe::LogonAccepted, LogonAcceptedFields>("LogonAccepted");
  compare<ExecutionReport, sbe::ExecutionReport, ExecutionReportFields>("ExecutionReport");
  compare<Reject, sbe::Reject, RejectFields>("Reject");
  compare<Fill, sbe::Fill, FillFields>("Fill");
  compare<UserSubscribed, sbe::UserSubscribed, UserSubscribedFields>("UserSubscribed");
  compare<ReportNumber, sbe::ReportNumber, ReportNumberFields>("ReportNumber");
  compare<PlaceInstructed, sbe::PlaceInstructed, PlaceInstructedFields>("PlaceInstructed");
  compare<MassCancel, sbe::MassCancel, MassCancelFields>("MassCancel");
  compare<AmendOrder, sbe::AmendOrder, AmendOrderFields>("AmendOrder");
  return failures == 0 ? 0 : 1;
}
