package dev.tandem.core;

/**
 * The lane of one producer thread. The kernel applies the commands that it submits here in this
 * order. Other producers, however slow, delay them only by the kernel's visits to their lanes.
 *
 * <p>For the thread that claimed it; others are refused with {@link IllegalStateException}. A slot
 * must be published before the next one is claimed. The methods of {@code publisher()} return a
 * command's position in the lane, which counts from 0, because its place among all commands is not
 * known yet. {@code tryClaim}, {@code tryPlace} and {@code trySubmit} return at once if the lane is
 * full, and {@link Exchange#laneStatistics} counts how often. To distinguish answers, use client
 * keys and sequences, order ids, or futures.
 *
 * <p>In an exchange without lanes it is the exchange's own publisher. If that is for a single
 * producer, {@link #close} lets another thread become the producer.
 */
public final class ProducerLane implements AutoCloseable {

  private final CommandPublisher publisher;
  private final AsyncCommands async;
  private final Release release;

  ProducerLane(CommandPublisher publisher, AsyncCommands async, Release release) {
    this.publisher = publisher;
    this.async = async;
    this.release = release;
  }

  /** Gives a lane back. */
  interface Release extends AutoCloseable {
    @Override
    void close();
  }

  /** Submits without garbage. */
  public CommandPublisher publisher() {
    return publisher;
  }

  /** Submits and answers with futures. */
  public AsyncCommands async() {
    return async;
  }

  /**
   * Gives the lane back, for the thread that claimed it. What was submitted stays submitted and is
   * answered. Does nothing the second time. The lane of a thread that has died without this is
   * given to another once no other is left.
   */
  @Override
  public void close() {
    release.close();
  }
}
