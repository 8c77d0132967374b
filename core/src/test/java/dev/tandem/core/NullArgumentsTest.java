package dev.tandem.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.OrderType;
import dev.tandem.core.command.PostOnly;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SelfTrade;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.core.command.TimeInForce;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A null is refused by the parameter's name before a slot is claimed, by every method that submits:
 * a slot that is never published would stop the exchange.
 */
class NullArgumentsTest {

  private static final Map<Class<?>, Object> VALUES =
      Map.ofEntries(
          Map.entry(long.class, 1L),
          Map.entry(int.class, 1),
          Map.entry(String.class, "EUR"),
          Map.entry(Side.class, Side.BUY),
          Map.entry(TimeInForce.class, TimeInForce.GTC),
          Map.entry(OrderType.class, OrderType.LIMIT),
          Map.entry(PostOnly.class, PostOnly.REJECT),
          Map.entry(SelfTrade.class, SelfTrade.NONE),
          Map.entry(SymbolState.class, SymbolState.HALTED),
          Map.entry(ResultCode.class, ResultCode.PRICE_OUT_OF_BAND),
          Map.entry(SymbolSpec.class, SymbolSpec.of(1, 1, 2)),
          Map.entry(Consumer.class, (Consumer<Command>) Commands::nop));

  @Test
  void noNullLeavesAHole() {
    try (Exchange exchange = Exchange.builder().daemon().start()) {
      assertThat(refusals(CommandPublisher.class, exchange.publisher())).isGreaterThan(7);
      assertThat(refusals(AsyncCommands.class, exchange.async())).isGreaterThan(5);
      assertThat(refusals(Commands.class, null)).isGreaterThan(8);
      exchange.publisher().endSession(1);
      assertTimeoutPreemptively(Duration.ofSeconds(30), exchange::awaitAnswered);
    }
  }

  /** Calls each method with each argument null in turn. Returns how many calls it made. */
  private static int refusals(Class<?> type, Object target) {
    int calls = 0;
    for (Method method : type.getDeclaredMethods()) {
      if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
        Parameter[] parameters = method.getParameters();
        for (int i = 0; i < parameters.length; i++) {
          if (!parameters[i].getType().isPrimitive() && !isSlot(method, i)) {
            assertNamed(method, target, arguments(parameters, i), parameters[i].getName());
            calls++;
          }
        }
      }
    }
    return calls;
  }

  /** A claimed slot that a static method writes to is the caller's and never null. */
  private static boolean isSlot(Method method, int parameter) {
    return parameter == 0 && Modifier.isStatic(method.getModifiers());
  }

  private static List<Object> arguments(Parameter[] parameters, int without) {
    List<Object> arguments = new ArrayList<>();
    for (int i = 0; i < parameters.length; i++) {
      Class<?> type = parameters[i].getType();
      Object value = type == Command.class ? new Command() : VALUES.get(type);
      assertThat(value).as("a value for %s", parameters[i]).isNotNull();
      arguments.add(i == without ? null : value);
    }
    return arguments;
  }

  private static void assertNamed(Method method, Object target, List<Object> with, String name) {
    try {
      method.invoke(target, with.toArray());
      throw new AssertionError(method + " takes null as " + name);
    } catch (InvocationTargetException e) {
      assertThat(e.getCause())
          .as("%s without %s", method.getName(), name)
          .isInstanceOf(NullPointerException.class);
      assertThat(e.getCause().getMessage()).as(method.toString()).matches("[a-zA-Z]+");
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
