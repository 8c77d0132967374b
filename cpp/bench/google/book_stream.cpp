#include "book_stream.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "splittable_random.hpp"
#include "stream_maker.hpp"
#include "tandem/hash/hashing.hpp"

namespace tandem::bench {

namespace {

constexpr i64 kPlace = 0;
constexpr i64 kCancel = 1;
constexpr i64 kMove = 2;
constexpr i64 kSell = 1 << 8;
constexpr i64 kImmediate = 1 << 9;
constexpr i64 kUser = 1;

/** To the next whole number, the half up. */
i64 rounded(double value) { return static_cast<i64>(std::floor(value + 0.5)); }

/** Streams of four words a message. */
class BookMaker : private StreamMaker {
 public:
  BookMaker(BookShape shape, u64 seed) : StreamMaker(seed), shape_(shape) {}

  BookStream make(std::size_t messages) {
    if (shape_ == BookShape::SPOT) {
      spot(messages);
    } else {
      standing(messages);
    }
    return std::move(stream_);
  }

 private:
  void standing(std::size_t messages) {
    const i64 target = targetLive();
    const i64 reach = shape_ == BookShape::WIDE ? 300 : 3;
    for (std::size_t i = 0; i < messages; i++) {
      const i64 mid = midAt(static_cast<double>(i) / static_cast<double>(messages));
      const i32 dice = random_.below(100);
      const bool few = live() < target;
      const u8 side = static_cast<u8>(random_.below(2));
      const i64 lots = 1 + random_.below(100);
      if (dice < 50 || live() == 0) {
        const i64 price = standingPrice(mid, side);
        if (dice < 8) {
          place(side, mid + (side == 0 ? reach : -reach), lots, command::kIoc);
        } else {
          place(side, price, lots, command::kGtc);
        }
      } else if (dice >= 91) {
        const Rested order = rested_[pick()];
        move(order, standingPrice(mid, order.side), lots);
      } else if (few && random_.below(3) == 0) {
        place(side, standingPrice(mid, side), lots, command::kGtc);
      } else {
        cancelOne();
      }
    }
  }

  i64 targetLive() const {
    switch (shape_) {
      case BookShape::STATIC:
        return 40'000;
      case BookShape::FLASH_CRASH:
        return 240;
      case BookShape::WIDE:
        return 20'000;
      default:
        return 1'300;
    }
  }

  /** The mid price where t of the stream is over, 0 to 1. */
  i64 midAt(double t) const {
    switch (shape_) {
      case BookShape::WIDE:
        return kStart * 50;
      case BookShape::FLASH_CRASH: {
        const double back = t < 0.9 ? (0.9 - t) * 2.5 : 0;
        const double depth = t < 0.4 ? 0 : t < 0.5 ? (t - 0.4) * 10 : back;
        return kStart - rounded(60'000 * depth);
      }
      case BookShape::SWING_25:
        return kStart + rounded(kStart * 0.25 * std::sin(t * 40));
      case BookShape::SWING_40:
        return kStart + rounded(kStart * 0.40 * std::sin(t * 40));
      default:
        return kStart;
    }
  }

  i64 standingPrice(i64 mid, u8 side) {
    const i64 sign = side == 0 ? -1 : 1;
    switch (shape_) {
      case BookShape::STATIC:
        return mid + sign * (1 + random_.below(35));
      case BookShape::FLASH_CRASH:
        return away(mid, side, 60);
      case BookShape::WIDE:
        return mid + sign * (1 + random_.below64(1'000'000));
      default:
        return away(mid, side, 300);
    }
  }

  void cancel(i64 id) override {
    put(kCancel, id, 0, 0);
    static_cast<void>(book_.cancel(id, kUser));
  }

  void place(u8 side, i64 price, i64 lots, u8 timeInForce) override {
    const i64 id = ++lastOrder_;
    const bool rests = timeInForce == command::kGtc;
    put(kPlace | sells(side) | (rests ? 0 : kImmediate), id, price, lots);
    static_cast<void>(book_.place({side, timeInForce, 0, price, lots, id, kUser}, trades_));
    trades_.clear();
    if (rests && book_.view().order(id)) {
      rested_.push_back({id, side});
    }
  }

  void move(const Rested& order, i64 price, i64 lots) override {
    put(kMove | sells(order.side), order.id, price, lots);
    static_cast<void>(book_.move(order.id, kUser, price, lots, trades_));
    trades_.clear();
  }

  static i64 sells(u8 side) { return side == 0 ? 0 : kSell; }

  void put(i64 kindAndFlags, i64 id, i64 price, i64 lots) {
    stream_.words.insert(stream_.words.end(), {kindAndFlags, id, price, lots});
  }

  const BookShape shape_;
  BookStream stream_;
};

}  // namespace

BookStream BookStream::make(BookShape shape, u64 seed, std::size_t messages) {
  return BookMaker(shape, seed).make(messages);
}

BookStream BookStream::withShuffledIds(u64 seed) const {
  BookStream shuffled = *this;
  i64 highest = 0;
  for (std::size_t at = 1; at < words.size(); at += kWords) {
    highest = std::max(highest, words[at]);
  }
  std::vector<i64> other(static_cast<std::size_t>(highest) + 1);
  std::iota(other.begin(), other.end(), 0);
  SplittableRandom random(seed);
  for (auto i = static_cast<std::size_t>(highest); i > 1; i--) {
    std::swap(other[i], other[1 + static_cast<std::size_t>(random.below(static_cast<i32>(i)))]);
  }
  for (std::size_t at = 1; at < words.size(); at += kWords) {
    shuffled.words[at] = other[static_cast<std::size_t>(words[at])];
  }
  return shuffled;
}

u64 BookStream::digest() const { return hash::Xxh64().hash(std::as_bytes(std::span(words))); }

}  // namespace tandem::bench
