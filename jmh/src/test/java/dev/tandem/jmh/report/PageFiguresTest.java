package dev.tandem.jmh.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.doctor.Verdict;
import dev.tandem.jmh.harness.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every figure of the page is that of the JSON in it: what stands in tables and beside bars is read
 * as a reader reads it, and bars and lines are measured against their axes.
 */
class PageFiguresTest {

  /** Coordinates have one decimal, and so have those they are measured by. */
  private static final double PIXELS = 0.25;

  private int checked;

  @Test
  void tablesAndChartsTellTheJson() throws Exception {
    Result sweep = Results.of("kernel", 1, 1);
    Result single = onlyFirstCurve(Results.of("wal", 2, 3));
    checkPage(new Page(Results.bySubject(sweep, single), Map.of()).html());
    // Six rows with eight texts, three lengths; three curves with twelve texts, of two of them the
    // ranges of ten figures, too; and the points of their lines.
    assertThat(checked).isEqualTo(2 * 6 * (8 + 3) + 3 * 12 + 2 * 10 * 2 + (2 * 2 + 6));
  }

  /** Each figure of the JSON in turn is made another one, and the page must no longer pass. */
  @Test
  void aFigureThatIsNotThatOfTheJsonIsFound() throws Exception {
    Result one = onlyFirstCurve(Results.of("wal", 2, 3));
    String page = new Page(Results.bySubject(one), Map.of()).html();
    checkPage(page);
    List<String> places = new ArrayList<>();
    for (int i = 0; i < one.rows().size(); i++) {
      if (one.rows().get(i).hasFigure()) {
        for (String field : List.of("median", "lowest", "highest")) {
          places.add("/wal/rows/" + i + "/" + field);
        }
        places.add("/wal/rows/" + i + "/others/ns a command");
        places.add("/wal/rows/" + i + "/ranges/ns a command/lowest");
        places.add("/wal/rows/" + i + "/ranges/ns a command/highest");
      }
    }
    for (String field : List.of("asked", "achieved", "late")) {
      places.add("/wal/curves/0/" + field);
    }
    for (int k = 0; k < 7; k++) {
      places.add("/wal/curves/0/latency/" + k);
    }
    // Of the producer's lateness the page has the P99.
    places.add("/wal/curves/0/lateness/3");
    places.add("/wal/curves/0/spread/rounds");
    for (String range : List.of("achieved", "latency/0", "latency/6", "lateness/3", "late")) {
      places.add("/wal/curves/0/spread/" + range + "/lowest");
      places.add("/wal/curves/0/spread/" + range + "/highest");
    }
    for (String place : places) {
      String wrong = withOther(page, place);
      assertThatThrownBy(() -> new PageFiguresTest().checkPage(wrong))
          .as(place)
          .isInstanceOf(AssertionError.class);
    }
  }

  /** A page whose JSON has a tenth more at one place, which three decimals always tell. */
  private static String withOther(String page, String place) throws Exception {
    String text = one(page, "id=\"results\">(.*?)</script>");
    JsonNode json = Result.JSON.readTree(text);
    int end = place.lastIndexOf('/');
    JsonNode parent = json.at(place.substring(0, end));
    String name = place.substring(end + 1);
    double other = 1.1 * json.at(place).asDouble();
    if (parent.isArray()) {
      ((ArrayNode) parent).set(Integer.parseInt(name), DoubleNode.valueOf(other));
    } else {
      ((ObjectNode) parent).put(name, other);
    }
    return page.replace(text, Html.inScript(Result.JSON.writeValueAsString(json)));
  }

  /** Of the page as a wide screen shows it, and as a phone does. */
  private void checkPage(String page) throws Exception {
    check(without("narrow", page));
    new PageFiguresTest().check(without("broad", page));
  }

  private static String without(String charts, String page) {
    String rest = page.replaceAll("(?s)<svg class=\"" + charts + "\".*?</svg>\\n", "");
    assertThat(rest).isNotEqualTo(page);
    return rest;
  }

  private void check(String page) throws Exception {
    JsonNode json = Result.JSON.readTree(one(page, "id=\"results\">(.*?)</script>"));
    for (JsonNode result : json) {
      String name = "<section id=\"" + result.get("subject").asText();
      List<String> blocks = new ArrayList<>();
      for (String[] section : all(page, name + "(?:-curves)?\">(.*?)</section>")) {
        List<String> own = List.of(section[0].split("<h4>", -1));
        blocks.addAll(own.subList(1, own.size()));
      }
      for (List<JsonNode> rows : grouped(result.get("rows"))) {
        checkRows(blocks.remove(0), rows);
      }
      for (List<JsonNode> curves : grouped(result.get("curves"))) {
        checkCurves(blocks.remove(0), curves);
      }
      assertThat(blocks).isEmpty();
    }
  }

  @Test
  void theTableOfCorrectnessTellsTheJson() throws Exception {
    String raw =
        "{\"equal\": true, \"inputs\": [{\"input\": \"a.csv\", \"commands\": 1234567, \"trades\":"
            + " 89012, \"refusals\": 34, \"kernels\": [{\"kernel\": \"FUSED\", \"eventHash\":"
            + " \"0a1b\", \"stateHash\": \"2c3d\", \"logHash\": \"4e5f\"},"
            + " {\"kernel\": \"CPP\", \"eventHash\": \"0a1b\", \"stateHash\": \"2c3d\","
            + " \"logHash\": \"6a7b\"}]}]}";
    Result parity =
        Results.now(
            new Result.About("parity", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            List.of(),
            List.of(),
            Result.JSON.readTree(raw));
    String page = new Page(Results.bySubject(parity), Map.of()).html();
    List<String> shown = tableRows(one(page, "<section id=\"parity\">(.*?)</section>"));
    // Logs that differ do not stand in one line, though all else is equal.
    assertThat(shown).hasSize(2);
    assertThat(cells(shown.get(1))).endsWith("<code>6a7b</code>", "CPP");
    assertThat(cells(shown.get(0)))
        .containsExactly(
            "a.csv",
            "1,234,567",
            "89,012",
            "34",
            "<code>0a1b</code>",
            "<code>2c3d</code>",
            "<code>4e5f</code>",
            "FUSED");
  }

  @Test
  void stackedBarsAndTheirTableTellTheParts() throws Exception {
    Row[] rows = {stacked("slow", 120.5, 300, 7.25), stacked("fast", 20, 0, 3)};
    Result stages =
        Results.now(
            new Result.About("stages", "t", Map.of(), List.of()),
            Results.fitness(Verdict.QUIET),
            List.of(rows),
            List.of(),
            Map.of());
    String page = new Page(Results.bySubject(stages), Map.of()).html();
    JsonNode json = Result.JSON.readTree(one(page, "id=\"results\">(.*?)</script>"));
    String block = one(without("narrow", page), "<section id=\"stages\">(.*?)</section>");
    List<String[]> parts =
        all(
            block,
            "<rect x=\"([\\d.]+)\"[^>]* width=\"([\\d.]+)\"[^>]* class=\"part java( pale)?(?: other)?\">"
                + "<title>(\\S+ \\S+) (\\S+) ns</title>");
    List<String> shown = tableRows(block);
    double length = parts.stream().limit(3).mapToDouble(part -> number(part[1])).sum();
    assertThat(length).isBetween(400.0, 600.0);
    int at = 0;
    for (int i = 0; i < rows.length; i++) {
      JsonNode row = json.get("stages").get("rows").get(i);
      // Each bar has a scale of its own, and all are of one length.
      double left = number(parts.get(0)[0]);
      double scale = length / rows[i].median();
      List<String> texts = List.of(cells(shown.get(i)).get(6).split(", ", -1));
      for (int k = 0; k < row.get("parts").size(); k++) {
        JsonNode part = row.get("parts").get(k);
        double value = part.get("value").asDouble();
        String[] drawn = parts.get(at++);
        assertThat(number(drawn[0])).isCloseTo(left, within(PIXELS));
        assertThat(number(drawn[1])).isCloseTo(value * scale, within(PIXELS));
        assertThat(drawn[2] == null).isEqualTo(part.get("strong").asBoolean());
        assertThat(drawn[3]).isEqualTo(part.get("name").asText());
        PrintedFigure.assertTells("drawn", drawn[4], value);
        assertThat(texts.get(k)).startsWith(drawn[3] + " ");
        PrintedFigure.assertTells("table", texts.get(k).substring(drawn[3].length() + 1), value);
        left += value * scale;
      }
    }
    assertThat(parts).hasSize(at);
  }

  private static Row stacked(String entrant, double waits, double works, double rest) {
    double sum = waits + works + rest;
    return Row.of(
            "FUSED", entrant, Row.Kind.JAVA, "ns", true, 1, new Spread(sum, sum, sum), Map.of())
        .withParts(
            List.of(
                new Row.Part("hold waits", false, waits),
                new Row.Part("hold works", true, works),
                new Row.Part("match waits", false, rest)));
  }

  @Test
  void aFigureThatIsRoundedWronglyIsNotTaken() {
    PrintedFigure.assertTells("right", "12.3", 12.345);
    PrintedFigure.assertTells("right", "1.50 us", 1_500);
    for (String wrong : List.of("12.4", "12", "12.2", "123", "12.3 us", "1.2")) {
      assertThatThrownBy(() -> PrintedFigure.assertTells("wrong", wrong, 12.345))
          .as(wrong)
          .isInstanceOf(AssertionError.class);
    }
  }

  private static Result onlyFirstCurve(Result r) {
    return new Result(
        r.schema(),
        r.subject(),
        r.title(),
        r.time(),
        r.commit(),
        r.command(),
        r.verdict(),
        r.reasons(),
        r.changes(),
        r.outside(),
        r.machine(),
        r.entrants(),
        r.notes(),
        r.rows(),
        r.curves().subList(0, 1),
        r.raw());
  }

  private void checkRows(String block, List<JsonNode> rows) {
    List<String> shown = tableRows(block);
    assertThat(shown).hasSameSizeAs(rows);
    for (int i = 0; i < rows.size(); i++) {
      JsonNode row = rows.get(i);
      List<String> cells = cells(shown.get(i));
      assertThat(cells.get(0)).endsWith(" " + row.get("entrant").asText());
      if (row.has("error")) {
        assertThat(cells).hasSize(2);
        assertThat(cells.get(1)).startsWith("failed: ");
        continue;
      }
      tells(row, "median", cells.get(2));
      tells(row, "lowest", cells.get(3));
      tells(row, "highest", cells.get(4));
      tells(row, "rounds", cells.get(5) + (row.get("rounds").asInt() < 100 ? ".00" : ""));
      checkOthers(row.get("others"), row.get("ranges"), cells.get(6));
    }
    checkBars(block, rows.stream().filter(row -> !row.has("error")).toList());
  }

  private void checkOthers(JsonNode others, JsonNode ranges, String cell) {
    Map<String, Double> sorted = new TreeMap<>();
    others.properties().forEach(o -> sorted.put(o.getKey(), o.getValue().asDouble()));
    List<String> texts = List.of(cell.split(", ", -1));
    assertThat(texts).hasSameSizeAs(sorted.keySet());
    int at = 0;
    for (Map.Entry<String, Double> other : sorted.entrySet()) {
      String text = texts.get(at++);
      assertThat(text).startsWith(other.getKey() + " ");
      String[] parts = text.substring(other.getKey().length() + 1).split("[ ()]+", -1);
      PrintedFigure.assertTells(other.getKey(), parts[0], other.getValue());
      checked++;
      checkRange(ranges.get(other.getKey()), parts[1], 1, "");
    }
  }

  /** A range as it is printed, in a unit of its own. */
  private void checkRange(JsonNode range, String text, double times, String unit) {
    String[] ends = text.replace('\u00a0', ' ').split("\u2013", -1);
    assertThat(ends).hasSize(2);
    for (int i = 0; i < ends.length; i++) {
      assertThat(ends[i]).endsWith(unit);
      PrintedFigure.assertTells(
          "range",
          ends[i].substring(0, ends[i].length() - unit.length()),
          times * range.get(i == 0 ? "lowest" : "highest").asDouble());
      checked++;
    }
  }

  /** The range below a figure, of several rounds only. */
  private void checkRange(JsonNode spread, JsonNode range, String cell, double times, String unit) {
    List<String[]> shown = all(cell, "<span class=\"range\">(.*?)</span>");
    if (spread.get("rounds").asInt() == 1) {
      assertThat(shown).isEmpty();
    } else {
      assertThat(shown).hasSize(1);
      checkRange(range, shown.get(0)[0], times, unit);
    }
  }

  private static String figure(String cell) {
    return cell.replaceAll("<span.*", "");
  }

  private void tells(JsonNode node, String field, String text) {
    PrintedFigure.assertTells(field, text, node.get(field).asDouble());
    checked++;
  }

  /** Each bar and whisker has the length that the longest one's whisker sets. */
  private void checkBars(String block, List<JsonNode> rows) {
    List<String[]> bars =
        all(
            block,
            "<rect x=\"([\\d.]+)\"[^>]* width=\"([\\d.]+)\"[^>]*/><path d=\"M([\\d.]+) \\d+"
                + " H([\\d.]+)[^>]*/><text [^>]*class=\"value\">([^<]*)</text>");
    assertThat(bars).hasSameSizeAs(rows);
    double scale = 0;
    double most = 0;
    for (int i = 0; i < rows.size(); i++) {
      double highest = rows.get(i).get("highest").asDouble();
      if (highest > most) {
        most = highest;
        scale = (number(bars.get(i)[3]) - number(bars.get(i)[0])) / highest;
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      String[] bar = bars.get(i);
      double zero = number(bar[0]);
      JsonNode row = rows.get(i);
      tells(row, "median", bar[4]);
      near(number(bar[1]), Math.max(1, row.get("median").asDouble() * scale));
      near(number(bar[2]) - zero, row.get("lowest").asDouble() * scale);
      near(number(bar[3]) - zero, row.get("highest").asDouble() * scale);
    }
  }

  private void near(double shown, double expected) {
    assertThat(shown).isCloseTo(expected, within(PIXELS));
    checked++;
  }

  private void checkCurves(String block, List<JsonNode> curves) {
    List<String> shown = tableRows(block);
    assertThat(shown).hasSameSizeAs(curves);
    for (int i = 0; i < curves.size(); i++) {
      JsonNode curve = curves.get(i);
      List<String> cells = cells(shown.get(i));
      assertThat(cells.get(0)).endsWith(" " + curve.get("entrant").asText());
      tells(curve, "asked", figure(cells.get(1)));
      JsonNode spread = curve.get("spread");
      double rounds = spread.get("rounds").asDouble();
      assertThat(cells.get(1))
          .endsWith(
              ">" + (rounds == 1 ? "one round" : Math.round(rounds) + "\u00a0rounds") + "</span>");
      assertThat(rounds).isEqualTo(Math.rint(rounds));
      tells(curve, "achieved", figure(cells.get(2)));
      checkRange(spread, spread.get("achieved"), cells.get(2), 1, "");
      JsonNode latency = curve.get("latency");
      assertThat(cells).hasSize(5 + latency.size());
      for (int k = 0; k < latency.size(); k++) {
        PrintedFigure.assertTells("latency", figure(cells.get(3 + k)), latency.get(k).asDouble());
        checkRange(spread, spread.get("latency").get(k), cells.get(3 + k), 1, "");
        checked++;
      }
      String lateness = cells.get(3 + latency.size());
      PrintedFigure.assertTells("late", figure(lateness), at(curve, "lateness", 99));
      checkRange(spread, spread.get("lateness").get(3), lateness, 1, "");
      String late = figure(cells.get(4 + latency.size()));
      assertThat(late).endsWith(" %");
      PrintedFigure.assertTells(
          "share late", late.substring(0, late.length() - 2), curve.get("late").asDouble() * 100);
      checkRange(spread, spread.get("late"), cells.get(4 + latency.size()), 100, " %");
      checked += 3;
    }
    List<List<double[]>> lines = new ArrayList<>();
    if (curves.size() > 1) {
      for (double percent : new double[] {50, 99}) {
        lines.add(
            curves.stream()
                .map(c -> new double[] {c.get("asked").asDouble(), at(c, "latency", percent)})
                .toList());
      }
    } else {
      List<double[]> points = new ArrayList<>();
      for (int k = 0; k < curves.get(0).get("percents").size(); k++) {
        double rest = 100 - curves.get(0).get("percents").get(k).asDouble();
        points.add(new double[] {100 / rest, curves.get(0).get("latency").get(k).asDouble()});
      }
      lines.add(points);
    }
    checkLines(block, lines);
  }

  private static double at(JsonNode curve, String figures, double percent) {
    for (int i = 0; i < curve.get("percents").size(); i++) {
      if (curve.get("percents").get(i).asDouble() == percent) {
        return curve.get(figures).get(i).asDouble();
      }
    }
    throw new AssertionError("no percentile " + percent);
  }

  /** Points stand where the labels of the axes put their values. */
  private void checkLines(String block, List<List<double[]>> expected) {
    List<String[]> labels =
        all(block, "<path d=\"M\\d+ ([\\d.]+) H\\d+\" class=\"grid\"/><text [^>]*>([^<]*)<");
    String[] low = labels.get(0);
    String[] high = labels.get(labels.size() - 1);
    List<String[]> paths = all(block, "<path d=\"([^\"]*)\" class=\"line ");
    assertThat(paths).hasSameSizeAs(expected);
    for (int i = 0; i < paths.size(); i++) {
      List<String[]> points = all(paths.get(i)[0], "[ML]([\\d.]+) ([\\d.]+)");
      List<double[]> values = expected.get(i);
      assertThat(points).hasSameSizeAs(values);
      double[] first = values.get(0);
      double[] last = values.get(values.size() - 1);
      for (int k = 0; k < points.size(); k++) {
        double x = number(points.get(k)[0]);
        double xShare = share(values.get(k)[0], first[0], last[0]);
        double left = number(points.get(0)[0]);
        double right = number(points.get(points.size() - 1)[0]);
        assertThat(x).isCloseTo(left + xShare * (right - left), within(PIXELS));
        double yShare = share(values.get(k)[1], value(low[1]), value(high[1]));
        double bottom = number(low[0]);
        near(number(points.get(k)[1]), bottom + yShare * (number(high[0]) - bottom));
      }
    }
  }

  private static double share(double value, double low, double high) {
    return Math.log(value / low) / Math.log(high / low);
  }

  private static double value(String label) {
    PrintedFigure figure = PrintedFigure.read(label);
    return figure.number().doubleValue() * figure.unit();
  }

  private static List<List<JsonNode>> grouped(JsonNode nodes) {
    Map<String, List<JsonNode>> groups = new LinkedHashMap<>();
    nodes.forEach(
        n -> groups.computeIfAbsent(n.get("group").asText(), g -> new ArrayList<>()).add(n));
    return List.copyOf(groups.values());
  }

  /** The rows of a table but the one with its headings. */
  private static List<String> tableRows(String block) {
    return all(block, "<tr>(<td.*?)</tr>").stream().map(row -> row[0]).toList();
  }

  private static List<String> cells(String row) {
    return all(row, "<td[^>]*>(.*?)</td>").stream()
        .map(cell -> cell[0].replace("<wbr>", ""))
        .toList();
  }

  private static double number(String text) {
    return Double.parseDouble(text);
  }

  private static String one(String text, String pattern) {
    List<String[]> found = all(text, pattern);
    assertThat(found).as(pattern).hasSize(1);
    return found.get(0)[0];
  }

  private static List<String[]> all(String text, String pattern) {
    Matcher matcher = Pattern.compile(pattern, Pattern.DOTALL).matcher(text);
    List<String[]> found = new ArrayList<>();
    while (matcher.find()) {
      String[] groups = new String[matcher.groupCount()];
      for (int i = 0; i < groups.length; i++) {
        groups[i] = matcher.group(i + 1);
      }
      found.add(groups);
    }
    return found;
  }
}
