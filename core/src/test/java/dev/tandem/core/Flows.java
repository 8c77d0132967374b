package dev.tandem.core;

import dev.tandem.core.command.Command;
import java.util.List;

/** Random flows for the tests of other packages. */
public final class Flows {

  private Flows() {}

  /** See {@link RandomFlow}. */
  public static List<Command> hostile(long seed, int size) {
    return RandomFlow.of(seed, size);
  }

  /** Copies the inputs of a command. */
  public static void copy(Command from, Command to) {
    RandomFlow.copy(from, to);
  }
}
