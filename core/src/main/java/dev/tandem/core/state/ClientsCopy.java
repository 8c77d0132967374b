package dev.tandem.core.state;

import dev.tandem.core.command.Grouping;
import java.lang.foreign.Arena;

/** A copy of the grouping stage. */
public final class ClientsCopy implements AutoCloseable {

  private final WordCopy marks = new WordCopy();
  private long[] keys;

  /** Says how large the stage is, on the thread that owns it. */
  public void measure(Grouping grouping) {
    marks.want(grouping.clients().size());
  }

  /** Copies the stage, on the thread that owns it. */
  public void take(Grouping grouping) {
    marks.take(grouping.highWaterMarks(), grouping.clients().size());
    keys = grouping.clients().ids();
  }

  /** Makes room for what was measured. */
  public void reserve() {
    marks.reserve();
  }

  /** Writes the table. */
  public void write(StateImage image) {
    int size = marks.size();
    Table clients = image.create(TableKind.CLIENTS, size);
    try (Arena arena = Arena.ofConfined()) {
      Words sorting = new Words(arena, size);
      sorting.copy(keys, size, 0);
      Words order = SortedOrder.of(sorting, size, arena);
      for (int i = 0; i < size; i++) {
        int client = (int) order.get(i);
        clients.add(keys[client], marks.get(client));
      }
    }
  }

  @Override
  public void close() {
    marks.close();
  }
}
