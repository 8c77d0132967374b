package dev.tandem.flow;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;

/** Opens files of commands: detects their format, reads them, and merges several by time. */
public final class FlowFiles {

  private static final int PEEK = 128;

  private static final List<String> SUFFIXES = List.of(".zst", ".csv", ".bin", ".commands");

  private FlowFiles() {}

  /**
   * Reads files into one flow.
   *
   * @param files at least one; several are one symbol each, merged by time (at equal times in the
   *     order of this list)
   * @param format the format of all of them; null to detect it by each file's first bytes
   * @throws BadInputException if a file cannot be read or is not what it should be, if one is named
   *     twice, or if the symbols of two would have one name
   */
  public static Flow read(List<Path> files, FlowFormat format) {
    return read(files, format, bytes -> {});
  }

  /**
   * The same.
   *
   * @param progress gets now and then how many bytes of all files were read
   */
  public static Flow read(List<Path> files, FlowFormat format, LongConsumer progress) {
    long[] sum = {0};
    LongConsumer more = bytes -> progress.accept(sum[0] += bytes);
    if (files.size() == 1) {
      return read(files.get(0), format, more);
    }
    demandDistinct(files);
    List<Flow> flows = new ArrayList<>();
    for (Path file : files) {
      Flow flow = read(file, format, more);
      if (flow.format() == FlowFormat.BOOK_WORKLOAD) {
        throw new BadInputException(
            file + ": a book-workload has no times to merge by; replay it alone");
      }
      if (flow.symbols().size() != 1) {
        throw new BadInputException(
            file
                + ": has commands of "
                + flow.symbols().size()
                + " symbols, expected 1: several files are one symbol each");
      }
      if (!flows.isEmpty() && flows.get(0).format() != flow.format()) {
        throw new BadInputException(
            file
                + ": is "
                + flow.format().label()
                + " but "
                + files.get(0)
                + " is "
                + flows.get(0).format().label()
                + ": files of one replay must have one format");
      }
      flows.add(flow);
    }
    return merge(flows);
  }

  /** Outputs know a symbol only by its name, which comes from the file's. */
  private static void demandDistinct(List<Path> files) {
    for (int i = 1; i < files.size(); i++) {
      for (int j = 0; j < i; j++) {
        Path file = files.get(i);
        Path other = files.get(j);
        if (isSame(file, other)) {
          throw new BadInputException(
              file + ": is the same file as " + other + ": name each file once");
        }
        String name = symbolName(file);
        if (name.equals(symbolName(other))) {
          throw new BadInputException(
              file
                  + ": its symbol is called \""
                  + name
                  + "\", like that of "
                  + other
                  + ": their rows could not be told apart; rename one of the files");
        }
      }
    }
  }

  private static boolean isSame(Path a, Path b) {
    try {
      return Files.isSameFile(a, b);
    } catch (IOException e) {
      // Opening it reports better what is wrong with it.
      return false;
    }
  }

  /** Reads one file; a null format is detected by its first bytes. */
  public static Flow read(Path path, FlowFormat format) {
    return read(path, format, bytes -> {});
  }

  private static Flow read(Path path, FlowFormat format, LongConsumer more) {
    try (InputFile file = InputFile.open(path, more)) {
      FlowFormat known = format == null ? detect(file) : format;
      Flow flow =
          switch (known) {
            case CSV -> CsvReader.read(file);
            case SSE -> SseReader.read(file);
            case BOOK_WORKLOAD -> BookWorkloadReader.read(file);
          };
      if (flow.size() == 0) {
        throw new BadInputException(path + ": has no commands");
      }
      return flow;
    }
  }

  private static FlowFormat detect(InputFile file) {
    byte[] start = file.peek(PEEK);
    if (start.length >= Long.BYTES && LittleEndian.int64(start, 0) == BookWorkloadReader.MAGIC) {
      return FlowFormat.BOOK_WORKLOAD;
    }
    if (startsWith(start, SseReader.HEADER)) {
      return FlowFormat.SSE;
    }
    if (startsWith(start, CsvReader.MAGIC)) {
      return FlowFormat.CSV;
    }
    if (start.length == 0) {
      throw new BadInputException(file.path() + ": is empty");
    }
    String line = new String(start, StandardCharsets.ISO_8859_1);
    int end = line.indexOf('\n');
    throw BadInputException.of(
        file.path() + ":1",
        "first line",
        end < 0 ? line : line.substring(0, end),
        "\""
            + CsvReader.VERSION_LINE
            + "\" (csv), \""
            + SseReader.HEADER
            + "\" (sse) or a book-workload");
  }

  private static boolean startsWith(byte[] bytes, String text) {
    byte[] wanted = text.getBytes(StandardCharsets.US_ASCII);
    return bytes.length >= wanted.length
        && Arrays.equals(bytes, 0, wanted.length, wanted, 0, wanted.length);
  }

  /** What a file's symbol is called: its name without the endings of packing. */
  static String symbolName(Path path) {
    String name = path.getFileName().toString().replace(',', '_');
    for (String suffix : SUFFIXES) {
      if (name.length() > suffix.length() && name.toLowerCase(Locale.ROOT).endsWith(suffix)) {
        name = name.substring(0, name.length() - suffix.length());
      }
    }
    return name;
  }

  private static Flow merge(List<Flow> flows) {
    Flow merged = new Flow(flows.get(0).format());
    for (Flow flow : flows) {
      FlowSymbol symbol = flow.symbols().get(0);
      merged.addSymbol(
          FlowSymbol.of(
              merged.symbols().size(),
              symbolName(symbol.file()),
              symbol.file(),
              symbol.priceUnit(),
              symbol.spec().makerFeePpm(),
              symbol.spec().takerFeePpm()));
    }
    int[] next = new int[flows.size()];
    while (true) {
      int first = -1;
      for (int f = 0; f < next.length; f++) {
        if (next[f] < flows.get(f).size()
            && (first < 0 || flows.get(f).timeNs(next[f]) < flows.get(first).timeNs(next[first]))) {
          first = f;
        }
      }
      if (first < 0) {
        return merged;
      }
      merged.addFrom(flows.get(first), next[first]++, first);
    }
  }
}
