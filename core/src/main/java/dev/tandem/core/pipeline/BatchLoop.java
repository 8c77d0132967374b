package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.Supplier;

/**
 * The innermost loop: one handler over one batch.
 *
 * <p>Each class of handlers gets a loop class of its own from {@link #over}, all made of the same
 * bytes. The JIT keeps its type profile by class: in a loop shared by all handlers every call would
 * be a search in an interface table, in a loop of its own it is inlined. A second pipeline with the
 * same handlers finds its loops compiled.
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

  /**
   * Calls the first step of a pair for {@code from..to}, until an event must wait.
   *
   * @param settled the last event that is settled
   * @param newBatch whether {@code from} begins a batch; if not, it goes on with one
   * @return the event that must wait until all before it are settled; {@code to + 1} if none
   */
  long runFirstStep(
      TwoStepHandler<? super E> handler,
      DataProvider<E> events,
      long from,
      long to,
      long available,
      long settled,
      boolean newBatch,
      Sequence sequence,
      int interval)
      throws Exception;

  /** The event that the last run ended on, if it ended by an exception. */
  long failedAt();

  /** A loop for handlers of this class. */
  static <E> BatchLoop<E> over(Class<?> handlerClass) {
    @SuppressWarnings("unchecked") // the body is made for any event
    BatchLoop<E> loop = (BatchLoop<E>) BatchLoops.BY_HANDLER.get(handlerClass).get();
    return loop;
  }

  /** Makes loop classes, one for each class of handlers. */
  final class BatchLoops {

    static final ClassValue<Supplier<BatchLoop<?>>> BY_HANDLER =
        new ClassValue<>() {
          @Override
          protected Supplier<BatchLoop<?>> computeValue(Class<?> handlerClass) {
            return make();
          }
        };

    private BatchLoops() {}

    private static Supplier<BatchLoop<?>> make() {
      MethodHandle constructor;
      try {
        MethodHandles.Lookup own = MethodHandles.lookup().defineHiddenClass(read(), true);
        constructor =
            own.findConstructor(own.lookupClass(), MethodType.methodType(void.class))
                .asType(MethodType.methodType(BatchLoop.class));
      } catch (IOException | ReflectiveOperationException | LinkageError e) {
        // Where classes cannot be made at run time, the shared one works as well, only slower.
        return BatchLoopBody::new;
      }
      return () -> {
        try {
          return (BatchLoop<?>) constructor.invokeExact();
        } catch (Throwable t) {
          throw new IllegalStateException("a constructor that does nothing has failed", t);
        }
      };
    }

    private static byte[] read() throws IOException {
      String name = BatchLoopBody.class.getSimpleName() + ".class";
      try (InputStream in = BatchLoopBody.class.getResourceAsStream(name)) {
        if (in == null) {
          throw new IOException("not found: " + name);
        }
        return in.readAllBytes();
      }
    }
  }
}
