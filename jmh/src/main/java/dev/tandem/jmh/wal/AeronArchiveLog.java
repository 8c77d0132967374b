package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Waits;
import io.aeron.Aeron;
import io.aeron.CommonContext;
import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.checksum.Checksums;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.codecs.SourceLocation;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.FragmentHandler;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.YieldingIdleStrategy;
import org.agrona.concurrent.status.CountersReader;

/**
 * Aeron Archive that records an IPC publication with file sync level 1 (data forced after every
 * block written, as by {@code force(false)}; level 2 would force metadata, too, which no other
 * entrant does) and CRC-32C, in this process. A ticket is a stream position; durable is what the
 * recording-position counter has reached, which the archive sets after the force.
 *
 * <p>For two CPUs: the driver and the archive have a thread each (both {@code SHARED}); the
 * archive's, which writes, yields, the driver's backs off. Term buffers of 64 MiB, blocks of up to
 * 2 MiB a write, segments of 1 GiB.
 */
final class AeronArchiveLog implements DurableLog {

  private static final String CHANNEL = "aeron:ipc?term-length=64m";
  private static final int STREAM = 1001;
  private static final int SEGMENT_BYTES = 1 << 30;

  private final Node node;
  private final Publication publication;
  private final ExclusivePublication exclusive;
  private final CountersReader counters;
  private final int recorded;

  AeronArchiveLog(LogSettings settings) throws IOException {
    node = new Node(settings.directory());
    AeronArchive archive = node.client;
    Aeron aeron = archive.context().aeron();
    archive.startRecording(CHANNEL, STREAM, SourceLocation.LOCAL);
    int session;
    if (settings.streaming()) {
      exclusive = aeron.addExclusivePublication(CHANNEL, STREAM);
      publication = null;
      session = exclusive.sessionId();
    } else {
      exclusive = null;
      publication = aeron.addPublication(CHANNEL, STREAM);
      session = publication.sessionId();
    }
    counters = aeron.countersReader();
    int counter = CountersReader.NULL_COUNTER_ID;
    int spins = 0;
    while (counter == CountersReader.NULL_COUNTER_ID) {
      spins = Waits.relax(spins);
      counter = RecordingPos.findCounterIdBySession(counters, session, archive.archiveId());
    }
    recorded = counter;
  }

  @Override
  public Producer producer() {
    return new AeronProducer();
  }

  @Override
  public long synced() {
    return counters.getCounterValue(recorded);
  }

  @Override
  public void close() throws IOException {
    long end = exclusive != null ? exclusive.position() : publication.position();
    int spins = 0;
    while (synced() < end) {
      spins = Waits.relax(spins);
    }
    if (exclusive != null) {
      exclusive.close();
    } else {
      publication.close();
    }
    node.close();
  }

  private final class AeronProducer implements Producer {

    private final UnsafeBuffer buffer = new UnsafeBuffer();

    @Override
    public long append(byte[] record) {
      buffer.wrap(record);
      int spins = 0;
      while (true) {
        long position =
            exclusive != null
                ? exclusive.offer(buffer, 0, record.length)
                : publication.offer(buffer, 0, record.length);
        if (position > 0) {
          return position;
        }
        if (position != Publication.BACK_PRESSURED
            && position != Publication.ADMIN_ACTION
            && position != Publication.NOT_CONNECTED) {
          throw new IllegalStateException("offer: " + position);
        }
        spins = Waits.relax(spins);
      }
    }

    @Override
    public void awaitSynced(long ticket) {
      int spins = 0;
      while (synced() < ticket) {
        spins = Waits.relax(spins);
      }
    }
  }

  /** Media driver, archive and a client of it in this process. */
  private static final class Node implements AutoCloseable {

    private final Path driverDirectory;
    private final ArchivingMediaDriver driver;
    private final AeronArchive client;

    Node(Path directory) throws IOException {
      driverDirectory = Files.createTempDirectory(Path.of("/dev/shm"), "tandem-aeron-");
      String aeronDirectory = driverDirectory.resolve("driver").toString();
      MediaDriver.Context media =
          new MediaDriver.Context()
              .aeronDirectoryName(aeronDirectory)
              .threadingMode(ThreadingMode.SHARED)
              .sharedIdleStrategy(new BackoffIdleStrategy(1, 10, 1_000, 1_000_000))
              .termBufferSparseFile(false)
              .ipcTermBufferLength(64 << 20)
              .dirDeleteOnStart(true)
              .dirDeleteOnShutdown(true);
      Archive.Context archive =
          new Archive.Context()
              .aeronDirectoryName(aeronDirectory)
              .archiveDir(directory.toFile())
              .threadingMode(ArchiveThreadingMode.SHARED)
              .idleStrategySupplier(YieldingIdleStrategy::new)
              .controlChannelEnabled(false)
              .localControlChannel(CommonContext.IPC_CHANNEL)
              .archiveClientContext(
                  new AeronArchive.Context().controlResponseChannel(CommonContext.IPC_CHANNEL))
              .replicationChannel("aeron:udp?endpoint=127.0.0.1:0")
              .recordingEventsEnabled(false)
              .fileSyncLevel(1)
              .catalogFileSyncLevel(1)
              .segmentFileLength(SEGMENT_BYTES)
              .fileIoMaxLength(2 << 20)
              .recordChecksum(Checksums.crc32c())
              .replayChecksum(Checksums.crc32c());
      driver = ArchivingMediaDriver.launch(media, archive);
      client =
          AeronArchive.connect(
              new AeronArchive.Context()
                  .aeronDirectoryName(aeronDirectory)
                  .controlRequestChannel(CommonContext.IPC_CHANNEL)
                  .controlResponseChannel(CommonContext.IPC_CHANNEL));
    }

    @Override
    public void close() throws IOException {
      client.close();
      driver.close();
      Files.deleteIfExists(driverDirectory);
    }
  }

  /** Replays the one recording over IPC, checksums verified by the archive. */
  static final class ArchiveReader implements Reader {

    private final Node node;

    ArchiveReader(LogSettings settings) throws IOException {
      node = new Node(settings.directory());
    }

    @Override
    public void readAll(LongConsumer numbers) throws IOException {
      FragmentHandler handler =
          (buffer, offset, length, header) ->
              numbers.accept(buffer.getLong(offset, ByteOrder.LITTLE_ENDIAN));
      long recording = 0;
      long end = node.client.getStopPosition(recording);
      try (Subscription replay = node.client.replay(recording, 0, end, CHANNEL, STREAM + 1)) {
        int spins = 0;
        while (!replay.isConnected()) {
          spins = Waits.relax(spins);
        }
        Image image = replay.imageAtIndex(0);
        while (image.position() < end) {
          if (image.poll(handler, 1_000) == 0) {
            if (image.isClosed()) {
              throw new IOException("replay ended at " + image.position() + " of " + end);
            }
            spins = Waits.relax(spins);
          }
        }
      }
    }

    @Override
    public void close() throws IOException {
      node.close();
    }
  }
}
