package dev.tandem.core.pipeline;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The innermost loop: one handler over one batch.
 *
 * <p>Each class of handlers gets a loop class of its own from {@link #over}, all made of the same
 * bytes. The JIT keeps its type profile by class: in a loop shared by all handlers every call would
 * be a search in an interface table, in a loop of its own it is inlined. A second pipeline with the
 * same handlers finds its loops compiled.
 */
interface BatchLoop {

  /**
   * Calls the handler for {@code from..to}.
   *
   * @param available highest sequence that could be worked on, for the queue depth
   * @param interval publishes progress every so many events, but not that of {@code to}
   */
  void run(long from, long to, long available, int interval) throws Exception;

  /**
   * Calls the handler, which must be a {@link TwoStepHandler}, as the first step of a pair for
   * {@code from..to}, until an event must wait.
   *
   * @param settled the last event that is settled
   * @param newBatch whether {@code from} begins a batch; if not, it continues a batch
   * @return the event that must wait until all before it are settled; {@code to + 1} if none
   */
  long runFirstStep(
      long from, long to, long available, long settled, boolean newBatch, int interval)
      throws Exception;

  /** The event that the last run ended on, if it ended by an exception. */
  long failedAt();

  /**
   * A loop for this handler.
   *
   * @param sequence set to the progress
   */
  static <E> BatchLoop over(
      EventHandler<? super E> handler, DataProvider<E> events, Sequence sequence) {
    return BatchLoops.BY_HANDLER.get(handler.getClass()).over(handler, events, sequence);
  }

  /** Makes loop classes, one for each class of handlers. */
  final class BatchLoops {

    /** Makes loops of one class. */
    interface Maker {
      BatchLoop over(EventHandler<?> handler, DataProvider<?> events, Sequence sequence);
    }

    /** Where the bytes of a loop class are. */
    interface Pattern {
      byte[] read() throws IOException;
    }

    static final ClassValue<Maker> BY_HANDLER =
        new ClassValue<>() {
          @Override
          protected Maker computeValue(Class<?> handlerClass) {
            return make(BatchLoops::read);
          }
        };

    private static final MethodType CONSTRUCTOR =
        MethodType.methodType(void.class, EventHandler.class, DataProvider.class, Sequence.class);

    private static final System.Logger LOG = System.getLogger(BatchLoop.class.getName());

    /** Once is enough: the next class of handlers has no better luck. */
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private BatchLoops() {}

    /**
     * Makes a loop class.
     *
     * @param pattern the class file to make it of
     */
    static Maker make(Pattern pattern) {
      MethodHandle constructor;
      try {
        MethodHandles.Lookup own = MethodHandles.lookup().defineHiddenClass(pattern.read(), true);
        constructor =
            own.findConstructor(own.lookupClass(), CONSTRUCTOR)
                .asType(CONSTRUCTOR.changeReturnType(BatchLoop.class));
      } catch (IOException | ReflectiveOperationException | LinkageError e) {
        if (WARNED.compareAndSet(false, true)) {
          LOG.log(
              System.Logger.Level.WARNING,
              "no class can be made for the loop over a handler: all stages share one, which works"
                  + " as well, but slower",
              e);
        }
        return BatchLoopBody::new;
      }
      return (handler, events, sequence) -> {
        try {
          return (BatchLoop) constructor.invokeExact(handler, events, sequence);
        } catch (Throwable t) {
          throw new IllegalStateException("a constructor that only keeps its values has failed", t);
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
