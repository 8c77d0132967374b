package dev.tandem.it.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.it.Ended;
import dev.tandem.it.TandemCpp;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tandem hash} and {@code tandem-cpp hash} print and check the same. */
class SumsInBothLanguagesTest {

  private static final int[] LENGTHS = {
    0, 1, 31, 240, 241, 1024, 1 << 18, (1 << 18) + 1, 1_000_003
  };
  private static final int ROUNDS = 60;

  @TempDir private Path dir;

  @BeforeAll
  static void needPrograms() {
    TandemCpp.require();
  }

  private static Ended agree(Object... options) throws Exception {
    Object[] args = Stream.concat(Stream.of("hash"), Stream.of(options)).toArray();
    Ended java = Ended.tandem(args);
    Ended cpp = TandemCpp.run(args);
    assertThat(cpp).as(Arrays.toString(args)).isEqualTo(java);
    return java;
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    Random random = new Random(1);
    List<String> names =
        List.of("plain", "with space", "back\\\\slash", "line\\nend", "(paren) = 0");
    for (int i = 0; i < LENGTHS.length; i++) {
      byte[] bytes = new byte[LENGTHS[i]];
      random.nextBytes(bytes);
      files.add(Files.write(dir.resolve(names.get(i % names.size()) + i), bytes));
    }
    return files;
  }

  @Test
  void sumsAreTheSame() throws Exception {
    Object[] files = files().toArray();
    for (String algorithm : List.of("xxh64", "XXH3", "xxh128")) {
      for (List<String> form :
          List.of(List.<String>of(), List.of("--tag"), List.of("--tag", "--little-endian"))) {
        List<Object> args = new ArrayList<>(List.of("-a", algorithm));
        args.addAll(form);
        args.addAll(List.of(files));
        assertThat(agree(args.toArray()).code()).isZero();
      }
    }
    assertThat(agree(dir.resolve("missing"), files[0], dir).code()).isEqualTo(1);
    assertThat(agree("--", files[0]).code()).isZero();
    assertThat(agree("-axxh3", files[0]).code()).isZero();
  }

  /** A list of good sums, some lines of which were changed at random. */
  private List<String> listed(Random random, List<Path> files) {
    List<String> lines = new ArrayList<>();
    for (Path file : files) {
      String algorithm = List.of("xxh64", "xxh3", "xxh128").get(random.nextInt(3));
      List<Object> args = new ArrayList<>(List.of("hash", "-a", algorithm));
      if (random.nextBoolean()) {
        args.add("--tag");
      }
      args.add(file);
      StringBuilder line = new StringBuilder(Ended.tandem(args.toArray()).out().stripTrailing());
      for (int i = random.nextInt(3); i > 1; i--) {
        int at = random.nextInt(line.length());
        switch (random.nextInt(4)) {
          case 0 -> line.setCharAt(at, (char) (' ' + random.nextInt(95)));
          case 1 -> line.deleteCharAt(at);
          case 2 -> line.insert(at, (char) (1 + random.nextInt(255)));
          default -> line.setLength(at);
        }
      }
      lines.add(line.toString());
    }
    lines.add("00000000  of 32 bits");
    lines.add("XXH32 (of 32 bits) = 00000000");
    return lines;
  }

  @Test
  void listsAreCheckedAlike() throws Exception {
    List<Path> files = files().subList(0, 6);
    Path list = dir.resolve("sums");
    List<String> options =
        List.of("--quiet", "--status", "--strict", "--warn", "--ignore-missing", "--little-endian");
    int failed = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Random random = new Random(round);
      Files.write(list, listed(random, files), StandardCharsets.UTF_8);
      List<Object> args = new ArrayList<>(List.of(round % 2 == 0 ? "-c" : "--check"));
      for (String option : options) {
        if (random.nextInt(4) == 0) {
          args.add(option);
        }
      }
      args.add(list);
      failed += agree(args.toArray()).code();
    }
    assertThat(failed).isPositive();
    Files.write(list, List.of(Ended.tandem("hash", files.get(3)).out().strip()));
    assertThat(agree("-cq", list, list).code()).isZero();
    Files.writeString(list, "no sum at all\\n" + "a".repeat(70_000));
    assertThat(agree("-cw", list).code()).isEqualTo(1);
  }

  @Test
  void wrongUsageIsRefused() throws Exception {
    for (String[] wrong : new String[][] {{"-a", "md5"}, {"--nothing"}, {"-z"}, {"-a"}}) {
      Object[] args = Stream.concat(Stream.of("hash"), Stream.of(wrong)).toArray();
      assertThat(TandemCpp.run(args).code()).isEqualTo(2);
      assertThat(TandemCpp.run(args).err()).contains("Try: tandem-cpp hash --help");
      assertThat(Ended.tandem(args).code()).isEqualTo(2);
    }
  }
}
