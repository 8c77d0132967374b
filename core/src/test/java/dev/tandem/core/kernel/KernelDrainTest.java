package dev.tandem.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tandem.core.api.Ingress;
import dev.tandem.core.api.PublishInterval;
import dev.tandem.core.api.Topology;
import dev.tandem.core.api.WaitMode;
import dev.tandem.core.event.ResultHandler;
import dev.tandem.core.pipeline.PipelineThreads;
import dev.tandem.core.pipeline.WaitPlan;
import dev.tandem.core.statemachine.Stages;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who keeps a kernel from being drained is named, and nobody else. */
@Timeout(120)
class KernelDrainTest {

  private static Stages stages(ResultHandler handler) {
    return Stages.onePass(false, 10, 10, () -> 1, handler, null);
  }

  private static KernelOptions options() {
    return new KernelOptions(
        8,
        Ingress.shared(),
        false,
        WaitPlan.of(WaitMode.PARKING),
        PublishInterval.every(1),
        8,
        PipelineThreads.unpinned("drained", true),
        null,
        null);
  }

  private static void publishNop(Kernel kernel) {
    kernel.entry().publish(kernel.entry().claim());
  }

  @Test
  void aHandlerThatDoesNotReturn() throws Exception {
    CountDownLatch called = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Kernel kernel =
        Kernel.create(
            Topology.fused(),
            stages(
                c -> {
                  called.countDown();
                  end.await();
                }),
            options());
    kernel.start();
    publishNop(kernel);
    called.await();
    assertThat(kernel.drain(Duration.ZERO))
        .hasValueSatisfying(reason -> assertThat(reason).contains("the result handler did not"));
    end.countDown();
    assertThat(kernel.drain(Duration.ofSeconds(60))).isEmpty();
    assertThat(kernel.stop(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void aThreadThatDoesNotPoll() throws Exception {
    Kernel kernel = Kernel.createDriven(stages(c -> {}), options(), () -> {});
    kernel.start();
    CountDownLatch polled = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    Thread driver =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  kernel.poll();
                  polled.countDown();
                  try {
                    end.await();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                });
    polled.await();
    publishNop(kernel);
    assertThat(kernel.drain(Duration.ZERO))
        .hasValueSatisfying(reason -> assertThat(reason).contains("did not poll"));
    end.countDown();
    driver.join();
    assertThat(kernel.drain(Duration.ofSeconds(60))).isEmpty();
    assertThat(kernel.stop(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void aSlotThatIsNotPublished() {
    Kernel kernel = Kernel.create(Topology.fused(), stages(c -> {}), options());
    kernel.start();
    publishNop(kernel);
    kernel.entry().claim();
    publishNop(kernel);
    assertThat(kernel.drain(Duration.ofSeconds(60)))
        .hasValueSatisfying(
            reason -> assertThat(reason).contains("slot 1 ", Thread.currentThread().getName()));
    assertThat(kernel.answered()).isZero();
    assertThat(kernel.stop(Duration.ofSeconds(60))).isTrue();
  }
}
