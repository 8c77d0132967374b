package dev.tandem.history;

import dev.tandem.history.rows.OrderEvent;
import dev.tandem.history.rows.OrderState;
import java.util.List;

/**
 * An order and a page of what happened to it.
 *
 * @param more whether there are later events
 */
public record OrderStory(OrderState order, List<OrderEvent> events, boolean more) {}
