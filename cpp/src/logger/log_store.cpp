#include "tandem/logger/log_store.hpp"

#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <exception>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "tandem/logger/append/drops.hpp"
#include "tandem/logger/append/segment_appender.hpp"
#include "tandem/logger/append/segment_maintenance.hpp"
#include "tandem/logger/append/thread_context.hpp"
#include "tandem/logger/format/record_layout.hpp"
#include "tandem/logger/recovery/recovery.hpp"
#include "tandem/logger/storage/log_segment_supply.hpp"
#include "tandem/logger/storage/run_lock.hpp"
#include "tandem/wal/storage/descriptor.hpp"

namespace tandem::logger {

namespace fs = std::filesystem;

namespace {

/** For a segment that is being made, when drops are to be written down at the close. */
constexpr std::chrono::seconds kRoom{1};

std::atomic<std::uint64_t> storeIds{0};

/** Whether the contexts of this thread are gone; it has no destructor, so it may be read. */
thread_local bool contextsGone = false;

/** What a thread keeps, for each store that it has logged to. */
class Contexts {
 public:
  ~Contexts() {
    for (const auto& [store, context] : all_) {
      context->gone.store(true);
    }
    contextsGone = true;
  }

  ThreadContext* find(std::uint64_t store) const {
    for (const auto& [id, context] : all_) {
      if (id == store) {
        return context.get();
      }
    }
    return nullptr;
  }

  void add(std::uint64_t store, std::shared_ptr<ThreadContext> context) {
    // Those of stores that are gone.
    std::erase_if(all_, [](const auto& each) { return each.second.use_count() == 1; });
    all_.emplace_back(store, std::move(context));
  }

 private:
  std::vector<std::pair<std::uint64_t, std::shared_ptr<ThreadContext>>> all_;
};

thread_local Contexts contexts;

/** For its owner alone, as what is logged is. */
fs::path made(const fs::path& directory) {
  if (!fs::is_directory(directory)) {
    if (directory.has_parent_path()) {
      made(directory.parent_path());
    }
    const int failed = ::mkdir(directory.c_str(), 0700) == 0 ? 0 : errno;
    if (failed != 0 && !fs::is_directory(directory)) {
      throw wal::systemError(directory, "make the directory", failed);
    }
  }
  return directory;
}

}  // namespace

struct LogStore::Parts {
  Parts(const fs::path& in, const LogStoreConfig& from, LogStore& store)
      : config(from.checked()),
        directory(made(in)),
        holes(Recovery::run(directory, config)),
        lock(RunLock::take(directory, config.name)),
        active([this] {
          supply.wake();
          maintenance.wake();
        }),
        appender(active, config.overflow == OverflowPolicy::BLOCK, config.blockBound),
        supply(directory, lock.run(), config, active),
        maintenance(directory, lock.run(), config, active, [&store] { store.reportDrops(); }) {}

  const LogStoreConfig config;
  const fs::path directory;
  const std::int64_t holes;
  RunLock lock;
  const std::uint64_t id = ++storeIds;
  Drops drops;
  ActiveSegment active;
  SegmentAppender appender;
  LogSegmentSupply supply;
  SegmentMaintenance maintenance;
  std::atomic<std::int32_t> descriptorIds{0};
  std::mutex writersMutex;
  std::map<std::string, std::unique_ptr<LogWriter>, std::less<>> writers;
  std::atomic<bool> closed{false};

  /** The store's own records and segments; one thread of it at a time. */
  std::mutex ownMutex;
  std::shared_ptr<ThreadContext> own;

  void leaveLock(SegmentMaintenance::Left left) {
    switch (left) {
      case SegmentMaintenance::Left::NOTHING:
        lock.forget();
        break;
      case SegmentMaintenance::Left::WORK:
        lock.leave();
        break;
      case SegmentMaintenance::Left::WRITERS:
        lock.keep();
        break;
    }
  }

  /** Undoes a start that has failed halfway: nobody has logged yet. */
  void abandon() {
    active.end(own->hold);
    supply.stop();
    while (LogSegment* const segment = active.takeRetired()) {
      segment->file().remove();
      delete segment;
    }
    lock.forget();
  }
};

LogStore::LogStore(const fs::path& directory, const LogStoreConfig& config)
    : parts_(std::make_unique<Parts>(directory, config, *this)) {
  parts_->own = std::make_shared<ThreadContext>(parts_->config.maxRecord());
  parts_->maintenance.add(parts_->own);
  try {
    parts_->supply.start();
    parts_->maintenance.start();
  } catch (...) {
    parts_->abandon();
    throw;
  }
}

LogStore::~LogStore() {
  try {
    close();
  } catch (...) {
    // It is closed all the same.
  }
}

LogWriter& LogStore::writer(std::string_view loggerName) {
  const std::lock_guard guard(parts_->writersMutex);
  auto& writers = parts_->writers;
  auto found = writers.find(loggerName);
  if (found == writers.end()) {
    const auto id = static_cast<std::int32_t>(writers.size() + 1);
    found = writers
                .emplace(std::string(loggerName),
                         std::make_unique<LogWriter>(*this, std::string(loggerName), id,
                                                     parts_->descriptorIds, parts_->config.level))
                .first;
  }
  return *found->second;
}

const fs::path& LogStore::directory() const { return parts_->directory; }

const std::string& LogStore::run() const { return parts_->lock.run(); }

void LogStore::flush() {
  if (!parts_->closed.load()) {
    parts_->maintenance.flush();
  }
}

void LogStore::rotate() {
  const std::lock_guard guard(parts_->ownMutex);
  SegmentHold& hold = parts_->own->hold;
  if (LogSegment* const segment = parts_->active.hold(hold)) {
    parts_->active.roll(segment);
  }
  hold.release();
}

bool LogStore::isAhead() const { return parts_->active.spares() >= parts_->config.segmentsAhead; }

LogMetrics LogStore::metrics() {
  LogMetrics metrics;
  parts_->maintenance.measure(metrics, parts_->appender.definitions());
  metrics.drops = parts_->drops.byLevel();
  metrics.holes = parts_->holes;
  metrics.segmentFailures = parts_->supply.failures();
  return metrics;
}

std::int64_t LogStore::dropped() const { return parts_->drops.sum(); }

/** Each part is stopped whatever befalls the others. */
void LogStore::close() {
  Parts& parts = *parts_;
  if (parts.closed.exchange(true)) {
    return;
  }
  std::exception_ptr first;
  const auto step = [&first](const auto& work) {
    try {
      work();
    } catch (...) {
      first = first ? first : std::current_exception();
    }
  };
  step([&] {
    {
      const std::lock_guard guard(parts.ownMutex);
      if (parts.drops.sum() > 0 && !parts.supply.isFailing()) {
        parts.active.await(parts.own->hold, 0, true, kRoom);
        parts.own->hold.release();
      }
    }
    reportDrops();
  });
  step([&] {
    const std::lock_guard guard(parts.ownMutex);
    parts.active.end(parts.own->hold);
  });
  step([&] { parts.supply.stop(); });
  step([&] { parts.leaveLock(parts.maintenance.stop()); });
  step([&] {
    if (parts.drops.sum() > 0) {
      parts.config.report(parts.drops.text() + " by the log in " + parts.directory.string());
    }
  });
  if (first) {
    std::rethrow_exception(first);
  }
}

std::int64_t LogStore::nanos() {
  using namespace std::chrono;
  return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

ThreadContext* LogStore::context() {
  if (contextsGone) {
    return nullptr;
  }
  ThreadContext* const known = contexts.find(parts_->id);
  if (known != nullptr) {
    return known;
  }
  auto made = std::make_shared<ThreadContext>(parts_->config.maxRecord());
  parts_->maintenance.add(made);
  contexts.add(parts_->id, made);
  return made.get();
}

bool LogStore::append(DefinedName& logger, ThreadContext& context, LogLevel level,
                      Descriptor* descriptor) {
  const bool written = parts_->appender.append(logger, context, descriptor);
  if (!written) {
    drop(level);
  } else if (level >= parts_->config.sync.level) {
    // What fails is not the caller's fault, and the record is written.
    parts_->maintenance.sync();
  }
  return written;
}

void LogStore::drop(LogLevel level) noexcept { parts_->drops.count(level); }

/**
 * Writes down what was dropped, once there is room again. It never waits for that: the maintenance
 * thread makes the room, and calls this.
 */
void LogStore::reportDrops() {
  Parts& parts = *parts_;
  if (parts.active.current() == nullptr) {
    return;
  }
  LogWriter& own = writer("dev.tandem.logger");
  // What is news is read under the mutex: the close reports, too, and each drop counts once.
  const std::lock_guard guard(parts.ownMutex);
  const auto news = parts.drops.unreported();
  if (!news) {
    return;
  }
  ThreadContext& context = *parts.own;
  context.buffer.begin(RecordLayout::DROPS, static_cast<int>(LogLevel::kWarn), nanos(),
                       context.thread, 0, static_cast<std::int32_t>(news->size()));
  for (const std::int64_t count : *news) {
    context.buffer.word(static_cast<std::uint64_t>(count));
  }
  if (parts.appender.tryAppend(own.name_, context)) {
    parts.drops.reported(*news);
    parts.appender.countDefinition();
  }
}

}  // namespace tandem::logger
