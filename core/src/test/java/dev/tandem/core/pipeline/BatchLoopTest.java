package dev.tandem.core.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.DataProvider;
import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.Sequence;
import dev.tandem.core.pipeline.BatchLoop.BatchLoops;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class BatchLoopTest {

  private static BatchLoop over(EventHandler<Item> handler) {
    return BatchLoop.over(handler, sequence -> new Item(), new Sequence());
  }

  /** The type profile of the JIT is by class, so handlers of two classes must not share one. */
  @Test
  void eachClassOfHandlersHasALoopClassOfItsOwn() {
    EventHandler<Item> one = (event, sequence, endOfBatch) -> {};
    EventHandler<Item> other = (event, sequence, endOfBatch) -> {};
    Class<?> loop = over(one).getClass();
    assertThat(loop.isHidden()).as("not the shared one").isTrue();
    assertThat(over(one).getClass()).as("found compiled").isSameAs(loop);
    assertThat(over(other).getClass()).isNotSameAs(loop);
  }

  @Test
  void whereNoClassCanBeMadeAllShareOneAndTheLogSaysSoOnce() throws Exception {
    List<LogRecord> said = new CopyOnWriteArrayList<>();
    Handler listening =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            said.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    Logger log = Logger.getLogger(BatchLoop.class.getName());
    log.addHandler(listening);
    log.setUseParentHandlers(false);
    try {
      List<Long> seen = new ArrayList<>();
      EventHandler<Item> handler = (event, sequence, endOfBatch) -> seen.add(sequence);
      for (int i = 0; i < 2; i++) {
        BatchLoop loop =
            BatchLoops.make(() -> new byte[] {1, 2, 3})
                .over(handler, sequence -> new Item(), new Sequence());
        loop.run(0, 2, 2, 1);
      }
      assertThat(seen).containsExactly(0L, 1L, 2L, 0L, 1L, 2L);
      assertThat(said)
          .singleElement()
          .satisfies(
              line -> {
                assertThat(line.getMessage()).contains("slower");
                assertThat(line.getThrown()).isInstanceOf(ClassFormatError.class);
              });
    } finally {
      log.setUseParentHandlers(true);
      log.removeHandler(listening);
    }
  }

  @Test
  void aHandlerThatLooksAheadIsShownWhatHasArrived() throws Exception {
    List<String> calls = new ArrayList<>();
    BatchLoop loop =
        over(
            new LookAheadHandler<>() {
              @Override
              public void lookAhead(
                  DataProvider<? extends Item> events, long current, long available) {
                calls.add(current + " of " + available);
              }

              @Override
              public void onEvent(Item event, long sequence, boolean endOfBatch) {
                calls.add("event " + sequence);
              }
            });
    loop.run(5, 6, 9, 1);
    assertThat(calls).containsExactly("5 of 9", "event 5", "6 of 9", "event 6");
  }
}
