#include "tandem/wal/append/retention.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

#include "tandem/wal/format/segment_names.hpp"

namespace tandem::wal {
namespace {

std::int64_t sizeOf(const SegmentTable::Entry& entry) {
  std::error_code failed;
  const std::uintmax_t bytes = std::filesystem::file_size(entry.path, failed);
  if (failed) {
    throw IoException(entry.path.string() + ": size: " + failed.message(), failed.value());
  }
  return static_cast<std::int64_t>(bytes);
}

}  // namespace

Retention::Retention(const WalConfig& config, SegmentTable& table, ExtentFile& extent,
                     SegmentSupply& supply, const Positions& positions,
                     std::function<void(const std::string&)> onFailure)
    : config_(config),
      table_(table),
      extent_(extent),
      supply_(supply),
      positions_(positions),
      onFailure_(std::move(onFailure)) {}

void Retention::retainFrom(std::int64_t sequence) {
  std::int64_t before = needed_.load();
  while (before < sequence && !needed_.compare_exchange_weak(before, sequence)) {
  }
  if (before < sequence) {
    schedule();
  }
}

void Retention::finished(std::int64_t sequence) {
  finishedFrom_ = std::max(finishedFrom_, sequence);
  schedule();
}

void Retention::schedule() {
  if (needed_.load(std::memory_order_acquire) > kNothing) {
    supply_.submit([this] { run(); });
  }
}

void Retention::run() {
  try {
    giveUpUnneeded();
  } catch (const std::exception& failure) {
    onFailure_(failure.what());
  }
}

void Retention::giveUpUnneeded() {
  const std::int64_t durable = std::max(positions_.syncedAcquire(), finishedFrom_);
  std::int64_t total = 0;
  for (const auto& entry : table_.all()) {
    total += sizeOf(entry);
  }
  std::vector<SegmentTable::Entry> unneeded;
  for (const auto& entry : table_.below(std::min(needed_.load(), durable))) {
    if (isKept(total)) {
      break;
    }
    total -= sizeOf(entry);
    table_.remove(entry);
    unneeded.push_back(entry);
  }
  if (!unneeded.empty()) {
    // First of all, so that what goes now is not missed by the next opening.
    extent_.keepFrom(table_.firstNumber());
  }
  for (const auto& entry : unneeded) {
    giveUp(entry);
  }
}

void Retention::giveUp(const SegmentTable::Entry& entry) {
  if (supply_.wantsRetired()) {
    // Out of the log by its name at once: it may wait long for its next use.
    const auto spare = SegmentNames::spare(entry.path.parent_path(), entry.number);
    config_.files->rename(entry.path, spare);
    supply_.recycle(spare);
  } else {
    config_.files->remove(entry.path);
  }
}

bool Retention::isKept(std::int64_t total) const {
  return config_.retentionBytes >= 0 && total <= config_.retentionBytes;
}

}  // namespace tandem::wal
