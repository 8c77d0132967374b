/** A memory-mapped, wait-free, encrypted logger; the provider of SLF4J and System.Logger. */
module dev.tandem.logger {
  requires transitive java.logging;
  // Each only for who uses it.
  requires static jdk.jfr;
  requires static com.github.luben.zstd_jni;
  requires static org.slf4j;

  exports dev.tandem.logger;
  exports dev.tandem.logger.config;
  exports dev.tandem.logger.jul;
  exports dev.tandem.logger.seal;

  provides System.LoggerFinder with
      dev.tandem.logger.platform.TandemLoggerFinder;
  provides org.slf4j.spi.SLF4JServiceProvider with
      dev.tandem.logger.slf4j.TandemServiceProvider;
}
