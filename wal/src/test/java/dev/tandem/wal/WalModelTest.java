package dev.tandem.wal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Random lives of a log against a list of bodies. */
class WalModelTest {

  private static final Duration LONG = Duration.ofMinutes(2);

  /** What is kept of a list, from some sequence on. */
  private static final class Model {
    private final List<byte[]> bodies = new ArrayList<>();
    private long needed;

    void check(Path directory, boolean exact) throws WalException {
      long next = -1;
      try (WalReader reader = WalReader.open(directory, ReadMode.STRICT, -1)) {
        while (reader.next()) {
          if (next < 0) {
            next = reader.sequence();
            assertThat(next).isLessThanOrEqualTo(Math.max(needed, 0));
          }
          assertThat(reader.sequence()).isEqualTo(next);
          assertThat(reader.body().asByteBuffer())
              .isEqualTo(ByteBuffer.wrap(bodies.get((int) next)));
          next++;
        }
      }
      if (exact) {
        assertThat(Math.max(next, 0)).isEqualTo(bodies.size());
      }
    }
  }

  @Property(tries = 40, shrinking = ShrinkingMode.BOUNDED)
  void theLogIsAList(
      @ForAll @Size(max = 60) List<@IntRange(min = 0, max = 999) Integer> steps,
      @ForAll Durability durability)
      throws IOException {
    Path base = Files.createTempDirectory("wal-model");
    try {
      live(base, steps, durability);
    } finally {
      try (Stream<Path> files = Files.walk(base)) {
        for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }

  private static void live(Path base, List<Integer> steps, Durability durability)
      throws IOException {
    Model model = new Model();
    WalConfig config = Logs.small().segmentsAhead(2).durability(durability).build();
    Path directory = base.resolve("0");
    Wal wal = Wal.open(directory, config);
    int copies = 0;
    try {
      for (int step : steps) {
        int size = step / 10 * 13;
        switch (step % 10) {
          case 0 -> {
            wal.close();
            model.check(directory, true);
            wal = Wal.open(directory, config);
            assertThat(wal.recovery().clean()).isTrue();
          }
          case 1 -> {
            // As the end of the process would leave it.
            long last = model.bodies.size() - 1L;
            wal.confirmations().await(last, Durability.WRITTEN, LONG);
            Path copy = Logs.copyLive(directory, base.resolve(Integer.toString(++copies)));
            wal.close();
            directory = copy;
            wal = Wal.open(directory, config);
            assertThat(wal.recovery().lastSequence()).isEqualTo(last);
          }
          case 2 -> {
            long last = model.bodies.size() - 1L;
            wal.confirmations().await(last, Durability.SYNCED, LONG);
            assertThat(wal.confirmations().synced()).isEqualTo(last);
          }
          case 3 -> {
            model.needed = Math.max(model.needed, model.bodies.size() - size / 20);
            wal.retainFrom(model.needed);
          }
          case 4 -> {
            // From the oldest, whichever that is: what may go is deleted meanwhile.
            try (Tailer tailer = wal.tail(-1)) {
              long last = model.bodies.size() - 1L;
              wal.confirmations().await(last, Durability.WRITTEN, LONG);
              long seen = -1;
              while (tailer.next()) {
                seen = tailer.sequence();
                assertThat(tailer.bodyLength()).isEqualTo(model.bodies.get((int) seen).length);
              }
              assertThat(seen).isEqualTo(last);
            }
          }
          default -> {
            byte[] body = new byte[Math.min(size, config.maxBodyBytes())];
            Arrays.fill(body, (byte) step);
            assertThat(wal.append((byte) (step % 128), body)).isEqualTo(model.bodies.size());
            model.bodies.add(body);
          }
        }
        assertThat(wal.nextSequence()).isEqualTo(model.bodies.size());
      }
    } finally {
      wal.close();
    }
    model.check(directory, true);
  }
}
