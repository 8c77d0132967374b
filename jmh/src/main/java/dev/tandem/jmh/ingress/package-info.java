/**
 * Many senders, few receivers: how long a burst of orders takes to be handed over, and an order at
 * a given rate, through lanes, rings and queues.
 */
package dev.tandem.jmh.ingress;
