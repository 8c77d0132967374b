/** A memory-mapped, wait-free, encrypted log store, and what front ends of logging write to. */
module dev.tandem.logger {
  requires transitive java.logging;
  // Only for who compresses.
  requires static com.github.luben.zstd_jni;

  exports dev.tandem.logger;
  exports dev.tandem.logger.config;
  exports dev.tandem.logger.jul;
  exports dev.tandem.logger.seal;
}
