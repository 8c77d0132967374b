// The functions of tandem.h for an exchange on a log.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "exchange_handle.hpp"
#include "tandem.h"
#include "tandem/snapshot/snapshot_exception.hpp"
#include "tandem/wal/wal_config.hpp"
#include "tandem/wal/wal_exception.hpp"

namespace {

using tandem::capi::failure;
using tandem::capi::guarded;
using tandem::journal::JournalOptions;
using tandem::wal::Durability;
using tandem::wal::ReadMode;
using tandem::wal::WalConfig;

/** The size of options that end where minor version 5 continues. */
constexpr std::uint32_t kWithoutSnapshots = offsetof(tandem_log_options, snapshot_every);
static_assert(kWithoutSnapshots == 32);

constexpr std::uint32_t kKnownFlags =
    TANDEM_KEEP_WHOLE_LOG | TANDEM_WITHOUT_SNAPSHOTS | TANDEM_STRICT;

/** Options of this version, from those of a caller who may know fewer. */
tandem_log_options known(const tandem_log_options& log) {
  tandem_log_options all{};
  if (log.size == sizeof all) {
    return log;
  }
  if (log.size == kWithoutSnapshots) {
    std::memcpy(&all, &log, kWithoutSnapshots);
    all.size = sizeof all;
  }
  return all;
}

/** What is wrong with these options; null if nothing is. */
const char* wrongWith(const tandem_log_options& log) {
  if (log.size != sizeof(tandem_log_options)) {
    return "log options of another size: they are of another version of tandem.h";
  }
  if (log.directory == nullptr || *log.directory == 0) {
    return "a log without a directory";
  }
  if (log.durability > TANDEM_SYNCED) {
    return "durability is none of the three levels";
  }
  if ((log.flags & ~kKnownFlags) != 0) {
    return "a flag that is not known";
  }
  if (log.segment_bytes != 0 && (log.segment_bytes < WalConfig::MIN_SEGMENT_BYTES ||
                                 log.segment_bytes > WalConfig::MAX_SEGMENT_BYTES)) {
    return "segment_bytes is neither 0 nor 4,096 to 2^30";
  }
  if (log.snapshot_every > INT64_MAX || log.snapshot_interval_ns > INT64_MAX) {
    return "snapshot_every or snapshot_interval_ns is more than 2^63 - 1";
  }
  return nullptr;
}

JournalOptions journalOf(const tandem_log_options& log) {
  JournalOptions options;
  options.directory = log.directory;
  options.durability = log.durability == TANDEM_NONE      ? Durability::NONE
                       : log.durability == TANDEM_WRITTEN ? Durability::WRITTEN
                                                          : Durability::SYNCED;
  options.keptSnapshots = log.keep_snapshots == 0 ? 2 : log.keep_snapshots;
  options.wholeLogKept = (log.flags & TANDEM_KEEP_WHOLE_LOG) != 0;
  options.snapshotsIgnored = (log.flags & TANDEM_WITHOUT_SNAPSHOTS) != 0;
  if ((log.flags & TANDEM_STRICT) != 0) {
    options.readMode = ReadMode::STRICT;
  }
  options.segmentBytes = static_cast<tandem::i64>(log.segment_bytes);
  options.snapshotEvery = static_cast<tandem::i64>(log.snapshot_every);
  options.snapshotInterval =
      std::chrono::nanoseconds(static_cast<std::int64_t>(log.snapshot_interval_ns));
  return options;
}

std::int64_t nanos(std::chrono::nanoseconds time) { return time.count(); }

}  // namespace

int tandem_exchange_open(const tandem_options* options, const tandem_log_options* log,
                         tandem_recovery* found, tandem_exchange** into) {
  if (options == nullptr || log == nullptr || into == nullptr) {
    return failure(TANDEM_INVALID, "a null pointer where something must be");
  }
  const tandem_options choice = tandem::capi::known(*options);
  const tandem_log_options logChoice = known(*log);
  const char* wrong = tandem::capi::wrongWith(choice);
  if (wrong == nullptr) {
    wrong = wrongWith(logChoice);
  }
  if (wrong != nullptr) {
    return failure(TANDEM_INVALID, wrong);
  }
  try {
    auto exchange = std::make_unique<tandem_exchange>(choice, journalOf(logChoice));
    if (found != nullptr) {
      const auto& recovery = *exchange->exchange->recovery();
      *found = {recovery.snapshotSequence, recovery.replayedCommands, recovery.nextRecord,
                recovery.droppedRecords,   recovery.droppedBytes,     nanos(recovery.took)};
    }
    *into = exchange.release();
    return TANDEM_OK;
  } catch (const tandem::wal::WalLockedException& e) {
    return failure(TANDEM_LOCKED, e.what());
  } catch (...) {
    return tandem::capi::notMade(TANDEM_LOG);
  }
}

int tandem_exchange_snapshot(tandem_exchange* exchange, tandem_snapshot* into) {
  return guarded(exchange, true, [&](tandem_exchange& x) {
    if (x.exchange->recovery() == nullptr) {
      return failure(TANDEM_INVALID, "the exchange keeps no log, so a snapshot has no place");
    }
    // What fails here is a failure of the kernel; what fails behind it, of the snapshot alone.
    x.exchange->drain();
    try {
      const auto report = x.exchange->snapshot();
      if (into != nullptr) {
        *into = {report.info.position.sequence, report.info.bytes, report.info.eventHash,
                 report.info.stateHash, nanos(report.took)};
      }
      return TANDEM_OK;
    } catch (const tandem::snapshot::SnapshotException& e) {
      return failure(TANDEM_LOG, e.what());
    }
  });
}

int tandem_exchange_poll(tandem_exchange* exchange, tandem_automatic_snapshots* into) {
  return guarded(exchange, true, [&](tandem_exchange& x) {
    if (x.exchange->recovery() == nullptr) {
      return failure(TANDEM_INVALID, "the exchange keeps no log, so a snapshot has no place");
    }
    x.exchange->poll();
    if (into != nullptr) {
      const auto counts = x.exchange->automaticSnapshots();
      *into = {counts.taken, counts.failed, counts.lastRecord};
    }
    return TANDEM_OK;
  });
}

int tandem_exchange_close(tandem_exchange* exchange) {
  return guarded(exchange, true, [](tandem_exchange& x) {
    x.exchange->close();
    x.failed = true;
    std::snprintf(x.cause, sizeof x.cause, "the exchange is closed");
    return TANDEM_OK;
  });
}
