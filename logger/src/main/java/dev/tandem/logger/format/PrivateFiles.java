package dev.tandem.logger.format;

import java.nio.file.FileSystems;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Permissions of what a store makes: what is logged is for its owner alone. */
public final class PrivateFiles {

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  private PrivateFiles() {}

  /** Those of a new file; none where the system has no such permissions. */
  public static FileAttribute<?>[] file() {
    return of("rw-------");
  }

  /** Those of a new directory; none where the system has no such permissions. */
  public static FileAttribute<?>[] directory() {
    return of("rwx------");
  }

  private static FileAttribute<?>[] of(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
