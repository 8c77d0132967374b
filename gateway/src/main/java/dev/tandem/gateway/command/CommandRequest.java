package dev.tandem.gateway.command;

import dev.tandem.core.command.Command;
import dev.tandem.core.command.Commands;
import dev.tandem.core.command.Naming;
import dev.tandem.core.command.Side;
import dev.tandem.core.command.SymbolSpec;
import dev.tandem.core.command.SymbolState;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.json.BadRequestException;
import dev.tandem.gateway.json.JsonFields;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The commands that a client can send, by name, with their fields. What is read here fills a slot
 * of the kernel without failing.
 */
public enum CommandRequest {
  PLACE(
      Role.TRADE,
      "user",
      "symbol",
      "order",
      "side",
      "type",
      "timeInForce",
      "price",
      "quantity",
      "triggerPrice",
      "trigger",
      "trailing",
      "trailingPpm",
      "postOnly",
      "displayQuantity",
      "minQuantity",
      "selfTrade",
      "expireTime",
      "budget",
      "linkedOrder") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      return NewOrder.read(from);
    }
  },
  CANCEL(Role.TRADE, "user", "symbol", "order") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      int symbol = from.symbol();
      long order = from.order();
      return c -> Commands.cancel(c, user, symbol, order);
    }
  },
  REDUCE(Role.TRADE, "user", "symbol", "order", "quantity") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      int symbol = from.symbol();
      long order = from.order();
      long quantity = from.quantity("quantity", 1);
      return c -> Commands.reduce(c, user, symbol, order, quantity);
    }
  },
  MOVE(Role.TRADE, "user", "symbol", "order", "price", "quantity") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      int symbol = from.symbol();
      long order = from.order();
      long price = from.price("price", 1);
      long quantity = from.has("quantity") ? from.quantity("quantity", 0) : 0;
      return c -> Commands.move(c, user, symbol, order, price, quantity);
    }
  },
  AMEND(Role.TRADE, "user", "symbol", "order", "price", "quantity", "triggerPrice") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      int symbol = from.symbol();
      long order = from.order();
      from.require("price", "quantity");
      long price = from.price("price", 1);
      long quantity = from.quantity("quantity", 1);
      long trigger = from.has("triggerPrice") ? from.price("triggerPrice", 1) : 0;
      return c -> Commands.amend(c, user, symbol, order, price, quantity, trigger);
    }
  },
  MASS_CANCEL(Role.TRADE, "user", "symbol", "side") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      // To the kernel 0 would be all users.
      long user = from.plain.number("user", 1, Long.MAX_VALUE);
      return massCancel(from, user);
    }
  },
  MASS_CANCEL_SYMBOL(Role.ADMIN, "symbol", "side") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      return massCancel(from, 0);
    }
  },
  ADD_USER(Role.ADMIN, "user") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      return c -> Commands.addUser(c, user);
    }
  },
  SUSPEND_USER(Role.ADMIN, "user") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      return c -> Commands.suspendUser(c, user);
    }
  },
  RESUME_USER(Role.ADMIN, "user") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      return c -> Commands.resumeUser(c, user);
    }
  },
  SET_SELF_TRADE_GROUP(Role.ADMIN, "user", "group") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      long group = from.plain.number("group", Long.MIN_VALUE, Long.MAX_VALUE);
      return c -> Commands.setSelfTradeGroup(c, user, group);
    }
  },
  DEPOSIT(Role.ADMIN, "user", "currency", "amount", "transaction") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long user = from.user();
      int currency = from.currency("currency");
      long amount = from.amount("amount", currency, Long.MIN_VALUE);
      long transaction = from.plain.number("transaction", Long.MIN_VALUE, Long.MAX_VALUE);
      return c -> Commands.adjustBalance(c, user, currency, amount, transaction);
    }
  },
  TRANSFER(Role.ADMIN, "user", "to", "currency", "amount", "transaction") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      long payer = from.user();
      long payee = from.plain.number("to", Long.MIN_VALUE, Long.MAX_VALUE);
      int currency = from.currency("currency");
      long amount = from.amount("amount", currency, 1);
      long transaction = from.plain.number("transaction", Long.MIN_VALUE, Long.MAX_VALUE);
      return c -> Commands.transfer(c, payer, payee, currency, amount, transaction);
    }
  },
  ADD_SYMBOL(
      Role.ADMIN,
      "symbol",
      "base",
      "quote",
      "lotScale",
      "tickScale",
      "makerFeePpm",
      "takerFeePpm",
      "lotStep",
      "minLots",
      "maxLots",
      "maxValue",
      "protectionPoints",
      "name",
      "priceDecimals",
      "quantityDecimals") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      SymbolSpec spec =
          new SymbolSpec(
              from.symbol(),
              from.currency("base"),
              from.currency("quote"),
              from.plain.number("lotScale", 1, Long.MAX_VALUE, 1),
              from.plain.number("tickScale", 1, Long.MAX_VALUE, 1),
              from.plain.number("makerFeePpm", 0, SymbolSpec.PPM, 0),
              from.plain.number("takerFeePpm", 0, SymbolSpec.PPM, 0),
              from.limits(),
              from.protectionPoints(),
              new Naming(
                  from.has("name") ? nameOf(from.plain) : "",
                  decimals(from.plain, "priceDecimals"),
                  decimals(from.plain, "quantityDecimals")));
      return c -> Commands.addSymbol(c, spec);
    }
  },
  /** Sets all limits at once, so that it is the same command when it is sent again. */
  UPDATE_SYMBOL(
      Role.ADMIN, "symbol", "lotStep", "minLots", "maxLots", "maxValue", "protectionPoints") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      SymbolSpec spec = from.spec().with(from.limits()).withProtection(from.protectionPoints());
      return c -> Commands.updateSymbol(c, spec);
    }
  },
  ADD_CURRENCY(Role.ADMIN, "currency", "name", "decimals") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int currency = (int) from.plain.number("currency", Integer.MIN_VALUE, Integer.MAX_VALUE);
      String name = nameOf(from.plain);
      int decimals = decimals(from.plain, "decimals");
      return c -> Commands.addCurrency(c, currency, name, decimals);
    }
  },
  START_AUCTION(Role.ADMIN, "symbol") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int symbol = from.symbol();
      return c -> Commands.startAuction(c, symbol);
    }
  },
  SET_STATE(Role.ADMIN, "symbol", "state") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int symbol = from.symbol();
      SymbolState state = from.plain.choice("state", SymbolState.class);
      return c -> Commands.setState(c, symbol, state);
    }
  },
  UNCROSS(Role.ADMIN, "symbol") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int symbol = from.symbol();
      return c -> Commands.uncross(c, symbol);
    }
  },
  END_SESSION(Role.ADMIN, "symbol") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int symbol = from.symbol();
      return c -> Commands.endSession(c, symbol);
    }
  },
  TICK(Role.ADMIN, "symbol") {
    @Override
    Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException {
      int symbol = from.symbol();
      return c -> Commands.tick(c, symbol);
    }
  };

  /** The client's own number of a command, and the session that counts it. */
  public static final String SEQUENCE = "sequence";

  /** Which of the key's sessions a sequence is of. */
  public static final String SESSION = "session";

  private final Role role;

  // Cannot be changed, which its type does not say.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Set<String> fields;

  CommandRequest(Role role, String... fields) {
    this.role = role;
    Set<String> all = new LinkedHashSet<>(List.of(fields));
    all.add(SEQUENCE);
    all.add(SESSION);
    this.fields = java.util.Collections.unmodifiableSet(all);
  }

  /** The names of all fields that it may have. */
  public Set<String> fields() {
    return fields;
  }

  /** Who may send it. */
  public Role role() {
    return role;
  }

  abstract Consumer<Command> read(CommandFields from) throws BadRequestException, RefusedException;

  /**
   * Reads a command of a caller. Whether it may send that is not looked at here.
   *
   * @param listings what its names and decimals mean
   * @throws RefusedException if there is nothing of a name, or a number is off its grid
   */
  public ClientCommand of(JsonFields from, Caller caller, Listings listings)
      throws BadRequestException, RefusedException {
    Caller sender = caller.in(from.number(SESSION, 0, Long.MAX_VALUE, caller.session()));
    CommandFields read = new CommandFields(from, listings);
    Consumer<Command> filler = filler(read, sender);
    return fields.contains("user")
        ? ClientCommand.of(sender, role, read.user(), filler)
        : ClientCommand.ofNoUser(sender, role, filler);
  }

  private Consumer<Command> filler(CommandFields from, Caller sender)
      throws BadRequestException, RefusedException {
    Consumer<Command> inputs = read(from);
    if (!from.has(SEQUENCE)) {
      return inputs;
    }
    long sequence = from.plain.number(SEQUENCE, 1, Long.MAX_VALUE);
    long client = sender.key().client(sender.session());
    return c -> {
      inputs.accept(c);
      Commands.from(c, client, sequence);
    };
  }

  private static Consumer<Command> massCancel(CommandFields from, long user)
      throws BadRequestException, RefusedException {
    int symbol = from.symbol();
    if (!from.has("side")) {
      return c -> Commands.massCancel(c, user, symbol);
    }
    Side side = from.plain.choice("side", Side.class);
    return c -> Commands.massCancel(c, user, symbol, side);
  }

  private static String nameOf(JsonFields from) throws BadRequestException {
    String name = from.text("name");
    if (!Naming.isName(name)) {
      throw new BadRequestException(
          "name: 1 to %d of A-Z, 0-9, . - / _, one of them a letter".formatted(Naming.MAX_LENGTH));
    }
    return name;
  }

  private static int decimals(JsonFields from, String field) throws BadRequestException {
    return (int) from.number(field, 0, Naming.MAX_DECIMALS, 0);
  }
}
