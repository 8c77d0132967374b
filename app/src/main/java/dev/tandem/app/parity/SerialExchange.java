package dev.tandem.app.parity;

import dev.tandem.core.command.Command;
import dev.tandem.core.event.EventBatch;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.statemachine.SerialDriver;
import dev.tandem.core.statemachine.Stages;

/** The exchange in Java, one command after the other on the caller's thread. */
final class SerialExchange {

  private final Stages stages;
  private final SerialDriver driver;
  private long[] records = {};
  private byte code;

  SerialExchange(CommandStream stream) {
    stages =
        Stages.onePass(stream.risk(), stream.users(), 0, () -> 0, c -> code = c.result, this::keep);
    driver = new SerialDriver(stages, stages.results());
  }

  private void keep(EventBatch batch) {
    records = new long[batch.count() * EventBatch.RECORD_WORDS];
    for (int i = 0; i < records.length; i++) {
      records[i] = batch.word(i / EventBatch.RECORD_WORDS, i % EventBatch.RECORD_WORDS);
    }
  }

  /** Applies a command of a stream. */
  void apply(CommandStream stream, long number) {
    Command c = driver.next();
    c.clear();
    stream.fill(number, c);
    records = new long[0];
    try {
      driver.submit();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(stream.describe(number), e);
    }
  }

  /** Code of the last answer. */
  byte code() {
    return code;
  }

  /** Words of the event records of the last command. */
  long[] records() {
    return records;
  }

  /** The state as it is; the caller closes it. */
  StateImage image() {
    return stages.image();
  }

  long stateHash() {
    try (StateImage image = image()) {
      return image.stateHash();
    }
  }
}
