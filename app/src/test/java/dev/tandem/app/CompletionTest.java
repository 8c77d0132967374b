package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.output.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script for the shell, read by bash itself. */
class CompletionTest {

  @TempDir Path directory;

  /** What bash offers behind these words, of which the last one is begun. */
  private String offered(String... words) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "skipped: there is no /bin/bash");
    Outcome script = HelpTest.tandem("completion", "bash");
    assertThat(script.code()).as(script.err()).isZero();
    Path file = Files.writeString(directory.resolve("script"), script.out());
    String call =
        "source '%s'; compopt() { :; }; COMP_WORDS=(tandem %s); COMP_CWORD=%d; _complete_tandem;"
                .formatted(file, String.join(" ", words), words.length)
            + " echo \"${COMPREPLY[@]}\"";
    Outcome outcome = Xxhsum.run("", List.of("/bin/bash", "-c", call));
    assertThat(outcome.err()).isEmpty();
    return outcome.out().strip();
  }

  @Test
  void commandsOptionsAndValuesAreOffered() throws Exception {
    assertThat(offered("repl")).isEqualTo("replay");
    assertThat(offered("wal", "du")).isEqualTo("dump");
    assertThat(offered("wal", "dump", "--ans")).isEqualTo("--answers");
    assertThat(offered("replay", "--durability", "''")).isEqualTo("NONE WRITTEN SYNCED");
  }

  @Test
  void thereIsOneForEachShellAndNoOther() throws IOException {
    assertThat(HelpTest.tandem("completion", "zsh").out()).contains("bashcompinit");
    assertThat(HelpTest.tandem("completion", "fish").code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(HelpTest.tandem("completion").code()).isEqualTo(ExitCode.BAD_INPUT);
  }
}
