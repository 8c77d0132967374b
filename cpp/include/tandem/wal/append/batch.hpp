#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "tandem/wal/format/record_format.hpp"
#include "tandem/wal/storage/segment.hpp"

namespace tandem::wal {

/**
 * Records to be written to the file, in one buffer. A producer claims its place with one addition
 * to a number that holds both how many records and how many 8-byte units are taken, so sequence and
 * place come from one atomic step:
 *
 *      63              36 35                      0
 *     +------------------+-------------------------+
 *     | records          | units, from the buffer's|
 *     | taken            | beginning               |
 *     +------------------+-------------------------+
 *
 * It fills the place and commits it by a stamp. The thread that crosses the limit, by a claim that
 * does not fit or by shut, knows where the records end, and publishes that by seal.
 *
 * A batch is opened again and again. A producer that comes late finds either the claims of the next
 * opening, which are as good, or a number beyond the limit.
 */
class Batch {
 public:
  using Claim = std::uint64_t;

  static constexpr int UNIT_SHIFT = 3;

  /**
   * @param capacity of the buffer in bytes, a multiple of 8
   */
  explicit Batch(std::int64_t capacity);

  /** Opens it for claims behind the room of its mark; only while it is shut. */
  void open(std::int64_t generation, std::int64_t sequence, std::shared_ptr<Segment> target,
            std::int64_t roomBytes);

  /**
   * Takes a place. Of what is shut it only takes a look: while there is no other batch, refused
   * claims have no end, and would carry over from the units into the count. So each thread adds
   * beyond the limit once an opening, at most.
   */
  Claim claimIfOpen(std::uint64_t units) {
    const Claim seen = claimsAcquire();
    return beganWithin(seen) ? claims_.fetch_add(kOneRecord | units) : seen;
  }

  /** Ends the claims; the result is read as that of a claim. */
  Claim shut() { return claims_.fetch_add(kShut); }

  Claim claimsAcquire() const { return claims_.load(std::memory_order_acquire); }
  Claim claimsSeqCst() const { return claims_.load(); }

  static std::uint64_t startOf(Claim claim) { return claim & kUnitsMask; }
  static std::int64_t countOf(Claim claim) {
    return static_cast<std::int64_t>(claim >> kCountShift);
  }

  /** Whether claims may succeed. */
  bool isOpenAcquire() const { return beganWithin(claimsAcquire()); }

  /**
   * Whether a claim, or the shutting, began within the limit; of those that did not fit, only the
   * first one did, which crossed it.
   */
  bool beganWithin(Claim claim) const { return startOf(claim) <= limitUnits_; }

  bool fits(Claim claim, std::uint64_t units) const {
    return startOf(claim) + units <= limitUnits_;
  }

  /** Publishes where the records end, if the claim that did not fit crossed the limit. */
  void sealIfCrossed(Claim claim);

  bool isSealedAcquire() const { return sealed_.load(std::memory_order_acquire) == generation(); }

  void commitRelease(std::int64_t index) {
    stamps_[static_cast<std::size_t>(index)].store(generation(), std::memory_order_release);
  }

  bool isCommittedAcquire(std::int64_t index) const {
    return stamps_[static_cast<std::size_t>(index)].load(std::memory_order_acquire) == generation();
  }

  /** Requests a sync right after this batch; before the record that wants it is committed. */
  void wantSync() { syncWanted_.store(true, std::memory_order_relaxed); }
  bool isSyncWanted() const { return syncWanted_.load(std::memory_order_relaxed); }

  // Of this opening: behind a claim that fits, or for the writer, or under the lock of the batches.

  std::byte* bytes() { return bytes_.get(); }
  std::int64_t generation() const { return generation_.load(std::memory_order_relaxed); }
  std::int64_t firstSequence() const { return firstSequence_; }
  std::uint32_t seed() const { return seed_; }
  const std::shared_ptr<Segment>& segment() const { return segment_; }
  /** Where its mark begins in the buffer. */
  std::int64_t startBytes() const { return startBytes_; }

  // Only once it is sealed.

  /** Records in it. */
  std::int64_t records() const { return records_; }
  /** Where its last record ends in the buffer. */
  std::int64_t endBytes() const { return endBytes_; }
  /** Bytes that it takes in the file, none without records. */
  std::int64_t writeBytes() const { return records_ == 0 ? 0 : endBytes_ - startBytes_; }

 private:
  static constexpr int kCountShift = 36;
  static constexpr Claim kOneRecord = Claim{1} << kCountShift;
  static constexpr Claim kUnitsMask = kOneRecord - 1;
  /** Beyond any limit, and far from an overflow into the count. */
  static constexpr Claim kShut = Claim{1} << 34;
  static constexpr std::size_t kApartBytes = 128;

  /** What all producers change: alone on its cache lines. */
  alignas(kApartBytes) std::atomic<Claim> claims_{kShut};

  /**
   * The same for all openings, so that a late claim cannot be measured by the limit of another; an
   * opening with less room begins further behind.
   */
  alignas(kApartBytes) const std::uint64_t limitUnits_;
  const std::int64_t capacity_;
  const std::unique_ptr<std::byte[]> bytes_;
  std::vector<std::atomic<std::int64_t>> stamps_;

  // Written while the batch is shut, read after a claim or a look at the claims. Who came late may
  // read the generation at any time.
  std::atomic<std::int64_t> generation_{0};
  std::int64_t firstSequence_ = 0;
  std::int64_t startBytes_ = 0;
  std::uint32_t seed_ = 0;
  std::shared_ptr<Segment> segment_;

  // Written by who crossed the limit, before the seal.
  std::int64_t endBytes_ = 0;
  std::int64_t records_ = 0;
  std::atomic<std::int64_t> sealed_{-1};
  std::atomic<bool> syncWanted_{false};
};

}  // namespace tandem::wal
