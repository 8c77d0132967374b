package dev.tandem.core.statemachine;

import dev.tandem.core.command.ClientWindow;
import dev.tandem.core.state.SortedOrder;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.Table;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.state.WordCopy;
import dev.tandem.core.state.Words;
import java.lang.foreign.Arena;

/** A copy of what is known of clients: who they are, and the windows of their commands. */
public final class ClientsCopy implements AutoCloseable {

  /** Where a row's codes begin, and its sums behind them. */
  static final int CODES = 2;

  static final int SUMS = CODES + ClientCodes.WORDS;

  private final WordCopy highest = new WordCopy();
  private final WordCopy codes = new WordCopy();
  private final WordCopy sums = new WordCopy();
  private long[] keys;

  /** Says how large the windows are, on the thread that owns them. */
  public void measure(Results results) {
    int size = results.clients().size();
    highest.want(size);
    codes.want((long) size * ClientCodes.WORDS);
    sums.want((long) size * ClientWindow.SIZE);
  }

  /**
   * Takes the keys, which are only ever added behind the others, and copies the sums, on the thread
   * that owns them.
   */
  public void take(Admission admission) {
    keys = admission.clients().ids();
    sums.take(admission.sums(), admission.clients().size(), ClientWindow.SIZE);
  }

  /** Copies the windows, on the thread that owns them. */
  public void take(Results results) {
    ClientCodes clients = results.clients();
    highest.take(clients.highest(), clients.size());
    codes.take(clients.codes(), clients.size() * ClientCodes.WORDS);
  }

  /** Makes room for what was measured. */
  public void reserve() {
    highest.reserve();
    codes.reserve();
    sums.reserve();
  }

  /** Writes the table. */
  public void write(StateImage image) {
    int size = highest.size();
    Table clients = image.create(TableKind.CLIENTS, size);
    long[] row = new long[TableKind.CLIENTS.rowWords()];
    try (Arena arena = Arena.ofConfined()) {
      Words sorting = new Words(arena, size);
      sorting.copy(keys, size, 0);
      Words order = SortedOrder.of(sorting, size, arena);
      for (int i = 0; i < size; i++) {
        int client = (int) order.get(i);
        row[0] = keys[client];
        row[1] = highest.get(client);
        for (int word = 0; word < ClientCodes.WORDS; word++) {
          row[CODES + word] = codes.get((long) client * ClientCodes.WORDS + word);
        }
        for (int place = 0; place < ClientWindow.SIZE; place++) {
          row[SUMS + place] = sums.get((long) client * ClientWindow.SIZE + place);
        }
        clients.addRow(row);
      }
    }
  }

  @Override
  public void close() {
    highest.close();
    codes.close();
    sums.close();
  }
}
