package dev.tandem.jmh.harness;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Supplier;

/**
 * What each process of a run would find out again before its clock starts, and takes from the first
 * one instead: a file of JSON in a folder that the run makes and deletes ({@link JmhTurns}).
 * Without the folder, where JMH starts a benchmark by itself, each finds it out.
 */
public final class Once {

  /** Names the folder. */
  public static final String FOLDER_PROPERTY = "tandem.jmh.once";

  private static final ObjectMapper JSON = new ObjectMapper();

  private Once() {}

  /**
   * What an earlier process of the run found, else what is found now.
   *
   * @param name of what is asked for, the same in all processes, and of nothing else
   * @param type that goes into JSON and back without loss
   * @throws UncheckedIOException if the folder or what is in it cannot be used
   */
  public static <T> T in(String name, Class<T> type, Supplier<T> find) {
    String folder = System.getProperty(FOLDER_PROPERTY);
    if (folder == null) {
      return find.get();
    }
    Path file = Path.of(folder, name + ".json");
    try {
      if (Files.isRegularFile(file)) {
        return JSON.readValue(file.toFile(), type);
      }
      T found = find.get();
      // Under another name first: a process that ends half-way must leave no half a file.
      Path whole = Files.createTempFile(Path.of(folder), name, ".part");
      JSON.writeValue(whole.toFile(), found);
      Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }
}
