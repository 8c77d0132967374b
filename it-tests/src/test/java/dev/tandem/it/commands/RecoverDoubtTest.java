package dev.tandem.it.commands;

import static dev.tandem.it.Ended.tandem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.Exchange;
import dev.tandem.core.api.JournalOptions;
import dev.tandem.it.Ended;
import dev.tandem.it.LeftByKill;
import dev.tandem.wal.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem recover} where records that were acknowledged may be gone. */
class RecoverDoubtTest {

  /** Far enough from the end that whole batches follow. */
  private static final int BEFORE_THE_END = 2_000;

  @TempDir private Path dir;

  /** As a kill leaves a log that only writes, with a byte changed within. */
  private Path changed() throws IOException {
    Path live = dir.resolve("live");
    Path left = dir.resolve("left");
    try (Exchange exchange =
        Exchange.builder()
            .daemon()
            .journal(JournalOptions.in(live).durability(Durability.WRITTEN))
            .start()) {
      for (int i = 1; i <= 200; i++) {
        exchange.publisher().cancel(1, 1, i);
        exchange.awaitAnswered();
      }
      LeftByKill.copy(live, left);
    }
    Path first = left.resolve("segment-0000000000000001.wal");
    byte[] bytes = Files.readAllBytes(first);
    int end = bytes.length;
    while (bytes[end - 1] == 0) {
      end--;
    }
    bytes[end - BEFORE_THE_END] ^= 1;
    Files.write(first, bytes);
    return left;
  }

  @Test
  void aDoubtIsExitCodeOneAndReportedOnce() throws IOException {
    Path log = changed();
    Ended looked = tandem("recover", log, "--read-only");
    assertThat(looked.code()).as(looked.out() + looked.err()).isEqualTo(1);
    assertThat(looked.out()).contains("DOUBT");
    Ended recovered = tandem("recover", log, "--json");
    assertThat(recovered.code()).isEqualTo(1);
    assertThat(new ObjectMapper().readTree(recovered.out()).get("doubt").asText())
        .contains("batches follow, the last one from sequence 200");
    // The repaired log counts from here on.
    Ended again = tandem("recover", log, "--check");
    assertThat(again.code()).isZero();
    assertThat(again.out()).contains("checked").doesNotContain("DOUBT");
  }
}
