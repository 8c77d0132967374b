package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The directory of FIX: which file is where, and whether all of it was lost. */
record FixFolder(Path directory) {

  /** The directory of a session: key and number. */
  private static final Pattern STORE = Pattern.compile("([a-z0-9-]+)_(\\d{1,3})");

  /** The file of orders. */
  Path orders() {
    return directory.resolve("orders");
  }

  /** The file of ClOrdIDs that are texts. */
  Path names() {
    return directory.resolve("names");
  }

  /** Where a session has its files. */
  Path of(Caller caller) {
    return directory.resolve(caller.key().name() + "_" + caller.session());
  }

  /**
   * Makes it if it is not there.
   *
   * @return whether FIX ran here before and its files are gone: then there may have been sessions
   *     that are not known here. Once known it stays so, because their clients may come at any time
   */
  boolean isLost() throws IOException {
    Files.createDirectories(directory, PrivateFiles.directory());
    Path lost = directory.resolve("lost");
    // Beside the directory, so that it is there when that is not.
    Path began = directory.resolveSibling("fix.began");
    if (!Files.exists(began)) {
      Files.createFile(began, PrivateFiles.file());
    } else if (!Files.exists(orders()) && !Files.exists(lost)) {
      Files.createFile(lost, PrivateFiles.file());
    }
    return Files.exists(lost);
  }

  /** Sessions that there were before: what happens to their orders is kept for them. */
  List<Caller> known(Callers callers) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.sorted().toList();
    }
    List<Caller> known = new ArrayList<>();
    for (Path path : files) {
      Matcher name = STORE.matcher(path.getFileName().toString());
      Caller caller = name.matches() ? callers.named(name.group(1)).orElse(null) : null;
      int number = caller == null ? 0 : Integer.parseInt(name.group(2));
      if (caller != null && number < ApiKey.SESSIONS) {
        known.add(new Caller(caller.key(), number, caller.rates()));
      }
    }
    return known;
  }
}
