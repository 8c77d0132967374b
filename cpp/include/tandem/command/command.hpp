#pragma once

#include <cstddef>
#include <memory>

#include "tandem/command/command_type.hpp"
#include "tandem/command/instructions.hpp"
#include "tandem/command/integers.hpp"
#include "tandem/command/order_terms.hpp"
#include "tandem/command/outcomes.hpp"
#include "tandem/command/result_code.hpp"
#include "tandem/command/side.hpp"
#include "tandem/command/symbol_spec.hpp"

namespace tandem::statemachine {
/** What a QUERY carries; what it does is known on the floors above. */
class Query;
}  // namespace tandem::statemachine

namespace tandem::command {

/**
 * The fields of most commands: the 64 bytes of a slot, of a log record and of the C interface.
 *
 *     0      1       2      3            4        8           16
 *     | type | flags | side | terms      | symbol | timestamp | client key      |
 *     24                32     40      48      56           64
 *     | client sequence | user | order | price | quantity   |
 */
struct CommandRecord {
  /** A code of command::type, or none that is known. */
  u8 type = type::kNop;
  /** What follows the record where it is written; the stages do not look at it. */
  u8 flags = 0;
  u8 side = kBuy;
  /** See order_terms; of a SET_STATE the code of the SymbolState. */
  u8 terms = kGtc;
  i32 symbol = 0;
  /** Nanoseconds since the epoch; 0 stands for the time of the admission stage's clock. */
  i64 timestampNs = 0;
  /** Who sends; 0 for a client that does not want duplicates detected. */
  i64 clientKey = 0;
  /** The client's own number of this command, rising; within client_window::kSize in any order. */
  i64 clientSequence = 0;
  i64 userId = 0;
  /**
   * Order; of a TRANSFER the user who gets the amount: see payeeId(); of a SET_SELF_TRADE_GROUP the
   * group: see groupId().
   */
  i64 orderId = 0;
  /** Limit price in ticks. */
  i64 price = 0;
  /**
   * Lots: of the order (PLACE), to take off (REDUCE), to be open (MOVE; 0 keeps them), or the total
   * with what is filled (AMEND).
   */
  i64 quantity = 0;

  /** Of a TRANSFER the user who gets the amount; userId pays it. */
  i64 payeeId() const { return orderId; }
  /** Of a SET_SELF_TRADE_GROUP the group that the user gets; 0: none. */
  i64 groupId() const { return orderId; }
};

static_assert(sizeof(CommandRecord) == 64);
static_assert(offsetof(CommandRecord, symbol) == 4);
static_assert(offsetof(CommandRecord, timestampNs) == 8);
static_assert(offsetof(CommandRecord, clientSequence) == 24);
static_assert(offsetof(CommandRecord, orderId) == 40);
static_assert(offsetof(CommandRecord, quantity) == 56);

/** All that a publisher writes: the record, and beside it what few commands need. */
struct CommandInput : CommandRecord {
  /** Units of the currency to add (negative: withdraw), of fees to withdraw, or to transfer. */
  i64 amount = 0;
  /** Identifies a balance adjustment or transfer among those of its user, who pays: rising. */
  i64 transactionId = 0;
  i32 currency = 0;
  /**
   * Code of the ResultCode that a door refused the command with before it was published, at most
   * command_codec::kMaxRefusal; 0 for none. Such a command changes nothing, but uses up the
   * client's sequence.
   */
  u8 refusal = 0;
  /**
   * Output of matching, which stands here because there is room: whether the command's own order
   * sleeps, or slept where it is cancelled. Then what is open of it is in no book.
   */
  bool asleep = false;
  /** Of ADD_SYMBOL, and of ADD_CURRENCY its naming alone; null if there is none. */
  std::shared_ptr<const SymbolSpec> spec;
  /** Of QUERY; null is refused. It must live until the query is answered. */
  statemachine::Query* query = nullptr;
  /** What an order says beside the record. */
  OptionalInstructions instructions;
};

/**
 * One slot of the ring: a command's inputs, and what the stages wrote about it.
 *
 * A slot is used again; nobody may keep a reference to it after the handler returned. The publisher
 * writes the input, each stage its own outputs, and the sequences of the pipeline order the
 * accesses: there is no lock and no atomic in here.
 */
struct alignas(64) Command : CommandInput {
  /** Number of this command in the life of the kernel, from 0. */
  i64 sequence = 0;

  // Output of admission.

  /** What admission refused the command with; kPending if it let it pass. Later stages only read.
   */
  ResultCode entryResult = ResultCode::kPending;

  // Output of risk and matching.

  ResultCode result = ResultCode::kPending;
  /** Side of the order that the command found; for PLACE the order's own. */
  u8 orderSide = 0;
  /** Output of results. Of a duplicate: what the first one was answered. Otherwise kPending. */
  ResultCode firstResult = ResultCode::kPending;
  /** Output of admission. Number of the client among those of the kernel, if the client key is not
   * 0. */
  u32 client = 0;
  /**
   * From hold to matching and to settlement: the risk stage's handle of the order that something is
   * held for. 0 if nothing is held, so matching has refused what is refused and has one.
   */
  u32 holdTag = 0;
  /** From matching to settlement: the handle of the order that a command found, not of a PLACE. */
  u32 foundTag = 0;
  /**
   * Ticks: of the order that a CANCEL or REDUCE found, the new ones of a MOVE or AMEND, the limit
   * of a PLACE, or the price of an UNCROSS (0: nothing crossed). Of an order that slid the price at
   * which it rests; of one that an AMEND cancels the one at which it did.
   */
  i64 orderPrice = 0;
  /**
   * Lots that traded for this command's order, or in all pairs of an UNCROSS. Like the other fields
   * of the order as of Outcomes::ownEnd.
   */
  i64 filledQuantity = 0;
  /** Lots that rest in the book for this command's order after it. */
  i64 openQuantity = 0;
  /** Lots that this command took off the book or never let in. */
  i64 releasedQuantity = 0;

  // Output of results.

  /** Number of the command among those that leave event records, from 0; -1 if it leaves none. */
  i64 number = -1;
  /** Number of its RESULT record in the event stream, from 0; -1 if it leaves none. */
  i64 eventNumber = -1;

  /** The trades of this command, and what else it did to orders that are not its own. */
  Outcomes outcomes;

  /** Takes over an input, whatever was in the slot before. */
  void input(const CommandInput& in) { static_cast<CommandInput&>(*this) = in; }

  /** Makes the slot ready for the stages; the admission stage calls it first. */
  void clearOutput() {
    entryResult = ResultCode::kPending;
    result = ResultCode::kPending;
    holdTag = 0;
    foundTag = 0;
    orderSide = 0;
    orderPrice = 0;
    filledQuantity = 0;
    openQuantity = 0;
    releasedQuantity = 0;
    asleep = false;
    firstResult = ResultCode::kPending;
    if (!outcomes.isClear()) {
      outcomes.clear();
    }
  }

  /** Refuses this command. */
  void reject(ResultCode code) { result = code; }

  /** Refuses this command in the admission stage. */
  void rejectEntry(ResultCode code) {
    entryResult = code;
    result = code;
  }

  bool isRejectedAtEntry() const { return entryResult != ResultCode::kPending; }

  /** Whether a stage has refused this command, so that the later ones pass it on untouched. */
  bool isRejected() const { return result > ResultCode::kOk; }
};

/** Four lines: what a plain order needs has no room to grow. */
static_assert(sizeof(Command) == 256);

}  // namespace tandem::command
