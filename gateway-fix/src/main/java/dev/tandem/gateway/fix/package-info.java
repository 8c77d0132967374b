/**
 * FIX 4.4: sessions by QuickFIX/J on a thread of their own, orders by the gateway's one event loop.
 */
package dev.tandem.gateway.fix;
