package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A snapshot as messages: one that is cut, or of which a message is lost, is no snapshot. */
@Timeout(300)
class SnapshotChunksTest {

  private static final String CHANNEL = "aeron:ipc?term-length=64k";
  private static final int MESSAGES = 4;

  @TempDir private Path dir;

  private MediaDriver driver;
  private Aeron aeron;
  private int stream = 1;

  @BeforeEach
  void open() {
    driver =
        MediaDriver.launch(
            new MediaDriver.Context()
                .aeronDirectoryName(dir.resolve("driver").toString())
                .threadingMode(ThreadingMode.SHARED)
                .sharedIdleStrategy(new SleepingMillisIdleStrategy(1)));
    aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(driver.aeronDirectoryName()));
  }

  @AfterEach
  void close() {
    aeron.close();
    driver.close();
  }

  /** What writes a snapshot, or a part of one. */
  private interface Source {
    void write(ExclusivePublication to) throws IOException;
  }

  /** What is read of it. */
  private byte[] read(Source source) throws IOException {
    stream++;
    try (Subscription subscription = aeron.addSubscription(CHANNEL, stream)) {
      try (ExclusivePublication publication = aeron.addExclusivePublication(CHANNEL, stream)) {
        await("the stream", () -> subscription.imageCount() == 1);
        source.write(publication);
      }
      Image image = subscription.imageAtIndex(0);
      SnapshotChunks.Reader reader =
          new SnapshotChunks.Reader(image, new SleepingMillisIdleStrategy(1));
      ByteBuffer all = ByteBuffer.allocate(1 << 16);
      while (reader.read(all) >= 0) {
        assertThat(all.hasRemaining()).isTrue();
      }
      return java.util.Arrays.copyOf(all.array(), all.position());
    }
  }

  private static void message(ExclusivePublication to, long number, int bytes) {
    UnsafeBuffer message = new UnsafeBuffer(new byte[Long.BYTES + bytes]);
    message.putLong(0, number, ByteOrder.LITTLE_ENDIAN);
    await("room", () -> to.offer(message) > 0);
  }

  @Test
  void whatIsWrittenIsRead() throws IOException {
    byte[] bytes = new byte[10_000];
    new Random(1).nextBytes(bytes);
    byte[] read =
        read(
            to -> {
              try (SnapshotChunks.Writer writer =
                  new SnapshotChunks.Writer(to, new SleepingMillisIdleStrategy(1))) {
                writer.write(ByteBuffer.wrap(bytes));
              }
            });
    assertThat(read).isEqualTo(bytes);
  }

  @Test
  void oneThatIsCutBehindAnyMessageIsRefused() {
    for (int messages = 0; messages <= MESSAGES; messages++) {
      int sent = messages;
      assertThatThrownBy(
              () ->
                  read(
                      to -> {
                        for (int number = 0; number < sent; number++) {
                          message(to, number, 100);
                        }
                      }))
          .isInstanceOf(IOException.class)
          .hasMessage("the snapshot ends behind message " + (sent - 1));
    }
  }

  @Test
  void aMessageThatIsLostComesTwiceOrHasNoNumberIsFound() {
    assertRefused("message 2 of the snapshot follows 0", 0, 2);
    assertRefused("message 0 of the snapshot follows 0", 0, 0);
    assertRefused("message -4 of the snapshot follows 1", 0, 1, -4);
    assertThatThrownBy(
            () ->
                read(
                    to -> {
                      UnsafeBuffer shorter = new UnsafeBuffer(new byte[3]);
                      await("room", () -> to.offer(shorter) > 0);
                    }))
        .hasMessageContaining("of the snapshot follows -1");
  }

  private void assertRefused(String message, long... numbers) {
    assertThatThrownBy(
            () ->
                read(
                    to -> {
                      for (long number : numbers) {
                        message(to, number, 10);
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
  }
}
