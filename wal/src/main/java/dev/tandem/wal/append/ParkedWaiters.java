package dev.tandem.wal.append;

import dev.tandem.wal.Durability;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that are parked until a record reaches a level: a stack (R. K. Treiber) that the writer
 * takes as a whole after it published, waking those it has reached and putting back the others. A
 * thread has one node for all its waits.
 */
final class ParkedWaiters {

  private static final VarHandle HEAD;
  private static final VarHandle QUEUED;
  private static final VarHandle TARGET;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(ParkedWaiters.class, "head", Node.class);
      QUEUED = lookup.findVarHandle(Node.class, "queued", boolean.class);
      TARGET = lookup.findVarHandle(Node.class, "target", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** One thread's place in the stack. */
  static final class Node {
    private final Thread thread = Thread.currentThread();

    @SuppressWarnings("UnusedVariable") // Read by its handle.
    private boolean queued;

    @SuppressWarnings("UnusedVariable") // Read by its handle.
    private long target;

    private Node next;
  }

  private final ThreadLocal<Node> nodes = ThreadLocal.withInitial(Node::new);

  @SuppressWarnings("UnusedVariable") // Read by its handle.
  private Node head;

  /** The calling thread's node, set to wait for a record. */
  public Node enter(long sequence, Durability level) {
    Node node = nodes.get();
    TARGET.setVolatile(node, sequence << 1 | (level == Durability.SYNCED ? 1 : 0));
    return node;
  }

  /**
   * Has the node in the stack; then the caller looks once more, and parks. Its look cannot come
   * before, so either it sees what the writer published, or the writer sees the node.
   */
  void enqueue(Node node) {
    // It may still be there from a wait that ran out of time: the writer reads the new target.
    if (!(boolean) QUEUED.getVolatile(node)) {
      QUEUED.setVolatile(node, true);
      push(node);
    }
    // The look is an acquire, which by itself may go before the push.
    VarHandle.fullFence();
  }

  private void push(Node node) {
    Node top;
    do {
      top = (Node) HEAD.getVolatile(this);
      node.next = top;
    } while (!HEAD.compareAndSet(this, top, node));
  }

  /** Wakes those whose record has reached its level. */
  void wakeReached(long written, long synced) {
    if ((Node) HEAD.getVolatile(this) == null) {
      return;
    }
    Node node = (Node) HEAD.getAndSet(this, (Node) null);
    while (node != null) {
      Node next = node.next;
      long target = (long) TARGET.getVolatile(node);
      if (target >> 1 <= ((target & 1) == 0 ? written : synced)) {
        QUEUED.setVolatile(node, false);
        LockSupport.unpark(node.thread);
      } else {
        push(node);
      }
      node = next;
    }
  }

  /** Wakes all, to find out that the log has ended. */
  void wakeAll() {
    wakeReached(Long.MAX_VALUE, Long.MAX_VALUE);
  }
}
