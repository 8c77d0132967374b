package dev.tandem.jmh.report;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Calls of {@code java} as a reader can repeat them in a shell, from the folder they were made in.
 */
final class Calls {

  private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");
  private static final String COMMIT = "-D" + Result.COMMIT_PROPERTY + "=";

  /** Where one run was written means nothing to a reader. */
  private static final Pattern WRITTEN = Pattern.compile(" (--json|--histograms|-rff) (?!-)\\S+");

  private Calls() {}

  /** The call of this process. */
  static String ofThisProcess() {
    List<String> said = Arrays.asList(System.getProperty("sun.java.command", "").split(" ", -1));
    boolean isJar = said.get(0).endsWith(".jar");
    List<String> call = new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
    if (isJar) {
      call.add("-jar");
    } else {
      call.addAll(List.of("-cp", System.getProperty("java.class.path")));
    }
    call.addAll(said);
    return of(call);
  }

  /** A call of {@code java} with flags, class path, class and arguments. */
  static String of(List<String> call) {
    return call.stream()
        .filter(part -> !part.startsWith(COMMIT))
        .map(part -> shown(part, Path.of("").toAbsolutePath().toString()))
        .collect(Collectors.joining(" ", "java ", ""));
  }

  /** A part without the folder that it begins with, in quotes where a shell would change it. */
  static String shown(String part, String folder) {
    String near = part.replace(folder + "/", "");
    return PLAIN.matcher(near).matches() ? near : "'" + near.replace("'", "'\\''") + "'";
  }

  /** A call without the files of one run. */
  static String withoutFiles(String call) {
    return WRITTEN.matcher(call).replaceAll("");
  }
}
