/** A store of memory-mapped log files, which can be sealed, and what front ends write to. */
// The front ends are not there when this is compiled.
@SuppressWarnings("module")
module dev.tandem.logger {
  requires transitive java.logging;
  // Each only for who uses it.
  requires static jdk.jfr;
  requires static com.github.luben.zstd_jni;

  exports dev.tandem.logger;
  exports dev.tandem.logger.config;
  exports dev.tandem.logger.fronts;
  exports dev.tandem.logger.fronts.jul;
  exports dev.tandem.logger.seal;
  exports dev.tandem.logger.text to
      dev.tandem.logger.log4j2,
      dev.tandem.logger.logback,
      dev.tandem.logger.slf4j;
}
