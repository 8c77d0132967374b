package dev.tandem.jmh.ingress;

import dev.tandem.jmh.harness.ChildProcess;
import dev.tandem.jmh.harness.Libraries;
import dev.tandem.jmh.harness.Peers;
import dev.tandem.jmh.report.Row;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ArrayBlockingQueue;

/** Queues that are compared. */
public enum IngressEntrant {
  /** The kernel's intake with lanes: claimed, filled in place, sequenced into a ring. */
  TANDEM_LANES(false),
  /** The same with lanes of the default size, so that a burst fills them and senders wait. */
  TANDEM_LANES_1K(false),
  /** The kernel's intake without: the Disruptor's ring for several producers, filled in place. */
  TANDEM_SHARED(false),
  /** As {@link #TANDEM_LANES}, by the intake in C++. */
  TANDEM_CPP_LANES(false),
  /** As {@link #TANDEM_LANES_1K}, by the intake in C++. */
  TANDEM_CPP_LANES_1K(false),
  /** As {@link #TANDEM_SHARED}, by the intake in C++. */
  TANDEM_CPP_SHARED(false),
  /** The Disruptor's ring for several producers, its events the kernel's slots. */
  DISRUPTOR_MP(false),
  /** A queue of references for each sender, visited in rotation. */
  JCTOOLS_SPSC(false),
  /** A queue of references to objects. */
  JCTOOLS_MPSC(false),
  /** Bytes: an order is encoded into the ring and decoded out of it. */
  AGRONA_MANY_TO_ONE(false),
  /** References; one queue for all receivers. */
  ARRAY_BLOCKING_QUEUE(true);

  /** Orders that a receiver takes of one queue of several before it looks at the next. */
  static final int VISIT = 64;

  /** Orders that it takes at once where there is one queue that wants a bound: the kernel's. */
  static final int BATCH = 256;

  /** Agrona's buffers need them; all in Java have them, so that none is alone with them. */
  private static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow",
          "-Dagrona.disable.bounds.checks=true");

  private final boolean sharedByReceivers;

  IngressEntrant(boolean sharedByReceivers) {
    this.sharedByReceivers = sharedByReceivers;
  }

  /** All, those in C++ only where there is the program. */
  static List<IngressEntrant> usual(boolean withCpp) {
    return Arrays.stream(values()).filter(entrant -> withCpp || !entrant.isCpp()).toList();
  }

  /** Whether it is of the program in C++. */
  boolean isCpp() {
    return this == TANDEM_CPP_LANES || this == TANDEM_CPP_LANES_1K || this == TANDEM_CPP_SHARED;
  }

  /** Its JVM flags; none where there is no JVM. */
  List<String> jvmFlags() {
    return isCpp() ? List.of() : FLAGS;
  }

  /** Whether it is this project's, its twin's or a peer's. */
  Row.Kind kind() {
    if (isCpp()) {
      return Row.Kind.CPP;
    }
    return name().startsWith("TANDEM") ? Row.Kind.JAVA : Row.Kind.PEER;
  }

  /** Whether one queue serves all receivers; otherwise each has its own. */
  boolean isSharedByReceivers() {
    return sharedByReceivers;
  }

  /** How it stands between senders and several receivers, in words. */
  String arrangement() {
    String sharing = sharedByReceivers ? "one for all receivers" : "one for each receiver";
    return switch (this) {
      case TANDEM_LANES, TANDEM_LANES_1K, TANDEM_CPP_LANES, TANDEM_CPP_LANES_1K ->
          sharing + ", a lane in it for each sender";
      case JCTOOLS_SPSC -> "one for each pair of sender and receiver";
      default -> sharing;
    };
  }

  /** What it is, of which version, and how it is set up. */
  String about() {
    String what =
        switch (this) {
          case TANDEM_LANES -> "Tandem's intake, lanes that hold a burst";
          case TANDEM_LANES_1K -> "Tandem's intake, lanes of 1,024 rows, its default";
          case TANDEM_SHARED ->
              "Tandem's intake without lanes: the Disruptor's ring, filled in place";
          case TANDEM_CPP_LANES -> "Tandem's intake in C++, lanes that hold a burst";
          case TANDEM_CPP_LANES_1K -> "Tandem's intake in C++, lanes of 1,024 rows, its default";
          case TANDEM_CPP_SHARED ->
              "Tandem's intake in C++ without lanes: a ring for several producers";
          case DISRUPTOR_MP -> disruptor() + ", events the kernel's slots";
          case JCTOOLS_SPSC -> jctools() + "SpscVarHandleArrayQueue, visited in rotation";
          case JCTOOLS_MPSC -> jctools() + "MpscVarHandleArrayQueue";
          case AGRONA_MANY_TO_ONE -> agrona() + "ManyToOneRingBuffer, its bounds checks off";
          case ARRAY_BLOCKING_QUEUE -> jdk() + "ArrayBlockingQueue";
        };
    String built = isCpp() ? "a release build" : "JVM " + String.join(" ", FLAGS);
    return what + "; " + arrangement() + "; " + built;
  }

  private static String disruptor() {
    return "Disruptor "
        + Peers.version("disruptor")
        + ", ring for several producers, BusySpinWaitStrategy, polled as its EventPoller does";
  }

  private static String jctools() {
    return "JCTools " + Peers.version("jctools") + ", ";
  }

  private static String agrona() {
    return "Agrona of Aeron " + Peers.version("aeron") + ", ";
  }

  private static String jdk() {
    return "JDK " + System.getProperty("java.version") + ", ";
  }

  /**
   * A new queue.
   *
   * @param capacity orders it holds in all, a power of two
   */
  OrderQueue make(int senders, int capacity) {
    return switch (this) {
      case TANDEM_LANES -> IntakeQueue.lanes(senders, perSender(senders, capacity));
      case TANDEM_LANES_1K ->
          IntakeQueue.lanes(senders, Math.min(1_024, perSender(senders, capacity)));
      case TANDEM_SHARED -> IntakeQueue.shared(capacity);
      case TANDEM_CPP_LANES, TANDEM_CPP_LANES_1K, TANDEM_CPP_SHARED ->
          throw new UnsupportedOperationException(this + " has a process in C++");
      case DISRUPTOR_MP -> new DisruptorQueue(capacity);
      case JCTOOLS_SPSC -> new SpscQueues(senders, perSender(senders, capacity));
      case JCTOOLS_MPSC -> JctoolsQueues.mpsc(capacity);
      case AGRONA_MANY_TO_ONE -> new AgronaRing(capacity);
      case ARRAY_BLOCKING_QUEUE -> ReferenceQueue.of(new ArrayBlockingQueue<Order>(capacity));
    };
  }

  private static int perSender(int senders, int capacity) {
    return Math.max(2, Integer.highestOneBit(capacity / senders));
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
    return ChildProcess.Launch.ofJvm(
        IngressProcess.class, name().toLowerCase(Locale.ROOT), FLAGS, libraries());
  }

  private Libraries libraries() {
    return switch (this) {
      case TANDEM_LANES,
          TANDEM_LANES_1K,
          TANDEM_SHARED,
          TANDEM_CPP_LANES,
          TANDEM_CPP_LANES_1K,
          TANDEM_CPP_SHARED ->
          Libraries.ALL;
      case DISRUPTOR_MP -> Libraries.of(null, "com/lmax/disruptor/");
      case JCTOOLS_SPSC, JCTOOLS_MPSC -> Libraries.of("peers/jctools");
      case AGRONA_MANY_TO_ONE -> Libraries.of("peers/aeron");
      case ARRAY_BLOCKING_QUEUE -> Libraries.of(null);
    };
  }
}
