#pragma once

#include <string_view>

#include "flow.hpp"
#include "line_scanner.hpp"

namespace tandem::tool {

/**
 * Reads a normalised tick-by-tick day of the Shanghai exchange: one symbol, prices in 1/1000 CNY
 * with a tick of 10, quantities in shares.
 *
 * One tick x one lot is 0.01 CNY, the quote currency's smallest unit, so settlement is exact. A
 * START_AUCTION is added where a phase O or C begins.
 */
class SseReader {
 public:
  /** The first line of such a file. */
  static constexpr std::string_view kHeader =
      "cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif";

  /** Throws BadInputException, "file:line: what is wrong". */
  static Flow read(const InputFile& file);

 private:
  /** Price units of the file in one tick. */
  static constexpr i64 kTick = 10;

  explicit SseReader(const InputFile& file) : lines_(file) {}

  void readLine();
  void enterPhase(i64 number, i64 timeNs);
  void place(i64 number, i64 timeNs);
  void cancel(i64 number, i64 timeNs);
  void uncross(i64 number, i64 timeNs);
  void expectEmpty(std::size_t field, std::string_view name, std::string_view command) const;
  i64 orderId() const;
  u8 side() const;
  i64 price() const;
  i64 quantity() const;
  /** Appends a command of the current line. */
  void add(FlowCommand command, i64 number, i64 timeNs);

  LineScanner lines_;
  Flow flow_{FlowFormat::SSE};
  bool auction_ = false;
  char phase_ = 0;
  i64 lastNumber_ = -1;
  i64 lastTime_ = 0;
};

}  // namespace tandem::tool
