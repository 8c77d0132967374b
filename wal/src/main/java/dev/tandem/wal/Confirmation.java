package dev.tandem.wal;

/** An acknowledgement: the record with this sequence, and all before it, have reached the level. */
public record Confirmation(long sequence, Durability level) {}
