/** An embedded durable log with batch confirmation. */
module dev.tandem.wal {
  // Only for who records: without it there are no events.
  requires static jdk.jfr;

  exports dev.tandem.wal;
}
