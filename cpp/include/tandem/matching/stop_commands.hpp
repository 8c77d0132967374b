#pragma once

#include "tandem/matching/order_book.hpp"

/**
 * The commands on an order that sleeps, or is triggered and waits. They are refused with
 * kUnknownOrder if their user has none of this id there.
 */
namespace tandem::matching::stop_commands {

void cancel(command::Command& c, OrderBook& book);
/** It keeps its place. */
void reduce(command::Command& c, OrderBook& book);
/** It goes behind the others. */
void move(command::Command& c, OrderBook& book);
/**
 * Nothing of it is filled, so its total is what is open. It keeps its place if it has no more lots
 * than before, the same limit and the same trigger.
 */
void amend(command::Command& c, OrderBook& book);
/** Whether a command is an AMEND of an order that is here, and has it keep its place. */
bool onlyTakesOff(const command::Command& c, OrderBook& book);

}  // namespace tandem::matching::stop_commands
