package dev.tandem.logger;

import java.time.Duration;
import java.util.Objects;

/**
 * What is kept of closed files; a file that breaks any limit is deleted, the oldest first.
 *
 * @param files at most so many closed files
 * @param bytes at most so many bytes in closed files
 * @param age none that was closed longer ago
 */
public record RetentionPolicy(int files, long bytes, Duration age) {
  /** Nothing is deleted. */
  public static final RetentionPolicy ALL =
      new RetentionPolicy(Integer.MAX_VALUE, Long.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE));

  public RetentionPolicy {
    Objects.requireNonNull(age, "age");
    if (files < 0 || bytes < 0 || age.isNegative()) {
      throw new IllegalArgumentException(
          "limits must not be negative: " + files + " files, " + bytes + " bytes, age " + age);
    }
  }

  /** Keeps so many closed files. */
  public static RetentionPolicy ofFiles(int files) {
    return new RetentionPolicy(files, Long.MAX_VALUE, ALL.age);
  }
}
