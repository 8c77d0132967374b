package dev.tandem.wal.recovery;

import dev.tandem.wal.ReadMode;
import dev.tandem.wal.WalCorruptedException;
import dev.tandem.wal.WalException;
import dev.tandem.wal.format.LogExtent;
import dev.tandem.wal.format.SegmentImage;
import dev.tandem.wal.format.SegmentNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The segments that {@link ReadMode#SKIP_OLDER_SEGMENTS} did not read. */
public final class SkippedSegments {

  private SkippedSegments() {}

  /** Those before the ones that were read, as far as their headers can be read, and these. */
  public static List<SegmentImage> with(Path directory, LogExtent extent, List<SegmentImage> read)
      throws WalException {
    List<SegmentImage> all = new ArrayList<>();
    if (!read.isEmpty()) {
      long first = read.get(0).header().number();
      for (Map.Entry<Long, Path> file :
          SegmentNames.segments(directory).subMap(extent.first(), first).entrySet()) {
        addIfSound(all, file);
      }
    }
    all.addAll(read);
    return all;
  }

  private static void addIfSound(List<SegmentImage> all, Map.Entry<Long, Path> file)
      throws WalException {
    SegmentImage image;
    try {
      image = SegmentImage.map(file.getValue(), file.getKey());
    } catch (WalCorruptedException damaged) {
      // Left out: a person may want to look at it until retention has passed it.
      return;
    }
    all.add(image);
  }
}
