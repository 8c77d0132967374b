package dev.tandem.jmh.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.flow.generator.BookProfile;
import dev.tandem.flow.generator.BookStream;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.Ids;
import dev.tandem.hash.Hashing;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The messages that {@code tandem-benchmarks} makes by itself, and holds to the same digests. */
class TwinStreamsTest {

  @ParameterizedTest
  @CsvSource({
    "SPOT, b8c388bb2700d403, 7b538ad49f206f45",
    "STATIC, 5e05738d62da2f44, f6f1c9ecc28cfee9",
    "FLASH_CRASH, 86074745aca6de75, d0d21e0eda239b5f",
    "SWING_25, ce488b0578d33971, 777997f278dcc923",
    "SWING_40, a0853744f631cb5a, aa130cc47cddd8fc",
    "WIDE, 2a199a9119b205a4, 8350dc58f384795c"
  })
  void theMessagesAreThoseOfTheBenchmarksInCpp(BookProfile profile, String words, String trades) {
    BookStream stream = Ids.SHUFFLED.of(FlowGenerator.book(profile, 1, 100_000));
    long bytes = (long) stream.size() * BookStream.WORDS * Long.BYTES;
    MemorySegment all = MemorySegment.ofArray(stream.words());
    assertThat(Hashing.xxh64().hash(all, 0, bytes)).isEqualTo(Long.parseUnsignedLong(words, 16));
    assertThat(new TandemBook().run(stream)).isEqualTo(Long.parseUnsignedLong(trades, 16));
  }
}
