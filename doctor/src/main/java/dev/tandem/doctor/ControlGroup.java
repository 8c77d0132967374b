package dev.tandem.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The control groups of this process, of both versions, and their limits. */
final class ControlGroup {

  private static final String MOUNT = "/sys/fs/cgroup";

  /** The first version writes the greatest number of pages where nothing is limited. */
  private static final long UNLIMITED = 1L << 60;

  private final HostFiles files;

  ControlGroup(HostFiles files) {
    this.files = files;
  }

  /**
   * Folders of a controller: the process's own group, then those that hold it, up to the root. In a
   * container the first may be missing, because the root that it sees is its group.
   */
  List<String> folders(String controller) {
    List<String> folders = new ArrayList<>();
    for (String line : files.lines("/proc/self/cgroup")) {
      String[] parts = line.split(":", 3);
      boolean unified = parts.length == 3 && parts[1].isEmpty();
      if (unified || (parts.length == 3 && List.of(parts[1].split(",", -1)).contains(controller))) {
        String root = unified ? MOUNT : MOUNT + "/" + controller;
        String path = parts[2].replaceFirst("/+$", "");
        while (!path.isEmpty()) {
          folders.add(root + path);
          path = path.substring(0, Math.max(0, path.lastIndexOf('/')));
        }
        folders.add(root);
      }
    }
    return folders;
  }

  /** The text of the first of some files that exists, in the group or in one above it. */
  Optional<String> text(String controller, String... names) {
    for (String folder : folders(controller)) {
      for (String name : names) {
        Optional<String> text = files.text(folder + "/" + name);
        if (text.isPresent()) {
          return text;
        }
      }
    }
    return Optional.empty();
  }

  /** The least limit of memory on the way to the root, in bytes; empty if none is set. */
  OptionalLong memoryBytes() {
    OptionalLong least = OptionalLong.empty();
    for (String folder : folders("memory")) {
      for (String name : List.of("memory.max", "memory.limit_in_bytes")) {
        Optional<String> text = files.text(folder + "/" + name);
        if (text.isPresent()) {
          long limit =
              text.get().equals("max")
                  ? Long.MAX_VALUE
                  : HostFiles.number(text.get()).orElse(Long.MAX_VALUE);
          least = OptionalLong.of(Math.min(limit, least.orElse(Long.MAX_VALUE)));
        }
      }
    }
    return least;
  }

  /** Whether a number of bytes limits nothing. */
  static boolean isUnlimited(long bytes) {
    return bytes >= UNLIMITED;
  }
}
