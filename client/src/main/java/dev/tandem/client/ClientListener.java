package dev.tandem.client;

/**
 * Hears what a client is told without having asked. Called by the client's own thread, one call
 * after the other; it must not wait, and if it throws the client ends.
 */
public interface ClientListener {

  /** A trade of an order that rested, of a user that is followed. */
  default void onExecution(Execution execution) {}

  /** A command of a user that is followed, which came another way than by this session. */
  default void onReport(Answer report) {}

  /** The session is connected, for the first time or again. */
  default void onConnected() {}

  /**
   * The connection is lost, and the client tries to connect again. What happens to orders meanwhile
   * is not told: ask for them once it is connected.
   *
   * @param why what the socket or the gateway has said
   */
  default void onDisconnected(Exception why) {}
}
