/** A client of the gateway, and the messages that it speaks. */
module dev.tandem.client {
  exports dev.tandem.client;
  exports dev.tandem.client.wire;
}
