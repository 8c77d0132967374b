#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "../checksum/sha256.hpp"
#include "replay.hpp"

namespace tandem::tool {

/**
 * The report text of the public matching-engine benchmark, as its SHA-256: what came of every
 * message, sorted by (sequence, kind of report), lines joined by LF without one at the end.
 */
class BookWorkloadReport {
 public:
  /** The SHA-256 that the benchmark publishes for its workload "normal", seed 23. */
  static constexpr std::string_view kNormalSeed23 =
      "e9b2e3926854410b01a035aeb25dd05f1e597c233be8263de9eb49b6713d367e";

  /** SHA-256 of the report text, in hexadecimal; the result must have kept trades and answers. */
  static std::string sha256(const Flow& flow, const ReplayResult& result);

 private:
  BookWorkloadReport(const Flow& flow, const ReplayResult& result) : flow_(flow), result_(result) {}

  void add(std::size_t i);
  void order(std::size_t i);
  void cancelled(std::size_t i, u8 side, i64 price);
  void trades(std::size_t i);
  /** Begins a line with the kind of the report and the sequence of the message. */
  void line(char kind, std::size_t i);
  void field(i64 value) { text_.append(",").append(std::to_string(value)); }

  const Flow& flow_;
  const ReplayResult& result_;
  Sha256 digest_;
  std::string text_;
  bool begun_ = false;
  std::size_t nextTrade_ = 0;
};

}  // namespace tandem::tool
