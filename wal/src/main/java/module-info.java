/** An embedded durable log with batch confirmation. */
module dev.tandem.wal {
  exports dev.tandem.wal;
}
