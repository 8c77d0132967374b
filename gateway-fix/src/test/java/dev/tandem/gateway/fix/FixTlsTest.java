package dev.tandem.gateway.fix;

import dev.tandem.gateway.Gateway;
import dev.tandem.gateway.GatewaySettings;
import dev.tandem.gateway.TestCertificate;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** FIX by TLS 1.3, with a certificate that is made for the test. */
@Timeout(300)
class FixTlsTest {

  @TempDir private Path directory;

  @Test
  void aSessionLogsOnByTls() throws Exception {
    TestCertificate made = TestCertificate.in(directory);
    String store = made.store().toString();
    try (Gateway gateway =
        Gateway.start(
            GatewaySettings.in(directory.resolve("exchange"))
                .port(0)
                .fixPort(0)
                .segmentBytes(1 << 20)
                .tls(made.certificate(), made.key())
                .build())) {
      try (FixClient client =
          new FixClient(
              gateway.fixAddress().orElseThrow().getPort(),
              gateway.adminToken().orElseThrow(),
              0,
              directory.resolve("client"),
              Map.of(
                  "SocketUseSSL",
                  "Y",
                  "EnabledProtocols",
                  "TLSv1.3",
                  "SocketKeyStore",
                  store,
                  "SocketKeyStorePassword",
                  TestCertificate.PASSWORD,
                  "KeyStoreType",
                  "PKCS12",
                  "SocketTrustStore",
                  store,
                  "SocketTrustStorePassword",
                  TestCertificate.PASSWORD,
                  "TrustStoreType",
                  "PKCS12"))) {
        client.loggedOn().place(1, 1, '1', 30, 5);
        client.rejected(1, "UNKNOWN_SYMBOL");
      }
    }
  }
}
