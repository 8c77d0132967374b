package dev.tandem.app.recovery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tandem.app.help.VersionCommand;
import dev.tandem.app.output.ExitCode;
import dev.tandem.app.output.Figures;
import dev.tandem.app.output.Json;
import dev.tandem.app.output.Progress;
import dev.tandem.app.replay.ReplayResult;
import dev.tandem.app.wal.WalDirectory;
import dev.tandem.core.ExchangeBackup;
import dev.tandem.core.LoggedState;
import dev.tandem.flow.BadInputException;
import dev.tandem.wal.Wal;
import dev.tandem.wal.filesystem.DirectoryTrees;
import dev.tandem.wal.filesystem.PrivateFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tandem backup}. */
@Command(
    name = "backup",
    mixinStandardHelpOptions = true,
    versionProvider = VersionCommand.Provider.class,
    sortOptions = false,
    description = {
      "Copies the log and the snapshots of an exchange, which may be running, so that a start on"
          + " the copy comes to the state behind the last record copied. The copy is then checked"
          + " as a start would.",
      "DIR is the directory of a log (replay --wal) or of a service (serve --dir). Of a service the"
          + " keys are copied too; sessions of FIX are not, and begin anew on the copy.",
      "TO must not be there. It gets its name when it is whole; a backup that was killed leaves"
          + " TO.partial, which can be deleted."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  tandem backup tandem-exchange/ /backup/monday",
      "  tandem serve --dir /backup/monday      start from the copy"
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:copied and checked",
      "2:wrong usage, no log there, TO is there, no room, or the log is damaged"
    })
public final class BackupCommand implements Callable<Integer> {

  private static final String LOG = "log";
  private static final String KEYS = "keys.json";

  /** By it the copy knows that there were sessions, whose reports it does not have. */
  private static final String FIX_BEGAN = "fix.began";

  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "The directory of the log or the service.")
  private Path directory;

  @Parameters(index = "1", paramLabel = "TO", description = "The directory to be made.")
  private Path to;

  @Option(names = "--json", description = "Prints a JSON object.")
  private boolean json;

  @Override
  public Integer call() throws IOException {
    boolean service = Files.isDirectory(directory) && Wal.isLog(directory.resolve(LOG));
    Path log = service ? directory.resolve(LOG) : directory;
    WalDirectory.check(log);
    Path target = to.toAbsolutePath().normalize();
    Path partial = target.resolveSibling(target.getFileName() + ".partial");
    for (Path there : List.of(target, partial)) {
      if (Files.exists(there)) {
        throw new BadInputException(there + ": is there already; a backup makes a new directory");
      }
    }
    if (!Files.isDirectory(target.getParent())) {
      throw new BadInputException(target.getParent() + ": no such directory");
    }
    checkRoom(log, target.getParent());
    LoggedState state;
    try (Progress progress = new Progress("backup", 100)) {
      if (service) {
        state = copyService(log, partial, target, progress);
      } else {
        state = copy(log, target, progress);
      }
    }
    print(state);
    return ExitCode.OK;
  }

  private static LoggedState copy(Path log, Path target, Progress progress) throws IOException {
    return ExchangeBackup.copy(
        log, target, (bytes, of) -> progress.stepTo(of == 0 ? 100 : 100 * bytes / of));
  }

  private LoggedState copyService(Path log, Path partial, Path target, Progress progress)
      throws IOException {
    Files.createDirectory(partial, PrivateFiles.directory());
    try {
      LoggedState state = copy(log, partial.resolve(LOG), progress);
      for (String file : List.of(KEYS, FIX_BEGAN)) {
        Path from = directory.resolve(file);
        if (Files.exists(from)) {
          Files.copy(from, partial.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      return state;
    } catch (Throwable e) {
      try {
        DirectoryTrees.delete(partial);
      } catch (IOException alsoFailed) {
        e.addSuppressed(alsoFailed);
      }
      throw e;
    }
  }

  /** Before anything is made. The exchange may write more meanwhile. */
  private static void checkRoom(Path log, Path parent) throws IOException {
    long bytes = bytesOf(log);
    long free = Files.getFileStore(parent).getUsableSpace();
    if (free < bytes) {
      throw new BadInputException(
          parent
              + ": no room for the copy: "
              + Figures.count(bytes, "byte")
              + " are needed, "
              + Figures.count(free)
              + " are free");
    }
  }

  /**
   * What is deleted meanwhile, as old segments and snapshots of a living log are, needs no room.
   */
  private static long bytesOf(Path log) throws IOException {
    long[] bytes = {0};
    Files.walkFileTree(
        log,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            bytes[0] += attributes.size();
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (!(e instanceof NoSuchFileException)) {
              throw e;
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path each, IOException e) throws IOException {
            return e == null || e instanceof NoSuchFileException
                ? FileVisitResult.CONTINUE
                : super.postVisitDirectory(each, e);
          }
        });
    return bytes[0];
  }

  private void print(LoggedState state) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      ObjectNode object = Json.object();
      object.put("to", to.toString());
      object.put("lastRecord", state.lastRecord());
      object.put("commands", state.recovery().commands());
      object.put("snapshotSequence", state.recovery().snapshotSequence());
      object.put("eventHash", ReplayResult.hex(state.summary().eventHash()));
      object.put("stateHash", ReplayResult.hex(state.summary().stateHash()));
      Json.print(out, object);
      return;
    }
    out.println(
        "copied to "
            + to
            + " and checked: "
            + Figures.count(state.recovery().commands(), "command")
            + ", up to record "
            + Figures.count(state.lastRecord()));
    out.println("event hash    " + ReplayResult.hex(state.summary().eventHash()));
    out.println("state hash    " + ReplayResult.hex(state.summary().stateHash()));
  }
}
