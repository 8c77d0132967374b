/** XXH64 and XXH3 for Java, at native speed. */
module dev.tandem.hash {
  requires static jdk.incubator.vector;

  exports dev.tandem.hash;
}
