package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * The innermost loop: one handler over one batch.
 *
 * <p>Each stage gets a class of its own from {@link #create}, all made of the same bytes. The JIT
 * keeps its type profile by class: in a loop shared by all stages every call of a handler would be
 * a search in its interface table, in a loop of its own it is inlined.
 */
interface BatchLoop<E> {

  /**
   * Calls the handler for {@code from..to}.
   *
   * @param sequence told every {@code interval} events, but not {@code to}; may be null if the
   *     interval is not smaller than the batch
   * @param available highest sequence that could be worked on, for the queue depth
   */
  void run(
      EventHandler<? super E> handler,
      DataProvider<E> events,
      long from,
      long to,
      long available,
      Sequence sequence,
      int interval)
      throws Exception;

  /** The event that the last {@link #run} ended on, if it ended by an exception. */
  long failedAt();

  /** A loop with a class, and so a type profile, of its own. */
  static <E> BatchLoop<E> create() {
    try {
      MethodHandles.Lookup own =
          MethodHandles.lookup().defineHiddenClass(BatchLoopBytes.BYTES, true);
      Object loop =
          own.findConstructor(own.lookupClass(), MethodType.methodType(void.class)).invoke();
      @SuppressWarnings("unchecked") // the body is made for any event
      BatchLoop<E> typed = (BatchLoop<E>) loop;
      return typed;
    } catch (Throwable t) {
      // Where classes cannot be made at run time, the shared one works as well, only slower.
      return new BatchLoopBody<>();
    }
  }

  /** The bytes of the loop's class, read once. */
  final class BatchLoopBytes {

    static final byte[] BYTES = read();

    private BatchLoopBytes() {}

    private static byte[] read() {
      String name = BatchLoopBody.class.getSimpleName() + ".class";
      try (InputStream in = BatchLoopBody.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("not found: " + name);
        }
        return in.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
