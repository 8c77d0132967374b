package dev.tandem.gateway.http;

import io.netty.buffer.ByteBuf;

/**
 * A response of the gateway.
 *
 * @param head its status line and header fields, as far as they depend on status and kind alone
 * @param body who writes it releases it
 * @param isLast whether the connection ends with it
 */
// Neither compared nor changed.
@SuppressWarnings("ArrayRecordComponent")
record Response(byte[] head, ByteBuf body, boolean isLast) {}
