package dev.tandem.hash.algorithm;

import jdk.incubator.vector.ByteVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorShape;
import jdk.incubator.vector.VectorSpecies;

/** Vectors of input words from one kind of memory. */
abstract class VectorSource {

  static final VectorSpecies<Long> WORDS = LongVector.SPECIES_PREFERRED;
  private static final VectorShape SHAPE = WORDS.vectorShape();

  /** What {@link #load} takes as its base; called once per loop. */
  Object open(Object base) {
    return base;
  }

  abstract LongVector load(Object opened, long offset);

  /** The source for a kind of memory. */
  static VectorSource of(Memory memory) {
    if (memory instanceof ArrayMemory) {
      return new OfArray();
    }
    return memory instanceof AddressMemory ? new OfAddress() : new VectorSegments();
  }

  private static final class OfArray extends VectorSource {
    private static final VectorSpecies<Byte> BYTES = SHAPE.withLanes(byte.class);

    @Override
    LongVector load(Object opened, long offset) {
      return ByteVector.fromArray(BYTES, (byte[]) opened, (int) offset).reinterpretAsLongs();
    }
  }

  private static final class OfAddress extends VectorSegments {
    @Override
    Object open(Object base) {
      return Addresses.ALL;
    }
  }
}
