#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "tandem/wal/storage/segment.hpp"
#include "tandem/wal/storage/segment_maker.hpp"
#include "tandem/wal/wal_config.hpp"

namespace tandem::wal {

/**
 * Has segments made ahead of their use, on a thread of its own, which calls run. So the writer
 * never grows a file, and a full disk is known while a reserve is left. Any thread may call the
 * rest.
 */
class SegmentSupply {
 public:
  using Chore = std::function<void()>;

  struct Counts {
    /** Segments zero-filled. */
    std::int64_t made;
    /** Segments made of retired ones. */
    std::int64_t recycled;
  };

  /**
   * @param onFailure called on the supply's thread with what ends the log
   * @param onReady called there behind each try to make a segment
   */
  SegmentSupply(const WalConfig& config, SegmentMaker maker, std::int64_t firstNumber,
                std::function<void(const std::string&)> onFailure, std::function<void()> onReady);

  /** Makes segments and does chores until stop; no exception leaves it. */
  void run();

  /**
   * The next segment; null if none is ready. The reserve is given only when the disk was found
   * full: a writer that is faster than this thread would else have used it up before anybody knew.
   */
  std::shared_ptr<Segment> poll();

  /** Makes the first segment, on the caller's thread, before run begins. Throws IoException. */
  std::shared_ptr<Segment> first();

  /** Whether the disk had no room for a segment, and the reserve is not whole again since then. */
  bool isOutOfRoom() const { return outOfRoom_.load(std::memory_order_acquire); }

  /** Whether it is out of room, and has given the reserve, too. */
  bool isExhausted();

  /** Waits until the reserve is there, or known not to fit on the disk, or it is over. */
  void awaitReserve();

  /** Gives a segment file that nobody reads any more, to be made into a new one. */
  void recycle(const std::filesystem::path& path);

  /** Whether a retired file would be of use. */
  bool wantsRetired();

  /** Has something done on the supply's thread, before the next segment is made. */
  void submit(Chore chore);

  /** Closes, as they are, the segments that were given out; nobody may write to them any more. */
  void abandonGiven();

  /** Ends run after what it is doing. */
  void stop();

  int readyCount();
  Counts counts();

 private:
  struct Work {
    Chore chore;
    bool over;
  };

  Work awaitWork();
  bool wantsOne();
  bool fill();
  std::shared_ptr<Segment> make();
  void give(const std::shared_ptr<Segment>& segment);
  void abandonReady();

  SegmentMaker maker_;
  const int ahead_;
  const int inReserve_;

  /**
   * With fewer ready, new files are filled, and then as many as are wanted. Above that only retired
   * ones are prepared: filling costs the device as much as the records do, and where retention
   * keeps up, a used segment comes back before it is missed.
   */
  const int low_;

  const std::function<void(const std::string&)> onFailure_;
  const std::function<void()> onReady_;

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable tried_;
  std::deque<std::shared_ptr<Segment>> ready_;
  /** Those given out, until they are closed: some may never be written, if the log ends before. */
  std::deque<std::shared_ptr<Segment>> given_;
  std::deque<std::filesystem::path> retired_;
  std::deque<Chore> chores_;
  std::int64_t nextNumber_;
  bool stopped_ = false;
  /** The last one could not be made. */
  bool starved_ = false;
  /** There were fewer than low_, and are not as many as wanted yet. */
  bool filling_ = true;
  Counts counts_{0, 0};

  std::atomic<bool> outOfRoom_{false};
};

}  // namespace tandem::wal
