package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Help comes in every form that people try. */
class HelpTest {

  static Outcome tandem(String... args) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.run(args, new PrintWriter(out), new PrintWriter(err));
    return new Outcome(code, out.toString(), err.toString());
  }

  private static Outcome tandem(List<String> path, String... more) {
    List<String> args = new ArrayList<>(path);
    args.addAll(List.of(more));
    return tandem(args.toArray(new String[0]));
  }

  /** Every command but help, by the words that call it. */
  private static void collect(CommandLine line, List<String> path, List<List<String>> into) {
    into.add(path);
    for (Map.Entry<String, CommandLine> sub : line.getSubcommands().entrySet()) {
      if (!sub.getKey().equals("help")) {
        List<String> longer = new ArrayList<>(path);
        longer.add(sub.getKey());
        collect(sub.getValue(), longer, into);
      }
    }
  }

  @Test
  void everyCommandHelpsInEveryForm() {
    List<List<String>> all = new ArrayList<>();
    collect(new CommandLine(new Main()), List.of(), all);
    assertThat(all).contains(List.of("wal", "verify"), List.of("log", "cat"), List.of("replay"));
    for (List<String> path : all) {
      Outcome option = tandem(path, "--help");
      assertThat(option.code()).as("%s", path).isZero();
      String name = String.join(" ", path).replaceFirst("(?=.)", " ");
      assertThat(option.out()).startsWith("Usage: tandem" + name);
      List<String> first = new ArrayList<>(List.of("help"));
      first.addAll(path);
      assertThat(tandem(first)).as("%s", first).isEqualTo(option);
      if (path.size() > 1) {
        assertThat(tandem(path.get(0), "help", path.get(1))).isEqualTo(option);
      }
      assertThat(tandem(path, "--version").out()).as("%s", path).startsWith("tandem ");
    }
  }

  /**
   * Each element of a text begins a line of its own. So prose ends its sentence there, and what is
   * laid out in columns must not be wrapped.
   */
  @Test
  void noLineBreaksInsideASentence() {
    List<List<String>> all = new ArrayList<>();
    collect(new CommandLine(new Main()), List.of(), all);
    List<String> broken = new ArrayList<>();
    for (List<String> path : all) {
      CommandLine line = new CommandLine(new Main());
      for (String name : path) {
        line = line.getSubcommands().get(name);
      }
      CommandSpec spec = line.getCommandSpec();
      int width = spec.usageMessage().width();
      List<String[]> texts = new ArrayList<>();
      texts.add(spec.usageMessage().header());
      texts.add(spec.usageMessage().description());
      texts.add(spec.usageMessage().footer());
      spec.args().forEach(arg -> texts.add(arg.description()));
      for (String[] text : texts) {
        for (String element : String.join("%n", text).split("%n", -1)) {
          boolean fits =
              element.startsWith(" ")
                  ? element.replace("%%", "%").length() <= width
                  : element.isEmpty() || element.matches("(?s).*[.:;]\\)?");
          if (!fits) {
            broken.add(path + ": " + element);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void whatIsNoCommandIsRefusedWithThoseThereAre() {
    Outcome outcome = tandem("help", "wal", "verfy");
    assertThat(outcome.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(outcome.err())
        .contains(
            "'verfy' is no command of 'tandem wal'", "verify, dump", "Try: tandem wal --help");
    assertThat(tandem("help", "version", "x").err()).contains("it has no commands");
    assertThat(tandem("wal", "help").out()).isEqualTo(tandem("wal", "--help").out());
  }
}
