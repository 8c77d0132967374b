package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each relative link of the documents leads to a file that is there, and to a heading in it. */
class DocumentLinksTest {

  private static final int FEWEST_DOCUMENTS = 30;
  private static final int FEWEST_LINKS = 200;

  /** {@code [text](target)} or {@code [name]: target}; the text may continue in the next line. */
  private static final Pattern LINK =
      Pattern.compile(
          "\\[(?:[^\\[\\]]|\\[[^\\[\\]]*])*]\\(<?([^)\\s>]+)>?(?:\\s+\"[^\"]*\")?\\)"
              + "|(?m:^ {0,3}\\[[^\\]]+]:\\s+(\\S+))");

  private static final Pattern SCHEME = Pattern.compile("[a-z][a-z0-9+.-]*:.*");
  private static final Pattern CODE = Pattern.compile("(`+).+?(?<!`)\\1(?!`)", Pattern.DOTALL);
  private static final Pattern FENCE = Pattern.compile(" {0,3}(```|~~~).*");
  private static final Pattern HEADING = Pattern.compile(" {0,3}#{1,6}\\s+(.+?)(?:\\s+#+)?\\s*");
  private static final Pattern LINK_IN_HEADING = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern DROPPED = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{Pc} -]");

  /** A place that HTML in a document names. */
  private static final Pattern NAMED = Pattern.compile("<a\\s+(?:id|name)=\"([^\"]+)\"");

  /** The documents of the project, not what a build leaves. */
  private static List<Path> documents(Path root) throws IOException {
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
            String name = dir.getFileName().toString();
            boolean ours = dir.equals(root) || !(name.equals("target") || name.startsWith("."));
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    return found;
  }

  /** The text without what stands in it as it is typed or printed. */
  private static String prose(Path document) throws IOException {
    StringBuilder text = new StringBuilder();
    String fence = "";
    for (String line : Files.readAllLines(document)) {
      Matcher matcher = FENCE.matcher(line);
      if (matcher.matches() && (fence.isEmpty() || fence.equals(matcher.group(1)))) {
        fence = fence.isEmpty() ? matcher.group(1) : "";
      } else if (fence.isEmpty()) {
        text.append(line).append('\n');
      }
    }
    return text.toString();
  }

  /** The names of its headings, as GitHub makes them. */
  private static Set<String> anchors(Path document) throws IOException {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> seen = new HashMap<>();
    String text = prose(document);
    for (String line : text.split("\n", -1)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String name = LINK_IN_HEADING.matcher(heading.group(1)).replaceAll("$1");
        name = DROPPED.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("").replace(' ', '-');
        int before = seen.merge(name, 1, Integer::sum) - 1;
        anchors.add(before == 0 ? name : name + "-" + before);
      }
    }
    NAMED.matcher(text).results().forEach(named -> anchors.add(named.group(1)));
    return anchors;
  }

  private static List<String> links(Path document) throws IOException {
    return LINK.matcher(CODE.matcher(prose(document)).replaceAll("code"))
        .results()
        .map(link -> link.group(1) == null ? link.group(2) : link.group(1))
        .filter(link -> !SCHEME.matcher(link).matches())
        .toList();
  }

  /** Why a link leads nowhere; null if it does not. */
  private static String fault(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return "no such file";
    }
    boolean ofHeading = parts.length == 2 && target.toString().endsWith(".md");
    return ofHeading && !anchors(target).contains(parts[1]) ? "no such heading" : null;
  }

  /** Each link that leads nowhere, with its document and why. */
  private static List<String> faults(Path root) throws IOException {
    List<String> faults = new ArrayList<>();
    for (Path document : documents(root)) {
      for (String link : links(document)) {
        String fault = fault(document, link);
        if (fault != null) {
          faults.add(root.relativize(document) + ": " + link + ": " + fault);
        }
      }
    }
    return faults;
  }

  @Test
  void eachLinkLeadsSomewhere() throws IOException {
    Path root = TestData.root();
    List<Path> documents = documents(root);
    assertThat(documents).hasSizeGreaterThan(FEWEST_DOCUMENTS);
    int links = 0;
    for (Path document : documents) {
      links += links(document).size();
    }
    assertThat(links).isGreaterThan(FEWEST_LINKS);
    assertThat(faults(root)).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereIsFound(@TempDir Path dir) throws IOException {
    Files.writeString(
        dir.resolve("a.md"),
        """
        # A `tandem` *page*: what's new?
        ## Twice
        ## Twice
        [here](#twice-1), [this](#a-tandem-page-whats-new), [page](sub/b.md#b_c), [dir](sub)
        [two
        lines](sub/b.md), [web](https://nowhere.example/#x), `[code](none.md)`
        ```
        # No heading
        [printed](none.md)
        ```
        [gone](none.md), [heading](#no-heading), [third](#twice-2), [other](sub/b.md#twice)
        [case](#Twice)

        [name]: gone.md
        """);
    Files.createDirectories(dir.resolve("sub/target"));
    Files.writeString(dir.resolve("sub/b.md"), "# [B_C](../a.md) #\n[up](../a.md#twice)\n");
    Files.writeString(dir.resolve("sub/target/c.md"), "[built](none.md)\n");
    assertThat(faults(dir))
        .containsExactly(
            "a.md: none.md: no such file",
            "a.md: #no-heading: no such heading",
            "a.md: #twice-2: no such heading",
            "a.md: sub/b.md#twice: no such heading",
            "a.md: #Twice: no such heading",
            "a.md: gone.md: no such file");
  }
}
