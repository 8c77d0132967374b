package dev.tandem.core.ingress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandResult;
import dev.tandem.core.command.Instructions;
import dev.tandem.core.command.SymbolSpec;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What a producer writes is what the kernel's slot gets, whatever the two held before. */
class CommandRowsTest {

  private static final int COUNT = 4;

  /** The slot's own, and the optional part, which is looked at by itself. */
  private static final String NO_INPUTS = "sequence|claim|extended|instructions";

  /** All fields of the inputs, found by reflection: one that is added must travel, too. */
  @Test
  void everyInputTravels() throws Exception {
    SplittableRandom random = new SplittableRandom(1);
    CommandRows rows = new CommandRows(COUNT);
    Command draft = rows.newDraft();
    Command slot = new Command();
    for (int i = 0; i < 2_000; i++) {
      draft.clearInput();
      Command expected = new Command();
      for (Field field : Command.class.getSuperclass().getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers()) || field.getName().matches(NO_INPUTS)) {
          continue;
        }
        field.setAccessible(true);
        if (random.nextBoolean()) {
          Object value = any(field, random);
          field.set(draft, value);
          field.set(expected, value);
        }
      }
      boolean extended = random.nextBoolean();
      Instructions part = extended ? draft.extend() : null;
      for (int word = 0; extended && word < Instructions.WORDS; word++) {
        part.word(word, 1 + i + word);
      }
      int index = random.nextInt(COUNT);
      rows.prepare(index);
      rows.write(index, draft);
      slot.sequence = 77;
      rows.read(index, slot);
      assertThat(slot.sequence).isEqualTo(77);
      expected.sequence = 77;
      assertThat(slot.instructions() != null).isEqualTo(extended);
      for (int word = 0; extended && word < Instructions.WORDS; word++) {
        assertThat(slot.instructions().word(word)).isEqualTo(1 + i + word);
      }
      for (Field field : Command.class.getSuperclass().getDeclaredFields()) {
        if (field.getName().matches(NO_INPUTS)) {
          continue;
        }
        field.setAccessible(true);
        assertThat(field.get(slot)).as(field.getName()).isEqualTo(field.get(expected));
      }
    }
  }

  private static Object any(Field field, SplittableRandom random) {
    Class<?> type = field.getType();
    if (type == long.class) {
      return random.nextLong();
    } else if (type == int.class) {
      return random.nextInt();
    } else if (type == byte.class) {
      return (byte) random.nextInt();
    } else if (type == CompletableFuture.class) {
      Object completion = new CompletableFuture<CommandResult>();
      return completion;
    }
    return SymbolSpec.of(random.nextInt(), 1, 2);
  }
}
