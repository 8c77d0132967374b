/** What a protocol of another artifact is given by the gateway, and gives it. */
package dev.tandem.gateway.spi;
