package dev.tandem.core.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** All fields of the inputs, found by reflection: one that is added must be copied and cleared. */
class CommandInputTest {

  @Test
  void everyInputIsCopiedAndCleared() throws Exception {
    Command full = new Command();
    for (Field field : inputs()) {
      field.set(full, other(field.getType()));
    }
    Instructions part = full.extend();
    for (int i = 0; i < Instructions.WORDS; i++) {
      part.word(i, 20 + i);
    }
    Command copy = new Command();
    copy.copyInput(full);
    for (int i = 0; i < Instructions.WORDS; i++) {
      assertThat(copy.instructions().word(i)).isEqualTo(20 + i);
    }
    for (Field field : inputs()) {
      assertThat(field.get(copy)).as(field.getName()).isEqualTo(field.get(full));
    }
    copy.clearInput();
    assertThat(copy.instructions()).isNull();
    // The copy has a part of its own.
    assertThat(full.instructions().word(0)).isEqualTo(20);
    Command fresh = new Command();
    fresh.clearInput();
    for (Field field : inputs()) {
      assertThat(field.get(copy)).as(field.getName()).isEqualTo(field.get(fresh));
      assertThat(field.get(copy)).as(field.getName()).isNotEqualTo(field.get(full));
    }
  }

  /** A slot's own number is no input; the optional part is looked at by itself. */
  private static List<Field> inputs() {
    List<Field> fields = new ArrayList<>();
    for (Field field : CommandInput.class.getDeclaredFields()) {
      if (!Modifier.isStatic(field.getModifiers())
          && !List.of("sequence", "claim", "extended", "instructions").contains(field.getName())) {
        fields.add(field);
      }
    }
    assertThat(fields).isNotEmpty();
    return fields;
  }

  private static Object other(Class<?> type) {
    if (type == long.class) {
      return 11L;
    } else if (type == int.class) {
      return 12;
    } else if (type == byte.class) {
      return (byte) 13;
    } else if (type == CompletableFuture.class) {
      Object completion = new CompletableFuture<CommandResult>();
      return completion;
    }
    return SymbolSpec.of(1, 2, 3);
  }
}
