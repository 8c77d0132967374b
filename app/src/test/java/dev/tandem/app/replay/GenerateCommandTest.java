package dev.tandem.app.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GenerateCommandTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int generate(String output) {
    return new CommandLine(new GenerateCommand())
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute("--commands", "100", "-o", output);
  }

  @Test
  void aDashIsTheStandardOutputAndHoldsTheFlowAlone() throws Exception {
    Path file = directory.resolve("flow.csv");
    assertThat(generate(file.toString())).isZero();
    assertThat(out.toString()).contains("wrote 100 commands").contains("next: tandem replay");
    out.getBuffer().setLength(0);
    assertThat(generate("-")).isZero();
    assertThat(out.toString()).isEqualTo(Files.readString(file));
    assertThat(err.toString()).contains("wrote 100 commands").contains("to the standard output");
    assertThat(Path.of("-")).doesNotExist();
  }
}
