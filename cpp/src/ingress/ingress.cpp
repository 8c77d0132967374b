#include "tandem/ingress/ingress.hpp"

#include <bit>
#include <stdexcept>
#include <string>

namespace tandem::ingress {

namespace {

void check(const char* what, u32 value, u32 least, u32 most) {
  if (value < least || value > most) {
    throw std::invalid_argument(std::string(what) + ": " + std::to_string(value) + ", expected " +
                                std::to_string(least) + " to " + std::to_string(most));
  }
}

}  // namespace

Ingress::Ingress(u32 lanes, u32 slots, u32 visit) : maxLanes_(lanes), slots_(slots), visit_(visit) {
  check("lanes", lanes, 1, kMaxLanes);
  check("slots of a lane", slots, 2, kMaxSlots);
  if (!std::has_single_bit(slots)) {
    throw std::invalid_argument("slots of a lane: " + std::to_string(slots) +
                                ", expected a power of two");
  }
  check("commands in a visit", visit, 1, slots);
}

}  // namespace tandem::ingress
