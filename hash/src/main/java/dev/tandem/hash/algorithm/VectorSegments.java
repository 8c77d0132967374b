package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import jdk.incubator.vector.LongVector;

/** Segments outside the heap. */
class VectorSegments extends VectorSource {

  VectorSegments() {}

  @Override
  LongVector load(Object opened, long offset) {
    return LongVector.fromMemorySegment(
        WORDS, (MemorySegment) opened, offset, ByteOrder.LITTLE_ENDIAN);
  }
}
