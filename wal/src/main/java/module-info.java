/** An embedded durable log with batch confirmation. */
// The kernel is not there when this is compiled.
@SuppressWarnings("module")
module dev.tandem.wal {
  // Only for who records: without it there are no events.
  requires static jdk.jfr;

  exports dev.tandem.wal;
  exports dev.tandem.wal.filesystem to
      dev.tandem.core,
      dev.tandem.history;
}
