package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.hash.Hashing;
import dev.tandem.hash.Xxh3;
import dev.tandem.hash.Xxh64;
import dev.tandem.it.Ended;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The checksums that the readers in Python use are what was published, and what Tandem computes.
 */
@Timeout(300)
class DigestsInPythonTest {

  private static final int SANITY_BYTES = 2367;

  /** Blocks of XXH3 are of 1,024 bytes. */
  private static final int[] ABOUT_BLOCKS = {
    1023, 1024, 1025, 1087, 1088, 1089, 2047, 2048, 2049, 2112, 2367
  };

  @TempDir private Path dir;

  @BeforeAll
  static void needPython() throws InterruptedException {
    Python.require();
  }

  /** The bytes of xxHash's own sanity check. */
  private static byte[] sanity() {
    byte[] bytes = new byte[SANITY_BYTES];
    long generator = 2_654_435_761L;
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (generator >>> 56);
      generator *= 0x9E3779B185EBCA8DL;
    }
    return bytes;
  }

  private List<String> python(String digest, byte[] bytes, Iterable<Integer> lengths)
      throws IOException, InterruptedException {
    List<Object> args = new ArrayList<>();
    args.add(digest);
    args.add(Files.write(dir.resolve("bytes"), bytes));
    lengths.forEach(args::add);
    Ended ended = Python.run(dir, "digests.py", args);
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended.out().lines().toList();
  }

  private void published(String digest, byte[] bytes, Map<Integer, Long> vectors)
      throws IOException, InterruptedException {
    Map<Integer, Long> sorted = new TreeMap<>(vectors);
    assertThat(python(digest, bytes, sorted.keySet()))
        .containsExactlyElementsOf(sorted.values().stream().map(Long::toHexString).toList());
  }

  @Test
  void giveThePublishedDigests() throws Exception {
    published(
        "xxh64",
        sanity(),
        Map.of(
            0, 0xEF46DB3751D8E999L,
            1, 0xE934A84ADB052768L,
            4, 0x9136A0DCA57457EEL,
            14, 0x8282DCC4994E35C8L,
            222, 0xB641AE8CB691C174L));
    published(
        "xxh64", "xxhash".getBytes(StandardCharsets.US_ASCII), Map.of(6, 0x32DD38952C4BC720L));
    Map<Integer, Long> xxh3 =
        Map.of(
            0, 0x2D06800538D394C2L,
            1, 0xC44BDFF4074EECDBL,
            6, 0x27B56A84CD2D7325L,
            12, 0xA713DAF0DFBB77E7L,
            24, 0xA3FE70BF9D3510EBL,
            48, 0x397DA259ECBA1F11L,
            80, 0xBCDEFBBB2C47C90AL,
            195, 0xCD94217EE362EC3AL);
    published("xxh3", sanity(), xxh3);
    Map<Integer, Long> large =
        Map.of(
            403, 0xCDEB804D65C6DEA4L,
            512, 0x617E49599013CB6BL,
            2048, 0xDD59E2C3A5F038E0L,
            2240, 0x6E73A90539CF2948L,
            2367, 0xCB37AEB9E5D361EDL);
    published("xxh3", sanity(), large);
    published("crc32c", "123456789".getBytes(StandardCharsets.US_ASCII), Map.of(9, 0xE3069283L));
  }

  @Test
  void giveWhatTandemComputesOfEveryLength() throws Exception {
    byte[] bytes = sanity();
    List<Integer> lengths =
        IntStream.concat(IntStream.rangeClosed(0, 600), IntStream.of(ABOUT_BLOCKS))
            .boxed()
            .toList();
    Xxh64 xxh64 = Hashing.xxh64();
    Xxh3 xxh3 = Hashing.xxh3();
    List<String> expected64 = new ArrayList<>();
    List<String> expected3 = new ArrayList<>();
    List<String> expectedCrc = new ArrayList<>();
    for (int length : lengths) {
      expected64.add(Long.toHexString(xxh64.hash(bytes, 0, length)));
      expected3.add(Long.toHexString(xxh3.hash(bytes, 0, length)));
      CRC32C crc = new CRC32C();
      crc.update(bytes, 0, length);
      expectedCrc.add(Long.toHexString(crc.getValue()));
    }
    assertThat(python("xxh64", bytes, lengths)).isEqualTo(expected64);
    assertThat(python("xxh3", bytes, lengths)).isEqualTo(expected3);
    assertThat(python("crc32c", bytes, lengths)).isEqualTo(expectedCrc);
  }
}
