#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tandem/logger/append/thread_context.hpp"
#include "tandem/logger/log_metrics.hpp"
#include "tandem/logger/log_store_config.hpp"
#include "tandem/logger/storage/active_segment.hpp"
#include "tandem/logger/storage/closed_files.hpp"

namespace tandem::logger {

/**
 * Looks after segments that are in use or closed, on a thread of its own: closes by time, unmaps
 * and cuts those that every caller has left and in which every claim is committed, forces at
 * intervals and on request, deletes what is too old. It alone ends segments, under its mutex.
 */
class SegmentMaintenance {
 public:
  /** What stop could not do. */
  enum class Left {
    NOTHING,
    /** A file that could not be cut: the next store on the directory does it. */
    WORK,
    /** A claim that was not committed: its caller may still be about to write. */
    WRITERS
  };

  /**
   * @param run name of the run, a part of its file names
   * @param reportDrops is called now and then, on the thread
   */
  SegmentMaintenance(std::filesystem::path directory, std::string run, const LogStoreConfig& config,
                     ActiveSegment& active, std::function<void()> reportDrops);

  /** Throws LogException. */
  void start();
  void wake();

  /** A thread has come; its hold is looked at from now on. */
  void add(std::shared_ptr<ThreadContext> context);

  /**
   * Makes all that was committed before this call survive the machine.
   *
   * Throws LogException if something could not be forced. A file is not tried again, for the system
   * forgets what it could not write: every call fails until its segment is done with.
   */
  void flush();

  /** The same for a record whose caller gets no result: failures are reported to the listener. */
  void sync() noexcept;

  /**
   * After ActiveSegment::end: waits for the last writers, and ends every segment. Lack of memory
   * leaves work undone, but no thread.
   */
  Left stop() noexcept;

  /** Adds what this knows. */
  void measure(LogMetrics& metrics, std::int64_t definitions);

 private:
  /** A segment that is closed, and how far it is known to be committed. */
  struct Tail {
    std::unique_ptr<LogSegment> segment;
    std::int64_t committed = SegmentLayout::HEADER_BYTES;
  };

  /**
   * A segment that is closed and committed, and what is left to do with it: the cut, the force. An
   * attempt that fails is repeated, but for a force.
   */
  struct Ending {
    std::unique_ptr<LogSegment> segment;
    /** Where it is cut; once it is unmapped it cannot be read. */
    std::int64_t end = 0;
    std::chrono::nanoseconds pause{0};
    std::chrono::steady_clock::time_point next{};
    bool reported = false;
  };

  /** Work that is tried again and again, and what went wrong with it the last time. */
  struct Repeated {
    const char* what;
    std::string failure{};
  };

  void work();
  void tick();
  bool look(bool insists);
  void takeDone();
  bool endSome(bool insists);
  bool attempt(Ending& ending);
  void rollByTime();
  void retain();
  std::int64_t firstLive() const;
  template <typename Work>
  void during(Repeated& repeated, Work work);
  void collect();
  bool isDone(Tail& tail);
  bool isHeld(const LogSegment* segment);
  void forceUnforced(std::string& failures);
  bool isBusy();
  void endAll();
  Left leave() noexcept;

  const std::filesystem::path directory_;
  const LogStoreConfig& config_;
  ActiveSegment& active_;
  const std::function<void()> reportDrops_;

  /** Guards what follows, and that segments stay. */
  std::mutex mutex_;
  std::deque<Tail> tails_;
  std::list<Ending> endings_;
  /** Number of the last segment taken over. */
  std::int64_t taken_ = 0;
  ClosedFiles closedFiles_;
  std::vector<std::filesystem::path> unforced_;
  std::int64_t claims_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t ended_ = 0;
  std::int64_t failed_ = 0;

  /** Guards what went wrong with what is repeated. */
  std::mutex repeatedMutex_;
  Repeated all_{"cannot look after the log"};
  Repeated interval_{"cannot force the log"};
  /** Another than when an interval is over, which may work where this does not. */
  Repeated level_{"cannot force a record"};
  Repeated retention_{"cannot delete old log files"};
  /** For the thread, and after its end for who stops it. */
  std::vector<std::string> unreported_;
  std::chrono::steady_clock::time_point lastSlow_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point lastForce_ = lastSlow_;

  std::mutex contextsMutex_;
  std::vector<std::shared_ptr<ThreadContext>> contexts_;

  std::mutex sleepMutex_;
  std::condition_variable woken_;
  bool wanted_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace tandem::logger
