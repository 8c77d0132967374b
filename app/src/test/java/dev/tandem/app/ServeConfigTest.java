package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The file of settings of {@code tandem serve}. */
class ServeConfigTest {

  private static final Pattern SETTING = Pattern.compile("(?m)^(# )?([a-z-]+) =(.*)$");

  @TempDir private Path directory;

  private record Ended(int code, String text) {}

  private Ended serve(String settings, String... options) throws IOException {
    Path file = Files.writeString(directory.resolve("serve.conf"), settings);
    String[] args = new String[options.length + 3];
    args[0] = "serve";
    args[1] = "--config";
    args[2] = file.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    return run(args);
  }

  private static Ended run(String... args) {
    StringWriter text = new StringWriter();
    PrintWriter to = new PrintWriter(text);
    return new Ended(Main.run(args, to, to), text.toString());
  }

  private void assertRefused(String settings, String why) throws IOException {
    Ended ended = serve(settings);
    assertThat(ended.code()).as(ended.text()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ended.text()).contains(why);
  }

  @Test
  void whatIsNoSettingIsRefusedWithItsLine() throws IOException {
    assertRefused("port = 0\n\ncolour = red\n", "line 3: there is no setting 'colour'");
    assertRefused("config = x", "line 1: there is no setting 'config'");
    assertRefused("port = 0\nport = 1", "line 2: port comes twice");
    assertRefused("port", "line 1: expected name = value");
    assertRefused("port = many", "'many' is not a whole number of 32 bits");
    assertRefused("port = 70000", "port 70000, expected 0 to 65535");
    assertRefused("loops = 0", "0 event loops, expected 1 to 64");
    assertRefused("host = 0.0.0.0", "without TLS");
    assertRefused("symbol-limits = 7:colour=1", "unknown limit 'colour'");
    assertRefused("symbol-limits = foo", "foo: expected SYMBOL:NAME=VALUE");
    assertRefused("symbol-limits = x:band=1", "the symbol is 'x', expected a whole number");
    assertRefused("symbol-limits = 7:band=abc", "band is 'abc', expected a number of percent");
    assertRefused("symbol-limits = 7:notional=1.5", "notional is '1.5', expected a whole number");
    assertRefused("price-band = abc", "'abc' is not a number");
    assertRefused("symbol-limits = 7:band=1;7:band=2", "symbol 7 comes twice");
    assertRefused("price-band = 0.00001", "at most four digits");
    assertRefused("max-quantity = -1", "0 or more");
    assertRefused("max-key-connections = -1", "connections of a key");
    assertRefused("max-key-commands = -1", "commands of a key");
    assertRefused("user-orders-per-second = -1", "rates are 0 or more");
    assertRefused("questions-per-second = -1", "rates are 0 or more");
    assertRefused("public-name = https://exchange.example", "the public name is a host");
    assertRefused(
        "history = jdbc:oracle:x", "a history is in jdbc:sqlite:FILE or jdbc:postgresql:");
    assertRefused("report-history = 65537", "65537 reports of a user, expected 0 to 65536");
  }

  /** What cannot be is told with the option that says otherwise, and without the JDK's names. */
  @Test
  void aFileOrPortThatCannotBeUsedIsReported() throws IOException {
    for (String file : new String[] {"nofile", "."}) {
      Ended ended = run("serve", "--config=" + directory.resolve(file));
      assertThat(ended.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ended.text())
          .contains("--config " + directory.resolve(file))
          .containsAnyOf("there is no such file", "it is a directory")
          .doesNotContain("java.");
    }
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      for (String option : new String[] {"--port", "--binary-port"}) {
        Ended ended =
            run(
                "serve",
                "--dir=" + directory.resolve("exchange"),
                option + "=" + taken.getLocalPort(),
                option.equals("--port") ? "--binary-port=0" : "--port=0");
        assertThat(ended.code()).as(ended.text()).isEqualTo(ExitCode.BAD_INPUT);
        assertThat(ended.text()).contains("cannot listen on 127.0.0.1 port").contains(option);
      }
    }
  }

  @Test
  void theCommandLineComesBeforeTheFile() throws IOException {
    Ended ended = serve("port = 1\nmax-body = 16384", "--port=70001");
    assertThat(ended.text()).contains("port 70001");
    // The file's value holds where the command line says nothing.
    assertThat(serve("port = 70002\n").text()).contains("port 70002");
  }

  @Test
  void theExampleHasEverySettingWithItsDefault() throws IOException {
    Path example = Path.of(System.getProperty("tandem.root")).resolve("dist/src/serve/serve.conf");
    Map<String, String> written = new TreeMap<>();
    Set<String> left = new TreeSet<>();
    Matcher setting = SETTING.matcher(Files.readString(example));
    while (setting.find()) {
      written.put(setting.group(2), setting.group(3).strip());
      if (setting.group(1) != null) {
        left.add(setting.group(2));
      }
    }
    CommandLine serve = new CommandLine(new Main()).getSubcommands().get("serve");
    Set<String> names = new TreeSet<>();
    for (OptionSpec option : serve.getCommandSpec().options()) {
      String name = option.longestName().substring(2);
      if (!Set.of("config", "help", "version").contains(name)) {
        names.add(name);
        String usual = option.defaultValue() == null ? "false" : option.defaultValue();
        if (!left.contains(name)) {
          assertThat(written.get(name)).as(name).isEqualTo(usual);
        }
      }
    }
    assertThat(written.keySet()).isEqualTo(names);
    assertThat(left)
        .containsExactly(
            "binary-port", "fix", "history", "public-name", "symbol-limits", "tls-cert", "tls-key");
    // And it is taken as it stands, but for what only this test says.
    assertThat(serve(Files.readString(example), "--port=70003").text()).contains("port 70003");
  }
}
