// tandem-cpp recover: the state of an exchange on its log.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <utility>

#include "commands.hpp"
#include "option_words.hpp"
#include "recovery_text.hpp"
#include "tandem/exchange.hpp"
#include "tandem/journal/exchange_store.hpp"
#include "tandem/journal/logged_image.hpp"
#include "wal/json_object.hpp"
#include "wal/snapshot_reach.hpp"
#include "wal/wal_text.hpp"

namespace tandem::tool {
namespace {

using journal::JournalOptions;
using journal::LoggedImage;
using journal::RecoveryPoint;
using journal::RecoveryReport;
using state::StateImage;
using state::TableKind;

/** No command comes, so there need not be room for many. */
constexpr std::size_t kRingSize = 64;

/** Size and hashes of a state. */
struct Summary {
  std::int64_t commands;
  std::int64_t trades;
  std::int64_t symbols;
  std::int64_t orders;
  std::int64_t users;
  std::int64_t clients;
  u64 eventHash;
  u64 stateHash;

  bool operator==(const Summary&) const = default;

  static Summary of(const StateImage& image) {
    const auto rows = [&image](TableKind kind) {
      return static_cast<std::int64_t>(image.table(kind).rows());
    };
    return {image.recordedCommands(), image.trades(),          rows(TableKind::kSymbols),
            rows(TableKind::kOrders), rows(TableKind::kUsers), rows(TableKind::kClients),
            image.eventHash(),        image.stateHash()};
  }

  std::string text() const {
    return "StateSummary[commands=" + std::to_string(commands) +
           ", trades=" + std::to_string(trades) + ", symbols=" + std::to_string(symbols) +
           ", orders=" + std::to_string(orders) + ", users=" + std::to_string(users) +
           ", clients=" + std::to_string(clients) +
           ", eventHash=" + std::to_string(static_cast<std::int64_t>(eventHash)) +
           ", stateHash=" + std::to_string(static_cast<std::int64_t>(stateHash)) + "]";
  }
};

class RecoverCommand {
 public:
  explicit RecoverCommand(std::span<const std::string> all) {
    bool hasDirectory = false;
    for (OptionWords words(all); words.next();) {
      const std::string& name = words.name();
      if (name == "--to") {
        to_ = pointOf(LogMoment::parse(words.value()));
      } else if (!words.hasValue() && takeFlag(name)) {
        continue;
      } else if (words.isOption()) {
        throw UsageException("Unknown option: '" + name + "'");
      } else if (hasDirectory) {
        throw UsageException("Unmatched argument at index " + std::to_string(all.size()) + ": '" +
                             name + "'");
      } else {
        options_.directory = pathOf(name);
        hasDirectory = true;
      }
    }
    if (!hasDirectory) {
      throw UsageException("Missing required parameter: 'DIR'");
    }
  }

  int run() {
    checkLogDirectory(options_.directory);
    const int code = recoverAndCheck();
    if (json_) {
      print(object_.indented());
    }
    return code;
  }

 private:
  static RecoveryPoint pointOf(const LogMoment& moment) {
    return moment.isTime() ? RecoveryPoint::time(moment.timeNs)
                           : RecoveryPoint::record(moment.sequence);
  }

  bool takeFlag(const std::string& name) {
    bool* flag = name == "--check"       ? &check_
                 : name == "--json"      ? &json_
                 : name == "--read-only" ? &readOnly_
                                         : nullptr;
    if (flag != nullptr) {
      *flag = true;
    }
    return flag != nullptr;
  }

  int recoverAndCheck() {
    const Summary state = recover(true);
    if (!refused_.empty()) {
      object_.put("refused", refused_);
      report("REFUSED", refused_);
      return ExitCode::MISMATCH;
    }
    if (!check_) {
      return doubted_ ? ExitCode::MISMATCH : ExitCode::OK;
    }
    options_.snapshotsIgnored = true;
    const Summary fromZero = recover(false);
    object_.put("checked", state == fromZero);
    if (state == fromZero) {
      report("checked", "the log from its first record on comes to the same state and events");
      return doubted_ ? ExitCode::MISMATCH : ExitCode::OK;
    }
    report("DIFFERENT", "from its first record on the log comes to " + fromZero.text());
    return ExitCode::MISMATCH;
  }

  Summary recover(bool reported) {
    if (readOnly_ || to_) {
      return look(reported);
    }
    const bool risk = journal::ExchangeStore::hasRisk(options_.directory);
    ExchangeOptions options;
    options.stages.riskShards = risk ? 1 : 0;
    options.pipeline.ringSize = kRingSize;
    options.journal = options_;
    Exchange exchange(options);
    const Summary state = Summary::of(exchange.image());
    if (reported) {
      const RecoveryReport& found = *exchange.recovery();
      doubted_ = !found.doubt.empty();
      put(found, state, risk);
      putKnown("lastRecord", found.nextRecord > 0, found.nextRecord - 1);
      printRecovery(found, "repaired");
      printState(state, risk);
    }
    exchange.close();
    return state;
  }

  Summary look(bool reported) {
    const LoggedImage found = LoggedImage::read(options_, to_.value_or(RecoveryPoint()));
    const Summary state = Summary::of(found.image);
    if (!reported) {
      return state;
    }
    const bool risk = found.image.riskShards() != 0;
    doubted_ = !found.recovery.doubt.empty();
    put(found.recovery, state, risk);
    putKnown("lastRecord", found.lastRecord >= 0, found.lastRecord);
    if (found.lastTimestampNs == 0) {
      object_.putNull("lastTime");
    } else {
      object_.put("lastTime", time(found.lastTimestampNs));
    }
    object_.put("inUse", found.inUse);
    if (!to_ && !found.inUse) {
      refused_ = SnapshotReach::problem(options_.directory, 0, found.lastRecord);
    }
    printRecovery(found.recovery, "left as it is");
    report("last record",
           (found.lastRecord < 0 ? "none" : count(found.lastRecord)) +
               (found.lastTimestampNs == 0 ? "" : ", of " + time(found.lastTimestampNs)));
    if (found.inUse) {
      report("in use", "by a process that may have written more since");
    }
    printState(state, risk);
    return state;
  }

  void putKnown(std::string_view name, bool known, std::int64_t value) {
    if (known) {
      object_.put(name, value);
    } else {
      object_.putNull(name);
    }
  }

  void putText(std::string_view name, const std::string& text) {
    if (text.empty()) {
      object_.putNull(name);
    } else {
      object_.put(name, text);
    }
  }

  void put(const RecoveryReport& found, const Summary& state, bool risk) {
    object_.put("commands", found.commands);
    object_.put("replayedCommands", found.replayedCommands);
    object_.put("tookNs", std::int64_t{found.took.count()});
    putKnown("snapshotSequence", found.snapshotSequence >= 0, found.snapshotSequence);
    putText("damagedSnapshots", found.skippedSnapshots);
    object_.put("droppedRecords", found.droppedRecords);
    object_.put("droppedBytes", found.droppedBytes);
    putText("dropReason", found.dropReason);
    putText("doubt", found.doubt);
    object_.put("risk", risk);
    JsonObject of;
    of.put("symbols", state.symbols).put("openOrders", state.orders);
    if (risk) {
      of.put("users", state.users);
    } else {
      of.putNull("users");
    }
    of.put("trades", state.trades);
    object_.put("state", std::move(of));
    object_.put("eventHash", hex16(state.eventHash));
    object_.put("stateHash", hex16(state.stateHash));
  }

  void printRecovery(const RecoveryReport& found, std::string_view torn) {
    for (const auto& [name, text] : recoveryLines(found, torn)) {
      report(name, text);
    }
  }

  void printState(const Summary& state, bool risk) {
    report("state", count(state.symbols, "symbol") + ", " + count(state.orders, "open order") +
                        ", " + (risk ? count(state.users, "user") : "without risk") + ", " +
                        count(state.trades, "trade") + " so far");
    report("event hash", hex16(state.eventHash));
    report("state hash", hex16(state.stateHash));
  }

  void report(std::string_view name, std::string_view text) {
    if (!json_) {
      line(name, text);
    }
  }

  JournalOptions options_;
  std::optional<RecoveryPoint> to_;
  bool check_ = false;
  bool json_ = false;
  bool readOnly_ = false;
  JsonObject object_;
  /** Why a start refuses what was only looked at; empty if it does not. */
  std::string refused_;
  /** Records that were acknowledged may be gone. */
  bool doubted_ = false;
};

}  // namespace

int recoverExchange(std::span<const std::string> words) { return RecoverCommand(words).run(); }

}  // namespace tandem::tool
