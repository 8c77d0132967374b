package dev.tandem.jmh.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * WebSockets that have subscribed to the levels of the one symbol. Each looks at the sequences of
 * all that it is sent: a change that is missing, and was not made up for by a snapshot, is an
 * exception. One thread.
 */
final class Subscribers implements AutoCloseable {

  private static final int BUFFER = 256 << 10;
  private static final byte[] CHANGE = bytes("{\"t\":\"levels\",\"symbol\":1,\"seq\":");
  private static final byte[] SNAPSHOT =
      bytes("{\"t\":\"snapshot\",\"channel\":\"levels\",\"symbol\":1,\"seq\":");
  private static final byte[] PREVIOUS = bytes(",\"prev\":");
  private static final int TEXT = 0x81;
  private static final int PING = 0x89;
  private static final int PONG = 0x8a;
  private static final int CLOSE = 0x88;
  private static final int SHORT = 125;

  private final List<One> all = new ArrayList<>();

  /** One of them. */
  private static final class One {
    final SocketChannel channel;
    final ByteBuffer in = ByteBuffer.allocate(BUFFER);
    boolean joined;
    long first;
    long last;
    boolean rejoined;
    long received;
    long conflated;
    long snapshots;
    long heardNs;

    One(SocketChannel channel) {
      this.channel = channel;
    }
  }

  /**
   * What they have heard.
   *
   * @param received changes, of all of them
   * @param conflated changes that a snapshot stood for
   * @param snapshots those but the first of each
   * @param lastNs when the last of them was read; 0 if there is no subscriber
   */
  record Heard(long received, long conflated, long snapshots, long lastNs) {}

  /** Opens so many, and waits until each has its snapshot. */
  Subscribers(int port, int count, String key) throws IOException {
    for (int i = 0; i < count; i++) {
      SocketChannel channel =
          SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      One one = new One(channel);
      all.add(one);
      channel.write(
          ByteBuffer.wrap(
              bytes(
                  String.join(
                      "\r\n",
                      "GET /v1/stream HTTP/1.1",
                      "Host: 127.0.0.1",
                      "Upgrade: websocket",
                      "Connection: Upgrade",
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                      "Sec-WebSocket-Version: 13",
                      "",
                      ""))));
      readHead(one);
      say(channel, TEXT, "{\"op\":\"login\",\"key\":\"" + key + "\"}");
      say(channel, TEXT, "{\"op\":\"subscribe\",\"channel\":\"levels\",\"symbol\":1}");
      channel.configureBlocking(false);
    }
    long end = System.nanoTime() + 30_000_000_000L;
    while (!all.stream().allMatch(one -> one.joined)) {
      poll();
      if (System.nanoTime() > end) {
        throw new IOException("not each subscriber has its snapshot after 30 s");
      }
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private static void readHead(One one) throws IOException {
    ByteBuffer single = ByteBuffer.allocate(1);
    StringBuilder head = new StringBuilder();
    while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
      if (one.channel.read(single.clear()) < 0) {
        throw new EOFException("the server has closed a stream: " + head);
      }
      head.append((char) single.get(0));
    }
    if (!head.toString().startsWith("HTTP/1.1 101")) {
      throw new IOException("no stream: " + head);
    }
  }

  /** A frame of a client, by a mask of zeros. */
  private static void say(SocketChannel to, int kind, String text) throws IOException {
    byte[] payload = bytes(text);
    ByteBuffer frame = ByteBuffer.allocate(payload.length + 8);
    frame.put((byte) kind);
    if (payload.length <= SHORT) {
      frame.put((byte) (0x80 | payload.length));
    } else {
      frame.put((byte) 0xfe).putShort((short) payload.length);
    }
    frame.putInt(0).put(payload).flip();
    while (frame.hasRemaining()) {
      to.write(frame);
    }
  }

  /** Reads what is there for each. */
  void poll() throws IOException {
    for (One one : all) {
      int got = one.channel.read(one.in);
      if (got < 0) {
        throw new EOFException("the server has cut off a subscriber");
      }
      if (got > 0) {
        one.in.flip();
        frames(one);
        one.in.compact();
        one.heardNs = System.nanoTime();
      }
    }
  }

  private static void frames(One one) throws IOException {
    ByteBuffer in = one.in;
    while (in.remaining() >= 2) {
      int at = in.position();
      int header = 2;
      long length = in.get(at + 1);
      if (length > SHORT) {
        header += length == SHORT + 1 ? Short.BYTES : Long.BYTES;
        if (in.remaining() < header) {
          return;
        }
        length = header == 4 ? in.getShort(at + 2) & 0xffff : in.getLong(at + 2);
      }
      if (header + length > BUFFER) {
        throw new IOException("a frame of " + length + " bytes");
      }
      if (in.remaining() < header + length) {
        return;
      }
      frame(one, in.get(at) & 0xff, at + header, (int) length);
      in.position(at + header + (int) length);
    }
  }

  @SuppressWarnings("ByteBufferBackingArray") // Allocated here, so it begins at 0.
  private static void frame(One one, int kind, int at, int length) throws IOException {
    if (kind == PING) {
      say(one.channel, PONG, "");
      return;
    }
    byte[] in = one.in.array();
    if (kind == CLOSE) {
      throw new IOException("closed: " + new String(in, at, length, StandardCharsets.ISO_8859_1));
    }
    if (begins(in, at, length, CHANGE)) {
      changed(one, in, at + CHANGE.length);
    } else if (begins(in, at, length, SNAPSHOT)) {
      joined(one, number(in, at + SNAPSHOT.length));
    } else if (!begins(in, at, length, bytes("{\"t\":\"done\""))) {
      throw new IOException("sent " + new String(in, at, length, StandardCharsets.ISO_8859_1));
    }
  }

  private static void joined(One one, long sequence) {
    if (one.joined) {
      one.snapshots++;
      one.conflated += sequence - one.last;
    } else {
      one.joined = true;
      one.first = sequence;
    }
    one.last = sequence;
    one.rejoined = true;
  }

  private static void changed(One one, byte[] in, int at) throws IOException {
    long sequence = number(in, at);
    int digits = 1;
    for (long rest = sequence; rest >= 10; rest /= 10) {
      digits++;
    }
    if (!begins(in, at + digits, PREVIOUS.length, PREVIOUS)) {
      throw new IOException("a change without prev");
    }
    long previous = number(in, at + digits + PREVIOUS.length);
    boolean follows = one.rejoined ? previous <= one.last : previous == one.last;
    if (!follows || sequence <= one.last) {
      throw new IOException(
          "a subscriber at %d was sent %d behind %d".formatted(one.last, sequence, previous));
    }
    one.rejoined = false;
    one.last = sequence;
    one.received++;
  }

  private static boolean begins(byte[] in, int at, int length, byte[] with) {
    if (length < with.length) {
      return false;
    }
    for (int i = 0; i < with.length; i++) {
      if (in[at + i] != with[i]) {
        return false;
      }
    }
    return true;
  }

  private static long number(byte[] in, int from) {
    long value = 0;
    for (int i = from; in[i] >= '0' && in[i] <= '9'; i++) {
      value = value * 10 + in[i] - '0';
    }
    return value;
  }

  /**
   * Reads until each has heard of the change with this sequence, and checks that each was sent
   * every change, or a snapshot that stands for it.
   */
  Heard hearAllUpTo(long sequence) throws IOException {
    long end = System.nanoTime() + 30_000_000_000L;
    while (all.stream().anyMatch(one -> one.last < sequence)) {
      poll();
      if (System.nanoTime() > end) {
        throw new IOException("not each subscriber has heard of change " + sequence);
      }
    }
    long received = 0;
    long conflated = 0;
    long snapshots = 0;
    long lastNs = 0;
    for (One one : all) {
      // Each order of the load changes the book once.
      if (one.received + one.conflated != sequence - one.first) {
        throw new IOException(
            "a subscriber has heard of %d changes and of %d by snapshots, from %d to %d"
                .formatted(one.received, one.conflated, one.first, sequence));
      }
      received += one.received;
      conflated += one.conflated;
      snapshots += one.snapshots;
      lastNs = Math.max(lastNs, one.heardNs);
    }
    return new Heard(received, conflated, snapshots, lastNs);
  }

  @Override
  public void close() throws IOException {
    for (One one : all) {
      one.channel.close();
    }
  }
}
