package dev.tandem.jmh.gateway;

import java.nio.ByteBuffer;

/** Messages of as many bytes as a binary order, which come back as they are. */
final class EchoWire implements Wire {

  @Override
  public void request(long n, ByteBuffer to) {
    to.putLong(n);
    to.position(to.position() + BinaryWire.ORDER_BYTES - Long.BYTES);
  }

  @Override
  public int answers(ByteBuffer from, Tally tally) {
    int whole = from.remaining() / BinaryWire.ORDER_BYTES;
    from.position(from.position() + whole * BinaryWire.ORDER_BYTES);
    tally.answers += whole;
    return whole;
  }
}
