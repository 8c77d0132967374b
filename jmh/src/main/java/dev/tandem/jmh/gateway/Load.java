package dev.tandem.jmh.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.HdrHistogram.Histogram;

/**
 * Sends requests over some connections and times the answers, on one thread that never sleeps. An
 * open loop sends by a fixed schedule and counts from the intended time, also where the connections
 * have no room and it comes to send later; a closed loop sends whenever there is room.
 */
final class Load implements AutoCloseable {

  private static final int BUFFER = 256 << 10;
  private static final long LATE_NS = 50_000;
  private static final long DRAIN_NS = 5_000_000_000L;

  /**
   * What came of a run.
   *
   * @param requests all of them are answered
   * @param seconds from the first request to the last answer
   * @param late share of them that was sent 50 µs or more behind its time
   */
  record Outcome(
      long requests, double seconds, long refused, long trades, Histogram nanos, double late) {}

  private static final class Connection {
    final SocketChannel channel;
    final Wire wire;
    final ByteBuffer out = ByteBuffer.allocate(BUFFER);
    final ByteBuffer in = ByteBuffer.allocate(BUFFER);
    final ArrayDeque<Long> intended = new ArrayDeque<>();

    Connection(SocketChannel channel, Wire wire) {
      this.channel = channel;
      this.wire = wire;
    }

    void flush() throws IOException {
      if (out.position() > 0) {
        out.flip();
        channel.write(out);
        out.compact();
      }
    }
  }

  private final List<Connection> connections = new ArrayList<>();
  private final int window;
  private long requests;

  /**
   * @param window requests in flight on each connection, at most
   * @param firstRequest one less than the number of the first request
   */
  Load(int port, int count, int window, long firstRequest, IntFunction<Wire> wire)
      throws IOException {
    this.window = window;
    requests = firstRequest;
    for (int i = 0; i < count; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      Connection c = new Connection(channel, wire.apply(i));
      connections.add(c);
      c.wire.begin(c.out);
      c.flush();
    }
  }

  /** The number of the last request. */
  long lastRequest() {
    return requests;
  }

  /**
   * Runs.
   *
   * @param rate requests a second; 0 for a closed loop
   * @throws IOException if a connection ends, or an answer does not come
   */
  Outcome run(double rate, double seconds) throws IOException {
    Histogram nanos = new Histogram(60_000_000_000L, 3);
    Wire.Tally tally = new Wire.Tally();
    long first = requests;
    long start = System.nanoTime();
    long end = start + (long) (seconds * 1e9);
    double due = start;
    double gap = rate == 0 ? 0 : 1e9 / rate;
    long late = 0;
    long waiting = 0;
    int turn = 0;
    while (true) {
      long now = System.nanoTime();
      if (rate > 0) {
        int full = 0;
        while (due <= now && due < end && full < connections.size()) {
          Connection c = connections.get(turn);
          turn = turn + 1 == connections.size() ? 0 : turn + 1;
          if (!hasRoom(c)) {
            full++;
            continue;
          }
          full = 0;
          send(c, (long) due);
          waiting++;
          late += now - due >= LATE_NS ? 1 : 0;
          due += gap;
        }
      }
      for (Connection c : connections) {
        while (rate == 0 && now < end && hasRoom(c)) {
          send(c, now);
          waiting++;
        }
        c.flush();
        waiting -= read(c, nanos, tally);
      }
      boolean sentAll = rate == 0 ? now >= end : due >= end;
      if (sentAll && waiting == 0) {
        break;
      }
      if (now > end + DRAIN_NS) {
        throw new IOException(waiting + " requests have no answer, 5 s after the end");
      }
    }
    if (tally.refused > 0) {
      throw new IOException(tally.refused + " refused, the first: " + tally.firstRefusal);
    }
    long sent = requests - first;
    return new Outcome(
        sent,
        (System.nanoTime() - start) / 1e9,
        tally.refused,
        tally.trades,
        nanos,
        (double) late / sent);
  }

  private boolean hasRoom(Connection c) {
    return c.intended.size() < window && c.out.remaining() >= Wire.MOST_BYTES;
  }

  private void send(Connection c, long intended) {
    c.wire.request(++requests, c.out);
    c.intended.add(intended);
  }

  private static int read(Connection c, Histogram nanos, Wire.Tally tally) throws IOException {
    int got = c.channel.read(c.in);
    if (got < 0) {
      throw new EOFException("the server has closed a connection");
    }
    if (got == 0) {
      return 0;
    }
    c.in.flip();
    int answers = c.wire.answers(c.in, tally);
    c.in.compact();
    long now = System.nanoTime();
    for (int i = 0; i < answers; i++) {
      nanos.recordValue(now - c.intended.remove());
    }
    return answers;
  }

  @Override
  public void close() throws IOException {
    for (Connection c : connections) {
      c.channel.close();
    }
  }
}
