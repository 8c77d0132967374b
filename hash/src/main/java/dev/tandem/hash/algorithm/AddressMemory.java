package dev.tandem.hash.algorithm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** All memory of the process; there is no base, an offset is an address. Nothing is checked. */
final class AddressMemory extends Memory {

  @Override
  long getLong(Object base, long offset) {
    return Addresses.ALL.get(SegmentMemory.LONG, offset);
  }

  @Override
  int getInt(Object base, long offset) {
    return Addresses.ALL.get(SegmentMemory.INT, offset);
  }

  @Override
  int getByte(Object base, long offset) {
    return Addresses.ALL.get(ValueLayout.JAVA_BYTE, offset) & 0xFF;
  }

  @Override
  void copy(Object base, long offset, byte[] target, int at, int length) {
    MemorySegment.copy(Addresses.ALL, ValueLayout.JAVA_BYTE, offset, target, at, length);
  }

  @Override
  public MemorySegment segment(Object base, long offset, long length) {
    return checked(Addresses.ALL, offset, length);
  }
}
