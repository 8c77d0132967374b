package dev.tandem.flow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged files of every format: each is read, or refused by a {@link BadInputException} that names
 * it. What is read has no more commands than its bytes can say, and is read again from what is
 * written of it. {@code -Dtandem.fuzz.seconds} says for how long, else a number of files decides.
 */
class FlowFuzzTest {

  private static final long SECONDS = Long.getLong("tandem.fuzz.seconds", 0);
  private static final long SEED = Long.getLong("tandem.fuzz.seed", System.nanoTime());
  private static final int FILES = 400;
  private static final int MOST_MUTATIONS = 6;

  /** One in so many is as it was written: of packed ones nothing else may be read. */
  private static final int WHOLE = 40;

  /** A line of a command and the phases of a day: the shortest has so many bytes. */
  private static final int LEAST_BYTES = 8;

  private static final List<String> WORDS =
      List.of(
          "",
          "-",
          "0",
          "-1",
          "1",
          "9223372036854775807",
          "-9223372036854775808",
          "9223372036854775808",
          "99999999999999999999999",
          "2147483647",
          "2147483648",
          "86400000",
          "PLACE",
          "CANCEL",
          "REDUCE",
          "MOVE",
          "AMEND",
          "START_AUCTION",
          "UNCROSS",
          "B",
          "S",
          "GTC",
          "IOC",
          "O",
          "M",
          "C",
          "#",
          ",",
          ",,",
          "\n",
          "\r\n",
          "\r",
          "\0",
          "\u00ff",
          "x".repeat(4_100),
          ",".repeat(130));

  @TempDir private Path dir;

  /** What is damaged. */
  enum Kind {
    CSV,
    PACKED,
    SSE,
    WORKLOAD,
    TRADES,
    BOOK
  }

  private static byte[] whole(Kind kind) throws IOException {
    Flow flow = FlowGenerator.generate(new FlowPlan(120, 3, 5, 70, FlowMix.FULL, 0, 0));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    switch (kind) {
      case CSV -> CsvWriter.write(flow, out, false);
      case PACKED -> CsvWriter.write(flow, out, true);
      case SSE ->
          out.writeBytes(
              """
              cmdNo,bizIndex,timeMs,phase,cmd,orderId,side,priceMilli,qty,tif
              0,1,33300020,O,PLACE,90,S,1745000,50,GTC
              1,2,33900940,O,UNCROSS,0,,1854980,32800,
              2,3,34200050,M,PLACE,91,B,1745000,50,IOC
              3,4,53820350,C,CANCEL,90,S,1745000,50,
              4,5,54001060,C,UNCROSS,0,,0,0,
              """
                  .getBytes(StandardCharsets.US_ASCII));
      case WORKLOAD -> out.writeBytes(workload(flow));
      case TRADES ->
          out.writeBytes(
              "cmdNo,takerOrBuyId,makerOrSellId,priceMilli,qty\n1,2,3,40,5\n6,7,8,90,10\n"
                  .getBytes(StandardCharsets.US_ASCII));
      case BOOK ->
          out.writeBytes(
              "side,priceMilli,orderId,qty\nB,20,3,4\nS,30,5,6\n"
                  .getBytes(StandardCharsets.US_ASCII));
    }
    return out.toByteArray();
  }

  private static byte[] workload(Flow flow) {
    ByteBuffer bytes =
        ByteBuffer.allocate(BookWorkloadReader.HEADER_BYTES + 40 * flow.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(BookWorkloadReader.MAGIC).putInt(1).putInt(flow.size());
    for (int i = 0; i < flow.size(); i++) {
      bytes.put((byte) (i % 3)).put((byte) (i % 2)).putShort((short) 0).putInt(i);
      bytes.putLong(i).putLong(flow.orderId(i)).putLong(100 + i).putLong(0);
    }
    return bytes.array();
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      out.writeBytes(part);
    }
    return out.toByteArray();
  }

  /** The end of the field at or behind this place. */
  private static int endOfField(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length && bytes[at] != ',' && bytes[at] != '\n') {
      at++;
    }
    return at;
  }

  private static byte[] mutated(byte[] bytes, SplittableRandom random) {
    if (bytes.length == 0) {
      return WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.ISO_8859_1);
    }
    int at = random.nextInt(bytes.length);
    int to = Math.min(bytes.length, at + 1 + random.nextInt(random.nextInt(4) == 0 ? 2_000 : 40));
    byte[] before = Arrays.copyOf(bytes, at);
    byte[] behind = Arrays.copyOfRange(bytes, to, bytes.length);
    byte[] word = WORDS.get(random.nextInt(WORDS.size())).getBytes(StandardCharsets.ISO_8859_1);
    return switch (random.nextInt(7)) {
      case 0 -> {
        byte[] flipped = bytes.clone();
        flipped[at] ^= (byte) (1 << random.nextInt(8));
        yield flipped;
      }
      case 1 -> before;
      case 2 -> joined(before, behind);
      case 3 -> joined(before, Arrays.copyOfRange(bytes, at, to), bytes);
      case 4 -> joined(before, word, Arrays.copyOfRange(bytes, at, bytes.length));
      default -> {
        // A whole field becomes another.
        int next = Math.min(bytes.length, endOfField(bytes, at) + 1);
        int end = endOfField(bytes, next);
        byte[] rest = Arrays.copyOfRange(bytes, end, bytes.length);
        yield joined(Arrays.copyOf(bytes, next), word, rest);
      }
    };
  }

  @ParameterizedTest
  @EnumSource
  void aDamagedFileIsReadOrRefused(Kind kind) throws IOException {
    byte[] whole = whole(kind);
    Path path = dir.resolve("damaged.commands.csv");
    SplittableRandom random = new SplittableRandom(SEED);
    long end = System.nanoTime() + SECONDS * 1_000_000_000L / Kind.values().length;
    int read = 0;
    for (long file = 0; SECONDS == 0 ? file < FILES : System.nanoTime() - end < 0; file++) {
      byte[] bytes = whole;
      int mutations = file % WHOLE == 0 ? 0 : 1 + random.nextInt(MOST_MUTATIONS);
      for (int m = 0; m < mutations; m++) {
        bytes = mutated(bytes, random);
      }
      try {
        Files.write(path, bytes);
        if (isRead(kind, path, bytes.length)) {
          read++;
        }
      } catch (RuntimeException | Error e) {
        Path kept = Files.createTempFile("tandem-flow-fuzz-", ".bin");
        Files.write(kept, bytes);
        throw new AssertionError(
            "seed %d, file %d, kept as %s: %s".formatted(SEED, file, kept, e), e);
      }
    }
    if (SECONDS == 0) {
      assertThat(read)
          .as("those that are whole, seed %d", SEED)
          .isGreaterThanOrEqualTo(FILES / WHOLE);
    }
  }

  private boolean isRead(Kind kind, Path path, int bytes) throws IOException {
    try {
      switch (kind) {
        case TRADES -> assertThat(RecordedDay.trades(path).size()).isLessThan(bytes);
        case BOOK -> assertThat(RecordedDay.book(path).size()).isLessThan(bytes);
        default -> check(kind, FlowFiles.read(path, null), bytes);
      }
      return true;
    } catch (BadInputException e) {
      assertThat(e).hasMessageStartingWith(path.toString());
      assertThat(e.getMessage().length()).isLessThan(path.toString().length() + 500);
      return false;
    }
  }

  private void check(Kind kind, Flow flow, int bytes) throws IOException {
    assertThat(flow.size()).isPositive();
    if (kind != Kind.PACKED) {
      // A phase of a day may add a command to that of a line.
      assertThat(flow.size()).isLessThan(2 * bytes / LEAST_BYTES);
    }
    Command c = new Command();
    for (int i = 0; i < flow.size(); i++) {
      flow.fill(i, c);
      assertThat(flow.place(i)).isNotEmpty();
      assertThat(flow.timeNs(i)).isGreaterThanOrEqualTo(i == 0 ? 1 : flow.timeNs(i - 1));
    }
    assertThat(flow.users().length).isLessThanOrEqualTo(flow.size());
    if (flow.format() == FlowFormat.CSV) {
      assertThat(words(writtenAndRead(flow))).isEqualTo(words(flow));
    }
  }

  private Flow writtenAndRead(Flow flow) throws IOException {
    Path again = dir.resolve("again.csv");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    CsvWriter.write(flow, out, false);
    Files.write(again, out.toByteArray());
    return FlowFiles.read(again, FlowFormat.CSV);
  }

  private static List<String> words(Flow flow) {
    return java.util.stream.IntStream.range(0, flow.size())
        .mapToObj(
            i ->
                String.join(
                    ",",
                    Long.toString(flow.timeNs(i)),
                    flow.symbols().get(flow.symbol(i)).name(),
                    Byte.toString(flow.type(i)),
                    Long.toString(flow.userId(i)),
                    Long.toString(flow.orderId(i)),
                    Byte.toString(flow.side(i)),
                    Byte.toString(flow.terms(i)),
                    Long.toString(flow.price(i)),
                    Long.toString(flow.quantity(i))))
        .toList();
  }

  /** -1 stands for a quantity that is not said; of these commands it is one that was said. */
  @Test
  void aQuantityOfMinusOneIsWritten() throws IOException {
    Path path = dir.resolve("minus.csv");
    Files.writeString(
        path,
        CsvReader.VERSION_LINE
            + "\n"
            + CsvReader.HEADER
            + "\n1,7,PLACE,5,1,B,GTC,-1,-1\n2,7,MOVE,5,1,,,-1,-1\n3,7,REDUCE,5,1,,,,-1\n");
    Flow flow = FlowFiles.read(path, null);
    assertThat(words(writtenAndRead(flow))).isEqualTo(words(flow));
  }
}
