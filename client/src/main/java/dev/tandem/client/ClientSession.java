package dev.tandem.client;

import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.Logout;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Keeps a session over its connections: one thread connects and reads, another one writes. */
final class ClientSession {

  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 1_000;
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(20);

  /** A clock may be behind the gateway's by 10 s; so long a new start of it is in the future. */
  private static final long SIGN_AGAIN_NS = TimeUnit.SECONDS.toNanos(12);

  private static final long SIGN_AGAIN_MILLIS = 50;

  /** Several may be due at one time: a clock has steps. */
  private record Retry(long dueNs, Consumer<ByteArrayOutputStream> message) {}

  private final TandemClient.Builder settings;
  private final InAnswers answers;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition work = lock.newCondition();
  private final Condition room = lock.newCondition();

  // Guarded by the lock.
  private final Unanswered unanswered;
  private final Followed followed = new Followed();

  /** What is to be sent again, the first due first: all wait equally long. */
  private final ArrayDeque<Retry> retries = new ArrayDeque<>();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private ClientConnection connection;
  private long nextSequence;
  private long heartbeats;
  private Throwable end;

  private final Thread reader = new Thread(this::read, "tandem-client");
  private final Thread writer = new Thread(this::write, "tandem-client-out");

  ClientSession(TandemClient.Builder settings) {
    this.settings = settings;
    this.unanswered = new Unanswered(settings.window);
    this.nextSequence = settings.firstSequence;
    this.answers = new InAnswers(this, settings.listener);
    reader.setDaemon(true);
    writer.setDaemon(true);
  }

  void start() throws IOException {
    connected(firstConnection());
    reader.start();
    writer.start();
  }

  /** Signs again where the gateway has started after what this machine takes for now. */
  private ClientConnection firstConnection() throws IOException {
    long beganNs = System.nanoTime();
    while (true) {
      try {
        return open();
      } catch (ClientException e) {
        if (e.code() != Code.SIGN_AGAIN || System.nanoTime() - beganNs > SIGN_AGAIN_NS) {
          throw e;
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(SIGN_AGAIN_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted before the logon");
      }
    }
  }

  private ClientConnection open() throws IOException {
    return ClientConnection.open(
        settings.address, settings.tls, new LogonMessage(settings), settings.heartbeatMillis);
  }

  /** What was not answered is sent once more, before anything new. */
  private void connected(ClientConnection newConnection) {
    lock.lock();
    try {
      out.reset();
      retries.clear();
      followed.askAll(out);
      unanswered.resend(out);
      unanswered.pump(out);
      connection = newConnection;
      if (end != null) {
        newConnection.close();
      }
      work.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private static byte[] small() {
    return new byte[32];
  }

  void follow(long user) {
    lock.lock();
    try {
      if (followed.add(user) && connection != null) {
        followed.ask(user, out);
        work.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** The gateway has said where the reports of a user begin; what was missed, or null. */
  Missed received(long user, long run, long number, int outcome) {
    lock.lock();
    try {
      return followed.received(user, run, number, outcome);
    } finally {
      lock.unlock();
    }
  }

  /** The subscription to this user was refused by a rate limit: it is requested again. */
  void notReceived(long user) {
    lock.lock();
    try {
      if (followed.has(user)) {
        retry(to -> followed.ask(user, to));
      }
    } finally {
      lock.unlock();
    }
  }

  /** Has a message sent again in a while; with the lock. */
  private void retry(Consumer<ByteArrayOutputStream> message) {
    retries.add(new Retry(nanoTime() + RETRY_NS, message));
    work.signalAll();
  }

  /** A report of a user was handed on. */
  void reported(long user, long number) {
    lock.lock();
    try {
      followed.reported(user, number);
    } finally {
      lock.unlock();
    }
  }

  int unanswered() {
    lock.lock();
    try {
      return unanswered.size();
    } finally {
      lock.unlock();
    }
  }

  CompletableFuture<Answer> send(LongFunction<byte[]> message) {
    lock.lock();
    try {
      while (unanswered.isFull() && end == null && !Thread.currentThread().equals(reader)) {
        room.awaitUninterruptibly();
      }
      if (end != null) {
        return CompletableFuture.failedFuture(ended());
      }
      long sequence = nextSequence++;
      Unanswered.Pending pending = new Unanswered.Pending(sequence, message.apply(sequence));
      unanswered.add(pending);
      if (connection != null) {
        unanswered.pump(out);
        work.signalAll();
      }
      return pending.future;
    } finally {
      lock.unlock();
    }
  }

  private IOException ended() {
    return new IOException("the client has ended: " + end.getMessage(), end);
  }

  /** An answer is whole. */
  void answered(Answer answer) {
    Unanswered.Pending pending;
    boolean lost;
    lock.lock();
    try {
      if (unanswered.isOpenAfter(answer.sequence(), answer.code())) {
        retry(to -> unanswered.resend(answer.sequence(), to));
        return;
      }
      lost = unanswered.isLostAfter(answer);
      pending = unanswered.answered(answer.sequence());
      unanswered.pump(out);
      work.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    if (lost) {
      pending.future.completeExceptionally(
          new IOException(
              "the command was sent again, and refused by code "
                  + answer.codeNumber()
                  + ", which this version does not know: it may have been accepted before"));
    } else if (pending != null) {
      pending.future.complete(answer);
    }
  }

  private void read() {
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        if (current() == null) {
          connected(open());
        }
        pause = FIRST_PAUSE_MILLIS;
        settings.listener.onConnected();
        answers.read(current());
      } catch (Throwable e) {
        // Also an Error of a listener, as a failed assertion: commands would wait for ever.
        if (isOver(e)) {
          finish();
          return;
        }
      }
      try {
        TimeUnit.MILLISECONDS.sleep(pause);
      } catch (InterruptedException e) {
        // Closed: the next look at it ends this.
      }
      pause = Math.min(LONGEST_PAUSE_MILLIS, pause * 2);
    }
  }

  private ClientConnection current() {
    lock.lock();
    try {
      return connection;
    } finally {
      lock.unlock();
    }
  }

  /** Takes leave of a broken connection; whether there will be no other. */
  private boolean isOver(Throwable why) {
    boolean wasConnected;
    lock.lock();
    try {
      wasConnected = connection != null;
      if (wasConnected) {
        connection.close();
        connection = null;
      }
      if (end == null
          && (!(why instanceof IOException)
              // Another connection would get the same answer.
              || why instanceof ProtocolException
              || (why instanceof ClientException refused && refused.isForGood()))) {
        end = why;
      }
      if (end != null) {
        return true;
      }
    } finally {
      lock.unlock();
    }
    try {
      if (wasConnected) {
        settings.listener.onDisconnected((IOException) why);
      }
      return false;
    } catch (Throwable e) {
      return isOver(e);
    }
  }

  private void finish() {
    java.util.List<Unanswered.Pending> left;
    IOException why;
    lock.lock();
    try {
      left = unanswered.clear();
      why = ended();
      work.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      settings.listener.onDisconnected(why);
    } finally {
      left.forEach(pending -> pending.future.completeExceptionally(why));
    }
  }

  private void write() {
    long interval = TimeUnit.MILLISECONDS.toNanos(settings.heartbeatMillis);
    long nextBeat = nanoTime() + interval;
    while (true) {
      byte[] bytes;
      ClientConnection to;
      lock.lock();
      try {
        while (end == null && (connection == null || out.size() == 0) && !isDue(nextBeat)) {
          work.awaitNanos(untilDue(nextBeat));
        }
        if (end != null) {
          return;
        }
        long now = nanoTime();
        while (!retries.isEmpty() && retries.peek().dueNs - now <= 0) {
          retries.poll().message.accept(out);
        }
        if (nextBeat - now <= 0) {
          nextBeat = now + interval;
          byte[] beat = small();
          Heartbeat message = new Heartbeat().start(ByteBuffer.wrap(beat), 0);
          out.write(beat, 0, message.number(++heartbeats).length());
        }
        to = connection;
        bytes = to == null ? null : out.toByteArray();
        out.reset();
      } catch (InterruptedException e) {
        continue;
      } finally {
        lock.unlock();
      }
      if (to != null && bytes.length > 0) {
        try {
          to.write(bytes, bytes.length);
        } catch (IOException e) {
          // The reader's thread notices it, and connects again.
          to.close();
        }
      }
    }
  }

  private boolean isDue(long nextBeat) {
    return untilDue(nextBeat) <= 0;
  }

  private long untilDue(long nextBeat) {
    long now = nanoTime();
    long beat = nextBeat - now;
    return retries.isEmpty() ? beat : Math.min(beat, retries.peek().dueNs - now);
  }

  private long nanoTime() {
    return settings.nanoClock.getAsLong();
  }

  void close() {
    ClientConnection last;
    lock.lock();
    try {
      if (end == null) {
        end = new IOException("closed");
      }
      last = connection;
      work.signalAll();
      room.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      writer.join();
      if (last != null) {
        byte[] bytes = small();
        Logout logout = new Logout().start(ByteBuffer.wrap(bytes), 0).code(Code.OK.code());
        last.write(bytes, logout.length());
      }
    } catch (IOException e) {
      // It is lost already.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (last != null) {
        last.close();
      }
    }
    reader.interrupt();
    if (!Thread.currentThread().equals(reader)) {
      try {
        reader.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
