package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.Faults;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DataDictionary;
import quickfix.DefaultDataDictionaryProvider;
import quickfix.DefaultMessageFactory;
import quickfix.DefaultSessionFactory;
import quickfix.FieldException;
import quickfix.FieldNotFound;
import quickfix.FixVersions;
import quickfix.IncorrectDataFormat;
import quickfix.IncorrectTagValue;
import quickfix.InvalidMessage;
import quickfix.Log;
import quickfix.Message;
import quickfix.MessageFactory;
import quickfix.MessageStore;
import quickfix.MessageUtils;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.UnsupportedMessageType;
import quickfix.field.MsgType;
import quickfix.field.PossDupFlag;

/** QuickFIX/J as the gateway uses it: its sessions and stores, not its sockets. */
final class FixEngine implements Application {

  private final SessionSettings settings = new SessionSettings();
  private final Map<SessionID, FixSession> sessions = new HashMap<>();
  private final MessageFactory messages = new DefaultMessageFactory();
  private final DataDictionary dictionary;
  private final SessionFactory factory;

  /**
   * None yet.
   *
   * @throws IOException if the dictionary of FIX 4.4 cannot be read: no session could begin
   */
  FixEngine() throws IOException {
    try {
      dictionary =
          new DefaultDataDictionaryProvider()
              .getSessionDataDictionary(FixVersions.BEGINSTRING_FIX44);
    } catch (RuntimeException | LinkageError e) {
      throw new IOException("no dictionary of FIX 4.4: " + e, e);
    }
    settings.setString(SessionFactory.SETTING_CONNECTION_TYPE, "acceptor");
    settings.setString(Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(Session.SETTING_REJECT_MESSAGE_ON_UNHANDLED_EXCEPTION, "Y");
    // Which custom tags an order may have, SelfMatch says.
    settings.setString(Session.SETTING_VALIDATE_USER_DEFINED_FIELDS, "N");
    settings.setLong(Session.SETTING_MAX_LATENCY, FixLogon.CLOCK_SECONDS);
    factory = new DefaultSessionFactory(this, this::store, id -> new Quiet());
  }

  private MessageStore store(SessionID id) {
    try {
      FixSession session = sessions.get(id);
      return session.files().open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The gateway's side of a session; session 0 needs no SubID. */
  static SessionID id(String key, int number) {
    String sub = number == 0 ? SessionID.NOT_SET : Integer.toString(number);
    return new SessionID(
        "FIX.4.4",
        FixConnection.HERE,
        SessionID.NOT_SET,
        SessionID.NOT_SET,
        key,
        sub,
        SessionID.NOT_SET,
        SessionID.NOT_SET);
  }

  /** Makes the session, with the sequences that it had. */
  Session create(FixSession of) throws ConfigError {
    sessions.put(of.id(), of);
    return factory.create(of.id(), settings);
  }

  /**
   * Why a message is none of FIX 4.4, in words without its values; null if it is one. What it
   * throws is a fault, and not the client's.
   */
  String malformed(String message) {
    try {
      dictionary.validate(MessageUtils.parse(messages, dictionary, message));
      return null;
    } catch (FieldException e) {
      return e.getMessage();
    } catch (IncorrectTagValue e) {
      return "wrong value, field=" + e.getField();
    } catch (FieldNotFound | IncorrectDataFormat | InvalidMessage | StackOverflowError e) {
      return "not whole, or a field has a wrong format";
    }
  }

  @Override
  public void fromApp(Message message, SessionID id)
      throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
    try {
      SelfMatch.refuseOthers(message);
      FixSession session = sessions.get(id);
      if (FixMarket.answers(message.getHeader().getString(MsgType.FIELD))) {
        session.market(message);
      } else {
        session.order(message);
      }
    } catch (RuntimeException | Error e) {
      log(e);
      throw e;
    }
  }

  /** QuickFIX/J refuses a message whose handler throws, and keeps the cause to itself. */
  private static void log(Throwable thrown) {
    // Of a field's format: the client's.
    if (!(thrown instanceof FieldException)) {
      Faults.log("a message of FIX cannot be handled", thrown);
    }
  }

  @Override
  public void onCreate(SessionID id) {}

  @Override
  public void onLogon(SessionID id) {}

  @Override
  public void onLogout(SessionID id) {}

  @Override
  public void toAdmin(Message message, SessionID id) {
    try {
      if (isOf(MsgType.REJECT, message)) {
        sessions.get(id).refused("session_reject");
      }
    } catch (RuntimeException | Error e) {
      log(e);
      throw e;
    }
  }

  @Override
  public void fromAdmin(Message message, SessionID id) throws FieldNotFound, IncorrectTagValue {
    try {
      if (isOf(MsgType.RESEND_REQUEST, message)) {
        sessions.get(id).resend(message);
      } else if (isOf(MsgType.SEQUENCE_RESET, message)) {
        sessions.get(id).skip(message);
      }
    } catch (RuntimeException | Error e) {
      log(e);
      throw e;
    }
  }

  @Override
  public void toApp(Message message, SessionID id) {
    // A reject that is sent again was counted, and one for an order whose state is forgotten
    // refuses nothing.
    try {
      if (isOf(MsgType.BUSINESS_MESSAGE_REJECT, message)
          && !message.getHeader().isSetField(PossDupFlag.FIELD)
          && !Reports.isForgotten(message)) {
        sessions.get(id).name(message);
        sessions.get(id).refused("business_reject");
      }
    } catch (RuntimeException | Error e) {
      log(e);
      throw e;
    }
  }

  private static boolean isOf(String type, Message message) {
    return message.getHeader().getOptionalString(MsgType.FIELD).orElse("").equals(type);
  }

  /** Messages have secrets in them, and what they bring about is counted. */
  private static final class Quiet implements Log {

    @Override
    public void clear() {}

    @Override
    public void onIncoming(String message) {}

    @Override
    public void onOutgoing(String message) {}

    @Override
    public void onEvent(String text) {}

    @Override
    public void onErrorEvent(String text) {}
  }
}
