#pragma once

#include <atomic>
#include <span>

#include "bytes.hpp"

namespace tandem::hash {

/** Key material for inputs above 240 bytes. */
struct Key {
  const u8* bytes;
  std::size_t size;
};

/** How an entry is cut: `stride` bytes a sector, the first `hashed` of which are hashed. */
struct Cut {
  std::size_t stride;
  std::size_t hashed;
};

/** The loops of one instruction set. */
struct FunctionSet {
  const char* name;

  u64 (*xxh64)(const u8* in, std::size_t length, u64 seed);
  /** Adds whole stripes of 32 bytes. */
  void (*xxh64Consume)(u64* lanes, const u8* in, std::size_t stripes);
  /** Adds whole sectors; `hashed` is a multiple of 32. */
  void (*xxh64Sectors)(u64* lanes, const u8* in, std::size_t sectors, Cut cut);

  /** Of more than 240 bytes. */
  u64 (*xxh3)(const u8* in, std::size_t length, Key key);
  /** Of more than 240 bytes; low half first. */
  void (*xxh128)(const u8* in, std::size_t length, Key key, u64* into);
  /** Adds whole stripes of 64 bytes; returns the stripes in the block afterwards. */
  std::size_t (*xxh3Consume)(u64* lanes, const u8* in, std::size_t stripes, std::size_t inBlock,
                             Key key);
  /** Adds the last stripe. */
  void (*xxh3Last)(u64* lanes, const u8* in, Key key);
  /** Adds stripes that lie in sectors, from the start of one; `hashed` is a multiple of 64. */
  std::size_t (*xxh3Sectors)(u64* lanes, const u8* in, std::size_t stripes, std::size_t inBlock,
                             Cut cut, Key key);
  /** The digest of an entry with more than 240 hashed bytes; `hashed` is a multiple of 64. */
  u64 (*xxh3Entry)(const u8* in, std::size_t length, Cut cut, Key key);
};

extern const FunctionSet kScalar;
#if defined(__x86_64__)
extern const FunctionSet kSse2;
extern const FunctionSet kAvx2;
extern const FunctionSet kAvx512;
#elif defined(__aarch64__)
extern const FunctionSet kNeon;
#endif

/** Which loops are in use, for any thread. A load of it is a plain one. */
class ActiveFunctions {
 public:
  const FunctionSet* operator->() const { return now_.load(std::memory_order_relaxed); }
  void use(const FunctionSet& functions) { now_.store(&functions, std::memory_order_relaxed); }
  /** Uses the best loops, unless others were chosen before. */
  void begin(const FunctionSet& best) {
    const FunctionSet* before = &kScalar;
    now_.compare_exchange_strong(before, &best, std::memory_order_relaxed);
  }

 private:
  std::atomic<const FunctionSet*> now_{&kScalar};
};

/** The loops in use: the best that this processor has, until select() says otherwise. */
extern constinit ActiveFunctions active;

/** Those that this processor can run, best last; at least the scalar ones. */
std::span<const FunctionSet* const> usable();

/**
 * Uses the loops of this name from now on; false if this processor does not have them. While no
 * other thread hashes.
 */
bool select(const char* name);

}  // namespace tandem::hash
