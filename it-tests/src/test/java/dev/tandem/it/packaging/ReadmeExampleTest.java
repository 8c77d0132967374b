package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The README's embedding example compiles as it stands there, runs, and ends. */
@Timeout(300)
class ReadmeExampleTest {

  private static final Pattern EXAMPLE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir private Path dir;

  @Test
  void theEmbeddingExampleRuns() throws Exception {
    Path readme = Path.of(System.getProperty("tandem.root"), "README.md");
    Matcher example = EXAMPLE.matcher(Files.readString(readme));
    assertThat(example.find()).as("a java example in %s", readme).isTrue();
    Path source = dir.resolve("Embedding.java");
    Files.writeString(source, example.group(1));

    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    ByteArrayOutputStream messages = new ByteArrayOutputStream();
    int status =
        compiler.run(
            null,
            messages,
            messages,
            // Jars of others name files in their manifests that lie elsewhere.
            "-Xlint:all,-path",
            "-Werror",
            "-proc:none",
            "-cp",
            System.getProperty("java.class.path"),
            source.toString());
    assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();

    assertThat(run())
        .isEqualTo(
            """
            40 apples for 30 each
            the seller has 1200 dollars
            """);
  }

  private String run() throws Exception {
    PrintStream stdout = System.out;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {dir.toUri().toURL()}, getClass().getClassLoader())) {
      System.setOut(new PrintStream(output, true, StandardCharsets.UTF_8));
      loader
          .loadClass("Embedding")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    } finally {
      System.setOut(stdout);
    }
    return output.toString(StandardCharsets.UTF_8);
  }
}
