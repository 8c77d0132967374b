package dev.tandem.doctor;

import java.util.BitSet;
import java.util.Optional;

/** Lists of CPUs as Linux writes them: {@code 0-3,8}. */
final class CpuSet {

  private static final int MOST = 1 << 16;

  private CpuSet() {}

  /** The CPUs of a list; empty for a text that is none. */
  static Optional<BitSet> of(String text) {
    BitSet cpus = new BitSet();
    for (String part : text.strip().split(",", -1)) {
      String[] ends = part.split("-", -1);
      if (ends.length > 2 || !ends[0].matches("\\d{1,5}")) {
        return Optional.empty();
      }
      String last = ends[ends.length - 1];
      if (!last.matches("\\d{1,5}")) {
        return Optional.empty();
      }
      int from = Integer.parseInt(ends[0]);
      int to = Integer.parseInt(last);
      if (to < from || to >= MOST) {
        return Optional.empty();
      }
      cpus.set(from, to + 1);
    }
    return Optional.of(cpus);
  }

  /** The list of some CPUs. */
  static String text(BitSet cpus) {
    StringBuilder text = new StringBuilder();
    int from = cpus.nextSetBit(0);
    while (from >= 0) {
      int last = cpus.nextClearBit(from) - 1;
      text.append(text.isEmpty() ? "" : ",").append(from);
      if (last > from) {
        text.append('-').append(last);
      }
      from = cpus.nextSetBit(last + 1);
    }
    return text.toString();
  }
}
