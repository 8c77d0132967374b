package dev.tandem.client;

/**
 * Receives what a client gets without a request of its own. Called by the client's own thread, one
 * call after the other; it must not wait, and if it throws the client ends.
 */
public interface ClientListener {

  /** A trade of an order that rested, of a user that is followed. */
  default void onExecution(Execution execution) {}

  /**
   * A command of a user that is followed, which came another way than by this session; or one of
   * this session whose answer was lost with a connection. The future of that is answered as
   * repeated, and its trades are here.
   */
  default void onReport(Answer report) {}

  /**
   * What happened to a followed user's orders while the session was not connected will not be
   * reported: query the user's orders. Without this call nothing is missing, and nothing was
   * reported twice.
   */
  default void onMissed(long user, Missed why) {}

  /** The session is connected, for the first time or again. */
  default void onConnected() {}

  /**
   * The connection is lost, and the client tries to connect again. What happens to the orders of
   * followed users meanwhile is reported once it is connected, unless {@link #onMissed} says
   * otherwise.
   *
   * @param why what the socket or the gateway has said
   */
  default void onDisconnected(Exception why) {}
}
