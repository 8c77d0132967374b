package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser, where there is one: its script draws what the JSON has. Pictures of
 * it, for people to look at, are left in {@code target/shots}.
 */
class PageInBrowserTest {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  /** Zooms each chart and writes down what is drawn then. */
  private static final String PROBE =
      """
      <script>
        document.querySelectorAll("p.zoom button").forEach((b) => b.click());
        const told = document.createElement("pre");
        told.id = "told";
        told.textContent = JSON.stringify([...document.querySelectorAll("figure[data-form]")].map(
          (f) => ({ form: f.dataset.form, drawn: !f.querySelector(".plot").hidden, data: f.uplot.data })));
        document.body.append(told);
      </script>
      """;

  @TempDir private Path folder;

  @BeforeEach
  void aBrowserIsThere() {
    assumeThat(CHROMIUM).isExecutable();
  }

  private String browse(Path page, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            CHROMIUM.toString(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"));
    command.add("--user-data-dir=" + folder.resolve("profile"));
    command.addAll(List.of(options));
    command.add(page.toUri().toString());
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return said;
  }

  @Test
  void zoomedChartsTellTheJson() throws Exception {
    Result kernel = Results.of("kernel", 1, 1);
    Path file = folder.resolve("index.html");
    String html = new Page(Results.bySubject(kernel), Map.of()).html();
    Files.writeString(file, html.replace("</body>", PROBE + "</body>"));
    String dom = browse(file, "--dump-dom");
    int at = dom.indexOf("<pre id=\"told\">") + "<pre id=\"told\">".length();
    JsonNode told = Result.JSON.readTree(dom.substring(at, dom.indexOf("</pre>", at)));
    assertThat(told).hasSize(1);
    assertThat(told.get(0).get("drawn").asBoolean()).isTrue();
    assertThat(told.get(0).get("form").asText()).isEqualTo("sweep");
    JsonNode data = told.get(0).get("data");
    // The rates, then P50 and P99 of the one entrant.
    assertThat(data).hasSize(3);
    assertThat(data.get(0)).hasSameSizeAs(kernel.curves());
    for (int i = 0; i < kernel.curves().size(); i++) {
      Curve curve = kernel.curves().get(i);
      assertThat(data.get(0).get(i).asDouble()).isEqualTo(curve.asked());
      assertThat(data.get(1).get(i).asDouble()).isEqualTo(curve.latency().get(0));
      assertThat(data.get(2).get(i).asDouble()).isEqualTo(curve.latency().get(3));
    }
    assertThat(dom).contains("Back to the drawing");
  }

  @Test
  void picturesOfWhatIsKept() throws Exception {
    Path shots = Files.createDirectories(Path.of("target", "shots"));
    Path file = folder.resolve("index.html");
    Files.writeString(
        file,
        new Page(ParityRun.read(Path.of("..", "docs", "benchmarks", "kept")), Map.of()).html());
    Map<String, List<String>> kinds =
        new TreeMap<>(
            Map.of(
                "wide", List.of("--window-size=1280,5000"),
                "phone", List.of("--window-size=400,5000"),
                "dark",
                    List.of("--window-size=1280,5000", "--blink-settings=preferredColorScheme=0")));
    for (Map.Entry<String, List<String>> kind : kinds.entrySet()) {
      Path picture = shots.resolve(kind.getKey() + ".png");
      Files.deleteIfExists(picture);
      List<String> options = new ArrayList<>(kind.getValue());
      options.add("--hide-scrollbars");
      options.add("--screenshot=" + picture.toAbsolutePath());
      browse(file, options.toArray(new String[0]));
      BufferedImage image = ImageIO.read(picture.toFile());
      assertThat(image.getWidth()).isEqualTo(kind.getKey().equals("phone") ? 400 : 1280);
      // Its ground, and that there are letters on it.
      boolean dark = (image.getRGB(2, 2) & 0xff) < 0x80;
      assertThat(dark).as(kind.getKey()).isEqualTo(kind.getKey().equals("dark"));
      TreeSet<Integer> colours = new TreeSet<>();
      for (int y = 0; y < image.getHeight(); y += 3) {
        for (int x = 0; x < image.getWidth(); x += 3) {
          colours.add(image.getRGB(x, y));
        }
      }
      assertThat(colours).as(kind.getKey()).hasSizeGreaterThan(20);
    }
    // On paper the charts are there, too.
    Path paper = shots.resolve("print.pdf");
    browse(file, "--no-pdf-header-footer", "--print-to-pdf=" + paper.toAbsolutePath());
    assertThat(Files.size(paper)).isPositive();
  }
}
