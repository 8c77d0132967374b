#ifndef TANDEM_BENCH_H
#define TANDEM_BENCH_H

/*
 * What tandem.h has for measurement, and includes: exchanges on a schedule, a book alone. Include
 * tandem.h.
 */

#include "tandem.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- An exchange on a schedule. ---- */

/* Counters of a latency distribution. */
#define TANDEM_PACE_COUNTS 25600

typedef struct {
  uint64_t took_ns; /* from the first command's time until the last was answered */
  uint64_t refused; /* commands that were refused */
} tandem_paced;

/*
 * For measurement: applies the same commands `passes` times on a fixed schedule, the i-th at
 * i / rate seconds after the first, at once where that time has passed.
 *
 * latency counts, for each command, the time from when it was to be submitted until it was
 * answered; lateness until it was submitted, which is what this call's own thread was late. Each
 * has TANDEM_PACE_COUNTS counters, which are added to: those of an HdrHistogram of 1 to 10^10 ns
 * with 3 digits.
 *
 * The commands must leave the exchange so that they can be applied again. The event capacity must
 * be 0, passes above 0, and rate a finite number above 0 at which all of them take no more than
 * 2^62 ns. A timestamp 0 asks for the time of its pass. TANDEM_INVALID where one of these is out of
 * bounds, TANDEM_MALFORMED for bytes that are not whole commands: nothing was applied.
 */
TANDEM_API int tandem_exchange_pace(tandem_exchange* exchange, const void* commands, size_t length,
                                    uint64_t passes, double rate, uint64_t* latency,
                                    uint64_t* lateness, tandem_paced* into);

/*
 * The same, but between two commands this call's thread yields its processor, where the other one
 * spins: where there are fewer processors than threads, the exchange's own then run. Since minor
 * version 6.
 */
TANDEM_API int tandem_exchange_pace_yielding(tandem_exchange* exchange, const void* commands,
                                             size_t length, uint64_t passes, double rate,
                                             uint64_t* latency, uint64_t* lateness,
                                             tandem_paced* into);

typedef struct {
  uint64_t answers; /* answered before the time at which the command was to be submitted */
  uint64_t nanos;   /* by how much the earliest of them */
} tandem_early;

/*
 * Of the last of the two calls above that was carried out: answers whose time cannot be, for the
 * clocks of two processors differ; latency counts each as 0. Zeros before the first. Since minor
 * version 8.
 */
TANDEM_API int tandem_exchange_pace_early(tandem_exchange* exchange, tandem_early* into);

/*
 * ---- One book alone, for measurement: no users, no symbols, no events. ----
 *
 * A message is four words: what it is, order id, price in ticks, lots. In the first word are, from
 * bit 0, 8 bits 0 for a new order, 1 for a cancel, 2 for a move (0 lots keep what is open); bit 8
 * for a sale, bit 9 for immediate or cancel; from bit 32 a number that reports repeat. All orders
 * are user 1's. One thread at a time calls a book.
 */
typedef struct tandem_book tandem_book;

/* Makes an empty book: TANDEM_OK, TANDEM_INVALID or TANDEM_NO_MEMORY. */
TANDEM_API int tandem_book_create(tandem_book** into);

/*
 * Runs messages. `hash` gets h of the last trade, 0 without any: for each trade in order,
 * h = (h + (taker ^ (maker rotated left by 21)) + 31 * price + lots) * 0x9e3779b97f4a7c15.
 *
 * TANDEM_OK; TANDEM_INVALID for another kind, or a price, lots or an id that are out of bounds, or
 * TANDEM_NO_MEMORY: the messages before are done.
 */
TANDEM_API int tandem_book_run(tandem_book* book, const int64_t* words, size_t messages,
                               uint64_t* hash);

/*
 * Runs messages and writes eight words for each thing that happens into a ring of `capacity`
 * reports, a power of two, beginning at its first: kind, number, side, order id, price, lots, and
 * of a trade the maker's and the taker's order id. Kinds: 0 accepted, 1 trade, 2 cancelled,
 * 3 moved, 4 cancel refused, 5 move refused. `reports` gets how many there were, also those that
 * were overwritten. Codes as above.
 */
TANDEM_API int tandem_book_report(tandem_book* book, const int64_t* words, size_t messages,
                                  int64_t* ring, size_t capacity, uint64_t* reports);

/* Cancels all that rests. */
TANDEM_API int tandem_book_empty(tandem_book* book);

TANDEM_API void tandem_book_destroy(tandem_book* book);

#ifdef __cplusplus
}
#endif

#endif
