/** The provider of SLF4J and System.Logger that writes to Tandem's log, and nothing else. */
module dev.tandem.logger.slf4j {
  requires dev.tandem.logger;
  requires org.slf4j;

  provides System.LoggerFinder with
      dev.tandem.logger.fronts.platform.TandemLoggerFinder;
  provides org.slf4j.spi.SLF4JServiceProvider with
      dev.tandem.logger.fronts.slf4j.TandemServiceProvider;
}
