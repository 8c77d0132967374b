package dev.tandem.flow.model;

import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.ResultCode;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A stream of commands made to hurt: few users with little money on few orders, everything at the
 * edge of what is allowed, and on what the commands just before left behind. What that is it knows
 * from a {@link NaiveExchange} that it runs along.
 */
public final class HostileFlow {

  /**
   * What a flow is worth.
   *
   * @param codes how many commands were answered each code
   * @param places PLACE commands, refused ones too
   * @param unpaidPlaces PLACE commands refused for lack of funds
   * @param trades trades, of which so many in auctions and so many of a user with the same user
   * @param tradingMoves moves and amends that traded
   * @param sleeping orders that were placed with a trigger, and slept
   * @param triggered orders that were triggered, of which so many by other commands than their own
   * @param restedLate triggered orders of which something came to rest
   * @param leftLate triggered orders of which something was cancelled by their terms
   * @param longCascades commands that triggered as many as they may
   * @param posted orders that were placed post only, and rest, of which so many slid
   * @param slid orders that slid where they were placed
   * @param slidMoves moves of orders that slid
   * @param heldMoves moves refused because their orders would take
   * @param reachedMinimum orders with a minimum quantity that they have reached
   * @param restedBehindMinimum those of them of which something rests
   * @param missedMinimum orders with a minimum quantity that were cancelled whole
   * @param markets market orders that traded, of which so many without a limit
   * @param bareMarkets market orders without a limit that traded
   * @param narrowed market orders whose limit the protection points have narrowed
   * @param restedAtLast market orders that rest at the price of their last trade
   * @param triggeredMarkets triggered orders that took as market orders
   * @param pointStops orders that sleep with a limit from the protection points
   * @param budgets orders with a budget that traded, of which so many at several prices
   * @param longBudgets orders with a budget that traded at several prices
   * @param endedOrders orders that END_SESSION removed
   * @param endedStops those of them that slept or waited, in states without a cascade
   * @param longEnds END_SESSION commands that left orders for the next one
   * @param expired orders that expired
   * @param expiredBeside orders that expired by a command that was refused
   * @param states how often SET_STATE has set each state, by its code
   */
  public record Population(
      Map<ResultCode, Integer> codes,
      int places,
      int unpaidPlaces,
      int trades,
      int auctionTrades,
      int selfTrades,
      int tradingMoves,
      int sleeping,
      int triggered,
      int triggeredByOthers,
      int restedLate,
      int leftLate,
      int longCascades,
      int posted,
      int slid,
      int slidMoves,
      int heldMoves,
      int reachedMinimum,
      int restedBehindMinimum,
      int missedMinimum,
      int markets,
      int bareMarkets,
      int narrowed,
      int restedAtLast,
      int triggeredMarkets,
      int pointStops,
      int budgets,
      int longBudgets,
      int endedOrders,
      int endedStops,
      int longEnds,
      int expired,
      int expiredBeside,
      List<Integer> states) {

    int count(ResultCode code) {
      return codes.getOrDefault(code, 0);
    }
  }

  private static final int KINDS = 8;

  /** Kinds of event records. */
  private static final int RELEASE = 3;

  private static final int REST = 4;
  private static final int TRIGGER = 5;
  private static final int SLEEP = 6;

  // Reasons of a release.
  private static final int BY_SESSION_END = 3;
  private static final int BY_EXPIRY = 4;

  private final SplittableRandom random;
  private final Mix mix;
  private final NaiveExchange model = new NaiveExchange();
  private final List<Input> inputs = new ArrayList<>();
  private final List<Answer> answers = new ArrayList<>();
  private final ClientKeys keys;
  private final OrderTricks orders;
  private final MoneyTricks money;
  private final Oddities oddities;
  private final OcoTricks oco;

  /** The time of the latest command. */
  long time = 1_000;

  private int endedStops;

  private HostileFlow(long seed) {
    random = new SplittableRandom(seed);
    mix = new Mix(random.split(), KINDS);
    keys = new ClientKeys(random.split());
    orders = new OrderTricks(this);
    money = new MoneyTricks(this);
    oddities = new Oddities(this);
    oco = new OcoTricks(this);
  }

  /** The flow of a seed, a few hundred to a few thousand commands. */
  public static HostileFlow of(long seed) {
    HostileFlow flow = new HostileFlow(seed);
    flow.fill(flow.random.nextInt(300, 2_500));
    return flow;
  }

  private void fill(int size) {
    // Who and what is not there from the start is unknown until it comes in the middle.
    for (SymbolSpec spec : mix.specs) {
      if (spec.equals(mix.specs.getFirst()) || chance(80)) {
        send(Input.addSymbol(spec));
      }
    }
    for (int i = 0; i < mix.users.size(); i++) {
      if (i < 3 || chance(80)) {
        send(Input.addUser(mix.users.get(i)));
        money.endow(mix.users.get(i));
      }
    }
    while (inputs.size() < size) {
      step();
    }
  }

  private void step() {
    if (chance(2)) {
      oddities.mend();
    }
    int at = inputs.size();
    switch (draw()) {
      case 0, 1 -> orders.place();
      case 2 -> {
        if (chance(5)) {
          orders.ladder();
        } else if (chance(1)) {
          orders.crowd();
        } else if (chance(25)) {
          orders.growAndRise();
        } else {
          orders.burst();
        }
      }
      case 3 -> orders.touchLiveOrder();
      case 4 -> money.adjust();
      case 5 -> orders.cross();
      case 6 -> {
        // Odd things are quickly too many.
        if (chance(30)) {
          oddities.any();
        } else {
          orders.place();
        }
      }
      default -> oddities.auction();
    }
    if (inputs.size() > at) {
      Answer answer = answers.getLast();
      if (traded(answer) && chance(40)) {
        money.spendProceeds(answer);
      } else if (answer.code() == ResultCode.INSUFFICIENT_FUNDS && chance(20)) {
        money.endow(inputs.getLast().userId());
      }
    }
  }

  private int draw() {
    int all = 0;
    for (int weight : mix.weights) {
      all += weight;
    }
    int left = random.nextInt(all);
    int kind = 0;
    while (left >= mix.weights[kind]) {
      left -= mix.weights[kind++];
    }
    return kind;
  }

  /** Adds a command to the flow, and now and then one that was sent before. */
  Answer send(Input command) {
    boolean says = command.type() == CommandType.PLACE && chance(mix.selfTrade);
    Input in = says ? command.selfTrade(random.nextInt(1, chance(1) ? 6 : 5)) : command;
    Input sent = chance(mix.keyed) ? keys.number(in) : in;
    Answer answer = add(chance(3) ? sent.refusedWith(oneOf(Mix.REFUSALS)) : sent);
    if (random.nextInt(sent.clientKey() == 0 ? 100 : 15) == 0) {
      add(inputs.get(Math.max(0, inputs.size() - 1 - random.nextInt(300))));
    }
    oco.follow(in);
    return answer;
  }

  /** Adds a command as it is. */
  Answer add(Input in) {
    NaiveBook book = state().books.get(in.symbol());
    int asleep = book == null ? 0 : book.stops.size() + book.waiting.size();
    // Some come at the same time; 0 would stand for a clock's time.
    time += chance(1) ? random.nextInt(30) : random.nextInt(3);
    Input stamped = in.at(chance(4) ? time - random.nextInt(30) : time);
    Answer answer = model.apply(stamped);
    if (book != null && in.type() == CommandType.END_SESSION && !book.state.cascades()) {
      endedStops += asleep - book.stops.size() - book.waiting.size();
    }
    inputs.add(stamped);
    answers.add(answer);
    return answer;
  }

  boolean chance(int ofHundred) {
    return random.nextInt(100) < ofHundred;
  }

  <T> T oneOf(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  /** A user, most often one who is there and may trade. */
  long user() {
    long user = oneOf(mix.users);
    NaiveUser known = state().users.get(user);
    return (known != null && !known.suspended) || chance(15) ? user : oneOf(mix.users);
  }

  /** A symbol, most often one that is there. */
  SymbolSpec spec() {
    SymbolSpec spec = oneOf(mix.specs);
    return state().books.containsKey(spec.symbol()) || chance(15) ? spec : oneOf(mix.specs);
  }

  SplittableRandom random() {
    return random;
  }

  Mix mix() {
    return mix;
  }

  OrderTricks orders() {
    return orders;
  }

  MoneyTricks money() {
    return money;
  }

  NaiveState state() {
    return model.state();
  }

  /** What a user can spend of a currency, also one that is not there yet. */
  long available(long user, int currency) {
    NaiveUser known = state().users.get(user);
    return known == null ? 0 : known.available(currency);
  }

  static boolean traded(Answer answer) {
    return answer.events().size() > 1 && isTrade(answer.events().get(1));
  }

  static boolean isTrade(long[] event) {
    return (event[0] & 0xff) == 2;
  }

  /** The commands. */
  public List<Input> inputs() {
    return List.copyOf(inputs);
  }

  /** What the naive exchange answered to each. */
  public List<Answer> answers() {
    return List.copyOf(answers);
  }

  /** XXH64 over all event records of the naive exchange. */
  public long eventHash() {
    return model.eventHash();
  }

  /** XXH64 over the state that the naive exchange is in behind the flow. */
  public long stateHash() {
    return model.stateHash();
  }

  /** What the flow contains. */
  public Population describe() {
    Map<ResultCode, Integer> codes = new EnumMap<>(ResultCode.class);
    int places = 0;
    int unpaid = 0;
    int trades = 0;
    int auctionTrades = 0;
    int selfTrades = 0;
    int tradingMoves = 0;
    int posted = 0;
    int slid = 0;
    int slidMoves = 0;
    int heldMoves = 0;
    int reachedMinimum = 0;
    int restedBehindMinimum = 0;
    int missedMinimum = 0;
    int longEnds = 0;
    Integer[] states = new Integer[SymbolState.values().length];
    Arrays.fill(states, 0);
    for (int i = 0; i < inputs.size(); i++) {
      byte type = inputs.get(i).type();
      Answer answer = answers.get(i);
      codes.merge(answer.code(), 1, Integer::sum);
      if (type == CommandType.PLACE) {
        places++;
        unpaid += answer.code() == ResultCode.INSUFFICIENT_FUNDS ? 1 : 0;
      }
      if (type == CommandType.PLACE && answer.isOk() && inputs.get(i).postOnly() != 0) {
        posted++;
        slid += slid(inputs.get(i), answer) ? 1 : 0;
      }
      if (type == CommandType.PLACE && answer.isOk() && inputs.get(i).minQuantity() != 0) {
        reachedMinimum += traded(answer) ? 1 : 0;
        missedMinimum += traded(answer) ? 0 : 1;
        restedBehindMinimum += answer.events().getFirst()[7] != 0 ? 1 : 0;
      }
      tradingMoves += CommandType.mayMove(type) && traded(answer) ? 1 : 0;
      if (type == CommandType.MOVE) {
        slidMoves += answer.isOk() && slid(inputs.get(i), answer) ? 1 : 0;
        heldMoves += answer.code() == ResultCode.WOULD_TAKE ? 1 : 0;
      }
      if (type == CommandType.END_SESSION && answer.isOk()) {
        longEnds += answer.events().getFirst()[7] != 0 ? 1 : 0;
      }
      if (type == CommandType.SET_STATE && answer.isOk()) {
        states[inputs.get(i).terms()]++;
      }
      for (long[] event : answer.events()) {
        if (isTrade(event)) {
          trades++;
          auctionTrades += type == CommandType.UNCROSS ? 1 : 0;
          selfTrades += event[4] == event[5] ? 1 : 0;
        }
      }
    }
    return new Population(
        codes,
        places,
        unpaid,
        trades,
        auctionTrades,
        selfTrades,
        tradingMoves,
        events(e -> kind(e) == SLEEP),
        events(e -> kind(e) == TRIGGER),
        triggeredByOthers(),
        events(e -> kind(e) == REST),
        events(e -> kind(e) == RELEASE && reason(e) == 1),
        (int)
            answers.stream()
                .filter(a -> a.events().stream().filter(e -> kind(e) == TRIGGER).count() > 31)
                .count(),
        posted,
        slid,
        slidMoves,
        heldMoves,
        reachedMinimum,
        restedBehindMinimum,
        missedMinimum,
        answered(HostileFlow::tradedAtMarket),
        answered((in, answer) -> in.price() == 0 && tradedAtMarket(in, answer)),
        answered(
            (in, answer) ->
                in.price() != 0
                    && isMarket(in)
                    && answer.isOk()
                    && answer.events().getFirst()[7] == 0
                    && slid(in, answer)),
        answered((in, answer) -> tradedAtMarket(in, answer) && answer.events().getFirst()[7] != 0),
        events(e -> kind(e) == TRIGGER && (e[0] >>> 20 & 0xf) % 2 == 1),
        answered(
            (in, answer) ->
                in.price() == 0
                    && in.triggerPrice() != 0
                    && answer.isOk()
                    && answer.events().getFirst()[7] != 0),
        answered((in, answer) -> in.budget() != 0 && traded(answer)),
        answered(
            (in, answer) ->
                in.budget() != 0
                    && answer.events().stream()
                            .filter(HostileFlow::isTrade)
                            .mapToLong(e -> e[6])
                            .distinct()
                            .count()
                        > 1),
        events(e -> kind(e) == RELEASE && reason(e) == BY_SESSION_END),
        endedStops,
        longEnds,
        events(e -> kind(e) == RELEASE && reason(e) == BY_EXPIRY),
        (int)
            answers.stream()
                .filter(a -> !a.isOk())
                .flatMap(a -> a.events().stream())
                .filter(e -> kind(e) == RELEASE)
                .count(),
        List.of(states));
  }

  private static boolean tradedAtMarket(Input in, Answer answer) {
    return in.type() == CommandType.PLACE && isMarket(in) && traded(answer);
  }

  private static boolean isMarket(Input in) {
    return in.terms() >> 4 == 1 || in.terms() >> 4 == 2;
  }

  private int answered(BiPredicate<Input, Answer> which) {
    return (int)
        IntStream.range(0, inputs.size())
            .filter(i -> which.test(inputs.get(i), answers.get(i)))
            .count();
  }

  /** Whether the order rests at another price than it was to have. */
  private static boolean slid(Input in, Answer answer) {
    return answer.events().getFirst()[5] != in.price();
  }

  private int events(Predicate<long[]> which) {
    return (int) answers.stream().flatMap(a -> a.events().stream()).filter(which).count();
  }

  private int triggeredByOthers() {
    return IntStream.range(0, inputs.size())
        .map(
            i ->
                (int)
                    answers.get(i).events().stream()
                        .filter(e -> kind(e) == TRIGGER && e[4] != inputs.get(i).orderId())
                        .count())
        .sum();
  }

  private static int reason(long[] event) {
    return (int) (event[0] >>> 16) & 0xff;
  }

  private static int kind(long[] event) {
    return (int) event[0] & 0xff;
  }
}
