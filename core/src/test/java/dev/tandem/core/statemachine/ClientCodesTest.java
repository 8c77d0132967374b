package dev.tandem.core.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.command.ClientWindow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What clients were answered, against maps that forget nothing. */
class ClientCodesTest {

  private static final int CLIENTS = 40;

  @Test
  void isAMapOfTheWindow() {
    Random random = new Random(5);
    ClientCodes codes = new ClientCodes();
    List<Map<Long, Byte>> answers = new ArrayList<>();
    long[] highest = new long[CLIENTS];
    for (int i = 0; i < 100_000; i++) {
      int client = random.nextInt(Math.min(CLIENTS, answers.size() + 1));
      boolean isNew = client == answers.size();
      if (isNew) {
        answers.add(new HashMap<>());
        highest[client] = random.nextBoolean() ? Long.MAX_VALUE - 4_000 : -2_000;
      }
      long risen = random.nextInt(60) == 0 ? random.nextInt(600) : random.nextInt(4) - 60L;
      long sequence = Math.max(highest[client], highest[client] + risen);
      if (risen < 0) {
        sequence = highest[client] - random.nextInt(ClientWindow.SIZE);
      }
      if (isNew) {
        highest[client] = sequence;
      }
      if (sequence < highest[client] - 300 || answers.get(client).containsKey(sequence)) {
        continue;
      }
      highest[client] = Math.max(highest[client], sequence);
      byte code = (byte) (1 + random.nextInt(127));
      codes.put(client, sequence, code);
      answers.get(client).put(sequence, code);
      if (i % 50 == 0) {
        for (int below = 0; below < ClientWindow.SIZE; below++) {
          long each = highest[client] - below;
          assertThat(codes.get(client, each))
              .as("client %d, %d below %d", client, below, highest[client])
              .isEqualTo(answers.get(client).getOrDefault(each, (byte) 0));
        }
      }
    }
    assertThat(codes.size()).isEqualTo(CLIENTS);
    assertRestored(codes);
  }

  private static void assertRestored(ClientCodes codes) {
    ClientCodes restored = new ClientCodes();
    for (int client = 0; client < codes.size(); client++) {
      int first = client * ClientCodes.WORDS;
      restored.restore(
          codes.highest()[client],
          Arrays.copyOfRange(codes.codes(), first, first + ClientCodes.WORDS));
    }
    for (int client = 0; client < codes.size(); client++) {
      long highest = codes.highest()[client];
      for (int below = 0; below < ClientWindow.SIZE; below++) {
        assertThat(restored.get(client, highest - below))
            .isEqualTo(codes.get(client, highest - below));
      }
    }
  }
}
