package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Outcomes;
import dev.tandem.core.state.InvalidImageException;
import dev.tandem.core.state.StateImage;
import dev.tandem.core.state.TableKind;
import dev.tandem.core.statemachine.StagesDriver;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** A kernel restored from an image continues as the one that the image was made of. */
class StateRestoreTest {

  private static final int[][] SHARDS = {{1, 1}, {2, 1}, {1, 2}, {3, 3}, {5, 2}};

  /** All that a command's answer says, for comparison. */
  private static List<String> answers(Command c) {
    List<String> lines = new ArrayList<>();
    lines.add(CommandResult.of(c) + " " + c.type + " " + c.orderPrice + " " + c.releasedQuantity);
    Outcomes t = c.outcomes;
    for (int i = 0; i < t.count(); i++) {
      lines.add(
          "%d %d %d %d %d %d %d"
              .formatted(
                  t.takerOrderId(i),
                  t.makerOrderId(i),
                  t.takerUserId(i),
                  t.makerUserId(i),
                  t.price(i),
                  t.quantity(i),
                  t.flags(i)));
    }
    return lines;
  }

  private static void check(List<Command> flow, int at, int[] from, int[] to) throws Exception {
    List<List<String>> expected = new ArrayList<>();
    List<List<String>> seen = new ArrayList<>();
    boolean[] compare = {false};
    StagesDriver original =
        new StagesDriver(
            from[0],
            from[1],
            c -> {
              if (compare[0]) {
                expected.add(answers(c));
              }
            });
    original.apply(flow.subList(0, at), RandomFlow::copy);
    original.settle();
    StagesDriver restored = new StagesDriver(to[0], to[1], c -> seen.add(answers(c)));
    try (StateImage image = original.stages().image()) {
      restored.stages().restore(image);
      try (StateImage again = restored.stages().image()) {
        for (TableKind kind : TableKind.values()) {
          assertThat(again.table(kind).bytes().mismatch(image.table(kind).bytes()))
              .as("%s", kind)
              .isEqualTo(-1);
        }
      }
    }
    compare[0] = true;
    restored.startAt(at);
    for (StagesDriver driver : List.of(original, restored)) {
      driver.apply(flow.subList(at, flow.size()), RandomFlow::copy);
      driver.settle();
    }
    assertThat(seen).isEqualTo(expected);
    try (StateImage a = original.stages().image();
        StateImage b = restored.stages().image()) {
      assertThat(b.eventHash()).isEqualTo(a.eventHash());
      assertThat(b.stateHash()).isEqualTo(a.stateHash());
      assertThat(b.recordedCommands()).isEqualTo(a.recordedCommands());
      assertThat(b.trades()).isEqualTo(a.trades());
    }
  }

  @Property(tries = 150)
  void hostileFlows(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Command> flow = RandomFlow.of(seed, 1_500);
    int[] from = SHARDS[random.nextInt(SHARDS.length)];
    int[] to = random.nextBoolean() ? from : SHARDS[random.nextInt(SHARDS.length)];
    check(flow, random.nextInt(flow.size()), from, to);
  }

  @Property(tries = 60)
  void wideIds(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Command> flow = WideFlow.of(seed, 1_500);
    int[] from = SHARDS[random.nextInt(SHARDS.length)];
    int[] to = random.nextBoolean() ? from : SHARDS[random.nextInt(SHARDS.length)];
    check(flow, random.nextInt(flow.size()), from, to);
  }

  @Property(tries = 60)
  void withoutRisk(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Command> flow =
        random.nextBoolean() ? WideFlow.of(seed, 1_500) : RandomFlow.of(seed, 1_500);
    check(
        flow,
        random.nextInt(flow.size()),
        new int[] {0, 1 + random.nextInt(3)},
        new int[] {0, 1 + random.nextInt(3)});
  }

  @Example
  void anEmptyKernel() throws Exception {
    check(RandomFlow.of(1, 500), 0, new int[] {1, 1}, new int[] {2, 2});
  }

  @Example
  void whatDoesNotFitIsRefused() throws Exception {
    StagesDriver with = new StagesDriver(1, 1, c -> {});
    StagesDriver without = new StagesDriver(0, 1, c -> {});
    try (StateImage image = with.stages().image()) {
      assertThatThrownBy(() -> without.stages().restore(image))
          .isInstanceOf(InvalidImageException.class)
          .hasMessageContaining("with users");
    }
    try (StateImage image = without.stages().image()) {
      assertThatThrownBy(() -> with.stages().restore(image))
          .isInstanceOf(InvalidImageException.class)
          .hasMessageContaining("without users");
    }
    with.apply(RandomFlow.of(1, 100), RandomFlow::copy);
    with.settle();
    try (StateImage image = with.stages().image()) {
      assertThatThrownBy(() -> with.stages().restore(image))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("new stages");
    }
  }
}
