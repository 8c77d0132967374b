package dev.tandem.gateway.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import quickfix.Application;
import quickfix.ConfigError;
import quickfix.DefaultDataDictionaryProvider;
import quickfix.DefaultSessionFactory;
import quickfix.FieldNotFound;
import quickfix.FileStoreFactory;
import quickfix.FixVersions;
import quickfix.IncorrectTagValue;
import quickfix.Log;
import quickfix.Message;
import quickfix.MessageStoreFactory;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.UnsupportedMessageType;

/** QuickFIX/J as the gateway uses it: its sessions and stores, not its sockets. */
final class FixEngine implements Application {

  private final SessionSettings settings = new SessionSettings();
  private final Map<SessionID, FixSession> sessions = new HashMap<>();
  private final SessionFactory factory;

  /**
   * Keeps sequences and messages in this directory.
   *
   * @throws IOException if the dictionary of FIX 4.4 cannot be read: no session could begin
   */
  FixEngine(Path directory) throws IOException {
    try {
      new DefaultDataDictionaryProvider().getSessionDataDictionary(FixVersions.BEGINSTRING_FIX44);
    } catch (RuntimeException | LinkageError e) {
      throw new IOException("no dictionary of FIX 4.4: " + e, e);
    }
    settings.setString(SessionFactory.SETTING_CONNECTION_TYPE, "acceptor");
    settings.setString(Session.SETTING_NON_STOP_SESSION, "Y");
    settings.setString(Session.SETTING_REJECT_MESSAGE_ON_UNHANDLED_EXCEPTION, "Y");
    settings.setString(FileStoreFactory.SETTING_FILE_STORE_PATH, directory.toString());
    // Or it would keep a place in memory for each message that was ever sent.
    settings.setLong(FileStoreFactory.SETTING_FILE_STORE_MAX_CACHED_MSGS, BoundedStore.MOST);
    FileStoreFactory files = new FileStoreFactory(settings);
    MessageStoreFactory bounded = id -> new BoundedStore(files.create(id));
    factory = new DefaultSessionFactory(this, bounded, id -> new Quiet());
  }

  /** Makes the session, with the sequences that it had. */
  Session create(FixSession of) throws ConfigError {
    sessions.put(of.id(), of);
    return factory.create(of.id(), settings);
  }

  @Override
  public void fromApp(Message message, SessionID id)
      throws FieldNotFound, IncorrectTagValue, UnsupportedMessageType {
    sessions.get(id).order(message);
  }

  @Override
  public void onCreate(SessionID id) {}

  @Override
  public void onLogon(SessionID id) {}

  @Override
  public void onLogout(SessionID id) {}

  @Override
  public void toAdmin(Message message, SessionID id) {}

  @Override
  public void fromAdmin(Message message, SessionID id) {}

  @Override
  public void toApp(Message message, SessionID id) {}

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
