#pragma once

#include <algorithm>

#include "tandem/command/command.hpp"
#include "tandem/matching/matching_engine.hpp"
#include "tandem/risk/risk_engine.hpp"

namespace tandem::statemachine {

/**
 * Fetches what commands that have arrived will touch, while earlier ones are worked on. Many live
 * orders do not fit the near caches, and of the loads that a command needs each waits for the one
 * before it. So each is begun some commands early, when what it depends on has come:
 *
 *     | current |   2   |        4        |               8 |
 *     | worked  | hold, level,    order             index   |
 *     | on      | neighbours, price                         |
 *
 * What is called touch fetches and is always inlined: GCC takes a function that only fetches for
 * one without effect, and leaves out its call.
 *
 * Nothing is changed by it, and a wrong guess costs one fetch. Where few orders are live, all of
 * them are near anyway, and it does nothing. For one thread at a time.
 */
class LookAhead {
 public:
  /** Risk is null without risk; both live as long as this. */
  LookAhead(const matching::MatchingEngine& matching, const risk::RiskEngine* risk)
      : matching_(matching), risk_(risk) {}

  /**
   * Looks ahead of the command that is worked on next. Peek gives the CommandRecord of each that
   * follows, up to available.
   */
  template <class Peek>
  void before(i64 current, i64 available, Peek peek) {
    if (current >= available || !matching_.isDeep()) {
      return;
    }
    each(far_, current, kFar, available, [&](i64 at) { matching_.touchIndex(peek(at)); });
    each(middle_, current, kMiddle, available, [&](i64 at) { matching_.touchOrder(peek(at)); });
    each(near_, current, kNear, available, [&](i64 at) {
      const u32 tag = matching_.touchPlaces(peek(at));
      if (risk_ != nullptr) {
        risk_->touch(tag);
      }
    });
  }

 private:
  static constexpr i64 kFar = 8;
  static constexpr i64 kMiddle = 4;
  static constexpr i64 kNear = 2;

  /** Those within a distance that were not shown before; most often it is one. */
  template <class Touch>
  static void each(i64& next, i64 current, i64 distance, i64 available, Touch touch) {
    const i64 last = std::min(current + distance, available);
    i64 at = std::max(next, current + 1);
    for (; at <= last; at++) {
      touch(at);
    }
    next = at;
  }

  const matching::MatchingEngine& matching_;
  const risk::RiskEngine* risk_;
  /** The first commands that were not looked at, by distance. */
  i64 far_ = 0;
  i64 middle_ = 0;
  i64 near_ = 0;
};

}  // namespace tandem::statemachine
