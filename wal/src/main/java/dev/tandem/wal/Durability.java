package dev.tandem.wal;

/** How far a record has come, named in every acknowledgement. Each level includes those before. */
public enum Durability {
  /** Appended: it has its sequence, and may be lost with the process. */
  NONE,

  /** Handed to the operating system: it survives the end of the process, not of the machine. */
  WRITTEN,

  /** Forced to the device: it survives a power cut. */
  SYNCED
}
