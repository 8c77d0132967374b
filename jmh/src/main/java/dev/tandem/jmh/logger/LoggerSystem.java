package dev.tandem.jmh.logger;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Libraries;
import dev.tandem.jmh.harness.Peers;
import dev.tandem.logger.seal.SealMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What is compared. */
enum LoggerSystem {
  BARE_FETCH_ADD("bare mapped loop: fetch-add, copy of 114 bytes"),
  BARE_TIMED("bare mapped loop: fetch-add, time, copy of a String"),
  TANDEM_PLAIN("one String of 114 characters; segments for the whole run made ready before"),
  TANDEM_SUSTAINED("the same, with the default of two segments ready: the disk's supply counts"),
  TANDEM_DEFERRED("LogWriter, the same pattern and arguments without boxing"),
  TANDEM_SEALED("as PLAIN, sealed by blocks behind the caller; the end waits for the sealer"),
  TANDEM_AUDIT("as PLAIN, each record sealed by its caller"),
  TANDEM_CPP("as TANDEM_PLAIN, by the logger in C++; needs --cpp"),
  TANDEM_CPP_DEFERRED("as TANDEM_DEFERRED, by the logger in C++; needs --cpp"),
  LOG4J2(
      "Log4j2 "
          + Peers.version("log4j2")
          + ", all loggers async on Disruptor "
          + Peers.version("log4j2.disruptor")
          + " (ring 256 K, for a full one blocks its callers, and its places allocate once in each run;"
          + " Sleep, the wait that by its manual burdens callers least), RandomAccessFile, no flush"
          + " each"),
  LOGBACK(
      "Logback "
          + Peers.version("logback")
          + ", AsyncAppender of 512, nothing discarded, FileAppender, no flush each"),
  CHRONICLE_QUEUE(
      "Chronicle Queue "
          + Peers.version("chronicle-queue")
          + ", time and text as a document, not synced");

  private final String description;

  LoggerSystem(String description) {
    this.description = description;
  }

  /**
   * All.
   *
   * @param withCpp whether there is a program in C++
   */
  static List<LoggerSystem> usual(boolean withCpp) {
    return Arrays.stream(values()).filter(system -> withCpp || !system.isCpp()).toList();
  }

  /** Whether it is of the program in C++. */
  boolean isCpp() {
    return this == TANDEM_CPP || this == TANDEM_CPP_DEFERRED;
  }

  /** How it is configured. */
  String description() {
    return description;
  }

  /**
   * How its process is started.
   *
   * @param cpp the program in C++; null if there is none
   */
  ChildProcess.Launch launch(Path cpp) {
    if (isCpp()) {
      return ChildProcess.Launch.ofProgram(cpp, name());
    }
    return ChildProcess.Launch.ofJvm(LoggerProcess.class, name(), jvmFlags(), libraries());
  }

  private Libraries libraries() {
    return switch (this) {
      case LOG4J2, LOGBACK -> Libraries.of("peers/" + name().toLowerCase(Locale.ROOT));
      case CHRONICLE_QUEUE -> Libraries.of("peers/chronicle-queue").withChronicle();
      case BARE_FETCH_ADD, BARE_TIMED -> Libraries.of(null);
      default -> Libraries.ALL;
    };
  }

  /** Flags of the JVM that it is measured in. */
  List<String> jvmFlags() {
    return switch (this) {
      case LOGBACK -> provider("ch.qos.logback.classic.spi.LogbackServiceProvider");
      case LOG4J2 ->
          List.of(
              "--sun-misc-unsafe-memory-access=allow",
              "-Dlog4j2.asyncLoggerRingBufferSize=262144",
              "-Dlog4j2.asyncLoggerWaitStrategy=Sleep");
      case CHRONICLE_QUEUE -> JvmFlags.CHRONICLE;
      default -> List.of();
    };
  }

  /**
   * Binds SLF4J, which else takes the provider that writes nothing, and has it say nothing of it.
   */
  private static List<String> provider(String type) {
    return List.of("-Dslf4j.provider=" + type, "-Dslf4j.internal.verbosity=WARN");
  }

  /** Makes it ready for a run. */
  LoadCase make(LoadCase.Settings settings) throws IOException {
    int all = TandemLoad.enoughFor(settings.records());
    return switch (this) {
      case BARE_FETCH_ADD -> new BareLoad(settings, false);
      case BARE_TIMED -> new BareLoad(settings, true);
      case TANDEM_PLAIN -> new TandemLoad(settings, TandemLoad.Call.TEXT, all, null);
      case TANDEM_SUSTAINED -> new TandemLoad(settings, TandemLoad.Call.TEXT, 2, null);
      case TANDEM_DEFERRED -> new TandemLoad(settings, TandemLoad.Call.DEFERRED, all, null);
      case TANDEM_SEALED -> new TandemLoad(settings, TandemLoad.Call.TEXT, all, SealMode.BLOCKS);
      case TANDEM_AUDIT -> new TandemLoad(settings, TandemLoad.Call.TEXT, all, SealMode.RECORDS);
      case TANDEM_CPP, TANDEM_CPP_DEFERRED ->
          throw new IllegalArgumentException(this + " is not of this process");
      case LOG4J2 -> new Log4j2Load(settings);
      case LOGBACK -> new LogbackLoad(settings);
      case CHRONICLE_QUEUE -> new ChronicleLoad(settings);
    };
  }
}
