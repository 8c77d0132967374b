package dev.tandem.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Main;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** How a command ended that was called in this JVM. */
public record Ended(int code, String out, String err) {

  /** Calls a command in this JVM. */
  public static Ended tandem(Object... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
    int code = Main.run(words, new PrintWriter(out), new PrintWriter(err));
    return new Ended(code, out.toString(), err.toString());
  }

  /** Calls a replay of one round that does not warm up. */
  public static Ended replay(Object... args) {
    List<Object> all = new ArrayList<>(List.of("replay", "--warmup", 0, "--rounds", 1));
    all.addAll(Arrays.asList(args));
    return tandem(all.toArray());
  }

  /** The command was refused as wrong usage, with this message. */
  public static void assertUsage(Ended ended, String message) {
    assertThat(ended.err()).contains(message).contains("Try: tandem");
    assertThat(ended.code()).isEqualTo(2);
  }
}
