package dev.tandem.jmh.wal;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.JvmFlags;
import dev.tandem.jmh.harness.Libraries;
import dev.tandem.wal.Durability;
import dev.tandem.wal.LogFiles;
import dev.tandem.wal.chronicle.ChronicleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The logs that are compared, each with the JVM flags it needs. */
enum LogSystem {
  /** Group commit on a file channel and nothing else: what the others are compared with. */
  PLAIN,
  /** Tandem's write-ahead log. */
  TANDEM,
  /** The same, which only writes, through a map; a record is confirmed when it is written. */
  TANDEM_WRITTEN,
  /** As that one, mapped by Chronicle-Bytes. */
  TANDEM_CHRONICLE,
  /** Tandem's write-ahead log in C++, as TANDEM. */
  TANDEM_CPP,
  /** The same, as TANDEM_WRITTEN. */
  TANDEM_CPP_WRITTEN,
  /** Aeron Archive with file sync level 1: data, without metadata. */
  AERON_ARCHIVE;

  /** Agrona checks no bounds, as it is run where speed counts. */
  private static final List<String> AERON_FLAGS =
      List.of(
          "-Dagrona.disable.bounds.checks=true",
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/java.util.zip=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  /** The logs that sync each record before it counts. */
  static List<LogSystem> logs(boolean withCpp) {
    List<LogSystem> logs = new ArrayList<>(List.of(PLAIN, TANDEM, AERON_ARCHIVE));
    if (withCpp) {
      logs.add(2, TANDEM_CPP);
    }
    return List.copyOf(logs);
  }

  /** Whether it is of the program in C++. */
  boolean isCpp() {
    return this == TANDEM_CPP || this == TANDEM_CPP_WRITTEN;
  }

  /**
   * How the process of this system is started.
   *
   * @param cpp the program in C++; null if there is none
   */
  ChildProcess.Launch launch(Path cpp) {
    if (isCpp()) {
      return ChildProcess.Launch.ofProgram(cpp, name());
    }
    return ChildProcess.Launch.ofJvm(LogProcess.class, name(), jvmFlags(), libraries());
  }

  private Libraries libraries() {
    return switch (this) {
      case PLAIN -> Libraries.of(null);
      case AERON_ARCHIVE -> Libraries.of("peers/aeron");
      case TANDEM, TANDEM_WRITTEN, TANDEM_CHRONICLE, TANDEM_CPP, TANDEM_CPP_WRITTEN ->
          Libraries.ALL;
    };
  }

  /** What its blocks were before the clock starts: a first write to a block costs the disk more. */
  String segments() {
    return this == AERON_ARCHIVE ? "a new file, no block written before" : "zero-filled before";
  }

  /** Flags of the JVM that it is measured in. */
  List<String> jvmFlags() {
    return switch (this) {
      case PLAIN, TANDEM_CPP, TANDEM_CPP_WRITTEN -> List.of();
      case TANDEM, TANDEM_WRITTEN, TANDEM_CHRONICLE -> JvmFlags.CHRONICLE;
      case AERON_ARCHIVE -> AERON_FLAGS;
    };
  }

  /** Opens a new log in an empty directory. */
  DurableLog open(LogSettings settings) throws Exception {
    return switch (this) {
      case PLAIN -> new PlainLog(settings);
      case TANDEM -> new TandemLog(settings, Durability.SYNCED, LogFiles.SYSTEM);
      case TANDEM_WRITTEN -> new TandemLog(settings, Durability.WRITTEN, LogFiles.SYSTEM);
      case TANDEM_CHRONICLE -> new TandemLog(settings, Durability.WRITTEN, new ChronicleFiles());
      case TANDEM_CPP, TANDEM_CPP_WRITTEN -> throw notHere();
      case AERON_ARCHIVE -> new AeronArchiveLog(settings);
    };
  }

  /** A reader of a closed log. */
  DurableLog.Reader reader(LogSettings settings) throws Exception {
    return switch (this) {
      case PLAIN -> new PlainReader(settings);
      case TANDEM, TANDEM_WRITTEN, TANDEM_CHRONICLE -> new TandemLog.LogReader(settings);
      case TANDEM_CPP, TANDEM_CPP_WRITTEN -> throw notHere();
      case AERON_ARCHIVE -> new AeronArchiveLog.ArchiveReader(settings);
    };
  }

  private IllegalArgumentException notHere() {
    return new IllegalArgumentException(this + " is not of this process");
  }
}
