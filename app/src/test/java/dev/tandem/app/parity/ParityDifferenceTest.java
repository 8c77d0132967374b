package dev.tandem.app.parity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.TimeInForce;
import dev.tandem.flow.Flow;
import dev.tandem.flow.FlowCommand;
import dev.tandem.flow.generator.FlowGenerator;
import dev.tandem.flow.generator.FlowMix;
import dev.tandem.flow.generator.FlowPlan;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

/** {@code tandem parity} where one kernel is given an order with one other byte. */
class ParityDifferenceTest {

  /** Behind the first step. */
  private static final int FROM = 4_950;

  /** Which order it is, found while the command runs. */
  private int changed = -1;

  private long quantity;
  private long setUp;
  private int exitCode;

  @BeforeAll
  static void needTwin() {
    try {
      new TwinExchange(TwinOptions.of(true, 1, 1)).close();
    } catch (TwinException e) {
      if ("true".equals(System.getenv("CI"))) {
        throw e;
      }
      System.out.println("SKIPPED: " + e.getMessage());
      abort(e.getMessage());
    }
  }

  /** Runs it with a kernel that is given another quantity in one order. */
  private String run(KernelKind wrong, String... more) {
    Parity.Given given =
        (kind, flow) -> {
          if (kind == wrong) {
            setUp = new CommandStream(flow, !List.of(more).contains("off")).setUp();
          }
          return kind == wrong ? withOneByteFlipped(flow) : flow;
        };
    List<String> args = new ArrayList<>(List.of("--seeds", "1", "--commands", "6000"));
    // What goes wrong in another kernel is found without the model, and that is faster.
    args.addAll(List.of("--model", wrong == KernelKind.MODEL ? "auto" : "never"));
    args.addAll(List.of(more));
    return run(given, args);
  }

  private String run(Parity.Given given, List<String> args) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new ParityCommand(given));
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(out));
    exitCode = line.execute(args.toArray(new String[0]));
    return out.toString();
  }

  private String run(String... args) {
    return run((kind, flow) -> flow, List.of(args));
  }

  private Flow withOneByteFlipped(Flow flow) {
    Flow copy = new Flow(flow.format());
    copy.fund(flow.funding());
    flow.symbols().forEach(copy::addSymbol);
    changed = -1;
    FlowCommand c = new FlowCommand();
    for (int i = 0; i < flow.size(); i++) {
      c.timeNs = flow.timeNs(i);
      c.symbol = flow.symbol(i);
      c.type = flow.type(i);
      c.userId = flow.userId(i);
      c.orderId = flow.orderId(i);
      c.side = flow.side(i);
      c.terms = flow.terms(i);
      c.price = flow.price(i);
      c.quantity = flow.quantity(i);
      c.payeeId = flow.payeeId(i);
      c.number = flow.number(i);
      c.line = flow.line(i);
      if (changed < 0
          && i >= FROM
          && c.type == CommandType.PLACE
          && c.terms == TimeInForce.GTC_CODE) {
        changed = i;
        quantity = c.quantity;
        c.quantity ^= 0x40;
      }
      copy.add(c);
    }
    return copy;
  }

  @ParameterizedTest
  @EnumSource(
      value = KernelKind.class,
      names = {"JAVA_PIPELINED", "CPP_FUSED", "CPP_PIPELINED", "MODEL"})
  void theKernelThatDiffersIsNamedWithBothSides(KernelKind wrong) {
    String out = run(wrong);
    assertThat(exitCode).as(out).isEqualTo(1);
    String name = wrong.title();
    long number = setUp + changed;
    assertThat(out)
        .contains("DIFFERENT", "first difference: Java fused and " + name + ": command " + number)
        .contains(": PLACE[", "quantity=" + quantity)
        .endsWith("NOT EQUAL%n".formatted());
    // The record of the command itself: kind, number, and so on, with what is done of it.
    String reported = out.substring(out.indexOf("first difference"));
    assertThat(reported.lines().map(String::trim))
        .anyMatch(line -> line.matches("Java fused: +OK"))
        .anyMatch(line -> line.matches(Pattern.quote(name) + ": +OK"))
        .filteredOn(line -> line.matches("[0-9a-f]{16} %016x .*".formatted(number)))
        .hasSizeGreaterThanOrEqualTo(2)
        .doesNotHaveDuplicates();
    assertThat(reported)
        .containsPattern("user \\d+, currency 1: Java fused \\d+ available, \\d+ held; ")
        .contains("; " + name + " ", "best BUY, lots at price: Java fused ")
        .containsPattern("best SELL, lots at price: Java fused .*; " + Pattern.quote(name) + " ");
  }

  @ParameterizedTest
  @EnumSource(
      value = KernelKind.class,
      names = {"JAVA_PIPELINED", "CPP_FUSED", "CPP_PIPELINED"})
  void aKernelWithoutRiskIsComparedToo(KernelKind wrong) throws Exception {
    String out = run(wrong, "--risk", "off", "--wal", "off", "--json");
    assertThat(exitCode).isEqualTo(1);
    JsonNode report = new ObjectMapper().readTree(out);
    assertThat(report.get("equal").asBoolean()).isFalse();
    assertThat(report.at("/inputs/0/difference").asText())
        .startsWith("Java fused and " + wrong.title() + ": command " + (setUp + changed) + " (")
        .doesNotContain("user 1", "currency")
        .contains("best BUY, lots at price: Java fused ");
  }

  @Test
  void aSmallFlowGoesThroughTheModelToo() {
    String out = run("--seeds", "2", "--commands", "500");
    assertThat(exitCode).as(out).isZero();
    assertThat(out.lines().filter(line -> line.startsWith("  Serial model"))).hasSize(2);
    // The same hashes as in the other rows, but of no log.
    assertThat(out)
        .containsPattern(
            "  Java fused      (events [0-9a-f]{16}   state [0-9a-f]{16}   log )[0-9a-f]{16}\\R"
                + "(.*\\R){3}"
                + "  Serial model    \\1-\\R")
        .doesNotContain("left out")
        .endsWith("all equal%n".formatted());
  }

  @Test
  void ofALargerFlowItSaysThatTheModelIsLeftOut() {
    String[] args = {"--seeds", "1", "--commands", "20001", "--wal", "off"};
    assertThat(run(args))
        .contains(
            "  Serial model    left out: 20,001 commands are more than 20,000; --model always"
                + " runs it")
        .endsWith("all equal%n".formatted());
    CommandStream same =
        new CommandStream(
            FlowGenerator.generate(new FlowPlan(20_001, 1, 2, 20, FlowMix.FULL, 100, 250)), true);
    assertThat(ModelUse.AUTO.leftOut(same)).isNotNull();
    assertThat(ModelUse.ALWAYS.leftOut(same)).isNull();
  }

  @Test
  void withoutRiskThereIsNoModel() throws Exception {
    JsonNode report =
        new ObjectMapper()
            .readTree(run("--seeds", "1", "--commands", "100", "--risk", "off", "--json"));
    assertThat(exitCode).isZero();
    assertThat(report.at("/inputs/0/modelLeftOut").asText()).isEqualTo("it has no --risk off");
    assertThat(report.at("/inputs/0/kernels")).hasSize(4);
    assertThat(run("--model", "always", "--risk", "off"))
        .contains("--model always needs --risk on");
    assertThat(exitCode).isEqualTo(2);
  }

  private static CommandStream generated(long makerFeePpm) {
    return new CommandStream(
        FlowGenerator.generate(new FlowPlan(1_000, 1, 2, 20, FlowMix.FULL, makerFeePpm, 250)),
        true);
  }

  private static String find(CommandStream java, CommandStream cpp) {
    return new FirstDifference(
            new FirstDifference.Run(KernelKind.JAVA_PIPELINED, java),
            new FirstDifference.Run(KernelKind.CPP_PIPELINED, cpp))
        .find();
  }

  @Test
  void aDifferenceThatOnlyTheStateShowsIsFound() {
    // The record of a new symbol does not tell its fees.
    assertThat(find(generated(100), generated(101)))
        .startsWith("Java pipelined and C++ pipelined: command 0 (set-up): ADD_SYMBOL[")
        .containsPattern("Java pipelined: OK\\R +[0-9a-f ]+\\R  C\\+\\+ pipelined:  OK")
        .contains("best BUY, lots at price: Java pipelined none; C++ pipelined none");
  }

  @Test
  void aDifferenceThatOnlyTheModelsStateShowsIsFound() {
    FirstDifference.Run java = new FirstDifference.Run(KernelKind.JAVA_FUSED, generated(100));
    FirstDifference.Run model = new FirstDifference.Run(KernelKind.MODEL, generated(101));
    assertThat(new FirstDifference(java, model).find())
        .startsWith("Java fused and Serial model: command 0 (set-up): ADD_SYMBOL[")
        .containsPattern("Java fused: +OK\\R +[0-9a-f ]+\\R  Serial model: +OK");
  }

  /** A kernel whose state is wrong behind one command, and which fails at another. */
  private static final class Failing implements ComparedKernel {
    private final ComparedKernel kernel = KernelKind.JAVA_FUSED.open(generated(100));
    private final long wrongFrom;
    private final long failsAt;
    private long applied;

    Failing(long wrongFrom, long failsAt) {
      this.wrongFrom = wrongFrom;
      this.failsAt = failsAt;
    }

    @Override
    public Answers apply(CommandStream stream, long from, long to) {
      if (failsAt < to) {
        throw new TwinException(5, "the exchange has failed: no money is left");
      }
      applied = to;
      return kernel.apply(stream, from, to);
    }

    @Override
    public long stateHash() {
      return kernel.stateHash() + (wrongFrom < applied ? 1 : 0);
    }

    @Override
    public TwinExchange.Balance balance(long user, int currency) {
      return kernel.balance(user, currency);
    }

    @Override
    public List<TwinExchange.Level> levels(int symbol, Side side, int most) {
      return kernel.levels(symbol, side, most);
    }

    @Override
    public void close() {
      kernel.close();
    }
  }

  private static String findFailing(long wrongFrom, long failsAt) {
    CommandStream stream = generated(100);
    return new FirstDifference(
            new FirstDifference.Run(KernelKind.JAVA_FUSED, stream),
            new FirstDifference.Run("C++ fused", stream, () -> new Failing(wrongFrom, failsAt)))
        .find();
  }

  @Test
  void whatAKernelDidWrongBeforeItFailsIsFound() {
    assertThat(findFailing(300, 700))
        .startsWith("Java fused and C++ fused: command 300 (")
        .contains("best BUY, lots at price: Java fused ");
  }

  @Test
  void aKernelThatFailsAtOnceDiffersThere() {
    assertThat(findFailing(700, 700))
        .startsWith("Java fused and C++ fused: command 700 (")
        .contains("Java fused: ")
        .endsWith("the exchange in C++ says: the exchange has failed: no money is left (5)");
  }

  @Test
  void whereNothingDiffersItSaysSo() {
    assertThat(find(generated(100), generated(100))).endsWith("nothing does when they run again");
  }
}
