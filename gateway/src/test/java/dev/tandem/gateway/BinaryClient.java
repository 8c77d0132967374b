package dev.tandem.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.client.wire.AmendOrder;
import dev.tandem.client.wire.CancelOrder;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.ExecutionReport;
import dev.tandem.client.wire.Fill;
import dev.tandem.client.wire.FollowUser;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.MoveOrder;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.ReduceOrder;
import dev.tandem.client.wire.Reject;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.SubscribeUser;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;

/** Speaks the binary protocol, message by message, as a test wants it. */
final class BinaryClient implements AutoCloseable {

  static final int SILENCE_MILLIS = 120_000;

  private final Socket socket;
  private final DataInputStream from;
  final ByteBuffer bytes = ByteBuffer.allocate(512);

  BinaryClient(Gateway gateway) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), gateway.binaryAddress().getPort());
    socket.setSoTimeout(SILENCE_MILLIS);
    socket.setTcpNoDelay(true);
    from = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
  }

  Socket socket() {
    return socket;
  }

  BinaryClient logon(String key, int session, int options) throws IOException {
    send(logonMessage(key, session, options, 60_000));
    LogonAccepted accepted = expect(new LogonAccepted());
    assertThat(accepted.session()).isEqualTo(session);
    return this;
  }

  Logon logonMessage(String key, int session, int options, long heartbeatMillis) {
    return new Logon()
        .start(bytes, 0)
        .key(key)
        .session(session)
        .options(options)
        .heartbeatMillis(heartbeatMillis);
  }

  BinaryClient send(Message<?> message) throws IOException {
    return send(bytes.array(), message.length());
  }

  BinaryClient send(byte[] all, int length) throws IOException {
    socket.getOutputStream().write(all, 0, length);
    socket.getOutputStream().flush();
    return this;
  }

  PlaceOrder order(long sequence, long user, long order, Side side, long price, long quantity) {
    return new PlaceOrder()
        .start(bytes, 0)
        .sequence(sequence)
        .user(user)
        .order(order)
        .price(price)
        .quantity(quantity)
        .symbol(1)
        .side(side.code());
  }

  BinaryClient place(long sequence, long user, long order, Side side, long price, long quantity)
      throws IOException {
    return send(order(sequence, user, order, side, price, quantity));
  }

  BinaryClient cancel(long sequence, long user, long order) throws IOException {
    return send(
        new CancelOrder().start(bytes, 0).sequence(sequence).user(user).order(order).symbol(1));
  }

  BinaryClient move(long sequence, long user, long order, long price) throws IOException {
    return send(toMove(sequence, user, order, price, 0));
  }

  BinaryClient amend(long sequence, long user, long order, long price, long total)
      throws IOException {
    return send(
        new AmendOrder()
            .start(bytes, 0)
            .sequence(sequence)
            .user(user)
            .order(order)
            .price(price)
            .quantity(total)
            .symbol(1));
  }

  MoveOrder toMove(long sequence, long user, long order, long price, long quantity) {
    return new MoveOrder()
        .start(bytes, 0)
        .sequence(sequence)
        .user(user)
        .order(order)
        .price(price)
        .quantity(quantity)
        .symbol(1);
  }

  /** Adds a message to others that are sent together. */
  void put(ByteArrayOutputStream to, Message<?> message) {
    to.write(bytes.array(), 0, message.length());
  }

  BinaryClient reduce(long sequence, long user, long order, long quantity) throws IOException {
    return send(
        new ReduceOrder()
            .start(bytes, 0)
            .sequence(sequence)
            .user(user)
            .order(order)
            .quantity(quantity)
            .symbol(1));
  }

  BinaryClient follow(long user) throws IOException {
    return send(new FollowUser().start(bytes, 0).user(user));
  }

  BinaryClient receive(long user) throws IOException {
    return send(new SubscribeUser().start(bytes, 0).user(user));
  }

  BinaryClient heartbeat(long number) throws IOException {
    return send(new Heartbeat().start(bytes, 0).number(number));
  }

  /**
   * The template of the next message, which is in the buffer then; -1 if the gateway has closed.
   */
  int next() throws IOException {
    try {
      from.readFully(bytes.array(), 0, Message.HEADER);
      from.readFully(bytes.array(), Message.HEADER, Message.blockLength(bytes, 0));
      return Message.templateId(bytes, 0);
    } catch (EOFException | java.net.SocketException e) {
      return -1;
    }
  }

  <M extends Message<M>> M expect(M message) throws IOException {
    int template = next();
    try {
      assertThat(template).isEqualTo(message.getClass().getField("ID").getInt(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    return message.over(bytes, 0);
  }

  ExecutionReport report(long sequence) throws IOException {
    ExecutionReport report = expect(new ExecutionReport());
    assertThat(report.sequence()).isEqualTo(sequence);
    return report;
  }

  Fill fill() throws IOException {
    return expect(new Fill());
  }

  Reject reject(long sequence, Code code) throws IOException {
    Reject reject = expect(new Reject());
    assertThat(Code.of(reject.code())).isEqualTo(code);
    assertThat(reject.sequence()).isEqualTo(sequence);
    return reject;
  }

  /** The gateway says why, and closes. */
  void ended(Code code) throws IOException {
    assertThat(Code.of(expect(new Logout()).code())).isEqualTo(code);
    assertThat(next()).isEqualTo(-1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
