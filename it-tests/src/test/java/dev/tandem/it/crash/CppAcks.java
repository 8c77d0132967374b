package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalReader;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the victims in C++ told of one log, over all their lives, and the comparison with what is in
 * it: every acknowledged record is in its place, byte for byte, and nothing is there that was never
 * appended, or twice, or out of order.
 */
final class CppAcks {

  private static final int LONGEST_BODY = 300;

  /** A record that was acknowledged. */
  private record Ack(long sequence, int life, int producer, long n) {}

  private final List<Ack> acks = new ArrayList<>();

  /** Sequence that each life began with; none if it died before it told. */
  private final Map<Integer, Long> begins = new HashMap<>();

  /** What a victim has told so far, in whole lines. */
  static String reported(Path file) {
    try {
      String text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** How many lines a victim has told so far. */
  static long lines(Path file) {
    return reported(file).lines().count();
  }

  /** Takes what a life told before it died; returns how much it was told as acknowledged. */
  int take(int life, String reported) {
    int before = acks.size();
    for (String line : reported.lines().toList()) {
      String[] words = line.split(" ", -1);
      if (words[0].equals("open")) {
        begins.put(life, Long.parseLong(words[1]));
      } else {
        assertThat(words[0]).as(line).isEqualTo("ack");
        long n = Long.parseLong(words[3]);
        acks.add(new Ack(Long.parseLong(words[1]), life, Integer.parseInt(words[2]), n));
      }
    }
    return acks.size() - before;
  }

  /** What this life was told need not be there any longer. */
  void release(int life) {
    acks.removeIf(ack -> ack.life() == life);
  }

  /** The log holds all of what was acknowledged, and nothing else than what was appended. */
  void audit(String what, Path log) throws IOException {
    assertThat(lost(what, log)).as(what + ", lost").isEmpty();
  }

  /**
   * The acknowledged records that the log does not reach; whatever else is wrong is an error.
   *
   * @param what says where that was
   */
  List<String> lost(String what, Path log) throws IOException {
    List<String> found = read(what, log);
    List<String> lost = new ArrayList<>();
    for (Ack ack : acks) {
      String expected = body(ack.life(), ack.producer(), ack.n());
      if (ack.sequence() >= found.size()) {
        lost.add(ack.toString());
      } else {
        assertThat(found.get((int) ack.sequence())).as(what + ": " + ack).isEqualTo(expected);
      }
    }
    return lost;
  }

  private List<String> read(String what, Path log) throws IOException {
    List<String> found = new ArrayList<>();
    Map<String, Long> next = new HashMap<>();
    int current = -1;
    try (WalReader reader = WalReader.open(log, ReadMode.STRICT, -1)) {
      while (reader.next()) {
        assertThat(reader.sequence()).as(what).isEqualTo(found.size());
        byte[] bytes = reader.body().toArray(ValueLayout.JAVA_BYTE);
        String body = new String(bytes, StandardCharsets.US_ASCII);
        String[] words = body.split(" ", -1);
        int life = Integer.parseInt(words[0]);
        if (life != current) {
          assertThat(life).as(what).isGreaterThan(current);
          current = life;
          long begin = begins.getOrDefault(life, reader.sequence());
          assertThat(reader.sequence()).as(what + ": " + body).isEqualTo(begin);
        }
        // Each producer's records follow each other, and nobody else's are there.
        int producer = Integer.parseInt(words[1]);
        long n = next.merge(life + " " + producer, 1L, Long::sum) - 1;
        assertThat(body).as(what).isEqualTo(body(life, producer, n));
        found.add(body);
      }
    }
    return found;
  }

  /** As the victim makes it. */
  private static String body(int life, int producer, long n) {
    String head = life + " " + producer + " " + n + " ";
    return head + ".".repeat((int) (n * 13 % LONGEST_BODY));
  }
}
