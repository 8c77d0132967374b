package dev.tandem.cluster;

import static dev.tandem.cluster.TestCluster.await;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandCodec;
import io.aeron.cluster.client.AeronCluster;
import java.lang.foreign.MemorySegment;
import org.agrona.concurrent.UnsafeBuffer;

/** Sends envelopes as they are given, right or wrong. */
public final class EnvelopeSender implements AutoCloseable {

  private final AeronCluster client;
  private final byte[] bytes = new byte[Envelope.BYTES + CommandCodec.MAX_BYTES];
  private final UnsafeBuffer buffer = new UnsafeBuffer(bytes);

  public EnvelopeSender(ClusterConfig config) {
    client =
        AeronCluster.connect(
            new AeronCluster.Context()
                .aeronDirectoryName(config.memoryOf(0).toString())
                .ingressChannel(ClusterNode.INGRESS_CHANNEL)
                .ingressEndpoints(config.ingressEndpoints())
                .egressChannel("aeron:udp?endpoint=127.0.0.1:0")
                .messageTimeoutNs(60_000_000_000L));
  }

  public void hello(int gateway, long incarnation) {
    Envelope.write(buffer, Envelope.HELLO, gateway, incarnation, 0);
    offer(Envelope.BYTES);
  }

  public void command(int gateway, long incarnation, long number, Command command) {
    Envelope.write(buffer, Envelope.COMMAND, gateway, incarnation, number);
    MemorySegment rest = MemorySegment.ofArray(bytes).asSlice(Envelope.BYTES);
    offer(Envelope.BYTES + CommandCodec.encode(command, rest));
  }

  /** Bytes without an envelope. */
  public void raw(byte... message) {
    buffer.putBytes(0, message);
    offer(message.length);
  }

  private void offer(int length) {
    await(
        "room to send",
        () -> {
          client.pollEgress();
          return client.offer(buffer, 0, length) > 0;
        });
  }

  @Override
  public void close() {
    client.close();
  }
}
