package dev.tandem.app.output;

import java.io.Console;
import java.util.function.IntConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Shows how far a task is, on a terminal only: in a file or a pipe it would be noise. */
public final class Progress implements AutoCloseable, IntConsumer {

  private static final int REFRESH_MS = 250;

  private final ProgressBar bar;

  public Progress(String task, long max) {
    bar =
        isTerminal()
            ? new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(max)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REFRESH_MS)
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  // Since 25 the built-in console is the default again, and it is null without a terminal.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal() && !"dumb".equals(System.getenv("TERM"));
  }

  @Override
  public void accept(int done) {
    stepTo(done);
  }

  public void stepTo(long done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
