package dev.tandem.app.replay;

import dev.tandem.app.output.Progress;

/** Shows how far a replay is: a bar while users are funded, then one for the commands. */
public final class ReplayBars implements Rounds.Reported {

  private final String task;
  private Progress funding;
  private Progress commands;

  /**
   * Begins with nothing done.
   *
   * @param task what the bar of the commands is called
   */
  public ReplayBars(String task) {
    this.task = task;
  }

  @Override
  public void funded(long done, long all) {
    if (funding == null) {
      funding = new Progress("fund users", all);
    }
    funding.stepTo(done);
  }

  @Override
  public void submitted(int done, int all) {
    if (commands == null) {
      closeFunding();
      commands = new Progress(task, all);
    }
    commands.stepTo(done);
  }

  private void closeFunding() {
    if (funding != null) {
      funding.close();
      funding = null;
    }
  }

  @Override
  public void close() {
    closeFunding();
    if (commands != null) {
      commands.close();
    }
  }
}
