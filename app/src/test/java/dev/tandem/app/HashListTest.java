package dev.tandem.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.app.Xxhsum.Outcome;
import dev.tandem.app.checksum.ByteText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Lists of sums with lines of every form, and names of any bytes, beside {@code xxhsum}. */
class HashListTest {

  private static final String SUM = "e4c191d091bd8853";
  private static final String SUM_3 = "99fc819aaba2462a";
  private static final String SUM_128 = "6bba86c7e069f56d5a10b435f1c8e49c";
  private static final String HELLO = "hello\n";

  @TempDir Path directory;

  private String file;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("file"), HELLO).toString();
  }

  private static Outcome run(String input, String... args) {
    List<String> all = new ArrayList<>(List.of("hash"));
    all.addAll(List.of(args));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    InputStream before = System.in;
    try {
      System.setIn(new ByteArrayInputStream(ByteText.encode(input)));
      int code = Main.run(all.toArray(new String[0]), new PrintWriter(out), new PrintWriter(err));
      return new Outcome(code, out.toString(), err.toString());
    } finally {
      System.setIn(before);
    }
  }

  private String list(String... lines) throws IOException {
    String text = String.join("\n", lines) + "\n";
    return Files.write(directory.resolve("list"), ByteText.encode(text)).toString();
  }

  @Test
  void everyTagIsRead() throws Exception {
    String list =
        list(
            "XXH64 (" + file + ") = " + SUM,
            "XXH3 (" + file + ") = " + SUM_3,
            "XXH3_64 (" + file + ") = " + SUM_3,
            "XXH128 (" + file + ") = " + SUM_128,
            "XXH64_LE (" + file + ") = 5388bd91d091c1e4",
            "XXH3_LE (" + file + ") = 2a46a2ab9a81fc99",
            "XXH3_64_LE (" + file + ") = 2a46a2ab9a81fc99",
            "XXH128_LE (" + file + ") = 9ce4c8f135b4105a6df569e0c786ba6b");
    Outcome outcome = run("", "-c", list);
    assertThat(outcome).isEqualTo(new Outcome(0, (file + ": OK\n").repeat(8), ""));
    Xxhsum.require();
    assertThat(outcome).isEqualTo(Xxhsum.run("", "-c", list));
  }

  /** The 128 bits under their other name, and XXH3 without a tag as newer versions write it. */
  @Test
  void formsOfOtherVersionsAreRead() throws Exception {
    String list =
        list(
            "XXH3_128 (" + file + ") = " + SUM_128,
            "XXH3_128_LE (" + file + ") = 9ce4c8f135b4105a6df569e0c786ba6b",
            "XXH3_" + SUM_3 + "  " + file);
    assertThat(run("", "-c", list)).isEqualTo(new Outcome(0, (file + ": OK\n").repeat(3), ""));
  }

  @Test
  void digestsThatDoNotFitTheTagAreImproper() throws Exception {
    String good = SUM + "  " + file;
    for (String bad :
        new String[] {
          "XXH64 (" + file + ") = " + SUM_128,
          "XXH64 (" + file + ") = 946b5bf9",
          "XXH64 (" + file + ") = " + SUM + "0",
          "XXH64 (" + file + ") = e4c191d091bd885g",
          "XXH3 (" + file + ") = " + SUM_128,
          "XXH128 (" + file + ") = " + SUM,
          "XXH32 (" + file + ") = " + SUM,
          "XXH64 (" + file + ")= " + SUM,
          SUM + "0  " + file,
          "XXH3_" + SUM_128 + "  " + file,
          SUM + "\t" + file,
          "",
        }) {
      String list = list(good, bad);
      Outcome outcome = run("", "-w", "--strict", "-c", list);
      assertThat(outcome)
          .as(bad)
          .isEqualTo(
              new Outcome(
                  1,
                  file + ": OK\n1 line is improperly formatted\n",
                  list + ":2: Error: Improperly formatted checksum line.\n"));
      if (Xxhsum.isInstalled()) {
        assertThat(outcome).as(bad).isEqualTo(Xxhsum.run("", "-w", "--strict", "-c", list));
      }
    }
  }

  /** What is not offered is told line by line, and is never taken for a success. */
  @Test
  void sumsOf32BitsAreRefused() throws Exception {
    String list =
        list(
            "946b5bf9  " + file,
            "XXH32 (x) = 946b5bf9",
            "XXH32_LE (y) = f95b6b94",
            SUM + "  " + file);
    assertThat(run("", "-c", list))
        .isEqualTo(
            new Outcome(
                1,
                file + ": OK\n3 listed files were not checked\n",
                list
                    + ":1: Error: XXH32 is not supported, '"
                    + file
                    + "' was not checked.\n"
                    + list
                    + ":2: Error: XXH32 is not supported, 'x' was not checked.\n"
                    + list
                    + ":3: Error: XXH32 is not supported, 'y' was not checked.\n"));
    assertThat(run("", "--status", "-c", list)).isEqualTo(new Outcome(1, "", ""));
    assertThat(run("", "-c", list("XXH32 (x) = 946b5bf9")).code()).isEqualTo(1);
  }

  @Test
  void littleEndianAsXxhsum() throws Exception {
    Xxhsum.require();
    for (String[] algorithm :
        new String[][] {{"xxh64", "-H1"}, {"xxh3", "-H3"}, {"xxh128", "-H2"}}) {
      for (boolean tag : new boolean[] {false, true}) {
        List<String> ours = new ArrayList<>(List.of("--little-endian", "-a", algorithm[0]));
        List<String> theirs = new ArrayList<>(List.of("--little-endian", algorithm[1]));
        if (tag) {
          ours.add("--tag");
          theirs.add("--tag");
        }
        ours.add(file);
        theirs.add(file);
        Outcome expected = Xxhsum.run("", theirs.toArray(new String[0]));
        Outcome actual = run("", ours.toArray(new String[0]));
        if (tag || !algorithm[0].equals("xxh3")) {
          assertThat(actual.out()).isEqualTo(expected.out());
        }
        for (String printed : new String[] {actual.out(), expected.out()}) {
          String list = list(printed.strip());
          assertThat(run("", "--little-endian", "-c", list).out()).isEqualTo(file + ": OK\n");
          assertThat(Xxhsum.run("", "--little-endian", "-c", list).out())
              .isEqualTo(file + ": OK\n");
        }
      }
    }
  }

  @Test
  void theStandardInputIsListed() throws Exception {
    for (String line :
        new String[] {SUM + "  stdin", "XXH64 (stdin) = " + SUM, "XXH3 (stdin) = " + SUM_3}) {
      String list = list(line);
      assertThat(run(HELLO, "-c", list)).isEqualTo(new Outcome(0, "stdin: OK\n", ""));
      assertThat(run("else", "-c", list).code()).isEqualTo(1);
      if (Xxhsum.isInstalled()) {
        assertThat(run(HELLO, "-c", list)).isEqualTo(Xxhsum.run(HELLO, "-c", list));
      }
    }
  }

  /** Its other name is one of command lines; in a list, it is that of a file. */
  @Test
  void aDashInAListIsAFile() throws Exception {
    String list = list(SUM + "  -");
    Outcome outcome = run(HELLO, "-c", list);
    assertThat(outcome.code()).isEqualTo(1);
    assertThat(outcome.out()).contains(":1: Could not open or read '-': No such file");
    if (Xxhsum.isInstalled()) {
      assertThat(outcome).isEqualTo(Xxhsum.run(HELLO, "-c", list));
    }
    Files.writeString(directory.resolve("-"), HELLO);
    assertThat(shell("C.UTF-8", "cd \"$1\" && shift && exec \"$@\" -c list", tandem()))
        .isEqualTo(new Outcome(0, "-: OK\n", ""));
  }

  /** A name may hold what looks like another line, or what makes a terminal show one. */
  @Test
  void messagesAreOneLineEach() throws Exception {
    String forged = "gone\n/etc/passwd: OK\u001B[2K\r";
    String reported = "'\\gone\\n/etc/passwd: OK\\x1b[2K\\r'";
    String escaped = "gone\\n/etc/passwd: OK\u001B[2K\\r";
    String list = list("\\" + SUM + "  " + escaped, "\\946b5bf9  " + escaped);
    Outcome outcome = run("", "-c", list);
    assertThat(outcome.out())
        .isEqualTo(
            list
                + ":1: Could not open or read "
                + reported
                + ": No such file or directory.\n"
                + "1 listed file was not checked\n1 listed file could not be read\n");
    assertThat(outcome.err())
        .isEqualTo(list + ":2: Error: XXH32 is not supported, " + reported + " was not checked.\n");
    String gone = "Error: Could not open " + reported + ": No such file or directory";
    assertThat(run("", forged)).isEqualTo(new Outcome(1, "", gone + ".\n"));
    assertThat(run("", "-c", forged)).isEqualTo(new Outcome(1, "", gone + "\n"));
    String odd = Files.writeString(directory.resolve("li\nst"), "no sum\n").toString();
    assertThat(run("", "-w", "-c", odd).err().lines()).hasSize(2);
  }

  @Test
  void aLineTooLongForAnyNameIsImproper() throws Exception {
    String good = SUM + "  " + file;
    for (int length : new int[] {65_537, 300_000}) {
      String list = list(good, SUM + "  " + "x".repeat(length - SUM.length() - 2), good);
      assertThat(run("", "-w", "-c", list))
          .isEqualTo(
              new Outcome(
                  0,
                  (file + ": OK\n").repeat(2) + "1 line is improperly formatted\n",
                  list + ":2: Error: Improperly formatted checksum line.\n"));
    }
    String longest = list(SUM + "  " + "/".repeat(65_536 - good.length()) + file);
    assertThat(run("", "-c", longest).out()).doesNotContain("improperly");
    // The last line needs no end.
    Files.writeString(Path.of(longest), good + "\n" + good);
    assertThat(run("", "-c", longest).out()).isEqualTo((file + ": OK\n").repeat(2));
  }

  /** The first file is reported before the second line is requested. */
  @Test
  void aListIsCheckedAsItArrives() {
    byte[] line = ByteText.encode(SUM + "  " + file + "\n");
    StringWriter out = new StringWriter();
    List<String> reported = new ArrayList<>();
    InputStream slow =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            reported.add(out.toString());
            if (reported.size() > 2) {
              return -1;
            }
            System.arraycopy(line, 0, into, offset, line.length);
            return line.length;
          }
        };
    InputStream before = System.in;
    try {
      System.setIn(slow);
      int code =
          Main.run(
              new String[] {"hash", "-c", "-"},
              new PrintWriter(out),
              new PrintWriter(new StringWriter()));
      assertThat(code).isZero();
    } finally {
      System.setIn(before);
    }
    String ok = file + ": OK\n";
    assertThat(reported).containsExactly("", ok, ok + ok);
  }

  @Test
  void namesWithEndsOfLinesAreEscaped() throws Exception {
    List<String> names = new ArrayList<>();
    for (String name : new String[] {"a\nb", "c\rd", "e\\f", "g\\nh\n"}) {
      names.add(Files.writeString(directory.resolve(name), HELLO).toString());
    }
    assertThat(run("", names.get(0)).out()).isEqualTo("\\" + SUM + "  " + directory + "/a\\nb\n");
    assertThat(run("", "--tag", names.get(3)).out())
        .isEqualTo("\\XXH64 (" + directory + "/g\\\\nh\\n) = " + SUM + "\n");
    String[] all = names.toArray(new String[0]);
    for (String algorithm : new String[] {"xxh64", "xxh3", "xxh128"}) {
      List<String> args = new ArrayList<>(List.of("-a", algorithm));
      args.addAll(names);
      String list = list(run("", args.toArray(new String[0])).out().stripTrailing());
      Outcome outcome = run("", "-c", list);
      assertThat(outcome.code()).isZero();
      assertThat(outcome.out()).startsWith("\\" + directory + "/a\\nb: OK\n");
      if (Xxhsum.isInstalled() && Xxhsum.escapes()) {
        assertThat(outcome).isEqualTo(Xxhsum.run("", "-c", list));
      }
    }
    if (Xxhsum.isInstalled() && Xxhsum.escapes()) {
      assertThat(run("", all).out()).isEqualTo(Xxhsum.run("", all).out());
    }
    // Only the backslash in front says that a name is escaped.
    String plain = list(SUM + "  " + names.get(2));
    assertThat(run("", "-c", plain).code()).isZero();
    for (String bad : new String[] {"x\\", "x\\t", "\\0"}) {
      assertThat(run("", "-w", "-c", list("\\" + SUM + "  " + bad)).err())
          .contains(":1: Error: Improperly formatted");
    }
  }

  /**
   * Names that are no text, given on a real command line, in a locale that knows no more than
   * ASCII.
   */
  @Test
  void namesOfAnyBytes() throws Exception {
    Xxhsum.require();
    // A shell makes the files: their names cannot be given to Java's own calls.
    String bytes = "printf 'hello\\n' > \"$1/$(printf 'r\\351sum\\351 \\377')\"";
    assertThat(Xxhsum.run("", List.of("sh", "-c", bytes, "sh", directory.toString())).code())
        .isZero();
    Files.writeString(directory.resolve("f"), HELLO);
    String every = "cd \"$1\" && shift && exec \"$@\" f r*";
    String listed = "cd \"$1\" && shift && exec \"$@\" -c ../sums";
    Path sums = directory.resolveSibling(directory.getFileName() + ".sums");
    List<String> tandem = tandem();
    for (String locale : new String[] {"C", "C.UTF-8"}) {
      Outcome expected = shell(locale, every, List.of("xxhsum"));
      assertThat(expected.out()).contains(SUM + "  r\uDCE9sum\uDCE9 \uDCFF\n");
      assertThat(shell(locale, every, tandem)).isEqualTo(new Outcome(0, expected.out(), ""));
      Files.write(sums, ByteText.encode(expected.out()));
      String check = listed.replace("../sums", sums.toString());
      assertThat(shell(locale, check, tandem))
          .isEqualTo(shell(locale, check, List.of("xxhsum")))
          .isEqualTo(new Outcome(0, "f: OK\nr\uDCE9sum\uDCE9 \uDCFF: OK\n", ""));
      Outcome gone = shell(locale, "shift && exec \"$@\" \"$(printf 'no\\377ne')\"", tandem);
      assertThat(gone)
          .isEqualTo(
              new Outcome(
                  1, "", "Error: Could not open 'no\uDCFFne': No such file or directory.\n"));
    }
    Files.delete(sums);
  }

  /** Names from a directory whose own name is no text in the locale, or in none. */
  @Test
  void relativeNamesInADirectoryOfAnyName() throws Exception {
    for (String name : new String[] {"d\\303\\274", "d\\374 %"}) {
      String script =
          "mkdir \"$1/$(printf 'NAME')\" && cd \"$1/$(printf 'NAME')\" && shift"
                  .replace("NAME", name.replace("%", "%%"))
              + " && printf 'hello\\n' > a && exec \"$@\" a ./a";
      assertThat(shell("C", script, tandem()))
          .isEqualTo(new Outcome(0, SUM + "  a\n" + SUM + "  ./a\n", ""));
    }
  }

  private Outcome shell(String locale, String script, List<String> program) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("env", "LC_ALL=" + locale, "sh", "-c", script, "sh"));
    command.add(directory.toString());
    command.addAll(program);
    return Xxhsum.run("", command);
  }

  static List<String> tandem() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-Ddev.tandem.hash.implementation=java",
        "-cp",
        System.getProperty("java.class.path"),
        "dev.tandem.app.Main",
        "hash");
  }

  @Test
  void textKeepsEveryByte() {
    byte[] all = new byte[256 * 256 * 2];
    for (int i = 0; i < 256 * 256; i++) {
      all[2 * i] = (byte) (i >> 8);
      all[2 * i + 1] = (byte) i;
    }
    assertThat(ByteText.encode(ByteText.decode(all))).isEqualTo(all);
    String text = "a\u00E9\u20AC\uD83D\uDE00";
    assertThat(ByteText.decode(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(text);
    assertThat(ByteText.encode(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
    // A surrogate written as UTF-8 is no text.
    byte[] surrogate = {(byte) 0xED, (byte) 0xB2, (byte) 0x80};
    assertThat(ByteText.decode(surrogate)).isEqualTo("\uDCED\uDCB2\uDC80");
    assertThat(ByteText.encode(ByteText.decode(surrogate))).isEqualTo(surrogate);
  }

  @Test
  void argumentsAreTheLastOfTheCommandLine() {
    byte[] line = "java\0-cp\0x\0Main\0hash\0\0r\u00E9\0".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(RawArguments.of(new String[] {"hash", "", "r\uFFFD"}, line))
        .containsExactly("hash", "", "r\uDCE9");
    // Not this process's: what Java gave stands.
    assertThat(RawArguments.of(new String[] {"hush", "", "r\uFFFD"}, line))
        .containsExactly("hush", "", "r\uFFFD");
    assertThat(RawArguments.of(new String[] {"hash"}, new byte[0])).containsExactly("hash");
  }
}
