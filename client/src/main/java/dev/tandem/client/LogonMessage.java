package dev.tandem.client;

import dev.tandem.client.wire.Logon;
import dev.tandem.client.wire.Message;
import dev.tandem.client.wire.SignedLogon;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** The first message of each connection: signed anew each time, unless the whole key is wanted. */
final class LogonMessage {

  private final TandemClient.Builder settings;

  LogonMessage(TandemClient.Builder settings) {
    this.settings = settings;
  }

  /** Starts it at the first of the bytes. */
  Message<?> start(ByteBuffer bytes) {
    if (settings.wholeKey) {
      return new Logon()
          .start(bytes, 0)
          .key(settings.key)
          .session(settings.session)
          .options(settings.options)
          .heartbeatMillis(settings.heartbeatMillis);
    }
    long time = settings.clock.millis();
    byte[] nonce = SigningKey.nonce();
    SigningKey key = settings.signingKey;
    String text =
        String.join(
            "\n",
            SignedLogon.PURPOSE,
            key.name(),
            Integer.toString(settings.session),
            Integer.toString(settings.options),
            Integer.toString(settings.heartbeatMillis),
            Long.toString(time),
            HexFormat.of().formatHex(nonce));
    return new SignedLogon()
        .start(bytes, 0)
        .key(key.name())
        .time(time)
        .nonce(nonce)
        .signature(key.sign(text))
        .session(settings.session)
        .options(settings.options)
        .heartbeatMillis(settings.heartbeatMillis);
  }
}
