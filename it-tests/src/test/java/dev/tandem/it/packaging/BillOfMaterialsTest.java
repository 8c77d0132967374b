package dev.tandem.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.TestData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** Who imports {@code tandem-bom} gets one version of every library of this build. */
class BillOfMaterialsTest {

  /** Modules that nobody depends on. */
  private static final Set<String> NO_LIBRARIES =
      Set.of("app", "bom", "cpp", "dist", "it-tests", "jmh");

  private final XPath xpath = XPathFactory.newInstance().newXPath();

  @Test
  void itNamesEveryLibraryInTheVersionOfTheBuild() throws Exception {
    Document root = pom("");
    Document bom = pom("bom");
    assertThat(text(bom, "/project/version")).isEqualTo(text(root, "/project/version"));
    List<String> libraries = new ArrayList<>();
    for (String module : texts(root, "/project/modules/module")) {
      if (!NO_LIBRARIES.contains(module)) {
        libraries.add(text(pom(module), "/project/artifactId"));
      }
    }
    String managed = "/project/dependencyManagement/dependencies/dependency";
    assertThat(texts(bom, managed + "[not(classifier)]/artifactId"))
        .containsExactlyInAnyOrderElementsOf(libraries);
    assertThat(texts(bom, managed + "/version")).containsOnly("${project.version}");
  }

  @Test
  void itBringsNothingElse() throws Exception {
    assertThat(texts(pom("bom"), "/project/parent")).isEmpty();
    assertThat(texts(pom("bom"), "//dependency/groupId")).containsOnly("dev.tandem");
  }

  private static Document pom(String module) throws Exception {
    Path file = TestData.root().resolve(module).resolve("pom.xml");
    return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
  }

  private String text(Document document, String path) throws Exception {
    return texts(document, path).get(0);
  }

  private List<String> texts(Document document, String path) throws Exception {
    NodeList nodes = (NodeList) xpath.evaluate(path, document, XPathConstants.NODESET);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent().strip());
    }
    return texts;
  }
}
