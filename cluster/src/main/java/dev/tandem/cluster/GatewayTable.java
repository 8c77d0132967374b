package dev.tandem.cluster;

import dev.tandem.hash.Hashing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which incarnation of each gateway is the owner of its number, and how many of its commands were
 * taken; and the term of leadership: what is replicated beside the exchange. It lets each command
 * through once.
 *
 * <p>Used by one thread at a time.
 */
class GatewayTable {

  /** What becomes of a command. */
  enum Verdict {
    /** The next one of its gateway. */
    NEXT,
    /** It was taken before. */
    REPEAT,
    /** Commands before it are missing. */
    GAP,
    /** Its incarnation is not the owner. */
    STALE
  }

  /** "TANDCLUS". */
  private static final long MAGIC = 0x53554c43444e4154L;

  private static final int VERSION = 1;
  private static final int TERM_AT = 16;
  private static final int HEADER_BYTES = 24;
  private static final int ROW_BYTES = 24;
  private static final int MOST_ROWS = 1 << 20;

  private static final class Owner {
    private long incarnation;
    private long count;
  }

  /** Sorted, so that equal tables are equal bytes. */
  private final TreeMap<Integer, Owner> owners = new TreeMap<>();

  /** The term of leadership that the log has come to; -1 before the first one. */
  private long term = -1;

  long term() {
    return term;
  }

  void setTerm(long newTerm) {
    term = newTerm;
  }

  /** What an owner is said to. */
  interface Visitor {
    void visit(int gateway, long incarnation);
  }

  void forEachOwner(Visitor visitor) {
    owners.forEach((gateway, owner) -> visitor.visit(gateway, owner.incarnation));
  }

  /**
   * A gateway begins anew: if its incarnation is above the owner's, it becomes the owner, of which
   * no command was taken yet. One that comes again changes nothing.
   *
   * @return the incarnation that is the owner now
   */
  long hello(int gateway, long incarnation) {
    Owner owner = owners.computeIfAbsent(gateway, g -> new Owner());
    if (incarnation > owner.incarnation) {
      owner.incarnation = incarnation;
      owner.count = 0;
    }
    return owner.incarnation;
  }

  /** Counts a command if it is the next one. */
  Verdict take(int gateway, long incarnation, long number) {
    Owner owner = owners.get(gateway);
    if (owner == null || owner.incarnation != incarnation) {
      return Verdict.STALE;
    }
    if (number <= owner.count) {
      return Verdict.REPEAT;
    }
    if (number != owner.count + 1) {
      return Verdict.GAP;
    }
    owner.count = number;
    return Verdict.NEXT;
  }

  void write(WritableByteChannel to) throws IOException {
    int length = HEADER_BYTES + ROW_BYTES * owners.size();
    ByteBuffer bytes = buffer(length + Long.BYTES);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(owners.size()).putLong(term);
    for (Map.Entry<Integer, Owner> each : owners.entrySet()) {
      bytes.putLong(each.getKey());
      bytes.putLong(each.getValue().incarnation).putLong(each.getValue().count);
    }
    bytes.putLong(Hashing.xxh3().hash(bytes.slice(0, length)));
    bytes.flip();
    while (bytes.hasRemaining()) {
      to.write(bytes);
    }
  }

  /**
   * Fills an empty table.
   *
   * @throws IOException if the bytes are cut, damaged, or of another version
   */
  void read(ReadableByteChannel from) throws IOException {
    ByteBuffer header = buffer(HEADER_BYTES);
    fill(header, from);
    if (header.getLong(0) != MAGIC || header.getInt(Long.BYTES) != VERSION) {
      throw new IOException(
          "the snapshot begins with %016x and version %d, expected %016x and %d"
              .formatted(header.getLong(0), header.getInt(Long.BYTES), MAGIC, VERSION));
    }
    int rows = header.getInt(Long.BYTES + Integer.BYTES);
    if (rows < 0 || rows > MOST_ROWS) {
      throw new IOException("the snapshot has " + rows + " gateways");
    }
    int length = HEADER_BYTES + ROW_BYTES * rows;
    ByteBuffer all = buffer(length + Long.BYTES);
    all.put(header.flip());
    fill(all, from);
    long sum = Hashing.xxh3().hash(all.slice(0, length));
    if (all.getLong(length) != sum) {
      throw new IOException(
          "checksum of the snapshot's gateways is %016x, expected %016x"
              .formatted(sum, all.getLong(length)));
    }
    term = all.getLong(TERM_AT);
    for (int at = HEADER_BYTES; at < length; at += ROW_BYTES) {
      Owner owner = new Owner();
      owner.incarnation = all.getLong(at + Long.BYTES);
      owner.count = all.getLong(at + 2 * Long.BYTES);
      owners.put((int) all.getLong(at), owner);
    }
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static void fill(ByteBuffer into, ReadableByteChannel from) throws IOException {
    while (into.hasRemaining()) {
      if (from.read(into) < 0) {
        throw new IOException("the snapshot ends within its gateways");
      }
    }
  }
}
