package dev.tandem.cluster;

/** What it means that a command of a cluster was answered. */
public enum ReplicatedDurability {
  /**
   * A majority of the nodes has it in its memory or its page cache: it survives the loss of a
   * minority of machines, but not of the power of all at once.
   */
  REPLICATED(0),

  /** A majority has forced it to its disks: it survives the power of all, too. */
  REPLICATED_SYNCED(1);

  private final int fileSyncLevel;

  ReplicatedDurability(int fileSyncLevel) {
    this.fileSyncLevel = fileSyncLevel;
  }

  /** Aeron's level, of archive, catalogue and consensus module. */
  int fileSyncLevel() {
    return fileSyncLevel;
  }
}
