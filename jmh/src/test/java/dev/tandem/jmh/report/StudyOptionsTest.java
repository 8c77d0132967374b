package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.jmh.exchange.PublishStudy;
import dev.tandem.jmh.exchange.StageStudy;
import dev.tandem.jmh.simulation.ModelStudy;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class StudyOptionsTest {

  @Test
  void everyStudyTakesTheSameOptions(@TempDir Path folder) {
    String json = folder.resolve("r.json").toString();
    for (Callable<Integer> study :
        List.<Callable<Integer>>of(new PublishStudy(), new StageStudy(), new ModelStudy())) {
      CommandLine line = new CommandLine(study);
      line.parseArgs("--rounds=2", "--json", json, "--rates=1000000,2000000");
      assertThat(line.getMixins().get("study"))
          .isInstanceOfSatisfying(
              StudyOptions.class, options -> assertThat(options.rounds()).isEqualTo(2));
    }
  }

  /** Each study has its own, which its help tells. */
  @Test
  void defaultsAreTheStudys() {
    assertThat(option(new PublishStudy(), "--warm-up")).isEqualTo("8");
    assertThat(option(new StageStudy(), "--warm-up")).isEqualTo("5");
    assertThat(option(new StageStudy(), "--rates")).contains("250000.0");
    assertThat(option(new ModelStudy(), "--rounds")).isEqualTo("3");
  }

  private static String option(Object study, String name) {
    CommandLine line = new CommandLine(study);
    line.parseArgs();
    return line.getCommandSpec().findOption(name).getValue().toString();
  }

  @Test
  void aResultIsWrittenWhereThatIsAskedFor(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("deep").resolve("r.json");
    StudyOptions options = new StudyOptions();
    new CommandLine(
            CommandLine.Model.CommandSpec.create()
                .addMixin("study", CommandLine.Model.CommandSpec.forAnnotatedObject(options)))
        .parseArgs("--json", json.toString());
    Result result = Results.of("stages", 1, 1);
    options.tell(result);
    assertThat(Result.read(json)).isEqualTo(result);
  }
}
