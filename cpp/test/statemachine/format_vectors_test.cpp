#include <gtest/gtest.h>

#include <vector>

#include "tandem/event/event_record_listener.hpp"
#include "tandem/kernel/polled_kernel.hpp"

namespace tandem::statemachine {
namespace {

using command::Command;
using command::CommandInput;
using command::ResultCode;
using event::EventRecord;
namespace type = command::type;

class Collector : public event::EventRecordListener {
 public:
  void onEvents(const event::EventBatch& batch) override {
    records.insert(records.end(), batch.records.begin(), batch.records.end());
  }

  std::vector<EventRecord> records;
};

/** The commands of the test vectors of the Java kernel, one nanosecond apart. */
class Vectors {
 public:
  Vectors() : kernel_(options(&collector)) {}

  Command& submit(CommandInput in) {
    in.timestampNs = ++time_;
    kernel_.next().input(in);
    kernel_.submit();
    return kernel_.next();
  }

  static CommandInput of(u8 code) {
    CommandInput in;
    in.type = code;
    return in;
  }

  static CommandInput user(i64 sequence) {
    CommandInput in = of(type::kAddUser);
    in.clientKey = 9;
    in.clientSequence = sequence;
    in.userId = 1;
    return in;
  }

  static CommandInput deposit(i64 amount, i64 transaction) {
    CommandInput in = of(type::kAdjustBalance);
    in.userId = 1;
    in.currency = 2;
    in.amount = amount;
    in.transactionId = transaction;
    return in;
  }

  Collector collector;

 private:
  static StagesOptions options(Collector* collector) {
    StagesOptions options;
    options.listener = collector;
    return options;
  }

  kernel::PolledKernel kernel_;
  i64 time_ = 0;

 public:
  const Stages& stages() const { return kernel_.stages(); }
};

TEST(FormatVectors, RecordsAndHashesAreThoseOfTheFormat) {
  Vectors v;
  CommandInput symbol = Vectors::of(type::kAddSymbol);
  symbol.symbol = 3;
  symbol.clientKey = 9;
  symbol.clientSequence = 300;
  symbol.spec = command::shared({3, 1, 2, 1, 1, 0, 0});
  v.submit(symbol);
  v.submit(Vectors::user(302));
  v.submit(Vectors::user(299));
  v.submit(Vectors::deposit(1'000, -5));
  v.submit(Vectors::deposit(1'000, -8));
  v.submit(Vectors::deposit(1, -8));
  CommandInput place = Vectors::of(type::kPlace);
  place.userId = 1;
  place.symbol = 3;
  place.orderId = 50;
  place.price = 10;
  place.quantity = 5;
  v.submit(place);
  CommandInput unknown = Vectors::of(200);
  unknown.clientKey = -1;
  unknown.clientSequence = std::numeric_limits<i64>::min();
  v.submit(unknown);
  EXPECT_EQ(v.submit(Vectors::user(299)).firstResult, ResultCode::kUserExists);

  EXPECT_EQ(v.stages().results().eventHash(), 0xf410fccf162c24f1u);
  EXPECT_EQ(v.stages().image().stateHash(), 0x62329095a0fef600u);
  EXPECT_EQ(v.stages().image().eventHash(), 0xf410fccf162c24f1u);
  const auto& records = v.collector.records;
  ASSERT_EQ(records.size(), 9u);
  EXPECT_EQ(records[6], (EventRecord{0x300010a01, 6, 7, 1, 50, 10, 0, 5}));
  EXPECT_EQ(records[7], (EventRecord{0x3c801, 7, 8}));
  EXPECT_EQ(records[8][0], 0x6020101u);
}

TEST(FormatVectors, HashesOfNoRecordAndOfZeros) {
  hash::Xxh64Records records;
  EXPECT_EQ(records.digest(), 0xef46db3751d8e999u);
  for (int i = 0; i < 128; i++) {
    records.update({});
  }
  EXPECT_EQ(records.digest(), 0x2b5073505a48fb4u);
}

TEST(FormatVectors, ReasonsOfReleasesAreReadByTheirNames) {
  using command::ReleaseReason;
  for (const ReleaseReason reason :
       {ReleaseReason::kCommand, ReleaseReason::kTerms, ReleaseReason::kOverflow,
        ReleaseReason::kSessionEnd, ReleaseReason::kExpiry, ReleaseReason::kAuctionEnd,
        ReleaseReason::kMassCancel, ReleaseReason::kOco, ReleaseReason::kSelfTrade}) {
    const u64 head = command::Outcome::kRelease | static_cast<u64>(reason) << 16 | u64{7} << 32;
    EXPECT_EQ(event::releaseReasonOf(EventRecord{head}), reason);
    EXPECT_FALSE(command::wordsOf(reason).empty());
  }
  EXPECT_THROW(event::releaseReasonOf(EventRecord{0x90003}), std::invalid_argument);
  EXPECT_THROW(event::releaseReasonOf(EventRecord{0x30002}), std::invalid_argument);
}

TEST(FormatVectors, AQueryWithoutAQuestionIsUnknownAndLeavesNoRecord) {
  Vectors v;
  EXPECT_EQ(v.submit(Vectors::of(type::kQuery)).result, ResultCode::kUnknownCommand);
  EXPECT_EQ(v.submit(Vectors::of(type::kNop)).result, ResultCode::kOk);
  EXPECT_TRUE(v.collector.records.empty());
}

TEST(Admission, StampsOneTimeABatchAndRefusesWithoutATrace) {
  static i64 now;
  now = 40;
  Admission admission([] { return ++now; });
  Command c;
  admission.startBatch();
  admission.admit(c, 0);
  EXPECT_EQ(c.timestampNs, 41);
  c.timestampNs = 0;
  admission.admit(c, 1);
  EXPECT_EQ(c.timestampNs, 41);
  admission.startBatch();
  c.timestampNs = 0;
  c.clientKey = 5;
  admission.refuse(c, 2, ResultCode::kLogFull);
  EXPECT_EQ(c.timestampNs, 42);
  EXPECT_EQ(c.result, ResultCode::kLogFull);
  EXPECT_EQ(admission.clients().size(), 0u);
}

}  // namespace
}  // namespace tandem::statemachine
