package dev.tandem.client.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import uk.co.real_logic.sbe.generation.cpp.CppGenerator;
import uk.co.real_logic.sbe.generation.cpp.NamespaceOutputManager;
import uk.co.real_logic.sbe.ir.Ir;
import uk.co.real_logic.sbe.xml.IrGenerator;
import uk.co.real_logic.sbe.xml.ParserOptions;
import uk.co.real_logic.sbe.xml.XmlSchemaParser;

/** Our codecs in C++ against what SBE's own generator makes of the schema, byte by byte. */
class CppSchemaTest {

  private static final Path CPP =
      Path.of(System.getProperty("tandem.root", ".."), "cpp").toAbsolutePath().normalize();

  @TempDir private Path dir;

  private static String compiler() {
    String chosen = System.getenv("CXX");
    if (chosen != null) {
      return chosen;
    }
    boolean found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "c++")));
    if (!found) {
      String message = "there is no compiler c++";
      assertThat(System.getProperty("tandem.reference", "")).as(message).isNotEqualTo("required");
      System.out.println("SKIPPED: " + message);
      assumeTrue(false, message);
    }
    return "c++";
  }

  private void run(String... command) throws IOException, InterruptedException {
    Path said = dir.resolve("said");
    int ended =
        new ProcessBuilder(List.of(command))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start()
            .waitFor();
    assertThat(ended).as(Files.readString(said, StandardCharsets.UTF_8)).isZero();
  }

  @Test
  void bothWriteTheSameBytesAndReadThem() throws Exception {
    String compiler = compiler();
    Ir ir;
    try (InputStream schema = Message.class.getResourceAsStream("tandem.xml")) {
      ir =
          new IrGenerator()
              .generate(
                  XmlSchemaParser.parse(
                      schema,
                      ParserOptions.builder().stopOnError(true).warningsFatal(true).build()));
    }
    new CppGenerator(
            ir, false, new NamespaceOutputManager(dir.toString(), ir.applicableNamespace()))
        .generate();
    String program = dir.resolve("compare").toString();
    run(
        compiler,
        "-std=c++20",
        "-I" + CPP.resolve("include"),
        "-I" + CPP.resolve("test"),
        "-isystem",
        dir.toString(),
        CPP.resolve("test/client/sbe_comparison.cpp").toString(),
        "-o",
        program);
    run(program);
  }
}
