/** What happened at an exchange, in a database that is made of its log. */
module dev.tandem.history {
  requires transitive dev.tandem.core;
  requires dev.tandem.wal;
  requires java.sql;

  exports dev.tandem.history;
  exports dev.tandem.history.rows;
}
