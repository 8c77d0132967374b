package dev.tandem.gateway.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where a session's files are, and what they say beside its messages: up to which place of the log
 * all executions have come to it, and whether some are missing for good. On the thread of FIX, but
 * for what says otherwise.
 */
final class SessionFiles implements SessionStore.Owner {

  private final Supplier<Path> directory;
  private final Consumer<IOException> failed;
  private final MissedReports missed = new MissedReports();

  /** Null while they are not open. */
  private SessionStore store;

  private Place place;

  /**
   * @param place all executions up to there have come to it, should there be no files
   * @param failed called when they could not be written or read
   */
  SessionFiles(Supplier<Path> directory, Place place, Consumer<IOException> failed) {
    this.directory = directory;
    this.place = place;
    this.failed = failed;
  }

  /** Opens them, and creates them if they do not exist. */
  SessionStore open() throws IOException {
    SessionStore opened = SessionStore.open(directory.get(), this);
    place = opened.found().orElse(place);
    if (opened.saysMissed()) {
      missed.add();
    }
    store = opened;
    return opened;
  }

  /** Deletes them; they are not open. */
  void forget() throws IOException {
    SessionStore.forget(directory.get());
  }

  /** Reports that could not be kept; any thread. */
  MissedReports missed() {
    return missed;
  }

  @Override
  public Place place() {
    return place;
  }

  @Override
  public boolean isOwedMissed() {
    return missed.isOwed();
  }

  @Override
  public void storeFailed(IOException cause) {
    failed.accept(cause);
  }

  /** The execution of this place is the next. */
  void came(Place next) {
    place = next;
  }

  /** All executions up to there have come, or are counted as missed. */
  void reached(Place newPlace) {
    place = newPlace;
    if (store != null) {
      keep();
    }
  }

  /** Whether the files say that reports are missing, if some are. */
  boolean keepMissed() {
    return store != null && (store.saysMissed() == missed.isOwed() || keep());
  }

  private boolean keep() {
    try {
      store.keep();
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
