package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.Lateness;
import dev.tandem.jmh.harness.Waits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Drives an open log by one workload. */
final class Runs {

  private static final long HIGHEST_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final int EVERY = 32;

  private Runs() {}

  /**
   * A run.
   *
   * @param appended records by each producer, that are to be found in the log
   */
  @SuppressWarnings("ArrayRecordComponent") // Read by its maker alone.
  record Run(Sample sample, long... appended) {}

  /** Producers that wait for each of their records, for so long. */
  static Run waiting(DurableLog log, int producers, int recordBytes, long nanos)
      throws InterruptedException, ExecutionException {
    Histogram all = histogram();
    long[] ends = new long[producers];
    long[] appended = new long[producers];
    long started;
    try (ExecutorService pool = Executors.newFixedThreadPool(producers)) {
      CyclicBarrier start = new CyclicBarrier(producers + 1);
      List<Future<Histogram>> parts = new ArrayList<>();
      for (int p = 0; p < producers; p++) {
        int index = p;
        parts.add(
            pool.submit(
                () -> {
                  Histogram part = histogram();
                  DurableLog.Producer producer = log.producer();
                  byte[] record = Records.ofLength(recordBytes);
                  start.await();
                  long until = System.nanoTime() + nanos;
                  long now = System.nanoTime();
                  for (long i = 0; now < until; i++) {
                    Records.number(record, Readback.number(index, i));
                    producer.appendSynced(record);
                    appended[index] = i + 1;
                    long after = System.nanoTime();
                    part.recordValue(after - now);
                    now = after;
                  }
                  ends[index] = now;
                  return part;
                }));
      }
      try {
        start.await();
      } catch (BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
      started = System.nanoTime();
      for (Future<Histogram> part : parts) {
        all.add(part.get());
      }
    }
    long end = started;
    for (long e : ends) {
      end = Math.max(end, e);
    }
    return new Run(Sample.of(all.getTotalCount(), end - started, all, 0), appended);
  }

  /**
   * One thread keeps a schedule and watches {@link DurableLog#synced()} between two records. A
   * latency runs from the intended time, so a log that blocks the producer pays for every record it
   * holds up. How late the producer is it sees by the clock that it reads before a few records.
   */
  static Run openLoop(DurableLog log, int rate, int recordBytes, long nanos) throws Exception {
    Histogram latencies = histogram();
    int total = Math.toIntExact(rate * nanos / 1_000_000_000L);
    double interval = 1e9 / rate;
    long[] tickets = new long[total];
    DurableLog.Producer producer = log.producer();
    byte[] record = Records.ofLength(recordBytes);
    long start = System.nanoTime() + 1_000_000;
    long giveUp = start + 4 * nanos;
    int sent = 0;
    int late = 0;
    int durable = 0;
    while (durable < total) {
      long now = System.nanoTime();
      long synced = log.synced();
      if (durable < sent && tickets[durable] <= synced) {
        long at = System.nanoTime();
        while (durable < sent && tickets[durable] <= synced) {
          latencies.recordValue(Math.max(0, at - start - (long) (durable * interval)));
          durable++;
        }
      }
      int due = (int) Math.min(total, (now - start) / interval + 1);
      if (sent < due) {
        int burst = Math.min(due, sent + EVERY);
        while (sent < burst) {
          late += Lateness.isLate(now, start + (long) (sent * interval)) ? 1 : 0;
          Records.number(record, sent);
          tickets[sent] = producer.append(record);
          sent++;
        }
      } else {
        // A spin would hold up the very threads it measures, where they share the CPU with it.
        Waits.yieldCpu();
      }
      if (now > giveUp) {
        return new Run(Sample.of(durable, now - start, latencies, 100.0 * late / sent), sent);
      }
    }
    long took = Math.max(nanos, System.nanoTime() - start);
    return new Run(Sample.of(total, took, latencies, 100.0 * late / total), total);
  }

  /** One thread appends for so long; the clock stops when the last record is durable. */
  static Run saturation(DurableLog log, int recordBytes, long nanos) throws Exception {
    DurableLog.Producer producer = log.producer();
    byte[] record = Records.ofLength(recordBytes);
    long records = 0;
    long ticket = -1;
    long start = System.nanoTime();
    while (System.nanoTime() - start < nanos) {
      for (int i = 0; i < 256; i++) {
        Records.number(record, records++);
        ticket = producer.append(record);
      }
    }
    producer.awaitSynced(ticket);
    return new Run(Sample.ofRate(records, System.nanoTime() - start), records);
  }

  /** Writes a log of so many records, numbered from 0. */
  static void fill(DurableLog log, int recordBytes, int records) throws Exception {
    DurableLog.Producer producer = log.producer();
    byte[] record = Records.ofLength(recordBytes);
    long ticket = -1;
    for (int i = 0; i < records; i++) {
      Records.number(record, i);
      ticket = producer.append(record);
    }
    producer.awaitSynced(ticket);
  }

  /** Reads it, and fails if a record is missing. */
  static Sample replay(DurableLog.Reader reader, int records) throws Exception {
    long start = System.nanoTime();
    DurableLog.Tally tally = reader.readAll();
    long nanos = System.nanoTime() - start;
    long sum = (long) records * (records - 1) / 2;
    if (tally.records() != records || tally.sum() != sum) {
      throw new IllegalStateException("read " + tally + ", expected " + records + ", sum " + sum);
    }
    return Sample.ofReplay(records, nanos);
  }

  private static Histogram histogram() {
    return new Histogram(HIGHEST_NANOS, 3);
  }
}
