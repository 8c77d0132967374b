/**
 * Many senders, few receivers: how long a burst of orders takes to be handed over, and an order at
 * a given rate, through lanes, rings and queues.
 *
 * <p>Uses {@code harness} and {@code report}, and of other modules {@code core} and {@code doctor}.
 */
package dev.tandem.jmh.ingress;
