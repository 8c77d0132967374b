#pragma once

#include <algorithm>

#include "tandem/command/integers.hpp"

namespace tandem::ingress {

/**
 * How producers and the kernel meet. The choice changes how fast commands come in and how those of
 * several producers are interleaved, never what a sequence of commands does.
 *
 * Shared: all producers claim slots of one ring. Lanes: each producer has a lane of its own, which
 * nobody else writes; the kernel's first thread visits them in rotation, takes at most visit
 * commands of each, and gives commands their order and time. The commands of one lane keep their
 * order; those of different lanes are ordered by when they are taken.
 *
 * A number that is out of its limits is a std::invalid_argument. Immutable.
 */
class Ingress {
 public:
  static constexpr u32 kMaxLanes = 1'024;
  static constexpr u32 kMaxSlots = 1u << 20;

  /** All producers share one ring; each claim is an atomic addition. */
  static Ingress shared() { return Ingress(0, 0, 0, false); }
  /** The same where one thread at a time submits: it claims without an atomic addition. */
  static Ingress singleProducer() { return Ingress(0, 0, 0, true); }
  /** Up to 64 lanes of 1,024 slots, 64 commands in a visit. A lane takes memory once claimed. */
  static Ingress lanes() { return lanes(64, 1'024); }
  /** At most 64 commands in a visit. Slots: a power of two. */
  static Ingress lanes(u32 lanes, u32 slots) { return Ingress(lanes, slots, std::min(64u, slots)); }

  /** The same with another bound on a visit. */
  Ingress withVisit(u32 commands) const { return Ingress(maxLanes_, slots_, commands); }

  /** Whether all producers use one ring. */
  bool isShared() const { return maxLanes_ == 0; }
  bool isSingleProducer() const { return single_; }
  /** Most lanes that are claimed at once. */
  u32 maxLanes() const { return maxLanes_; }
  /** Commands that a lane holds. */
  u32 slots() const { return slots_; }
  /** Most commands taken of a lane before the others had their turn. */
  u32 visit() const { return visit_; }

 private:
  Ingress(u32 lanes, u32 slots, u32 visit);
  Ingress(u32 lanes, u32 slots, u32 visit, bool single)
      : maxLanes_(lanes), slots_(slots), visit_(visit), single_(single) {}

  u32 maxLanes_;
  u32 slots_;
  u32 visit_;
  bool single_ = false;
};

}  // namespace tandem::ingress
