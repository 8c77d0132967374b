package dev.tandem.gateway.fix;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Date;
import quickfix.MessageStore;

/**
 * A session's store that gives no more than the newest messages at once, so that a request to send
 * everything again costs a bounded number of bytes. What is older is filled as a gap.
 */
final class BoundedStore implements MessageStore, Closeable {

  /** So many messages are sent again. */
  static final int MOST = 10_000;

  private final MessageStore store;

  BoundedStore(MessageStore store) {
    this.store = store;
  }

  @Override
  public void get(int first, int last, Collection<String> messages) throws IOException {
    int newest = store.getNextSenderMsgSeqNum() - 1;
    int from = Math.max(first, newest - MOST + 1);
    int to = Math.min(last, newest);
    if (from <= to) {
      store.get(from, to, messages);
    }
  }

  @Override
  public boolean set(int sequence, String message) throws IOException {
    return store.set(sequence, message);
  }

  @Override
  public int getNextSenderMsgSeqNum() throws IOException {
    return store.getNextSenderMsgSeqNum();
  }

  @Override
  public int getNextTargetMsgSeqNum() throws IOException {
    return store.getNextTargetMsgSeqNum();
  }

  @Override
  public void setNextSenderMsgSeqNum(int next) throws IOException {
    store.setNextSenderMsgSeqNum(next);
  }

  @Override
  public void setNextTargetMsgSeqNum(int next) throws IOException {
    store.setNextTargetMsgSeqNum(next);
  }

  @Override
  public void incrNextSenderMsgSeqNum() throws IOException {
    store.incrNextSenderMsgSeqNum();
  }

  @Override
  public void incrNextTargetMsgSeqNum() throws IOException {
    store.incrNextTargetMsgSeqNum();
  }

  @Override
  public Date getCreationTime() throws IOException {
    return store.getCreationTime();
  }

  @Override
  public void reset() throws IOException {
    store.reset();
  }

  @Override
  public void refresh() throws IOException {
    store.refresh();
  }

  @Override
  public void close() throws IOException {
    if (store instanceof Closeable files) {
      files.close();
    }
  }
}
