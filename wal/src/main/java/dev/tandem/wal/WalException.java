package dev.tandem.wal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** A log that cannot be opened, read or closed. */
public class WalException extends IOException {

  private static final long serialVersionUID = 1L;

  public WalException(String message) {
    super(message);
  }

  public WalException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Something that could not be done with a file or directory. What the system says of it names
   * neither.
   *
   * @param operation what failed, such as {@code cannot be read}
   */
  public WalException(Path path, String operation, IOException cause) {
    super(path + ": " + operation + ": " + reason(cause), cause);
  }

  private static String reason(IOException e) {
    if (e instanceof NoSuchFileException) {
      return "no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    if (e instanceof FileSystemException of && of.getReason() != null) {
      return of.getReason();
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
