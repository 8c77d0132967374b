package dev.tandem.client;

import dev.tandem.client.wire.LogonAccepted;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.Message;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** One connection, from the logon to its end. One thread reads, one at a time writes. */
final class ClientConnection implements AutoCloseable {

  /** Longer than any message, of later versions too. */
  private static final int MOST_BYTES = 1_024;

  private final Socket socket;
  private final DataInputStream in;
  private final ByteBuffer bytes = ByteBuffer.allocate(MOST_BYTES);

  private ClientConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 64 << 10));
  }

  /**
   * Connects and logs on.
   *
   * @throws ClientException if the gateway does not want it
   */
  static ClientConnection open(
      InetSocketAddress address, SSLContext tls, LogonMessage logon, int heartbeatMillis)
      throws IOException {
    Socket socket = new Socket();
    boolean opened = false;
    try {
      int patience = 3 * heartbeatMillis;
      InetSocketAddress resolved =
          address.isUnresolved()
              ? new InetSocketAddress(address.getHostString(), address.getPort())
              : address;
      try {
        socket.connect(resolved, Math.max(1_000, patience));
      } catch (IOException e) {
        String at = address.getHostString() + ":" + address.getPort();
        throw new IOException("no gateway answers at " + at + ": " + e.getMessage(), e);
      }
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(Math.max(1_000, patience));
      if (tls != null) {
        try {
          socket = secured(socket, address, tls);
        } catch (SocketTimeoutException e) {
          throw silent(address, " by TLS", e);
        }
      }
      ClientConnection connection = new ClientConnection(socket);
      connection.write(connection.bytes.array(), logon.start(connection.bytes).length());
      if (answer(connection, address) != LogonAccepted.ID) {
        throw new IOException(
            "expected the answer to a logon, not template " + connection.template());
      }
      opened = true;
      return connection;
    } finally {
      if (!opened) {
        socket.close();
      }
    }
  }

  /** The template of the answer to the logon. */
  private static int answer(ClientConnection connection, InetSocketAddress address)
      throws IOException {
    try {
      return connection.next();
    } catch (SocketTimeoutException e) {
      throw silent(address, "", e);
    }
  }

  private static IOException silent(
      InetSocketAddress address, String how, SocketTimeoutException cause) {
    String at = address.getHostString() + ":" + address.getPort();
    return new IOException(
        "no gateway answers at " + at + how + ": something listens, and says nothing", cause);
  }

  private static Socket secured(Socket plain, InetSocketAddress address, SSLContext tls)
      throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory()
                .createSocket(plain, address.getHostString(), address.getPort(), true);
    SSLParameters parameters = socket.getSSLParameters();
    // The name in the certificate is checked, as browsers do.
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setProtocols(new String[] {"TLSv1.3"});
    socket.setSSLParameters(parameters);
    socket.startHandshake();
    return socket;
  }

  /** Where the message is that was read last, at 0. */
  ByteBuffer bytes() {
    return bytes;
  }

  private int template() {
    return Message.templateId(bytes, 0);
  }

  /**
   * Waits for a message and returns its template.
   *
   * @throws ClientException if it is a logout
   * @throws ProtocolException if the message is not understood
   */
  int next() throws IOException {
    in.readFully(bytes.array(), 0, Message.HEADER);
    int length = Message.HEADER + Message.blockLength(bytes, 0);
    if (length > MOST_BYTES || Message.schemaId(bytes, 0) != Message.SCHEMA) {
      throw new IOException("the other side does not speak the protocol of the gateway");
    }
    in.readFully(bytes.array(), Message.HEADER, length - Message.HEADER);
    if (template() == Logout.ID) {
      throw understood(
          () -> {
            Logout logout = new Logout().over(bytes, 0);
            return new ClientException(logout.code(), logout.clockMillis());
          });
    }
    return template();
  }

  /**
   * What is made of a message.
   *
   * @throws ProtocolException if it is too short, or a side is none
   */
  static <T> T understood(Supplier<T> reading) throws ProtocolException {
    try {
      return reading.get();
    } catch (IllegalArgumentException e) {
      ProtocolException strange =
          new ProtocolException("the gateway's answer is not understood: " + e.getMessage());
      strange.initCause(e);
      throw strange;
    }
  }

  void write(byte[] from, int length) throws IOException {
    socket.getOutputStream().write(from, 0, length);
    socket.getOutputStream().flush();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // It is of no more use in any case.
    }
  }
}
