package dev.tandem.wal.chronicle;

import dev.tandem.wal.LogFile;
import dev.tandem.wal.LogFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A store whose segments are mapped by Chronicle-Bytes, where a log maps them: on Linux, in a log
 * that does not sync by itself. All else is done as by {@link LogFiles#SYSTEM}, so the bytes on the
 * disk and what a sync promises are the same, and a log written with one store opens with the
 * other.
 *
 * <pre>
 * WalConfig.builder().durability(Durability.WRITTEN).files(new ChronicleFiles())
 * </pre>
 *
 * <p>The first segment that is mapped starts Chronicle up, which takes about a second. It needs
 * {@code --add-opens=java.base/java.lang.reflect=ALL-UNNAMED}, {@code
 * --add-opens=java.base/sun.nio.ch=ALL-UNNAMED}, {@code
 * --add-exports=java.base/jdk.internal.ref=ALL-UNNAMED}, {@code --enable-native-access=ALL-UNNAMED}
 * and {@code --sun-misc-unsafe-memory-access=allow}. Without them opening the log fails, or the JVM
 * warns.
 *
 * <p>Stateless; any thread may call it.
 */
public final class ChronicleFiles implements LogFiles {

  /** One serves any number of logs. */
  public ChronicleFiles() {}

  @Override
  public LogFile open(Path path) throws IOException {
    return new ChronicleFile(path, LogFiles.SYSTEM.open(path));
  }
}
