package dev.tandem.app.parity;

/** Whether the serial model runs, too. */
enum ModelUse {
  AUTO,
  ALWAYS,
  NEVER;

  /**
   * Its time grows with the commands and with the orders that rest: for so many of a usual flow it
   * takes one or two seconds.
   */
  static final int MOST_COMMANDS = 20_000;

  /** Why it is left out for a stream; null if it runs. */
  String leftOut(CommandStream stream) {
    if (this == NEVER) {
      return "by --model never";
    }
    if (!KernelKind.MODEL.runs(stream.risk())) {
      return "it has no --risk off";
    }
    int commands = stream.flow().size();
    if (this == AUTO && commands > MOST_COMMANDS) {
      return "%,d commands are more than %,d; --model always runs it"
          .formatted(commands, MOST_COMMANDS);
    }
    return null;
  }
}
