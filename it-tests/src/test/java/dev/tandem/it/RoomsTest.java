package dev.tandem.it;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which room uses which: always one way, as ARCHITECTURE.md says. */
class RoomsTest {

  private static final JavaClasses ALL = classes();

  /** From the top down; a room uses only rooms of lower floors. */
  private static final List<List<String>> CORE =
      List.of(
          List.of("core"),
          List.of("core.journal"),
          List.of("core.topology", "core.snapshot"),
          List.of("core.machine"),
          List.of("core.matching", "core.risk"),
          List.of("core.state"),
          List.of("core.event"),
          List.of("core.command", "core.pipeline"));

  private static final List<List<String>> LOGGER =
      List.of(
          List.of("logger.jul"),
          List.of("logger.config"),
          List.of("logger.seal"),
          List.of("logger"));

  private static JavaClasses classes() {
    // The JDK's classes are known by name, which is enough and much faster.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        // The hostile flows are of the core's tests, and no room.
        .withImportOption(location -> !location.contains("/core/serial/"))
        .importPackages("dev.tandem");
  }

  private static String[] packages(List<String> rooms) {
    return rooms.stream().map(room -> "dev.tandem." + room).toArray(String[]::new);
  }

  private static void floors(List<List<String>> house) {
    List<String> above = new ArrayList<>();
    for (List<String> floor : house) {
      for (String room : floor) {
        List<String> forbidden = new ArrayList<>(above);
        forbidden.addAll(floor);
        forbidden.remove(room);
        assertThat(ALL.stream().anyMatch(c -> c.getPackageName().equals("dev.tandem." + room)))
            .as("classes in %s", room)
            .isTrue();
        if (!forbidden.isEmpty()) {
          noClasses()
              .that()
              .resideInAPackage("dev.tandem." + room)
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(packages(forbidden))
              .check(ALL);
        }
      }
      above.addAll(floor);
    }
  }

  @Test
  void theKernelsRoomsAreUsedOneWay() {
    floors(CORE);
  }

  @Test
  void theLoggersRoomsAreUsedOneWay() {
    floors(LOGGER);
  }

  @Test
  void everyRoomHasAFloor() {
    assertThat(rooms("core")).isEqualTo(flat(CORE));
    assertThat(rooms("logger")).containsAll(flat(LOGGER));
  }

  private static Set<String> rooms(String module) {
    Set<String> rooms = new TreeSet<>();
    ALL.forEach(
        c -> {
          String room = c.getPackageName().replace("dev.tandem.", "");
          if (room.equals(module) || room.startsWith(module + ".")) {
            rooms.add(room);
          }
        });
    return rooms;
  }

  private static Set<String> flat(List<List<String>> house) {
    Set<String> all = new TreeSet<>();
    house.forEach(all::addAll);
    return all;
  }

  /** Libraries that stand alone know nothing of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"hash", "wal", "logger"})
  void aLibraryStandsAlone(String library) {
    noClasses()
        .that()
        .resideInAPackage("dev.tandem." + library + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tandem..")
                .and(resideOutsideOfPackage("dev.tandem." + library + "..")))
        .check(ALL);
  }

  @Test
  void theKernelUsesOnlyHashAndLog() {
    noClasses()
        .that()
        .resideInAPackage("dev.tandem.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.tandem.app..", "dev.tandem.logger..", "dev.tandem.it..")
        .check(ALL);
  }
}
