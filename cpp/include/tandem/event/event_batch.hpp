#pragma once

#include <span>

#include "tandem/command/integers.hpp"
#include "tandem/hash/xxh64_records.hpp"

namespace tandem::event {

/** An event record, 64 bytes: eight words, as FORMATS.md gives them. */
using EventRecord = hash::Xxh64Records::Record;

/** The event records of one command, numbered from firstEvent in the event stream. */
struct EventBatch {
  /** Number of the command among those that leave records, from 0. */
  i64 command;
  i64 firstEvent;
  std::span<const EventRecord> records;
};

}  // namespace tandem::event
