package dev.tandem.gateway.binary;

import dev.tandem.client.wire.AmendOrder;
import dev.tandem.client.wire.CancelOrder;
import dev.tandem.client.wire.Code;
import dev.tandem.client.wire.FollowUser;
import dev.tandem.client.wire.Heartbeat;
import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.Logout;
import dev.tandem.client.wire.MassCancel;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.MoveOrder;
import dev.tandem.client.wire.PlaceInstructed;
import dev.tandem.client.wire.PlaceOrder;
import dev.tandem.client.wire.ReduceOrder;
import dev.tandem.client.wire.SignedLogon;
import dev.tandem.client.wire.SubscribeUser;
import dev.tandem.core.command.Command;
import dev.tandem.core.command.CommandType;
import dev.tandem.core.command.Commands;
import dev.tandem.gateway.access.Role;
import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.ClientCommand;
import dev.tandem.gateway.command.ClockSkewException;
import dev.tandem.gateway.command.Refusal;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Understands what a client says. Fields go from the bytes that were received into the kernel's
 * slot; the kernel judges them.
 */
final class InMessages {

  private static final int CANCEL_ON_DISCONNECT = 1;
  private static final int LEAST_HEARTBEAT_MILLIS = 100;
  private static final int MOST_HEARTBEAT_MILLIS = 60_000;

  private final BinarySession session;
  private final BinarySessions sessions;
  private final Consumer<Command> filler = this::fill;
  private final Logon logon = new Logon();
  private final SignedLogon signedLogon = new SignedLogon();
  private final PlaceOrder place = new PlaceOrder();
  private final PlaceInstructed instructed = new PlaceInstructed();
  private final CancelOrder cancel = new CancelOrder();
  private final MassCancel massCancel = new MassCancel();
  private final MoveOrder move = new MoveOrder();
  private final AmendOrder amend = new AmendOrder();
  private final ReduceOrder reduce = new ReduceOrder();
  private final FollowUser follow = new FollowUser();
  private final SubscribeUser receive = new SubscribeUser();
  private final Heartbeat heartbeat = new Heartbeat();
  private int template;
  private long client;

  InMessages(BinarySession session, BinarySessions sessions) {
    this.session = session;
    this.sessions = sessions;
  }

  /**
   * One message.
   *
   * @throws dev.tandem.client.wire.ShortMessageException if its block is too short
   */
  void received(ByteBuffer bytes, int at, long nowNs) {
    template = Message.templateId(bytes, at);
    boolean isLogon = template == Logon.ID || template == SignedLogon.ID;
    if ((session.caller() == null) != isLogon) {
      session.end(
          session.caller() == null ? Code.UNAUTHORIZED : Code.BAD_REQUEST,
          session.caller() == null ? "no_login" : "second_login");
      return;
    }
    switch (template) {
      case Logon.ID -> {
        logon.over(bytes, at);
        logon(
            () -> sessions.callers.of(logon.key()),
            logon.session(),
            logon.options(),
            logon.heartbeatMillis());
      }
      case SignedLogon.ID -> {
        signedLogon.over(bytes, at);
        logon(
            this::signer,
            signedLogon.session(),
            signedLogon.options(),
            signedLogon.heartbeatMillis());
      }
      case PlaceOrder.ID -> {
        place.over(bytes, at);
        command(CommandType.PLACE, place.sequence(), place.user(), place.symbol(), place.order());
      }
      case PlaceInstructed.ID -> {
        instructed.over(bytes, at);
        command(
            CommandType.PLACE,
            instructed.sequence(),
            instructed.user(),
            instructed.symbol(),
            instructed.order());
      }
      case CancelOrder.ID -> {
        cancel.over(bytes, at);
        command(
            CommandType.CANCEL, cancel.sequence(), cancel.user(), cancel.symbol(), cancel.order());
      }
      case MassCancel.ID -> massCancel(massCancel.over(bytes, at));
      case MoveOrder.ID -> {
        move.over(bytes, at);
        command(CommandType.MOVE, move.sequence(), move.user(), move.symbol(), move.order());
      }
      case AmendOrder.ID -> {
        amend.over(bytes, at);
        command(CommandType.AMEND, amend.sequence(), amend.user(), amend.symbol(), amend.order());
      }
      case ReduceOrder.ID -> {
        reduce.over(bytes, at);
        command(
            CommandType.REDUCE, reduce.sequence(), reduce.user(), reduce.symbol(), reduce.order());
      }
      case FollowUser.ID -> follow(follow.over(bytes, at).user(), nowNs);
      case SubscribeUser.ID -> receive(receive.over(bytes, at), nowNs);
      case Heartbeat.ID -> session.heartbeat(heartbeat.over(bytes, at).number());
      case Logout.ID -> session.loggedOut();
      default -> session.end(Code.BAD_REQUEST, "unknown_message");
    }
  }

  /** Who logs on. */
  private interface Identity {
    Caller find() throws RefusedException, BadRequestException;
  }

  private Caller signer() throws RefusedException, BadRequestException {
    long time = signedLogon.time();
    if (time < 0 || time > Signature.LAST_TIME) {
      throw new BadRequestException("no time that is looked at");
    }
    HexFormat hex = HexFormat.of();
    Signature signature =
        new Signature(
            signedLogon.key(),
            time,
            hex.formatHex(signedLogon.nonce()),
            hex.formatHex(signedLogon.signature()));
    return sessions.callers.ofLogon(
        signature,
        SignedLogon.PURPOSE,
        signedLogon.session(),
        signedLogon.options(),
        signedLogon.heartbeatMillis());
  }

  private void logon(Identity who, int number, int options, long millis) {
    try {
      Caller caller = who.find().in(number);
      if (millis < LEAST_HEARTBEAT_MILLIS || millis > MOST_HEARTBEAT_MILLIS) {
        session.end(Code.BAD_REQUEST, "malformed_message");
        return;
      }
      client = caller.key().client(caller.session());
      if (!sessions.hasRoom(client, caller)) {
        session.end(Code.TOO_MANY_CONNECTIONS, "connections");
        return;
      }
      session.loggedOn(caller, millis, (options & CANCEL_ON_DISCONNECT) != 0);
    } catch (ClockSkewException e) {
      session.endFarTime(e.aheadMillis());
    } catch (RefusedException e) {
      session.end(Code.valueOf(e.refusal().name()), "no_login");
    } catch (BadRequestException e) {
      session.end(Code.BAD_REQUEST, "malformed_message");
    }
  }

  private void follow(long user, long nowNs) {
    if (mayAsk(user, nowNs) && !session.follow(user)) {
      session.end(Code.BAD_REQUEST, "follows_too_many");
    }
  }

  private void receive(SubscribeUser of, long nowNs) {
    if (mayAsk(of.user(), nowNs) && !session.receive(of.user(), of.run(), of.from())) {
      session.end(Code.BAD_REQUEST, "follows_too_many");
    }
  }

  private boolean mayAsk(long user, long nowNs) {
    try {
      session.caller().require(Role.READ, user);
    } catch (RefusedException e) {
      session.end(Code.FORBIDDEN, "forbidden");
      return false;
    }
    Refusal tooMany = session.caller().overQuestionRate(nowNs);
    if (tooMany != null) {
      // Neither is a command, so the sequence is none, and the order is the user.
      session.refuse(0, user, 0, 0, Code.valueOf(tooMany.name()));
    }
    return tooMany == null;
  }

  private void command(byte type, long sequence, long user, int symbol, long order) {
    if (sequence < 1) {
      session.refuse(sequence, order, symbol, type, Code.BAD_REQUEST);
      return;
    }
    try {
      sessions.entry.submit(ClientCommand.of(session.caller(), Role.TRADE, user, filler), session);
      session.sent();
    } catch (RefusedException e) {
      session.refuse(sequence, order, symbol, type, Code.valueOf(e.refusal().name()));
    }
  }

  private void massCancel(MassCancel all) {
    if (all.user() < 1) {
      // To the kernel 0 would be all users.
      session.refuse(all.sequence(), 0, all.symbol(), CommandType.MASS_CANCEL, Code.BAD_REQUEST);
      return;
    }
    command(CommandType.MASS_CANCEL, all.sequence(), all.user(), all.symbol(), 0);
  }

  private void fill(Command c) {
    switch (template) {
      case PlaceOrder.ID -> {
        c.type = CommandType.PLACE;
        c.userId = place.user();
        c.symbol = place.symbol();
        c.orderId = place.order();
        // As they came: the kernel refuses codes that it does not know.
        c.side = (byte) place.side();
        c.terms = (byte) place.timeInForce();
        c.price = place.price();
        c.quantity = place.quantity();
        Commands.from(c, client, place.sequence());
      }
      case PlaceInstructed.ID -> {
        InstructedOrders.fill(c, instructed);
        Commands.from(c, client, instructed.sequence());
      }
      case CancelOrder.ID -> {
        Commands.cancel(c, cancel.user(), cancel.symbol(), cancel.order());
        Commands.from(c, client, cancel.sequence());
      }
      case MassCancel.ID -> {
        Commands.massCancel(c, massCancel.user(), massCancel.symbol());
        // As it came.
        c.side = (byte) massCancel.sides();
        Commands.from(c, client, massCancel.sequence());
      }
      case MoveOrder.ID -> {
        Commands.move(c, move.user(), move.symbol(), move.order(), move.price(), move.quantity());
        Commands.from(c, client, move.sequence());
      }
      case AmendOrder.ID -> {
        Commands.amend(
            c,
            amend.user(),
            amend.symbol(),
            amend.order(),
            amend.price(),
            amend.quantity(),
            amend.triggerPrice());
        Commands.from(c, client, amend.sequence());
      }
      case ReduceOrder.ID -> {
        Commands.reduce(c, reduce.user(), reduce.symbol(), reduce.order(), reduce.quantity());
        Commands.from(c, client, reduce.sequence());
      }
      default -> throw new IllegalStateException("template " + template);
    }
  }
}
