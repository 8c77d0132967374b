package dev.tandem.hash.algorithm;

import static dev.tandem.hash.algorithm.Xxh3Math.LANES;
import static dev.tandem.hash.algorithm.Xxh3Math.STRIPE;

import java.lang.invoke.MethodHandles;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * With the Vector API. Loaded once per kind of memory by {@link Specialised}.
 *
 * <p>Each lane adds its neighbour's input word. Addition commutes, so the words are summed as they
 * lie, apart from the products, and the sums change places once per block. Vectors narrower than
 * eight lanes take turns over a part of the input that the first-level cache holds.
 */
final class VectorStripes extends Stripes {

  private static final VectorSource SOURCE =
      VectorSource.of(Specialised.constant(MethodHandles.lookup(), Memory.class));
  private static final VectorSpecies<Long> WORDS = VectorSource.WORDS;
  private static final VectorShuffle<Long> NEIGHBOURS =
      VectorShuffle.fromOp(WORDS, lane -> lane ^ 1);
  private static final long LOW_HALF = 0xFFFFFFFFL;
  private static final int PART = 128;

  VectorStripes() {}

  @Override
  int consume(long[] lanes, Object base, long offset, long stripes, int inBlock, Secret secret) {
    Object opened = SOURCE.open(base);
    long at = offset;
    int filled = inBlock;
    for (long left = stripes; left > 0; ) {
      int part = (int) Math.min(left, PART);
      int after = filled;
      for (int lane = 0; lane < LANES; lane += WORDS.length()) {
        after = consumePart(lanes, lane, opened, at, part, filled, secret);
      }
      filled = after;
      at += (long) part * STRIPE;
      left -= part;
    }
    return filled;
  }

  /** Takes some stripes into as many lanes as a vector has. */
  private static int consumePart(
      long[] lanes, int lane, Object opened, long offset, int stripes, int inBlock, Secret secret) {
    int perBlock = secret.stripesPerBlock;
    long[] key = secret.stripes;
    LongVector sum = LongVector.fromArray(WORDS, lanes, lane);
    long at = offset + (long) lane * Long.BYTES;
    int filled = inBlock;
    for (int left = stripes; left > 0; ) {
      int run = Math.min(left, perBlock - filled);
      LongVector data = LongVector.zero(WORDS);
      for (int i = 0; i < run; i++) {
        int from = i * STRIPE;
        LongVector words = SOURCE.load(opened, at + from);
        LongVector keyed =
            words.lanewise(
                VectorOperators.XOR, LongVector.fromArray(WORDS, key, filled + i + lane));
        sum =
            sum.add(
                keyed
                    .lanewise(VectorOperators.AND, LOW_HALF)
                    .mul(keyed.lanewise(VectorOperators.LSHR, 32)));
        data = data.add(words);
      }
      sum = sum.add(data.rearrange(NEIGHBOURS));
      at += (long) run * STRIPE;
      left -= run;
      filled += run;
      if (filled == perBlock) {
        sum =
            sum.lanewise(VectorOperators.XOR, sum.lanewise(VectorOperators.LSHR, 47))
                .lanewise(VectorOperators.XOR, LongVector.fromArray(WORDS, secret.scramble, lane))
                .mul(Xxh3Math.P32_1);
        filled = 0;
      }
    }
    sum.intoArray(lanes, lane);
    return filled;
  }

  @Override
  void consumeLast(long[] lanes, Object base, long offset, Secret secret) {
    Object opened = SOURCE.open(base);
    for (int lane = 0; lane < LANES; lane += WORDS.length()) {
      LongVector words = SOURCE.load(opened, offset + (long) lane * Long.BYTES);
      LongVector keyed =
          words.lanewise(VectorOperators.XOR, LongVector.fromArray(WORDS, secret.lastStripe, lane));
      LongVector.fromArray(WORDS, lanes, lane)
          .add(
              keyed
                  .lanewise(VectorOperators.AND, LOW_HALF)
                  .mul(keyed.lanewise(VectorOperators.LSHR, 32)))
          .add(words.rearrange(NEIGHBOURS))
          .intoArray(lanes, lane);
    }
  }

  /**
   * As inherited, but in this copy of the class: in the one method that all kinds of memory share,
   * the compiler would inline the loops of several, and run out of room before it has removed the
   * vectors' objects.
   */
  @Override
  long hash(Object base, long offset, long length, Secret secret) {
    return Xxh3Math.digest(fill(base, offset, length, secret), length, secret);
  }

  @Override
  long[] fill(Object base, long offset, long length, Secret secret) {
    long[] lanes = Scratch.lanes().words;
    Xxh3Math.start(lanes);
    consume(lanes, base, offset, (length - 1) / STRIPE, 0, secret);
    consumeLast(lanes, base, offset + length - STRIPE, secret);
    return lanes;
  }
}
