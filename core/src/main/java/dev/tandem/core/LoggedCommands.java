package dev.tandem.core;

import dev.tandem.core.api.JournalException;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import dev.tandem.core.journal.ExchangeStore;
import dev.tandem.core.journal.RecordTypes;
import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalException;
import dev.tandem.wal.WalReader;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/** Makes sense of the records in the log of an exchange, for tools that look at one. Any thread. */
public final class LoggedCommands {

  /** The type of a record that is a command. */
  public static final byte COMMAND = RecordTypes.COMMAND;

  private LoggedCommands() {}

  /**
   * Whether a log is one of an exchange: it begins as such, or snapshots lie beside it.
   *
   * @throws WalException if the log cannot be read up to its first record
   */
  public static boolean isExchangeLog(Path directory) throws WalException {
    if (Files.isDirectory(ExchangeStore.snapshotsIn(directory))) {
      return true;
    }
    try (WalReader reader = WalReader.open(directory, ReadMode.READ_ONLY, 0)) {
      return reader.next() && reader.sequence() == 0 && reader.type() == RecordTypes.EXCHANGE;
    }
  }

  /**
   * Reads a record of type {@link #COMMAND} of such a log.
   *
   * @param sequence the record's, for the message
   * @param into takes all inputs of the command, and defaults for the rest
   * @throws JournalException if the record is no command
   */
  public static void decode(Path directory, long sequence, MemorySegment body, Command into) {
    into.clear();
    try {
      CommandCodec.decode(body, into);
    } catch (IllegalArgumentException e) {
      throw RecordTypes.foreign(directory, sequence, e);
    }
  }
}
