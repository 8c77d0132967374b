package dev.tandem.gateway.reports;

import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * The number of each user's last report, and the command of the log that it belongs to. With that a
 * start creates the later reports again, under the numbers that they had. The file survives the end
 * of the process. After a loss of power it may lack its last records, so no start before continues
 * then: each marks its records with the boot of the machine until it ends in order. Without the
 * file nothing but reports is lost: a client that resumes gets a {@link Missed}. One thread at a
 * time.
 *
 * <p>The file has two halves of {@value #RECORDS} records, of which the newer one is written:
 *
 * <pre>
 *   0        8            16        24
 *   +--------+------------+---------+------------------------------+
 *   | user   | number × 4 | command | CRC-32C of that and of       |
 *   | or run | + kind     | or boot | which time the half is used  |
 *   +--------+------------+---------+------------------------------+
 * </pre>
 */
final class FeedPlaces implements AutoCloseable {

  static final int RECORDS = 1 << 15;

  private static final System.Logger LOG = System.getLogger(FeedPlaces.class.getName());
  private static final int BYTES = 32;
  private static final int CHECK_AT = 24;
  private static final int KINDS = 4;

  private static final int PLACE = 0;

  /** Nothing is known of the user's numbers before it. */
  private static final int BEGUN = 1;

  /** With the boot of the machine; with 0 once all before it is on the disk. */
  private static final int RUN = 2;

  /** Each time that a half is used begins with one, whose number is that time. */
  private static final int TIME = 3;

  /** Most starts whose numbers continue. */
  private static final int MOST_RUNS = 64;

  /** That the reports of a user up to this number are of commands up to this one. */
  record Place(long user, long number, long command) {}

  private record Entry(long subject, long number, int kind, long command) {}

  private final Path path;
  private final FileChannel file;
  private final long boot;
  private final TreeSet<Long> runs = new TreeSet<>();
  private final Map<Long, List<Place>> found = new LinkedHashMap<>();
  private final ByteBuffer batch =
      ByteBuffer.allocateDirect(RECORDS * BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private long highest;
  private long time;
  private int records;
  private long current;
  private long lastBoot;
  private boolean lost;

  private FeedPlaces(Path path, FileChannel file, long boot) {
    this.path = path;
    this.file = file;
    this.boot = boot;
  }

  /** Opens a file, or creates it, and reads what it has. */
  static FeedPlaces open(Path path) throws IOException {
    return open(path, boot());
  }

  /** What no other boot of this machine has, not 0; 1 where the system does not say. */
  private static long boot() {
    try {
      UUID id =
          UUID.fromString(Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
      return id.getMostSignificantBits() | 1;
    } catch (IOException | IllegalArgumentException e) {
      return 1;
    }
  }

  static FeedPlaces open(Path path, long boot) throws IOException {
    FeedPlaces places =
        new FeedPlaces(
            path,
            FileChannel.open(
                path,
                Set.of(
                    StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
                PrivateFiles.file()),
            boot);
    places.read();
    return places;
  }

  private void read() throws IOException {
    List<Entry> first = half(0);
    List<Entry> second = half(1);
    boolean swapped = time(first) > time(second);
    time = Math.max(time(first), time(second));
    (swapped ? second : first).forEach(this::take);
    List<Entry> newer = swapped ? first : second;
    if (!newer.isEmpty()) {
      // Each half begins with all of them.
      runs.clear();
    }
    newer.forEach(this::take);
    if (lastBoot != 0 && lastBoot != boot) {
      runs.clear();
    }
  }

  private static long time(List<Entry> half) {
    return half.isEmpty() ? 0 : half.get(0).number;
  }

  private List<Entry> half(int which) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(RECORDS * BYTES).order(ByteOrder.LITTLE_ENDIAN);
    int read = 0;
    while (read >= 0 && bytes.hasRemaining()) {
      read = file.read(bytes, (long) which * RECORDS * BYTES + bytes.position());
    }
    bytes.flip();
    List<Entry> all = new ArrayList<>();
    long used = 0;
    for (int at = 0; at + BYTES <= bytes.limit(); at += BYTES) {
      long coded = bytes.getLong(at + 8);
      int kind = (int) (coded & (KINDS - 1));
      if (at == 0) {
        used = coded / KINDS;
      }
      boolean isTime = kind == TIME;
      if (coded < 0
          || isTime != (at == 0)
          || bytes.getLong(at + CHECK_AT) != check(bytes, at, used)) {
        break;
      }
      all.add(new Entry(bytes.getLong(at), coded / KINDS, kind, bytes.getLong(at + 16)));
    }
    return all;
  }

  private static long check(ByteBuffer bytes, int at, long time) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate().limit(at + CHECK_AT).position(at));
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      crc.update((int) (time >>> shift));
    }
    return crc.getValue();
  }

  private void take(Entry record) {
    switch (record.kind) {
      case RUN -> {
        addRun(record.subject);
        lastBoot = record.command;
      }
      case PLACE, BEGUN -> {
        highest = Math.max(highest, record.number);
        List<Place> ofUser = found.computeIfAbsent(record.subject, u -> new ArrayList<>());
        if (record.kind == BEGUN) {
          ofUser.clear();
        }
        ofUser.add(new Place(record.subject, record.number, record.command));
      }
      default -> {
        // Read already.
      }
    }
  }

  private void addRun(long run) {
    runs.add(run);
    if (runs.size() > MOST_RUNS) {
      runs.pollFirst();
    }
  }

  /** The starts whose numbers continue. */
  Set<Long> runs() {
    return runs;
  }

  /** The places of each user that follow each other, the earliest first. */
  Map<Long, List<Place>> found() {
    return found;
  }

  /** No number of a place is higher. */
  long highest() {
    return highest;
  }

  /** Begins anew, with this start among the others, or alone if their numbers are worth nothing. */
  void begin(long run, boolean others, List<Place> places) {
    if (!others) {
      runs.clear();
    }
    addRun(run);
    current = run;
    rewrite(places);
  }

  /**
   * A user's numbers begin.
   *
   * @param all places of all users, with this one
   */
  void begun(Place place, Supplier<List<Place>> all) {
    if (records + 1 > RECORDS) {
      rewrite(all.get());
    }
    add(place.user, place.number, BEGUN, place.command);
    write();
  }

  /**
   * These users' reports have come so far.
   *
   * @param all places of all users, with these
   */
  void reached(List<Place> places, Supplier<List<Place>> all) {
    if (records + places.size() > RECORDS) {
      rewrite(all.get());
    } else {
      places.forEach(place -> add(place.user, place.number, PLACE, place.command));
      write();
    }
  }

  private void add(long subject, long number, int kind, long command) {
    int at = batch.position();
    batch.putLong(subject).putLong(number * KINDS + kind).putLong(command);
    batch.putLong(check(batch, at, time));
  }

  /** Goes to the other half, which then has all that the next start needs. */
  private void rewrite(List<Place> all) {
    if (1 + runs.size() + all.size() > RECORDS / 2) {
      fail("has no room for so many users", null);
      return;
    }
    time++;
    records = 0;
    add(0, time, TIME, 0);
    runs.forEach(run -> add(run, 0, RUN, boot));
    all.forEach(place -> add(place.user, place.number, PLACE, place.command));
    write();
  }

  private void write() {
    int count = batch.position() / BYTES;
    batch.flip();
    long at = ((time & 1) * RECORDS + records) * BYTES;
    try {
      while (!lost && batch.hasRemaining()) {
        at += file.write(batch, at);
      }
      records += count;
    } catch (IOException e) {
      fail("cannot be written", e);
    } finally {
      batch.clear();
    }
  }

  private void fail(String why, IOException e) {
    if (!lost) {
      lost = true;
      LOG.log(
          System.Logger.Level.WARNING,
          path
              + " "
              + why
              + ": after the next start clients cannot resume their reports, and must query orders",
          e);
      try {
        // Nothing is added to it any more, so the next start must not use it.
        file.truncate(0);
      } catch (IOException kept) {
        LOG.log(
            System.Logger.Level.WARNING,
            path + " cannot be emptied, either: delete it before the next start",
            kept);
      }
    }
  }

  @Override
  public void close() {
    try {
      if (current != 0 && !lost && records < RECORDS) {
        file.force(false);
        add(current, 0, RUN, 0);
        write();
      }
      file.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, path + " cannot be closed", e);
    }
  }
}
