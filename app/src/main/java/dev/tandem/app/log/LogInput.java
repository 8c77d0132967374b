package dev.tandem.app.log;

import dev.tandem.app.output.ExitCode;
import dev.tandem.logger.LogReader;
import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.seal.KeyRing;
import dev.tandem.logger.seal.KeyUnsealing;
import dev.tandem.logger.seal.UnknownKeyException;
import dev.tandem.logger.seal.WrongKeyException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Which files to read, and with which keys. */
final class LogInput {
  @Option(names = "--key-file", paramLabel = "FILE", description = "Keys of sealed files.")
  private Path keyFile;

  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Log files, or directories of them.")
  private List<String> words;

  /** What a command does with the files. */
  interface Work {
    int run(LogReader reader) throws IOException;
  }

  /** What a command does with paths and keys. */
  interface PathWork {
    int run(List<Path> paths, Unsealing unsealing) throws IOException;
  }

  /** Opens the files, and turns a wrong key into the exit code that a check has for it. */
  int read(PrintWriter err, Work work) throws IOException {
    for (Path path : files()) {
      // A wrong directory must not pass for a sound log.
      if (Files.isDirectory(path) && LogReader.list(path).isEmpty()) {
        throw new IOException(path + ": no log files in this directory, expected at least one");
      }
    }
    return with(
        err,
        (paths, unsealing) -> {
          try (LogReader reader = LogReader.open(paths, unsealing)) {
            return work.run(reader);
          }
        });
  }

  /** Takes the first argument away from the files. */
  String takeFirst() {
    return words.remove(0);
  }

  boolean isEmpty() {
    return words.isEmpty();
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (String word : words) {
      Path file = Path.of(word);
      if (!Files.exists(file)) {
        throw new IOException(file + ": no such file or directory");
      }
      files.add(file);
    }
    return files;
  }

  int with(PrintWriter err, PathWork work) throws IOException {
    List<Path> files = files();
    if (keyFile == null) {
      return work.run(files, null);
    }
    try (KeyRing ring = KeyRing.ofFile(keyFile)) {
      return work.run(files, new KeyUnsealing(ring));
    } catch (WrongKeyException | UnknownKeyException e) {
      err.println("tandem: " + e.getMessage());
      return ExitCode.MISMATCH;
    }
  }

  boolean hasKeys() {
    return keyFile != null;
  }

  /** Reports what is not a record, and what the keys do not prove; true if there was damage. */
  boolean report(LogReader reader, PrintWriter err) {
    if (hasKeys()) {
      for (SegmentProof proof : reader.proofs()) {
        if (proof.state() != SegmentProof.State.COMPLETE) {
          err.println("tandem: not proven: " + proof.file() + ": " + proof.what());
        }
      }
    }
    return reportDamage(reader, err);
  }

  /** Reports what is not a record; true if there was anything. */
  static boolean reportDamage(LogReader reader, PrintWriter err) {
    reader.damage().forEach(damage -> err.println("tandem: damage: " + damage));
    reader.gaps().forEach(gap -> err.println("tandem: hole: " + gap));
    if (reader.holes() > 0) {
      err.println(
          "tandem: "
              + (reader.holesExact() ? "" : "at least ")
              + reader.holes()
              + " records were claimed and never committed");
    }
    return !reader.damage().isEmpty() || reader.holes() > 0;
  }
}
