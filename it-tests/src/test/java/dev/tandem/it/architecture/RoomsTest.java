package dev.tandem.it.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
          List.of("core.marketdata"),
          List.of("core"),
          List.of("core.journal"),
          List.of("core.kernel", "core.snapshot"),
          List.of("core.statemachine"),
          List.of("core.matching", "core.risk"),
          List.of("core.state"),
          List.of("core.event", "core.ingress"),
          List.of("core.command", "core.pipeline"),
          List.of("core.api"));

  private static final List<List<String>> LOGGER =
      List.of(
          List.of("logger.fronts.jul"),
          List.of("logger.fronts"),
          List.of("logger.config"),
          List.of("logger.seal"),
          List.of("logger"));

  /** Of other artifacts: those that are on the class path here. */
  private static final List<List<String>> FRONTS =
      List.of(List.of("logger.fronts.platform", "logger.fronts.slf4j"));

  private static final List<List<String>> LOG_STORE =
      List.of(
          List.of("logger.recovery"),
          List.of("logger.read", "logger.append"),
          List.of("logger.storage"),
          List.of("logger.format"),
          List.of("logger.text"));

  /** The same for the logger. */
  private static final Set<String> LOGGER_VALUES =
      Set.of(
          "LogStoreConfig",
          "OverflowPolicy",
          "LogMetrics",
          "LogLevel",
          "LogRecord",
          "LogDamage",
          "LogHole",
          "SyncPolicy",
          "RetentionPolicy",
          "Sealing",
          "Unsealing",
          "RecordSeal",
          "SegmentSink",
          "SegmentInfo",
          "SegmentProof",
          "PartOrigin");

  private static final List<List<String>> HASH =
      List.of(List.of("hash"), List.of("hash.ffi"), List.of("hash.algorithm"));

  private static final List<List<String>> APP =
      List.of(
          List.of("app"),
          List.of("app.cluster"),
          List.of("app.history", "app.parity", "app.recovery", "app.serve"),
          List.of("app.log", "app.wal", "app.replay", "app.checksum", "app.doctor", "app.client"),
          List.of("app.help"),
          List.of("app.output"));

  private static final List<List<String>> GATEWAY =
      List.of(
          List.of("gateway"),
          List.of("gateway.http", "gateway.demo"),
          // FIX is of another artifact, which comes by gateway.spi.
          List.of("gateway.websocket", "gateway.binary", "gateway.fix"),
          List.of("gateway.spi"),
          List.of("gateway.orderentry", "gateway.reports"),
          List.of("gateway.bridge"),
          List.of("gateway.command"),
          List.of("gateway.access", "gateway.json", "gateway.metrics"));

  private static final List<List<String>> CLUSTER =
      List.of(List.of("cluster.trial", "cluster.door"), List.of("cluster"));

  private static final List<List<String>> HISTORY =
      List.of(
          List.of("history"),
          List.of("history.store"),
          List.of("history.projection"),
          List.of("history.rows"));

  private static final List<List<String>> CLIENT =
      List.of(List.of("client"), List.of("client.wire"));

  private static final List<List<String>> FLOW =
      List.of(List.of("flow.generator"), List.of("flow", "flow.model"));

  private static final List<List<String>> WAL =
      List.of(
          List.of("wal.tailer"),
          List.of("wal.append"),
          List.of("wal.recovery"),
          List.of("wal.storage"),
          List.of("wal.filesystem", "wal.format"));

  /** What users of the log set, are told or bring: its rooms know these of the API, and no more. */
  private static final Set<String> WAL_VALUES =
      Set.of(
          "WalConfig",
          "Confirmations",
          "WalStatistics",
          "WalClock",
          "LogFile",
          "LogFiles",
          "Durability",
          "ReadMode",
          "WalRecoveryReport",
          "BackpressurePolicy",
          "Confirmation",
          "ConfirmListener");

  /**
   * The packages that know each other, each with what it is a part of: two APIs, and the rooms
   * under them. Users name settings, values and exceptions in the package that they name the log
   * in. The rooms take and throw them, and the log is made of the rooms. So these packages are
   * halved here: the values of an API are a floor below its rooms, and what opens a log one above
   * them. {@link #nothingIsUsedInACircle} holds it.
   */
  private static final Map<String, Set<String>> ROOMS_THAT_KNOW_THEIR_API =
      Map.of(
          "wal",
          Set.of("wal.append", "wal.format", "wal.recovery", "wal.storage", "wal.tailer"),
          "logger",
          Set.of("logger.append", "logger.read", "logger.recovery", "logger.storage"));

  /** What the values of an API are made with; not exported. */
  private static final Set<String> BEHIND_VALUES = Set.of("SystemClock", "ChannelFile");

  private static JavaClasses classes() {
    // The JDK's classes are known by name, which is enough and much faster.
    ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
    return new ClassFileImporter()
        // The hostile flows are no room; where no jar is made, all tests of their module are there.
        .withImportOption(
            location ->
                !location.contains("-tests.jar")
                    && !location.contains("/flow/target/test-classes/"))
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
  void theRoomsOfHashFlowAndCommandLineAreUsedOneWay() {
    floors(HASH);
    floors(FLOW);
    floors(APP);
    floors(GATEWAY);
    floors(CLIENT);
    floors(HISTORY);
    floors(CLUSTER);
  }

  @Test
  void theLogsRoomsAreUsedOneWay() {
    floors(WAL);
    knowOnlyValuesOf("dev.tandem.wal", WAL_VALUES, WAL);
  }

  @Test
  void theLoggersStoreRoomsAreUsedOneWay() {
    floors(LOG_STORE);
    knowOnlyValuesOf("dev.tandem.logger", LOGGER_VALUES, LOG_STORE);
  }

  /**
   * All packages of the modules on the class path here, two of them halved. The benchmarks have a
   * test of their own.
   */
  @Test
  void nothingIsUsedInACircle() {
    slices().assignedFrom(new Halves()).should().beFreeOfCycles().check(ALL);
  }

  @Test
  void onlyTheseKnowThePackageTheyAreUnder() {
    ROOMS_THAT_KNOW_THEIR_API.forEach(
        (api, rooms) -> {
          Set<String> used = uses("dev.tandem." + api);
          Set<String> known = new TreeSet<>();
          for (String room : rooms(api)) {
            boolean isUnder = room.startsWith(api + ".");
            if (isUnder && used.contains(room) && uses("dev.tandem." + room).contains(api)) {
              known.add(room);
            }
          }
          assertThat(known).as("packages that %s and they know", api).isEqualTo(rooms);
        });
  }

  /** The rooms that a package uses. */
  private static Set<String> uses(String name) {
    Set<String> used = new TreeSet<>();
    for (JavaClass each : ALL) {
      if (each.getPackageName().equals(name)) {
        each.getDirectDependenciesFromSelf()
            .forEach(
                dependency -> {
                  JavaClass target = dependency.getTargetClass().getBaseComponentType();
                  used.add(target.getPackageName().replace("dev.tandem.", ""));
                });
      }
    }
    return used;
  }

  /** A package is a slice; the API of the log, and that of the logger, are two. */
  private static final class Halves implements SliceAssignment {

    private static final Map<String, Set<String>> VALUES =
        Map.of("dev.tandem.wal", WAL_VALUES, "dev.tandem.logger", LOGGER_VALUES);

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass each) {
      String name = each.getPackageName();
      if (!name.startsWith("dev.tandem") || name.startsWith("dev.tandem.it")) {
        return SliceIdentifier.ignore();
      }
      Set<String> values = VALUES.get(name);
      boolean below = values != null && (isValue(each, values) || isValue(each, BEHIND_VALUES));
      return SliceIdentifier.of(below ? name + ", values" : name);
    }

    @Override
    public String getDescription() {
      return "packages, values apart";
    }
  }

  private static void knowOnlyValuesOf(String api, Set<String> values, List<List<String>> house) {
    noClasses()
        .that()
        .resideInAnyPackage(packages(List.copyOf(flat(house))))
        .should()
        .dependOnClassesThat(
            describe(
                "are of the API, but neither values nor exceptions",
                used ->
                    used.getBaseComponentType().getPackageName().equals(api)
                        && !isValue(used.getBaseComponentType(), values)))
        .check(ALL);
  }

  private static boolean isValue(JavaClass used, Set<String> values) {
    String name = used.getName().replaceFirst(".*\\.", "").replaceFirst("\\$.*", "");
    return values.contains(name) || name.endsWith("Exception");
  }

  @Test
  void everyRoomHasAFloor() {
    assertThat(rooms("core")).isEqualTo(flat(CORE));
    assertThat(rooms("logger")).isEqualTo(flat(LOGGER, LOG_STORE, FRONTS));
    assertThat(rooms("hash")).isEqualTo(flat(HASH));
    assertThat(rooms("flow")).isEqualTo(flat(FLOW));
    assertThat(rooms("app")).isEqualTo(flat(APP));
    assertThat(rooms("gateway")).isEqualTo(flat(GATEWAY));
    assertThat(rooms("client")).isEqualTo(flat(CLIENT));
    assertThat(rooms("history")).isEqualTo(flat(HISTORY));
    assertThat(rooms("cluster")).isEqualTo(flat(CLUSTER));
    assertThat(rooms("wal")).isEqualTo(flat(WAL, List.of(List.of("wal", "wal.chronicle"))));
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

  @SafeVarargs
  private static Set<String> flat(List<List<String>>... houses) {
    Set<String> all = new TreeSet<>();
    for (List<List<String>> house : houses) {
      house.forEach(all::addAll);
    }
    return all;
  }

  /** Libraries that stand alone know nothing of the others. */
  @ParameterizedTest
  @ValueSource(strings = {"hash", "wal", "logger", "client"})
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

  /** As a service would, on the class path too. */
  @ParameterizedTest
  @ValueSource(strings = {"gateway", "micrometer", "client"})
  void aServiceUsesOnlyWhatTheKernelExports(String service) {
    noClasses()
        .that()
        .resideInAPackage("dev.tandem." + service + "..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tandem.core..")
                .and(
                    resideOutsideOfPackages(
                        "dev.tandem.core",
                        "dev.tandem.core.api",
                        "dev.tandem.core.command",
                        "dev.tandem.core.event",
                        "dev.tandem.core.marketdata")))
        .check(ALL);
  }

  @Test
  void theKernelUsesOnlyHashAndLog() {
    noClasses()
        .that()
        .resideInAPackage("dev.tandem.core..")
        .should()
        .dependOnClassesThat(
            resideInAPackage("dev.tandem..")
                .and(
                    resideOutsideOfPackages(
                        "dev.tandem.core..", "dev.tandem.hash..", "dev.tandem.wal..")))
        .check(ALL);
  }
}
