package dev.tandem.gateway.bridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What waits for the session's loop is bounded, and comes in order. */
@Timeout(60)
class HandOverTest {

  private static final int BYTES = 1_000;
  private static final int MOST_MESSAGES = 64;

  private final EventLoop to = new DefaultEventLoop();
  private final List<Integer> received = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch proceed = new CountDownLatch(1);
  private EmbeddedChannel channel;

  @BeforeEach
  void start() {
    channel = new EmbeddedChannel();
    HandOver.add(
        channel.pipeline(),
        to,
        new SimpleChannelInboundHandler<ByteBuf>() {
          @Override
          protected void channelRead0(ChannelHandlerContext ctx, ByteBuf message) {
            assertThat(to.inEventLoop()).isTrue();
            received.add(message.getInt(0));
          }
        });
    to.execute(
        () -> {
          try {
            proceed.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
        });
  }

  @AfterEach
  void stop() {
    channel.close().syncUninterruptibly();
    to.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private boolean reads() {
    return channel.config().isAutoRead();
  }

  /** As a socket is read: as long as it may be. */
  private List<ByteBuf> write() {
    List<ByteBuf> written = new ArrayList<>();
    while (reads() && written.size() < 10 * MOST_MESSAGES) {
      ByteBuf message = Unpooled.buffer(BYTES).setInt(0, written.size()).writerIndex(BYTES);
      written.add(message);
      channel.pipeline().fireChannelRead(message);
    }
    channel.pipeline().fireChannelReadComplete();
    return written;
  }

  private void awaitReading() throws InterruptedException {
    while (!reads()) {
      channel.runPendingTasks();
      Thread.sleep(1);
    }
  }

  @Test
  void whoseCommandsWaitIsNotReadFrom() throws InterruptedException {
    List<ByteBuf> written = write();
    assertThat(reads()).isFalse();
    assertThat(written).hasSizeBetween(MOST_MESSAGES / 2, MOST_MESSAGES + 1);
    assertThat(received).isEmpty();
    // Room for what is written does not make room for what was read.
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    channel.runPendingTasks();
    assertThat(reads()).isFalse();
    proceed.countDown();
    awaitReading();
    assertThat(received).hasSize(written.size()).isSorted();
    assertThat(written).allMatch(message -> message.refCnt() == 0);
  }

  @Test
  void whoDoesNotReadIsNotReadFrom() throws InterruptedException {
    proceed.countDown();
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    channel.runPendingTasks();
    assertThat(reads()).isFalse();
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
    awaitReading();
    channel.close().sync();
    awaitEnd();
    // Nothing is turned on again where all is gone.
    assertThat(channel.isOpen()).isFalse();
  }

  private void awaitEnd() throws InterruptedException {
    channel.runPendingTasks();
    to.submit(() -> {}).sync();
    channel.runPendingTasks();
  }

  @Test
  void whatWaitsIsReleasedWhereTheClientIsGone() throws InterruptedException {
    List<ByteBuf> written = write();
    channel.close().sync();
    proceed.countDown();
    awaitEnd();
    assertThat(received).hasSize(written.size()).isSorted();
    assertThat(written).allMatch(message -> message.refCnt() == 0);
  }
}
