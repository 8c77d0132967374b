package dev.tandem.jmh.exchange;

/**
 * The stages of exchange-core, which are known by the stacks of their threads alone: it tells
 * nobody when a stage begins with a command. Grouping, matching and results have a thread each;
 * hold and settle share one.
 *
 * <p>Of exchange-core 0.5.3: {@link #SETTLE} goes by lines of its source.
 */
enum PeerStage {
  GROUPING,
  HOLD,
  MATCH,
  SETTLE,
  RESULTS;

  private static final String PEER = "exchange.core2.core.";
  private static final String PROCESSORS = PEER + "processors.";
  private static final String DISRUPTOR = "com.lmax.disruptor.";

  private static final String GROUPER = PROCESSORS + "GroupingProcessor";
  private static final String MASTER = PROCESSORS + "TwoStepMasterProcessor";
  private static final String SLAVE = PROCESSORS + "TwoStepSlaveProcessor";
  private static final String MATCHER = PROCESSORS + "MatchingEngineRouter";
  private static final String ANSWERER = PROCESSORS + "ResultsHandler";
  private static final String BATCHES = DISRUPTOR + "BatchEventProcessor";
  private static final String WAITER = PROCESSORS + "WaitSpinningHelper";
  private static final String BARRIER = DISRUPTOR + "ProcessingSequenceBarrier";

  /** The loop in {@code TwoStepSlaveProcessor.handlingCycle} that works on commands. */
  private static final int FIRST_LINE_OF_WORK = 95;

  private static final int LAST_LINE_OF_WORK = 97;

  /** Whether a thread with this stack is one of exchange-core's stages. */
  static boolean isStage(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getMethodName().equals("processEvents")
          && (is(frame, GROUPER) || is(frame, MASTER) || is(frame, BATCHES))) {
        return true;
      }
    }
    return false;
  }

  /**
   * The stage that a thread is in; null if the stack does not tell, as while one that matches or
   * one that answers waits: both are the Disruptor's.
   */
  static PeerStage of(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      // The slave is called by the master, so it is met first.
      if (is(frame, SLAVE)) {
        return SETTLE;
      }
      if (is(frame, MASTER)) {
        return HOLD;
      }
      if (is(frame, GROUPER)) {
        return GROUPING;
      }
      if (is(frame, MATCHER)) {
        return MATCH;
      }
      if (is(frame, ANSWERER)) {
        return RESULTS;
      }
    }
    return null;
  }

  /** Whether a thread with the stack of a stage waits for the stage before; else it works. */
  static boolean waits(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isWaiting(frame)) {
        return true;
      }
    }
    // Settle waits for matching without a pause, in a loop around its helper's call. A thread is
    // seen at the end of a loop, so mostly there, and not in the helper.
    return stack.length > 0
        && is(stack[0], SLAVE)
        && stack[0].getMethodName().equals("handlingCycle")
        && (stack[0].getLineNumber() < FIRST_LINE_OF_WORK
            || stack[0].getLineNumber() > LAST_LINE_OF_WORK);
  }

  private static boolean isWaiting(StackTraceElement frame) {
    String type = frame.getClassName();
    boolean isStrategy = type.startsWith(DISRUPTOR) && type.endsWith("WaitStrategy");
    return switch (frame.getMethodName()) {
      case "tryWaitFor" -> type.equals(WAITER);
      case "waitFor" -> isStrategy || type.equals(BARRIER);
      case "applyWaitMethod" -> isStrategy;
      case "yield" -> type.equals("java.lang.Thread");
      case "park", "parkNanos" -> type.equals("java.util.concurrent.locks.LockSupport");
      default -> false;
    };
  }

  private static boolean is(StackTraceElement frame, String type) {
    return frame.getClassName().equals(type);
  }
}
