package dev.tandem.jmh.gateway;

import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.Reject;
import java.nio.ByteBuffer;

/** Orders by the binary protocol, on a session of its own. */
final class BinaryWire implements Wire {

  /** Bytes of an order: an echo of the same is compared. */
  static final int ORDER_BYTES =
      new PlaceOrder().start(ByteBuffer.allocate(MOST_BYTES), 0).length();

  private final PlaceOrder order = new PlaceOrder();
  private final ExecutionReport report = new ExecutionReport();
  private final Reject reject = new Reject();
  private final String key;
  private final int session;
  private long sequence;

  /**
   * @param firstSequence above what this session has used before
   */
  BinaryWire(String key, int session, long firstSequence) {
    this.key = key;
    this.session = session;
    this.sequence = firstSequence;
  }

  @Override
  public boolean begin(ByteBuffer to) {
    Logon logon = new Logon().start(to, to.position());
    logon.key(key).session(session).heartbeatMillis(60_000);
    to.position(to.position() + logon.length());
    return true;
  }

  @Override
  public void request(long n, ByteBuffer to) {
    boolean sells = (n & 1) == 1;
    order
        .start(to, to.position())
        .sequence(++sequence)
        .user(sells ? GatewayServer.SELLER : GatewayServer.BUYER)
        .order(n)
        .price(GatewayServer.PRICE)
        .quantity(1)
        .symbol(GatewayServer.SYMBOL)
        .side(sells ? 1 : 0);
    to.position(to.position() + order.length());
  }

  @Override
  public int answers(ByteBuffer from, Tally tally) {
    int found = 0;
    while (from.remaining() >= Message.HEADER) {
      int at = from.position();
      int length = Message.HEADER + Message.blockLength(from, at);
      if (from.remaining() < length) {
        break;
      }
      int template = Message.templateId(from, at);
      switch (template) {
        case ExecutionReport.ID -> {
          tally.answers++;
          tally.trades += report.over(from, at).trades();
          found++;
        }
        case Reject.ID -> {
          tally.answers++;
          tally.refuse("code " + reject.over(from, at).code());
          found++;
        }
        case LogonAccepted.ID, Fill.ID -> {}
        default -> throw new IllegalStateException("the gateway sent template " + template);
      }
      from.position(at + length);
    }
    return found;
  }
}
