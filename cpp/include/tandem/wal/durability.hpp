#pragma once

namespace tandem::wal {

/** How far a record has come, named in every acknowledgement. Each level includes those before. */
enum class Durability {
  /** Appended: it has its sequence, and may be lost with the process. */
  NONE,
  /** Handed to the operating system: it survives the end of the process, not of the machine. */
  WRITTEN,
  /** Forced to the device: it survives a power cut. */
  SYNCED
};

/** The name of a level, as it is written in the code. */
constexpr const char* nameOf(Durability level) {
  switch (level) {
    case Durability::NONE:
      return "NONE";
    case Durability::WRITTEN:
      return "WRITTEN";
    case Durability::SYNCED:
      return "SYNCED";
  }
  return "?";
}

}  // namespace tandem::wal
