package dev.tandem.logger;

import dev.tandem.logger.seal.KeySealing;
import dev.tandem.logger.seal.SealException;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** Seals, and lets a test act, or fail, at the moments of a sealing. */
final class SealingProbe implements Sealing {
  /** What a test does at a moment of the sealing. */
  interface Moment {
    Moment NOTHING = offset -> {};

    /** The offset is that from which the part is, or the bytes are. */
    void at(long offset) throws IOException;
  }

  private final KeySealing keys;
  private final List<Sink> sinks = new ArrayList<>();
  volatile Moment opened = Moment.NOTHING;
  volatile Moment accepts = Moment.NOTHING;
  volatile Moment ends = Moment.NOTHING;
  volatile Moment forces = Moment.NOTHING;
  volatile Moment deletes = Moment.NOTHING;

  /** Is given the time that the warm-up may take. */
  SealingProbe(SealMode mode) throws SealException {
    keys = new KeySealing(AbandonedTest.ring(), mode);
  }

  @Override
  public boolean perRecord() {
    return keys.perRecord();
  }

  @Override
  public synchronized SegmentSink openSink(SegmentInfo segment, long start, PartOrigin origin)
      throws IOException {
    Sink sink = new Sink(keys.openSink(segment, start, origin), start);
    sinks.add(sink);
    opened.at(start);
    return sink;
  }

  @Override
  public RecordSeal openRecords(SegmentInfo segment, MemorySegment area) throws IOException {
    return keys.openRecords(segment, area);
  }

  /** From now on the sinks that are open refuse everything, as a cipher that has failed does. */
  synchronized void breakSinks() {
    sinks.forEach(sink -> sink.broken = true);
  }

  synchronized int opened() {
    return sinks.size();
  }

  private final class Sink implements SegmentSink {
    private final SegmentSink sink;
    private final long start;
    private volatile boolean broken;

    Sink(SegmentSink sink, long start) {
      this.sink = sink;
      this.start = start;
    }

    private void check() {
      if (broken) {
        throw new IllegalStateException("the cipher is broken");
      }
    }

    @Override
    public void accept(MemorySegment committed, long offset, long records) throws IOException {
      check();
      accepts.at(offset);
      sink.accept(committed, offset, records);
    }

    @Override
    public long takenTo() {
      return sink.takenTo();
    }

    @Override
    public long writtenTo() {
      return sink.writtenTo();
    }

    @Override
    public void force() throws IOException {
      forces.at(start);
      sink.force();
    }

    @Override
    public void end() throws IOException {
      check();
      ends.at(start);
      sink.end();
    }

    @Override
    public void close() throws IOException {
      sink.close();
    }

    @Override
    public void delete() throws IOException {
      sink.delete();
      deletes.at(start);
    }
  }
}
