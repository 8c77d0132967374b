package dev.tandem.gateway.fix;

import dev.tandem.gateway.access.ApiKey;
import dev.tandem.gateway.access.Signature;
import dev.tandem.gateway.command.Caller;
import dev.tandem.gateway.command.Callers;
import dev.tandem.gateway.command.RefusedException;
import dev.tandem.gateway.json.BadRequestException;
import java.time.ZoneOffset;
import quickfix.FieldConvertError;
import quickfix.MessageUtils;
import quickfix.field.EncryptMethod;
import quickfix.field.HeartBtInt;
import quickfix.field.MsgSeqNum;
import quickfix.field.Password;
import quickfix.field.PossDupFlag;
import quickfix.field.RawData;
import quickfix.field.ResetSeqNumFlag;
import quickfix.field.SenderCompID;
import quickfix.field.SenderSubID;
import quickfix.field.SendingTime;
import quickfix.field.TargetCompID;
import quickfix.field.Username;
import quickfix.field.converter.UtcTimestampConverter;

/**
 * Who a Logon says that it is from, and how it shows that: by the key's secret, or by a signature
 * in RawData, which is a nonce and the signature with a dot between them.
 */
final class FixLogon {

  /** How far the SendingTime of any message may be from the gateway's clock. */
  static final int CLOCK_SECONDS = 120;

  private static final int MOST_HEARTBEAT_SECONDS = 60;

  private static final long NO_TIME = Long.MIN_VALUE;

  /** The first line of what a Logon signs. */
  private static final String PURPOSE = "FIX LOGON";

  private final String message;
  private final String name;
  private final String proof;
  private final int session;
  private final int heartbeat;

  /** Looks at a message, which need not be right. */
  FixLogon(String message) {
    this.message = message;
    name = field(SenderCompID.FIELD);
    proof = field(RawData.FIELD);
    session = number(field(SenderSubID.FIELD), 0);
    heartbeat = number(field(HeartBtInt.FIELD), -1);
  }

  private String field(int tag) {
    return MessageUtils.getStringField(message, tag);
  }

  private static int number(String text, int absent) {
    if (text == null) {
      return absent;
    }
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  /** In seconds. */
  int heartbeat() {
    return heartbeat;
  }

  /** Whether the session begins anew. */
  boolean isAnew() {
    return "Y".equals(field(ResetSeqNumFlag.FIELD));
  }

  /** Whether it is signed; its password is not looked at then. */
  boolean isSigned() {
    return proof != null;
  }

  /** What is wrong with it, whoever sent it; null if nothing is. */
  LogonRefusal wrong() {
    String user = field(Username.FIELD);
    if (name == null || (proof == null && field(Password.FIELD) == null)) {
      return LogonRefusal.NO_KEY;
    } else if (user != null && !user.equals(name)) {
      return LogonRefusal.OTHER_USER;
    } else if (!FixConnection.HERE.equals(field(TargetCompID.FIELD))) {
      return LogonRefusal.OTHER_TARGET;
    } else if (session < 0 || session >= ApiKey.SESSIONS) {
      return LogonRefusal.SESSION;
    } else if (heartbeat < 1 || heartbeat > MOST_HEARTBEAT_SECONDS) {
      return LogonRefusal.HEARTBEAT;
    } else if (number(field(EncryptMethod.FIELD), -1) != EncryptMethod.NONE_OTHER) {
      return LogonRefusal.ENCRYPTED;
    } else if ("Y".equals(field(PossDupFlag.FIELD))) {
      return LogonRefusal.DUPLICATE;
    } else if (isAnew() && number(field(MsgSeqNum.FIELD), -1) != 1) {
      return LogonRefusal.NUMBER;
    } else if (isSigned()) {
      return signature() == null ? LogonRefusal.RAW_DATA : null;
    }
    // A signature has a time of its own, which is looked at with it.
    long sent = sentMillis();
    boolean isOfNow =
        sent != NO_TIME && Math.abs(sent - System.currentTimeMillis()) <= CLOCK_SECONDS * 1_000;
    return isOfNow ? null : LogonRefusal.SENDING_TIME;
  }

  /** {@link #NO_TIME} if it is none. */
  private long sentMillis() {
    String sent = field(SendingTime.FIELD);
    if (sent == null) {
      return NO_TIME;
    }
    try {
      return UtcTimestampConverter.convertToLocalDateTime(sent)
          .toInstant(ZoneOffset.UTC)
          .toEpochMilli();
    } catch (FieldConvertError e) {
      return NO_TIME;
    }
  }

  /** Null if there cannot be one in it. */
  private Signature signature() {
    int dot = proof.indexOf('.');
    if (dot < 0 || !Signature.isWellFormed(proof.substring(0, dot), proof.substring(dot + 1))) {
      return null;
    }
    long time = sentMillis();
    boolean isOfOurTime = time >= 0 && time <= Signature.LAST_TIME;
    return isOfOurTime
        ? new Signature(name, time, proof.substring(0, dot), proof.substring(dot + 1))
        : null;
  }

  /**
   * The session that it is for. On the gateway's event loop.
   *
   * @throws RefusedException if it shows no key
   */
  Caller caller(Callers callers) throws RefusedException, BadRequestException {
    if (isSigned()) {
      long anew = isAnew() ? 1 : 0;
      return callers.ofLogon(signature(), PURPOSE, session, heartbeat, anew).in(session);
    }
    String secret = field(Password.FIELD);
    return callers.of(secret.startsWith(name + ".") ? secret : name + "." + secret).in(session);
  }
}
