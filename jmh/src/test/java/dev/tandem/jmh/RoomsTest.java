package dev.tandem.jmh;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The rooms of the benchmarks use each other one way. */
class RoomsTest {

  private static final String ROOT = "dev.tandem.jmh.";

  @Test
  void nothingIsUsedInACircle() {
    // The JDK's classes are known by name, which is enough and much faster.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    JavaClasses classes =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.tandem.jmh");
    Set<String> rooms = new TreeSet<>();
    classes.forEach(
        c -> rooms.add(c.getPackageName().substring(ROOT.length()).replaceFirst("\\..*", "")));
    assertThat(rooms).contains("book", "exchange", "harness", "report", "wal");
    slices().matching(ROOT + "(*)..").should().beFreeOfCycles().check(classes);
  }
}
