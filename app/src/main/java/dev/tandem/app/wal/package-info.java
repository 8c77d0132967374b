/** The command line's view of write-ahead logs. */
package dev.tandem.app.wal;
