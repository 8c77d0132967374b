#include "book_workload_report.hpp"

#include <stdexcept>

namespace tandem::tool {

std::string BookWorkloadReport::sha256(const Flow& flow, const ReplayResult& result) {
  constexpr std::size_t kFlushAt = 1 << 15;
  BookWorkloadReport report(flow, result);
  for (std::size_t i = 0; i < flow.commands.size(); i++) {
    report.add(i);
    if (report.text_.size() >= kFlushAt) {
      report.digest_.update(report.text_);
      report.text_.clear();
    }
  }
  report.digest_.update(report.text_);
  return report.digest_.hex();
}

void BookWorkloadReport::add(std::size_t i) {
  const FlowCommand& c = flow_.commands[i];
  const ReplayResult::Answer& answer = result_.keptAnswers[i];
  const bool ok = answer.result == command::ResultCode::kOk;
  switch (c.type) {
    case command::type::kPlace:
      // A new order that is refused has no line in this report.
      if (ok) {
        order(i);
      }
      return;
    case command::type::kCancel:
      if (ok) {
        cancelled(i, answer.orderSide, answer.orderPrice);
      } else {
        line('4', i);
        field(c.orderId);
      }
      return;
    case command::type::kMove:
      if (ok) {
        trades(i);
        line('3', i);
        field(answer.orderSide);
        field(c.orderId);
        field(c.price);
        field(c.quantity);
      } else {
        line('5', i);
        field(c.orderId);
      }
      return;
    default:
      throw std::logic_error("no such message: " + std::to_string(c.type));
  }
}

void BookWorkloadReport::order(std::size_t i) {
  const FlowCommand& c = flow_.commands[i];
  line('0', i);
  field(c.side);
  field(c.orderId);
  field(c.price);
  field(c.quantity);
  trades(i);
  if (c.orderType == command::kIoc && result_.keptAnswers[i].releasedQuantity > 0) {
    cancelled(i, c.side, c.price);
  }
}

void BookWorkloadReport::cancelled(std::size_t i, u8 side, i64 price) {
  line('2', i);
  field(side);
  field(flow_.commands[i].orderId);
  field(price);
}

void BookWorkloadReport::trades(std::size_t i) {
  const auto& kept = result_.keptTrades;
  for (; nextTrade_ < kept.size() && kept[nextTrade_].command == i; nextTrade_++) {
    const ReplayResult::Trade& trade = kept[nextTrade_];
    line('1', i);
    field(trade.price);
    field(trade.quantity);
    field(trade.maker);
    field(trade.taker);
  }
}

void BookWorkloadReport::line(char kind, std::size_t i) {
  if (begun_) {
    text_ += '\n';
  }
  begun_ = true;
  text_ += kind;
  field(flow_.commands[i].number);
}

}  // namespace tandem::tool
