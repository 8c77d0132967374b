package dev.tandem.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import dev.tandem.wal.Wal;
import dev.tandem.wal.WalConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** Who recovers a log that a victim in C++ has left. */
enum CppRecovery {
  /** An opening by Java. */
  JAVA {
    @Override
    void run(Path log) throws IOException {
      Wal.open(log, WalConfig.builder().segmentBytes(64 << 10).build()).close();
    }
  },

  /** {@code tandem-cpp wal recover}. */
  CPP {
    @Override
    void run(Path log) throws IOException, InterruptedException {
      // It may have died before it began a log.
      if (Files.isDirectory(log) && Wal.isLog(log)) {
        Ended ended = TandemCpp.run("wal", "recover", log);
        assertThat(ended.code()).as(ended.out() + ended.err()).isZero();
      }
    }
  },

  /** The next victim, when it opens the log. */
  NEXT_LIFE {
    @Override
    void run(Path log) {}
  };

  abstract void run(Path log) throws IOException, InterruptedException;

  /** One of them, by chance. */
  static CppRecovery any(SplittableRandom random) {
    return values()[random.nextInt(values().length)];
  }
}
