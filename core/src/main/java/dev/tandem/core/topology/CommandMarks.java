package dev.tandem.core.topology;

import dev.tandem.core.command.Command;
import dev.tandem.core.pipeline.GroupMarks;

/** Where a command carries the marks of its group. */
final class CommandMarks implements GroupMarks<Command> {

  @Override
  public boolean isCutRequested(Command c) {
    return c.cutHere;
  }

  @Override
  public boolean isEndOfGroup(Command c) {
    return c.endOfGroup;
  }

  @Override
  public void setEndOfGroup(Command c, boolean endOfGroup) {
    c.endOfGroup = endOfGroup;
  }
}
