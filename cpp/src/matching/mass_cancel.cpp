#include "tandem/matching/mass_cancel.hpp"

namespace tandem::matching {

using command::Outcome;
using command::Outcomes;

void MassCancel::apply() {
  Outcomes& outcomes = c_.outcomes;
  const std::size_t first = outcomes.count();
  for (const u8 side : {command::kBuy, command::kSell}) {
    if (namesSide(side)) {
      select(side);
    }
  }
  const std::size_t asleep = outcomes.count();
  selectStops();
  for (std::size_t i = first; i < outcomes.count(); i++) {
    const Outcome& gone = outcomes[i];
    if (i < asleep) {
      static_cast<void>(book_.cancel(gone.orderId(), gone.userId()));
    } else {
      book_.stops()->remove(gone.orderId());
    }
  }
  c_.result = command::ResultCode::kOk;
  c_.openQuantity = left_;
}

void MassCancel::select(u8 side) {
  const BookView view = book_.view();
  i64 named = isOfAll() ? view.orders(side) : 0;
  const u32 before = room_;
  view.forEachOrderWhile(side, [&](const OrderView& order) {
    if (names(order.userId)) {
      named += isOfAll() ? 0 : 1;
      if (room_ > 0) {
        leave(side, order.orderId, order.userId, order.price, order.quantity + order.hidden,
              order.tag);
      }
    }
    return !isEnough();
  });
  left_ += named - (before - room_);
}

void MassCancel::selectStops() {
  if (book_.stops() == nullptr) {
    return;
  }
  if (isEnough() && c_.side == command::kBothSides) {
    left_ += book_.stops()->count();
    return;
  }
  book_.stops()->forEach([&](const StopView& stop) {
    if (!namesSide(stop.side) || !names(stop.userId)) {
      return;
    }
    if (room_ == 0) {
      left_++;
    } else {
      leave(stop.side, stop.orderId, stop.userId, stop.limit, stop.quantity,
            book_.stops()->tagOf(stop.orderId, stop.userId));
    }
  });
}

void MassCancel::leave(u8 side, i64 orderId, i64 user, i64 price, i64 lots, u32 tag) {
  room_--;
  c_.outcomes.change(Outcome::change(Outcome::kRelease, book_.symbol(), side,
                                     Outcome::kByMassCancel, orderId, user, price, lots, 0, tag));
}

}  // namespace tandem::matching
