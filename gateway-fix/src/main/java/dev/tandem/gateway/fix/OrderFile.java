package dev.tandem.gateway.fix;

import dev.tandem.gateway.fix.Execution.State;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What FIX keeps of its orders beside the exchange: whose they are, their newest ClOrdID, and how
 * many lots they were for. A line for each change; the last one of an order holds. What is live is
 * the exchange's to say, so a line that was lost, or is none, costs a name, never a lot. Between
 * them are lines that say how far in the log everything is in the files of all sessions.
 *
 * <p>One thread at a time.
 */
final class OrderFile implements Closeable {

  /** Lines that were added since the file was made anew. */
  private static final int MOST_LINES = 1_000_000;

  private static final int FIELDS = 22;

  /** Without display quantity. */
  private static final int FIELDS_SHOWN = 21;

  /** Without expire time and mode of self-trades. */
  private static final int FIELDS_DATELESS = 19;

  /** Without terms, as earlier versions wrote them. */
  private static final int FIELDS_BEFORE = 13;

  /** Without the place either. */
  private static final int FIELDS_FIRST = 11;

  private static final String REACHED = "reached ";

  private final Path file;
  private final int mostLines;
  private final Map<OrderStates.Id, State> states = new LinkedHashMap<>();
  private BufferedWriter to;
  private int lines;
  private int ended;

  /** All executions up to this command are in the files of all sessions. */
  private long reached = -1;

  /** Something could not be written: the file lacks what {@code states} has. */
  private boolean behind;

  private OrderFile(Path file, int mostLines) {
    this.file = file;
    this.mostLines = mostLines;
  }

  /**
   * Reads what is there.
   *
   * @throws IOException if there is a file that cannot be read
   */
  static OrderFile open(Path file) throws IOException {
    return open(file, MOST_LINES);
  }

  /**
   * The same.
   *
   * @param mostLines that are added before the file is made anew
   */
  static OrderFile open(Path file, int mostLines) throws IOException {
    OrderFile orders = new OrderFile(file, mostLines);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
        orders.take(line);
      }
    }
    return orders;
  }

  private void take(String line) {
    try {
      if (line.startsWith(REACHED)) {
        reached = Long.parseLong(line.substring(REACHED.length()));
        return;
      }
      State state = read(line.split(" ", -1));
      if (state != null) {
        keep(state);
      }
    } catch (NumberFormatException e) {
      // It is none, as the last one before a crash may be.
    }
  }

  /** All executions up to this command are in the files of all sessions; -1 if none need be. */
  long reached() {
    return reached;
  }

  /** All of what is known, in the order of the changes. */
  List<State> inOrder() {
    return List.copyOf(states.values());
  }

  /** Those that are live. */
  List<State> live() {
    return states.values().stream().filter(State::isLive).toList();
  }

  private void keep(State state) {
    OrderStates.Id id = new OrderStates.Id(state.symbol(), state.order());
    State before = states.remove(id);
    states.put(id, state);
    ended += (state.isLive() ? 0 : 1) - (before == null || before.isLive() ? 0 : 1);
  }

  /** Begins anew with these orders. */
  void begin(Collection<State> known) throws IOException {
    states.clear();
    ended = 0;
    known.forEach(this::keep);
    rewrite();
  }

  private void rewrite() throws IOException {
    int spare = ended - OrderStates.ENDED;
    if (spare > 0) {
      int[] left = {spare};
      states.values().removeIf(state -> !state.isLive() && left[0]-- > 0);
      ended = OrderStates.ENDED;
    }
    Path whole = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      Files.deleteIfExists(whole);
      Files.createFile(whole, PrivateFiles.file());
      try (BufferedWriter all = Files.newBufferedWriter(whole, StandardCharsets.ISO_8859_1)) {
        for (State state : states.values()) {
          all.write(line(state));
        }
        all.write(REACHED + reached + "\n");
      }
      // The old one stays open as long as anything may fail: what comes then goes there.
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      // A part of it takes room where there may be none.
      Files.deleteIfExists(whole);
      throw e;
    }
    close();
    lines = 0;
    behind = false;
    append();
  }

  private void append() throws IOException {
    to =
        Files.newBufferedWriter(
            file, StandardCharsets.ISO_8859_1, StandardOpenOption.APPEND, StandardOpenOption.WRITE);
  }

  /**
   * An order's new state; it is with the system when this returns.
   *
   * @throws IOException if it is not; from then on the states are kept in memory, until {@link
   *     #catchUp} has written them
   */
  void put(State state) throws IOException {
    keep(state);
    add(line(state));
  }

  /**
   * All executions up to this command are in the files of all sessions.
   *
   * @throws IOException as {@link #put}
   */
  void reached(long command) throws IOException {
    reached = command;
    add(REACHED + command + "\n");
  }

  private void add(String line) throws IOException {
    if (behind) {
      return;
    }
    try {
      if (to == null) {
        append();
      }
      to.write(line);
      to.flush();
    } catch (IOException e) {
      behind = true;
      abandon();
      throw e;
    }
    if (++lines >= mostLines) {
      rewrite();
    }
  }

  /** Writes the file anew if it is behind. */
  void catchUp() throws IOException {
    if (behind) {
      rewrite();
    }
  }

  private static String line(State s) {
    return "%d %d %d %d %d %d %s %d %d %d %s %d %d %s %d%n"
        .formatted(
            s.symbol(),
            s.order(),
            s.user(),
            s.client(),
            s.side(),
            s.price(),
            s.clOrdId(),
            s.quantity(),
            s.leaves(),
            s.filled(),
            s.notional(),
            s.place().command(),
            s.place().step(),
            s.terms() == null ? Terms.UNKNOWN : s.terms().line(),
            s.phase().number());
  }

  /** Null for a line that is none. */
  private static State read(String[] f) {
    boolean hasTerms =
        f.length == FIELDS || f.length == FIELDS_SHOWN || f.length == FIELDS_DATELESS;
    if (!hasTerms && f.length != FIELDS_BEFORE && f.length != FIELDS_FIRST) {
      return null;
    }
    return new State(
        Long.parseLong(f[3]),
        Long.parseLong(f[2]),
        Integer.parseInt(f[0]),
        Long.parseLong(f[1]),
        Byte.parseByte(f[4]),
        Long.parseLong(f[5]),
        f[6],
        Long.parseLong(f[7]),
        Long.parseLong(f[8]),
        Long.parseLong(f[9]),
        new BigInteger(f[10]),
        f.length == FIELDS_FIRST
            ? Place.behind(-1)
            : new Place(Long.parseLong(f[11]), Integer.parseInt(f[12])),
        hasTerms ? Terms.read(f, FIELDS_BEFORE, f.length - FIELDS_BEFORE - 1) : null,
        hasTerms ? State.Phase.of(f[f.length - 1]) : State.Phase.AWAKE);
  }

  private void abandon() {
    try {
      close();
    } catch (IOException e) {
      // What it could not write is in the states.
    }
  }

  @Override
  public void close() throws IOException {
    if (to != null) {
      BufferedWriter last = to;
      to = null;
      last.close();
    }
  }
}
