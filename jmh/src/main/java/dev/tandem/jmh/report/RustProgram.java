package dev.tandem.jmh.report;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The queues' peers in Rust: a program that Cargo builds, not Maven. For any thread. */
public final class RustProgram {

  /** How it is built, from the project's folder. */
  public static final String BUILD =
      "cargo build --release --manifest-path jmh/peers-rust/Cargo.toml";

  private static final Path BUILT = Path.of("jmh", "peers-rust", "target", "release", "peers-rust");

  private RustProgram() {}

  /** Where the build leaves it in a project's folder; empty if it was not built. */
  public static Optional<Path> in(Path project) {
    return Optional.of(project.resolve(BUILT)).filter(Files::isExecutable);
  }
}
