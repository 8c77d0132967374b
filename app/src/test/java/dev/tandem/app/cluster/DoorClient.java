package dev.tandem.app.cluster;

import dev.tandem.client.Answer;
import dev.tandem.client.TandemClient;
import dev.tandem.client.wire.Side;
import dev.tandem.client.wire.TimeInForce;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends the commands of one session, one after the other, through nodes that it changes: where a
 * command is not answered because its node was killed, it is sent again to another, under the same
 * sequence. What must come of each is known, because nobody else trades its symbol.
 *
 * <p>Each four commands sell two lots, move them to {@value #PRICE}, buy one of them, and take the
 * other off the book, or every fifth time move it away.
 */
final class DoorClient implements Runnable {

  static final long PRICE = 110;
  static final int CYCLE = 4;
  static final int LEFT_EVERY = 5;

  private static final long FAR = 500;
  private static final int COMMANDS_AT_A_NODE = 25;
  private static final long POLL_NS = 500_000;

  /** What a node is to a client. */
  interface Nodes {
    int count();

    DoorProcess node(int number);

    /** Rises with each kill. */
    int kills();
  }

  private final Nodes nodes;
  private final String key;
  private final int session;
  private final boolean binary;
  private final int commands;
  private int node;
  private TandemClient client;

  /** How many nodes had been killed before it connected. */
  private int killsBefore;

  private volatile int answered;
  private volatile Throwable failure;

  DoorClient(Nodes nodes, String key, int session, boolean binary, int commands) {
    this.nodes = nodes;
    this.key = key;
    this.session = session;
    this.binary = binary;
    this.commands = commands;
    node = session;
  }

  long seller() {
    return 10L + session;
  }

  long buyer() {
    return 20L + session;
  }

  int symbol() {
    return session;
  }

  int answered() {
    if (failure != null) {
      throw new AssertionError("session " + session, failure);
    }
    return answered;
  }

  @Override
  public void run() {
    try {
      for (int sequence = 1; sequence <= commands; sequence++) {
        if (sequence % COMMANDS_AT_A_NODE == 0) {
          leave();
        }
        while (!isAnswered(sequence)) {
          leave();
        }
        answered = sequence;
      }
      leave();
    } catch (Throwable e) {
      failure = e;
    }
  }

  private void leave() {
    node++;
    if (client != null) {
      client.close();
      client = null;
    }
  }

  /** Whether the command has its answer; otherwise another node is to be tried. */
  private boolean isAnswered(int sequence) throws Exception {
    return binary ? byBinary(sequence) : byRest(sequence);
  }

  private int cycle(int sequence) {
    return (sequence - 1) / CYCLE + 1;
  }

  private long order(int sequence) {
    return (long) (cycle(sequence) - 1) * CYCLE + 1;
  }

  private boolean byRest(int sequence) throws InterruptedException {
    DoorProcess door = nodes.node(node % nodes.count());
    String path = "/v1/orders";
    String rest = "\"session\":" + session + ",\"sequence\":" + sequence + "}";
    long order = order(sequence);
    String of = path.replace("orders", "symbols/" + symbol() + "/orders/" + order);
    String place =
        "{\"user\":%d,\"symbol\":%d,\"order\":%d,\"side\":\"%s\",\"timeInForce\":\"%s\","
            + "\"price\":%d,\"quantity\":%d,";
    String move = "{\"user\":" + seller() + ",\"price\":%d,";
    try {
      String answer =
          switch (sequence % CYCLE) {
            case 1 ->
                door.post(
                    path, place.formatted(seller(), symbol(), order, "SELL", "GTC", 100, 2) + rest);
            case 2 -> door.post(of + "/move", move.formatted(PRICE) + rest);
            case 3 ->
                door.post(
                    path,
                    place.formatted(buyer(), symbol(), sequence, "BUY", "IOC", 1_000, 1) + rest);
            default ->
                cycle(sequence) % LEFT_EVERY == 0
                    ? door.post(of + "/move", move.formatted(FAR + cycle(sequence)) + rest)
                    : door.delete(
                        of
                            + "?user=%d&session=%d&sequence=%d"
                                .formatted(seller(), session, sequence));
          };
      return isRight(
          sequence,
          answer,
          // If the first answer was lost, the second has it.
          answer.contains("\"code\":\"OK\"") || answer.contains("\"first\":\"OK\""));
    } catch (IOException e) {
      // Its node was killed, or is not there.
      return false;
    }
  }

  private static boolean isRight(int sequence, String answer, boolean accepted) {
    if (!accepted) {
      throw new AssertionError("command " + sequence + " was answered " + answer);
    }
    return true;
  }

  // Who does not answer was killed.
  @SuppressWarnings("FutureReturnValueIgnored")
  private boolean byBinary(int sequence) throws Exception {
    try {
      if (client == null) {
        killsBefore = nodes.kills();
        client =
            TandemClient.of("127.0.0.1", nodes.node(node % nodes.count()).binaryPort(), key)
                .session(session)
                .firstSequence(sequence)
                .connect();
      }
    } catch (IOException e) {
      return false;
    }
    CompletableFuture<Answer> future =
        switch (sequence % CYCLE) {
          case 1 ->
              client.place(seller(), symbol(), order(sequence), Side.SELL, TimeInForce.GTC, 100, 2);
          case 2 -> client.move(seller(), symbol(), order(sequence), PRICE, 0);
          case 3 -> client.place(buyer(), symbol(), sequence, Side.BUY, TimeInForce.IOC, 1_000, 1);
          default ->
              cycle(sequence) % LEFT_EVERY == 0
                  ? client.move(seller(), symbol(), order(sequence), FAR + cycle(sequence), 0)
                  : client.cancel(seller(), symbol(), order(sequence));
        };
    while (!future.isDone()) {
      // Its own node may have been killed between two commands, too.
      if (nodes.kills() != killsBefore) {
        return false;
      }
      LockSupport.parkNanos(POLL_NS);
    }
    Answer answer = future.get();
    return isRight(sequence, answer.toString(), answer.isAccepted());
  }
}
