package dev.tandem.logger.read;

import dev.tandem.logger.LogDamage;
import dev.tandem.logger.SegmentProof;
import dev.tandem.logger.Unsealing;
import dev.tandem.logger.format.FileNames;
import dev.tandem.logger.format.OverrunClaims;
import dev.tandem.logger.format.SegmentLayout;
import dev.tandem.logger.storage.RunLock;
import dev.tandem.logger.storage.SegmentFile;
import dev.tandem.logger.storage.Zeros;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * All that is left of a segment, as one stretch of memory: of its plain file, of its sealed ones,
 * or of both. A copy, so that no file that shrinks under a reader can hurt it.
 */
public final class LogSegmentImage {
  /** For messages, and for the records. */
  public final Path file;

  final MemorySegment bytes;

  /** Claims that the segment had; -1 if that is not known exactly. */
  final long claims;

  /** Null unless claims ended beyond the segment and nothing has closed it. */
  final OverrunClaims passed;

  /** Where what was claimed ends, as far as there are bytes. */
  public final long end;

  /** Whether the last claims may be those of a segment that was not filled. */
  final boolean endKnown;

  public final boolean closed;
  final long fileId;

  /** Null if records are not sealed one by one. */
  final Unsealing.Records unsealing;

  final List<LogDamage> damage;

  /** Of no records yet. */
  public final SegmentProof proof;

  private LogSegmentImage(
      Path file,
      MemorySegment bytes,
      Extent extent,
      Unsealing.Records unsealing,
      List<LogDamage> damage,
      SegmentProof proof) {
    this.proof = proof;
    this.file = file;
    this.bytes = bytes;
    this.claims = extent.claims();
    this.passed = extent.passed();
    this.end = extent.end();
    this.endKnown = extent.endKnown();
    this.closed = extent.closed();
    this.fileId =
        bytes.byteSize() < SegmentLayout.HEADER_BYTES
            ? 0
            : SegmentLayout.getLong(bytes, SegmentLayout.FILE_ID_AT);
    this.unsealing = unsealing;
    this.damage = damage;
  }

  /**
   * Puts a segment together.
   *
   * @param plain null if there is no plain file
   * @param plainBytes what it holds, read before {@code sealed} was looked up
   * @param sealed its sealed files
   * @param unsealing null if there is no key
   */
  public static LogSegmentImage open(
      Path plain, MemorySegment plainBytes, List<Path> sealed, Unsealing unsealing)
      throws IOException {
    List<LogDamage> damage = new ArrayList<>();
    if (sealed.isEmpty()) {
      return new Opening(plain, plainBytes, null, false, unsealing, damage, false).open();
    }
    if (unsealing == null) {
      throw new IOException(sealed.get(0) + ": is sealed, and no key was given");
    }
    SealedParts parts = SealedParts.read(plainBytes, sealed, unsealing, damage);
    Path name = plain == null ? sealed.get(0) : plain;
    boolean sealedOnly = plain == null || parts.complete();
    return new Opening(name, parts.bytes(), parts, sealedOnly, unsealing, damage, false).open();
  }

  /** Whether a segment's plain bytes say that they are plain only until they are sealed. */
  static boolean isToBeSealed(MemorySegment plain) {
    return plain.byteSize() >= SegmentLayout.HEADER_BYTES
        && SegmentLayout.getLong(plain, SegmentLayout.FLAGS_AT) == SegmentLayout.TO_BE_SEALED;
  }

  /** A plain file without its records opened: enough to count them. */
  public static LogSegmentImage open(Path plain) throws IOException {
    return new Opening(plain, PlainBytes.read(plain), null, false, null, new ArrayList<>(), true)
        .open();
  }

  /** Whether there are bytes enough for a segment's header. */
  public boolean hasHeader() {
    return bytes.byteSize() >= SegmentLayout.HEADER_BYTES;
  }

  /** This image as if no claim had ended beyond an offset. */
  public LogSegmentImage upTo(long offset) {
    return offset >= end
        ? this
        : new LogSegmentImage(
            file, bytes, Extent.uncounted(offset, endKnown, closed), unsealing, damage, proof);
  }

  /**
   * What a segment's header says of its claims; the fields of the image have the same names.
   *
   * @param claims -1 if their number is not known exactly
   */
  private record Extent(
      long claims, OverrunClaims passed, long end, boolean endKnown, boolean closed) {

    static Extent uncounted(long end, boolean endKnown, boolean closed) {
      return new Extent(-1, null, end, endKnown, closed);
    }
  }

  /** Reads the header, and finds where the records end. */
  private record Opening(
      Path file,
      MemorySegment bytes,
      SealedParts parts,
      boolean sealedOnly,
      Unsealing unsealing,
      List<LogDamage> damage,
      boolean counting) {

    LogSegmentImage open() throws IOException {
      long size = bytes.byteSize();
      if (size < SegmentLayout.HEADER_BYTES) {
        return broken(size, "found " + size + " bytes, expected a header of 512");
      }
      long magic = SegmentLayout.getLong(bytes, SegmentLayout.MAGIC_AT);
      int version = SegmentLayout.getInt(bytes, SegmentLayout.VERSION_AT);
      if (magic != SegmentLayout.MAGIC || version != SegmentLayout.VERSION) {
        return broken(
            0,
            "found magic %016x and version %d, expected %016x and %d"
                .formatted(magic, version, SegmentLayout.MAGIC, SegmentLayout.VERSION));
      }
      if (SegmentLayout.getLong(bytes, SegmentLayout.HEADER_SUM_AT)
          != SegmentFile.headerSum(bytes)) {
        return broken(0, "the header's checksum does not fit it");
      }
      Unsealing.Records records = null;
      long flags = SegmentLayout.getLong(bytes, SegmentLayout.FLAGS_AT);
      if (flags == SegmentLayout.RECORDS_SEALED && !counting) {
        if (unsealing == null) {
          throw new IOException(file + ": its records are sealed, and no key was given");
        }
        records =
            unsealing.openRecords(
                file, bytes.asSlice(SegmentLayout.SEAL_AREA_AT, SegmentLayout.SEAL_AREA_BYTES));
      }
      return sealedOnly ? sealed(records) : plain(records);
    }

    private LogSegmentImage sealed(Unsealing.Records records) {
      // Only what was committed without a gap is sealed as it is written; the header in it is an
      // early copy. A plain header beside a clean end says nothing: anybody can have made it.
      return new LogSegmentImage(
          file,
          bytes,
          Extent.uncounted(parts.end(), true, true),
          records,
          damage,
          proof(records, false));
    }

    private SegmentProof proof(Unsealing.Records records, boolean ended) {
      if (records != null) {
        return ended
            ? proof(SegmentProof.State.COMPLETE, "every record and the end are sealed")
            : proof(SegmentProof.State.UNFINISHED, "its records are sealed, its end is not");
      }
      if (parts == null) {
        return isToBeSealed(bytes)
            ? proof(SegmentProof.State.UNFINISHED, "nothing is sealed yet")
            : proof(SegmentProof.State.PLAIN, "not sealed");
      }
      String written = "sealed as it was written up to " + parts.asWritten();
      if (parts.complete() && parts.filled()) {
        // By the writer itself, or by a later run from plain bytes that anybody could have made.
        return proof(
            SegmentProof.State.RECOVERED, written + ", with records that a later run found");
      }
      if (parts.complete()) {
        return proof(SegmentProof.State.COMPLETE, written + ", where it ends");
      }
      return parts.clean()
          ? proof(
              SegmentProof.State.RECOVERED,
              written + ", the rest up to " + parts.end() + " as a later run found it")
          : proof(SegmentProof.State.UNFINISHED, written + ", its end is not");
    }

    private SegmentProof proof(SegmentProof.State state, String what) {
      return new SegmentProof(file, state, 0, what);
    }

    private LogSegmentImage plain(Unsealing.Records records) throws IOException {
      long capacity = SegmentLayout.getLong(bytes, SegmentLayout.CAPACITY_AT);
      long closedWord = SegmentLayout.getLongAcquire(bytes, SegmentLayout.CLOSED_AT);
      long word =
          closedWord == 0
              ? SegmentLayout.getLongAcquire(bytes, SegmentLayout.CLAIM_AT)
              : closedWord;
      long claimed = SegmentLayout.offsetOf(word);
      if (Math.min(claimed, capacity) < SegmentLayout.HEADER_BYTES
          || (closedWord != 0 && claimed > capacity)) {
        damage.add(
            new LogDamage(
                file,
                closedWord == 0 ? SegmentLayout.CLAIM_AT : SegmentLayout.CLOSED_AT,
                8,
                "found an end of " + claimed + ", expected 512 to " + capacity));
        return new LogSegmentImage(
            file,
            bytes,
            Extent.uncounted(bytes.byteSize(), false, closedWord != 0),
            records,
            damage,
            proof(records, false));
      }
      // Past the end without a closing word: killed while it was being closed.
      boolean endKnown = claimed <= capacity;
      long end = Math.min(claimed, capacity);
      if (end > bytes.byteSize()) {
        damage.add(
            new LogDamage(
                file,
                bytes.byteSize(),
                end - bytes.byteSize(),
                "the file is cut: found " + bytes.byteSize() + " bytes, expected " + end));
        end = bytes.byteSize();
      }
      long claims = endKnown ? SegmentLayout.claimsOf(word) : -1;
      OverrunClaims passed =
          endKnown ? null : new OverrunClaims(claimed, SegmentLayout.claimsOf(word), capacity);
      if (closedWord == 0 && addBytesBehind(end)) {
        claims = -1;
      }
      boolean ended = records != null && checkEnd(records, claimed, claims);
      if (parts != null && parts.end() > end) {
        // Sealed after the header was read, or the header is not the writer's.
        end = parts.end();
        claims = -1;
        passed = null;
      }
      return new LogSegmentImage(
          file,
          bytes,
          new Extent(claims, passed, end, endKnown, closedWord != 0),
          records,
          damage,
          proof(records, ended));
    }

    /**
     * Adds damage if there are bytes behind the claims of a run that is over, and returns whether:
     * a power cut may keep the bytes and lose the word of the header. Of a run that lives the bytes
     * are newer than the word.
     */
    private boolean addBytesBehind(long end) throws IOException {
      long used = parts != null ? end : Zeros.begin(bytes, end);
      if (used == end || !isRunOver() || PlainBytes.openEnd(file) != end) {
        return false;
      }
      damage.add(
          new LogDamage(file, end, used - end, "found bytes behind the end of what was claimed"));
      return true;
    }

    /**
     * The header can be changed by anybody, the sealed mark only by who has the key. That there is
     * none is no damage: a crash leaves none either, and the segment is unfinished.
     *
     * @return whether there is such a mark
     */
    private boolean checkEnd(Unsealing.Records records, long claimed, long claims) {
      boolean ended = false;
      try {
        Unsealing.End end = records.end(bytes.asSlice(0, SegmentLayout.HEADER_BYTES));
        ended = end != null;
        if (end != null
            && (end.offset() != claimed
                || end.claims() != claims
                || end.offset() != bytes.byteSize())) {
          damage.add(
              new LogDamage(
                  file,
                  claimed,
                  0,
                  "found %d bytes and an end at %d after %d claims, expected %d after %d as sealed"
                      .formatted(bytes.byteSize(), claimed, claims, end.offset(), end.claims())));
        }
      } catch (IOException e) {
        damage.add(new LogDamage(file, SegmentLayout.SEAL_AREA_AT, 0, e.getMessage()));
      }
      return ended;
    }

    private boolean isRunOver() throws IOException {
      FileNames.Parts name = FileNames.parse(file.getFileName().toString());
      Path directory = file.toAbsolutePath().getParent();
      return name == null || RunLock.isOver(directory, name.name(), name.run());
    }

    private LogSegmentImage broken(long at, String what) {
      damage.add(new LogDamage(file, at, 0, what));
      SegmentProof none = proof(SegmentProof.State.DAMAGED, what);
      return new LogSegmentImage(file, bytes, Extent.uncounted(0, true, true), null, damage, none);
    }
  }
}
