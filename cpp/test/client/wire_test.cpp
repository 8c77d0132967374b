#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "client/wire_fields.hpp"
#include "tandem/client/wire/amend_order.hpp"
#include "tandem/client/wire/cancel_order.hpp"
#include "tandem/client/wire/code.hpp"
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

/** All messages with the values of the vectors, one behind the other. */
class Vectors {
 public:
  Vectors() {
    add<Logon, LogonFields>();
    add<PlaceOrder, PlaceOrderFields>();
    add<CancelOrder, CancelOrderFields>();
    add<MoveOrder, MoveOrderFields>();
    add<ReduceOrder, ReduceOrderFields>();
    add<FollowUser, FollowUserFields>();
    add<Heartbeat, HeartbeatFields>();
    add<Logout, LogoutFields>();
    add<SignedLogon, SignedLogonFields>();
    add<SubscribeUser, SubscribeUserFields>();
    add<LogonAccepted, LogonAcceptedFields>();
    add<ExecutionReport, ExecutionReportFields>();
    add<Reject, RejectFields>();
    add<Fill, FillFields>();
    add<UserSubscribed, UserSubscribedFields>();
    add<ReportNumber, ReportNumberFields>();
    add<PlaceInstructed, PlaceInstructedFields>();
    add<MassCancel, MassCancelFields>();
    add<AmendOrder, AmendOrderFields>();
  }

  std::vector<std::byte> bytes;
  bool equal = true;

 private:
  template <typename M, typename Fields>
  void add() {
    static_assert(M::kId == Fields::kNumber);
    const std::size_t at = bytes.size();
    // Dirty: a message that is started has zeros between its fields, whatever was there.
    bytes.resize(at + M::length(), std::byte{0xA5});
    M message;
    message.start(std::span(bytes).subspan(at));
    equal &= Fields::each(message, 0, true);
  }
};

std::vector<std::byte> ofJava() {
  std::ifstream file(TANDEM_TESTDATA "/wire/messages.bin", std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  std::vector<std::byte> bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  return bytes;
}

template <typename M, typename Fields>
void read(std::span<std::byte>& bytes) {
  const std::optional<Header> header = Header::of(bytes);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->templateId, M::kId);
  EXPECT_EQ(header->blockLength, M::kBlock);
  EXPECT_EQ(header->schemaId, kSchema);
  EXPECT_EQ(header->version, kVersion);
  M message;
  message.over(bytes);
  EXPECT_TRUE(Fields::each(message, 0, false)) << "template " << M::kId;
  bytes = bytes.subspan(M::length());
}

TEST(Wire, WritesWhatJavaWrites) {
  const Vectors vectors;
  EXPECT_TRUE(vectors.equal);
  EXPECT_EQ(vectors.bytes, ofJava());
}

TEST(Wire, ReadsWhatJavaWrites) {
  std::vector<std::byte> bytes = ofJava();
  std::span<std::byte> rest = bytes;
  read<Logon, LogonFields>(rest);
  read<PlaceOrder, PlaceOrderFields>(rest);
  read<CancelOrder, CancelOrderFields>(rest);
  read<MoveOrder, MoveOrderFields>(rest);
  read<ReduceOrder, ReduceOrderFields>(rest);
  read<FollowUser, FollowUserFields>(rest);
  read<Heartbeat, HeartbeatFields>(rest);
  read<Logout, LogoutFields>(rest);
  read<SignedLogon, SignedLogonFields>(rest);
  read<SubscribeUser, SubscribeUserFields>(rest);
  read<LogonAccepted, LogonAcceptedFields>(rest);
  read<ExecutionReport, ExecutionReportFields>(rest);
  read<Reject, RejectFields>(rest);
  read<Fill, FillFields>(rest);
  read<UserSubscribed, UserSubscribedFields>(rest);
  read<ReportNumber, ReportNumberFields>(rest);
  read<PlaceInstructed, PlaceInstructedFields>(rest);
  read<MassCancel, MassCancelFields>(rest);
  read<AmendOrder, AmendOrderFields>(rest);
  EXPECT_TRUE(rest.empty());
}

TEST(Wire, ALongerBlockIsOfALaterVersionAndAShorterOneIsRefused) {
  std::array<std::byte, 24> bytes{};
  Heartbeat heartbeat;
  heartbeat.start(bytes).number(7);
  bytes[0] = std::byte{16};
  EXPECT_EQ(heartbeat.over(bytes).number(), 7);
  bytes[0] = std::byte{7};
  EXPECT_THROW(heartbeat.over(bytes), std::invalid_argument);
}

/** A heartbeat as a later version may have it. */
class LaterHeartbeat final : public Message<LaterHeartbeat> {
 public:
  static constexpr u16 kId = Heartbeat::kId;
  static constexpr u16 kBlock = 24;
  static constexpr u16 kFirstBlock = Heartbeat::kBlock;

  i64 number() const { return get<i64>(0); }
  LaterHeartbeat& number(i64 value) { return put(0, value); }
  u8 small() const { return get<u8>(8); }
  LaterHeartbeat& small(u8 value) { return put(8, value); }
  std::span<const std::byte, 6> some() const { return bytes<6>(9); }
  std::string_view name() const { return text<8>(15); }
  LaterHeartbeat& name(std::string_view value) {
    putText<8>(15, value);
    return *this;
  }
};

TEST(Wire, AMessageOfAnEarlierVersionHasZerosForWhatWasAddedAndALaterOneIsReadAsFarAsItIsKnown) {
  std::array<std::byte, LaterHeartbeat::length()> bytes;
  bytes.fill(std::byte{0xA5});
  Heartbeat heartbeat;
  heartbeat.start(bytes).number(7);
  LaterHeartbeat later;
  // The bytes end where the earlier message does.
  const std::span<std::byte> earlier = std::span(bytes).first(Heartbeat::length());
  EXPECT_EQ(later.over(earlier).number(), 7);
  EXPECT_EQ(later.small(), 0);
  for (const std::byte each : later.some()) {
    EXPECT_EQ(each, std::byte{0});
  }
  EXPECT_EQ(later.name(), "");
  EXPECT_THROW(later.small(1), std::logic_error);
  EXPECT_THROW(later.name("n"), std::logic_error);
  EXPECT_EQ(later.number(8).number(), 8);
  EXPECT_EQ(bytes[Heartbeat::length()], std::byte{0xA5});

  later.start(bytes).number(9).small(3).name("n");
  EXPECT_EQ(later.over(bytes).small(), 3);
  EXPECT_EQ(later.name(), "n");
  EXPECT_EQ(heartbeat.over(bytes).number(), 9);
  // Between two versions: a field that is not whole is not there.
  bytes[0] = std::byte{20};
  EXPECT_EQ(later.over(bytes).small(), 3);
  EXPECT_EQ(later.name(), "");
  bytes[0] = std::byte{7};
  EXPECT_THROW(later.over(bytes), std::invalid_argument);
}

TEST(Wire, BytesThatMayNotBeChangedAreOnlyRead) {
  std::array<std::byte, Logon::length()> bytes{};
  Logon logon;
  logon.start(bytes).key("of one").session(7);
  const std::array<std::byte, Logon::length()> before = bytes;
  Logon reader;
  EXPECT_EQ(reader.read(before).key(), "of one");
  EXPECT_EQ(reader.session(), 7);
  EXPECT_THROW(reader.session(8), std::logic_error);
  EXPECT_THROW(reader.key("of another"), std::logic_error);
  EXPECT_THROW(reader.read(std::span(before).first(3)), std::invalid_argument);
  EXPECT_EQ(reader.over(bytes).session(9).session(), 9);
}

TEST(Wire, NothingIsReadOrWrittenBehindTheBytes) {
  std::array<std::byte, Heartbeat::length()> bytes{};
  Heartbeat heartbeat;
  heartbeat.start(bytes);
  for (std::size_t size = 0; size < bytes.size(); size++) {
    const std::span<std::byte> part = std::span(bytes).first(size);
    EXPECT_THROW(heartbeat.over(part), std::invalid_argument) << size;
    EXPECT_THROW(heartbeat.start(part), std::invalid_argument) << size;
  }
  bytes[0] = std::byte{9};
  EXPECT_THROW(heartbeat.over(bytes), std::invalid_argument);
}

TEST(Wire, AKeyFillsItsFieldAndNoMore) {
  std::array<std::byte, Logon::length()> bytes{};
  Logon logon;
  const std::string longest(80, 'k');
  logon.start(bytes).key(longest);
  EXPECT_EQ(logon.key(), longest);
  EXPECT_EQ(logon.session(), 0);
  EXPECT_EQ(logon.key("a.b").key(), "a.b");
  EXPECT_THROW(logon.key(longest + "k"), std::invalid_argument);
}

TEST(Wire, AKeyMayBeAPartOfItselfOrNothing) {
  std::array<std::byte, Logon::length()> bytes{};
  Logon logon;
  logon.start(bytes).key("name.secret");
  EXPECT_EQ(logon.key(logon.key().substr(5)).key(), "secret");
  EXPECT_EQ(logon.key(logon.key()).key(), "secret");
  EXPECT_EQ(logon.key(std::string_view()).key(), "");
  EXPECT_THROW(logon.key(std::string_view("name\0secret", 11)), std::invalid_argument);
}

TEST(Wire, CodesAreThoseOfTheExchangeAndTheGateways) {
  EXPECT_TRUE(isKnown(Code::kOrderIsLinked));
  EXPECT_FALSE(isKnown(Code{60}));
  EXPECT_FALSE(isKnown(Code{199}));
  EXPECT_TRUE(isKnown(Code::kReplaced));
  EXPECT_FALSE(isKnown(Code{209}));
  EXPECT_FALSE(isKnown(Code{212}));
  EXPECT_TRUE(isKnown(Code::kSessionRateLimited));
  EXPECT_TRUE(isKnown(Code::kQuestionRateLimited));
  EXPECT_FALSE(isKnown(Code{218}));
  EXPECT_TRUE(isForNow(Code::kLogFull));
  EXPECT_TRUE(isForNow(Code::kUserRateLimited));
  EXPECT_TRUE(isForNow(Code::kQuestionRateLimited));
  EXPECT_FALSE(isForNow(Code::kOk));
}

}  // namespace
}  // namespace tandem::client::wire
