package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.awt.image.BufferedImage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser, where there is one: its script draws what the JSON has. Pictures of
 * it, for people to look at, are left in {@code target/shots}.
 */
@Tag("thorough")
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

  /** Writes down how wide the page is in a frame, and which texts of its charts are cut. */
  private static final String FRAME =
      """
      <!DOCTYPE html><body style="margin:0"><iframe src="index.html" style="border:0;width:@WIDTH@px;height:800px"></iframe>
      <script>
        addEventListener("load", () => {
          const page = document.querySelector("iframe").contentDocument;
          const cut = [...page.querySelectorAll("figure > svg text")].filter((t) => {
            const box = t.getBBox();
            return box.x < 0 || box.x + box.width > t.ownerSVGElement.viewBox.baseVal.width;
          });
          const told = document.createElement("pre");
          told.id = "told";
          told.textContent = JSON.stringify({
            width: page.documentElement.scrollWidth,
            // Columns of curves that a reader would have to move to.
            moved: [...page.querySelectorAll("figure[data-form] ~ .wide")].filter(
              (w) => w.scrollWidth > w.clientWidth).length,
            // Medians that a reader would have to move to.
            hidden: [...page.querySelectorAll("td.figure[data-place$='/median']")].filter(
              (m) => m.getBoundingClientRect().right > page.documentElement.clientWidth).length,
            // P50 and P90 of curves, the same.
            beyond: [...page.querySelectorAll("table.curves td:is(:nth-child(4), :nth-child(5))")].filter(
              (p) => p.getBoundingClientRect().right > page.documentElement.clientWidth).length,
            p50s: page.querySelectorAll("table.curves td:nth-child(4)").length,
            medians: page.querySelectorAll("td.figure[data-place$='/median']").length,
            // Charts that a reader would have to move, and the height of their smallest letters.
            scrolled: [...page.querySelectorAll("figure")].filter(
              (f) => f.scrollWidth > f.clientWidth).length,
            least: Math.min(...[...page.querySelectorAll("figure > svg text")].map(
              (t) => t.getBoundingClientRect().height).filter((h) => h > 0)),
            shown: [...page.querySelectorAll("figure > svg")].filter((s) => s.clientWidth > 0).length,
            charts: page.querySelectorAll("figure > svg").length,
            texts: page.querySelectorAll("figure > svg text").length,
            cut: cut.map((t) => t.textContent),
          });
          document.body.append(told);
        });
      </script></body>
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
    JsonNode told = told(dom);
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

  private static JsonNode told(String dom) throws Exception {
    int at = dom.indexOf("<pre id=\"told\">") + "<pre id=\"told\">".length();
    return Result.JSON.readTree(dom.substring(at, dom.indexOf("</pre>", at)));
  }

  /** Neither on a phone nor on a wide screen has a reader to move the page sideways. */
  @Test
  void nothingIsCutAndThePageIsAsWideAsItsFrame() throws Exception {
    Map<String, Result> kept = ParityRun.read(Path.of("..", "docs", "benchmarks", "kept"));
    String long40 = "A_NAME_LONGER_THAN_ANY_THAT_IS_KEPT_IS_W";
    List<Row> rows =
        List.of(
            Row.of(
                "group",
                long40,
                Row.Kind.PEER,
                "records/s",
                false,
                3,
                new Spread(123_456_789, 123_456_789, 123_456_789),
                Map.of()));
    kept.put(
        "long",
        Results.now(
            new Result.About("long", "t", Map.of(), List.of(long40.repeat(5))),
            Results.fitness(Verdict.QUIET, long40.repeat(5)),
            rows,
            List.of(),
            Map.of()));
    // As a newer run has them: with the ranges of their rounds.
    kept.replaceAll((subject, result) -> ranged(result));
    Files.writeString(folder.resolve("index.html"), new Page(kept, Map.of()).html());
    for (int width : new int[] {390, 1400}) {
      Path frame = folder.resolve("frame.html");
      Files.writeString(frame, FRAME.replace("@WIDTH@", Integer.toString(width)));
      String dom =
          browse(frame, "--dump-dom", "--allow-file-access-from-files", "--window-size=1500,900");
      JsonNode told = told(dom);
      assertThat(told.get("width").asInt()).isLessThanOrEqualTo(width);
      if (width > 1000) {
        assertThat(told.get("moved").asInt()).isZero();
      }
      assertThat(told.get("medians").asInt()).isGreaterThan(100);
      assertThat(told.get("hidden").asInt()).as("medians at %d", width).isZero();
      assertThat(told.get("p50s").asInt()).isGreaterThan(100);
      assertThat(told.get("beyond").asInt()).as("P50 and P90 at %d", width).isZero();
      assertThat(told.get("texts").asInt()).isGreaterThan(100);
      assertThat(told.get("cut")).as("at %d", width).isEmpty();
      assertThat(told.get("scrolled").asInt()).as("charts at %d", width).isZero();
      assertThat(told.get("least").asDouble()).as("letters at %d", width).isGreaterThan(12);
      assertThat(told.get("shown").asInt()).isEqualTo(told.get("charts").asInt() / 2);
    }
  }

  private static Result ranged(Result result) {
    return Results.now(
        new Result.About(result.subject(), result.title(), result.entrants(), result.notes()),
        Results.fitness(Verdict.QUIET),
        result.rows(),
        result.curves().stream()
            .map(c -> c.late() == null ? c.ofOneRound() : Results.ofThreeRounds(c))
            .toList(),
        result.raw());
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
  }

  /**
   * Each text of each chart and each median is on paper: charts by what is missing without them.
   */
  @Test
  void chartsAndTablesAreOnPaper() throws Exception {
    Path shots = Files.createDirectories(Path.of("target", "shots"));
    String html =
        new Page(ParityRun.read(Path.of("..", "docs", "benchmarks", "kept")), Map.of()).html();
    String paper = printed(html, shots.resolve("print.pdf"));
    String without =
        printed(
            html.replaceAll("(?s)<figure.*?</figure>", ""), folder.resolve("without-charts.pdf"));
    List<String> charts =
        texts(html, "(?s)<svg class=\"broad\".*?</svg>", "<text[^>]*>(.*?)</text>");
    assertThat(charts).hasSizeGreaterThan(100);
    Map<String, Long> drawn =
        charts.stream().collect(Collectors.groupingBy(t -> t, TreeMap::new, Collectors.counting()));
    drawn.forEach(
        (text, times) ->
            assertThat(count(paper, text) - count(without, text))
                .as("%s in charts", text)
                .isGreaterThanOrEqualTo(times.intValue()));
    List<String> medians =
        texts(html, "(?s)<table.*?</table>", "<td class=\"figure\"[^>]*/median\">(.*?)</td>");
    assertThat(medians).hasSizeGreaterThan(100);
    assertThat(medians).allMatch(without::contains);
  }

  private String printed(String html, Path pdf) throws Exception {
    Path file = folder.resolve("index.html");
    Files.writeString(file, html);
    Files.deleteIfExists(pdf);
    browse(file, "--no-pdf-header-footer", "--print-to-pdf=" + pdf.toAbsolutePath());
    return String.join("\n", PdfText.runs(Files.readAllBytes(pdf)));
  }

  /** What is within some elements of others, as paper has it. */
  private static List<String> texts(String html, String around, String element) {
    List<String> texts = new ArrayList<>();
    Matcher outer = Pattern.compile(around).matcher(html);
    while (outer.find()) {
      Matcher inner = Pattern.compile(element).matcher(outer.group());
      while (inner.find()) {
        texts.add(
            PdfText.plain(
                inner
                    .group(1)
                    .replace("&lt;", "<")
                    .replace("&gt;", ">")
                    .replace("&quot;", "\"")
                    .replace("&amp;", "&")));
      }
    }
    return texts;
  }

  private static int count(String all, String text) {
    int count = 0;
    for (int at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
      count++;
    }
    return count;
  }
}
