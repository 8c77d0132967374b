package dev.tandem.jmh.ffi;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tandem.jmh.harness.TwinLibrary;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("thorough")
class NativeCallBenchmarkTest {

  /** Each invocation checks what its calls gave, and the end of an iteration the whole flow. */
  @ParameterizedTest
  @EnumSource
  void eachWayDoesTheWorkThatItIsTimedFor(CallWay way) {
    TwinLibrary.assume();
    for (NativeCallBenchmark.Work work : NativeCallBenchmark.Work.values()) {
      NativeCallBenchmark benchmark = new NativeCallBenchmark();
      benchmark.entrant = way;
      benchmark.work = work;
      benchmark.prepare();
      benchmark.call();
      assertThatCode(benchmark::check).as("%s", work).doesNotThrowAnyException();
      benchmark.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedCommandIsNotTakenForWork(CallWay way) {
    TwinLibrary.assume();
    NativeCallBenchmark benchmark = new NativeCallBenchmark();
    benchmark.entrant = way;
    benchmark.work = NativeCallBenchmark.Work.SUBMIT_256;
    benchmark.prepare();
    // The first order twice, so that the exchange refuses the second.
    MemorySegment commands = benchmark.data().commands();
    int bytes = CallData.COMMAND_BYTES;
    MemorySegment.copy(commands, bytes, commands, 0, bytes);
    benchmark.call();
    assertThatThrownBy(benchmark::check).hasMessageContaining("expected");
    benchmark.close();
  }
}
