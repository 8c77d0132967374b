#ifndef TANDEM_H
#define TANDEM_H

/*
 * The C interface of libtandem.
 *
 * No function of the hash allocates, locks or keeps state between calls; all may be called by any
 * thread, but for tandem_hash_use. What an exchange needs is said with it. A range may be anywhere
 * in memory, with any alignment, and nothing outside it is read. A pointer may be null where its
 * length is 0. No function throws.
 */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TANDEM_API __attribute__((visibility("default")))

/* Version of this interface; grows with every incompatible change. */
#define TANDEM_ABI 4
TANDEM_API uint32_t tandem_abi(void);

/* Grows with everything that is added; what is there continues to work. */
#define TANDEM_ABI_MINOR 10
TANDEM_API uint32_t tandem_abi_minor(void);

/* The loops in use: "scalar", "sse2", "avx2", "avx512" or "neon". */
TANDEM_API const char* tandem_hash_implementation(void);

/*
 * Uses certain loops from now on; 0, and nothing changes, if the processor does not have them or
 * the name is null. For comparison only, while no other thread hashes or uses an exchange.
 */
TANDEM_API int tandem_hash_use(const char* implementation);

/* ---- One call, one digest. ---- */

TANDEM_API uint64_t tandem_xxh64(const void* in, size_t length, uint64_t seed);
TANDEM_API uint64_t tandem_xxh3_64(const void* in, size_t length, uint64_t seed);
/* into[0] is the low half. */
TANDEM_API void tandem_xxh3_128(const void* in, size_t length, uint64_t seed, uint64_t* into);

/* A secret has at least 136 bytes. Of a shorter one nothing is read, and the digest is 0. */
TANDEM_API uint64_t tandem_xxh3_64_secret(const void* in, size_t length, const void* secret,
                                          size_t secret_length);
TANDEM_API void tandem_xxh3_128_secret(const void* in, size_t length, const void* secret,
                                       size_t secret_length, uint64_t* into);

/* ---- Entries cut into sectors of `sector` bytes, of which the first `hashed` are hashed. ---- */

/* The digest of one entry; 0 if the layout does not fit, which needs 0 < hashed <= sector. */
TANDEM_API uint64_t tandem_xxh64_entry(const void* in, size_t length, size_t sector, size_t hashed,
                                       uint64_t seed);
TANDEM_API uint64_t tandem_xxh3_64_entry(const void* in, size_t length, size_t sector,
                                         size_t hashed, uint64_t seed);

typedef struct {
  const void* address;
  size_t length;
} tandem_entry;

/* The digest of a list; 0, and nothing written, if the layout does not fit, else 1. */
TANDEM_API int tandem_xxh64_list(const tandem_entry* entries, size_t count, size_t sector,
                                 size_t hashed, uint64_t seed, uint64_t* digest);
TANDEM_API int tandem_xxh3_64_list(const tandem_entry* entries, size_t count, size_t sector,
                                   size_t hashed, uint64_t seed, uint64_t* digest);

/* ---- For virtual machines: the input is `offset` bytes from `base`. ----
 * There a pointer into the middle of something is an object of its own; a base and a number are
 * not.
 */

TANDEM_API uint64_t tandem_at_xxh64(const void* base, size_t offset, size_t length, uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64(const void* base, size_t offset, size_t length,
                                      uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64_secret(const void* base, size_t offset, size_t length,
                                             const void* secret, size_t secret_length);
TANDEM_API uint64_t tandem_at_xxh64_entry(const void* base, size_t offset, size_t length,
                                          size_t sector, size_t hashed, uint64_t seed);
TANDEM_API uint64_t tandem_at_xxh3_64_entry(const void* base, size_t offset, size_t length,
                                            size_t sector, size_t hashed, uint64_t seed);

/*
 * The loops alone, for streams whose state the caller keeps. With a secret of less than 136 bytes
 * nothing is read or added, and in_block is returned.
 */

/* Adds whole stripes of 32 bytes to four lanes. */
TANDEM_API void tandem_at_xxh64_consume(uint64_t* lanes, const void* base, size_t offset,
                                        size_t stripes);

/*
 * Adds whole stripes of 64 bytes to eight lanes, of which in_block are already in the block;
 * returns how many are afterwards.
 */
TANDEM_API size_t tandem_at_xxh3_consume(uint64_t* lanes, const void* base, size_t offset,
                                         size_t stripes, size_t in_block, const void* secret,
                                         size_t secret_length);

/* Whole sectors into lanes; hashed is a multiple of 32 for XXH64 and of 64 for XXH3. */
TANDEM_API void tandem_at_xxh64_sectors(uint64_t* lanes, const void* base, size_t offset,
                                        size_t sectors, size_t sector, size_t hashed);
TANDEM_API size_t tandem_at_xxh3_sectors(uint64_t* lanes, const void* base, size_t offset,
                                         size_t sectors, size_t sector, size_t hashed,
                                         size_t in_block, const void* secret, size_t secret_length);

/*
 * ---- An exchange. ----
 *
 * The whole state machine of FORMATS.md behind one handle: commands in, event records out, in the
 * bytes given there, with the event hash and the state hash of the same commands in Java. One
 * thread at a time calls an exchange, and its calls are done when they return: nothing is written
 * for the caller any more, also after TANDEM_FAILED. Several exchanges share nothing. Its state
 * lives as long as the handle, unless it was opened on a log.
 *
 * Amounts are in the smallest unit of a currency, prices in ticks, quantities in lots, times in
 * nanoseconds since 1970. The structs hold words without gaps, aligned to 8 bytes.
 */
typedef struct tandem_exchange tandem_exchange;

/* What a call comes to; tandem_error() says more of all but the first. */
#define TANDEM_OK 0
/* An argument is out of bounds. Nothing was done. */
#define TANDEM_INVALID 1
/* Bytes that are no command, or not a whole one. The commands before them are applied. */
#define TANDEM_MALFORMED 2
/* Drain event records first. The commands before this one are applied. */
#define TANDEM_EVENTS_FULL 3
/* There is no such symbol, order, user or currency. */
#define TANDEM_NOT_FOUND 4
/*
 * The exchange has failed, by its log, a lack of memory or a bug, and is only to be destroyed. Its
 * threads have ended, and its log is closed; every other call comes to this code again.
 */
#define TANDEM_FAILED 5
/* There is not enough memory for a new exchange. */
#define TANDEM_NO_MEMORY 6

/* The log or the snapshots cannot be read, written, or made sense of. */
#define TANDEM_LOG 7
/*
 * Another writer has the directory of the log: in another process, or of this library in this one.
 * Two libraries in one process, as this one and Java's Wal, are not kept apart for sure: let one of
 * them write a directory.
 */
#define TANDEM_LOCKED 8
/* The system makes no more threads, for a new exchange. Since minor version 7. */
#define TANDEM_NO_THREADS 9

/* How an exchange is made. */
typedef struct {
  /* sizeof(tandem_options). */
  uint32_t size;
  /* 1: without users, balances and holds; commands on them are refused. 0: with them. */
  uint32_t without_risk;
  /* Users, and live orders, that it has room for before it grows; 0: a few. At most 2^28. */
  uint32_t expected_users;
  uint32_t expected_orders;
  /*
   * No command is taken while so many event records, or more, wait to be drained; one command may
   * add any number of them. 0 keeps no records, only their hash.
   */
  uint64_t event_capacity;
  /*
   * 0: each command in one pass on the caller's thread. 1: threads of the exchange's own, one for
   * each stage and shard, with equal outcomes; tandem_exchange_submit waits for all of its
   * commands, and looks at event_capacity every 1,024 of them. With without_risk since minor
   * version 9: then one thread refuses what needs users, and risk_shards is 0 or 1.
   */
  uint32_t pipelined;
  /* Shards of a pipelined one, over which users and symbols are spread, up to 64 each; 0: one. */
  uint16_t risk_shards;
  uint16_t matching_shards;
  /*
   * 1: each thread of the exchange's own stages is pinned to a CPU that the process may use and no
   * other such thread has, the highest first. A thread that gets none runs unpinned, and says so on
   * standard error. The caller's thread is never pinned. Since minor version 4; a struct that ends
   * before it, with its own size (32), is taken as before.
   */
  uint32_t pinned;
  /* Must be 0. */
  uint32_t reserved;
} tandem_options;

/* A string for the calling thread, valid until its next call that does not come to TANDEM_OK. */
TANDEM_API const char* tandem_error(void);

/*
 * Makes an exchange: TANDEM_OK, TANDEM_INVALID, TANDEM_NO_MEMORY or TANDEM_NO_THREADS;
 * TANDEM_FAILED for a bug.
 */
TANDEM_API int tandem_exchange_create(const tandem_options* options, tandem_exchange** into);

/* How durable a command must be before it is answered. */
#define TANDEM_NONE 0    /* not at all */
#define TANDEM_WRITTEN 1 /* it survives the end of the process */
#define TANDEM_SYNCED 2  /* it survives a power cut */

/* Never deletes a segment of the log, so that the state can be made anew from its beginning. */
#define TANDEM_KEEP_WHOLE_LOG 1
/* Makes the state anew from the first record of the log, which must be there still. */
#define TANDEM_WITHOUT_SNAPSHOTS 2
/* Refuses damage also where a snapshot makes up for it. */
#define TANDEM_STRICT 4

/* Where and how an exchange keeps its log and its snapshots. */
typedef struct {
  /* sizeof(tandem_log_options). */
  uint32_t size;
  /* TANDEM_NONE, TANDEM_WRITTEN or TANDEM_SYNCED. */
  uint32_t durability;
  /* Made if it is not there. In it are the segments of the log, and snapshots/. */
  const char* directory;
  /* Bytes of a segment, 4,096 to 2^30; 0: the log's own, 64 MiB for a new one. */
  uint64_t segment_bytes;
  /* How many snapshots are kept, and the log from the oldest of them on; 0: two. */
  uint32_t keep_snapshots;
  /* The sum of TANDEM_KEEP_WHOLE_LOG and the others that are wanted. */
  uint32_t flags;
  /*
   * A snapshot is taken whenever so many records were logged since the last one, or so long has
   * passed since then and anything was logged; 0: never. Each at most 2^63 - 1. Nothing but a call
   * takes one: tandem_exchange_submit and tandem_exchange_poll, which return when it is on the
   * disk. Since minor version 5; a struct that ends before them, with its own size (32), is taken
   * as before.
   */
  uint64_t snapshot_every;
  uint64_t snapshot_interval_ns;
} tandem_log_options;

/* What was found in a log. */
typedef struct {
  int64_t snapshot_sequence; /* last record that the snapshot it began with includes; -1: none */
  int64_t replayed_commands; /* applied after the snapshot */
  int64_t next_record;       /* sequence of the log's next record */
  int64_t dropped_records;   /* of the torn tail; never acknowledged as durable */
  int64_t dropped_bytes;
  int64_t took_ns;
} tandem_recovery;

/*
 * Makes an exchange that keeps a log, with equal outcomes: a command is answered once it is as
 * durable as requested. Where the log exists, written by Java or C++, the exchange continues at its
 * end: it restores the newest valid snapshot, and applies the log behind it. found, if not null, is
 * given what there was.
 *
 * Its calls to submit wait for the log, so many commands a call are many a sync. While the disk is
 * full, commands are refused with LOG_FULL. A log that fails is TANDEM_FAILED from then on: destroy
 * the exchange and open it again, which finds what the disk has.
 *
 * TANDEM_OK, TANDEM_INVALID, TANDEM_LOG, TANDEM_LOCKED, TANDEM_NO_MEMORY or TANDEM_NO_THREADS.
 */
TANDEM_API int tandem_exchange_open(const tandem_options* options, const tandem_log_options* log,
                                    tandem_recovery* found, tandem_exchange** into);

/* A snapshot that was taken. */
typedef struct {
  int64_t log_sequence; /* of the last record that it includes; -1: none */
  int64_t bytes;
  uint64_t event_hash;
  uint64_t state_hash;
  int64_t took_ns;
} tandem_snapshot;

/*
 * Takes a snapshot of the state, and returns when it is on the disk. Deletes older ones than are to
 * be kept, and the log before them. TANDEM_LOG if it cannot be written, as on a full disk; the
 * exchange and older snapshots are not affected. TANDEM_FAILED if the log has ended. TANDEM_INVALID
 * where no log is kept.
 */
TANDEM_API int tandem_exchange_snapshot(tandem_exchange* exchange, tandem_snapshot* into);

/* Snapshots that an exchange took automatically. */
typedef struct {
  int64_t taken;
  int64_t failed;       /* could not be written; each leaves a line on the standard error */
  int64_t log_sequence; /* last record that the newest snapshot includes; -1: none */
} tandem_automatic_snapshots;

/*
 * Takes a snapshot if one is due, for a caller with nothing to submit, and reports all since the
 * exchange was opened. One that cannot be written is no error of this call; it is tried again when
 * the next one is due. TANDEM_INVALID where no log is kept. Since minor version 5.
 */
TANDEM_API int tandem_exchange_poll(tandem_exchange* exchange, tandem_automatic_snapshots* into);

/*
 * Closes the log, says so in it, and gives the directory free: TANDEM_OK says that all is synced.
 * Every later call on it, a second close too, comes to TANDEM_FAILED, "the exchange is closed", and
 * changes nothing. tandem_exchange_destroy closes the log, too, but reports no errors.
 */
TANDEM_API int tandem_exchange_close(tandem_exchange* exchange);

/* Gives all of its memory back; null is allowed. */
TANDEM_API void tandem_exchange_destroy(tandem_exchange* exchange);

/*
 * Applies commands, which stand one behind the other as COMMAND records, 64 to 176 bytes each. A
 * timestamp 0 stands for the time of the call; one below that of the command before is raised to
 * it. A refusal of a command is its answer, not an error of the call.
 *
 * consumed, if not null, is given the bytes of the commands that were applied; codes, if not null,
 * their result codes, a byte each, and has room for length / 64 of them. After TANDEM_FAILED both
 * are of the commands that were answered before; of those behind them the log, if there is one, may
 * have some. A record of type QUERY is answered UNKNOWN_COMMAND: queries are the functions below.
 */
TANDEM_API int tandem_exchange_submit(tandem_exchange* exchange, const void* commands,
                                      size_t length, size_t* consumed, uint8_t* codes);

/* Takes the oldest event records, 64 bytes each, up to `capacity` of them; `count` is how many. */
TANDEM_API int tandem_exchange_drain(tandem_exchange* exchange, void* records, size_t capacity,
                                     size_t* count);

/* XXH64 over all event records so far; over the state, in time proportional to it. */
TANDEM_API int tandem_exchange_event_hash(tandem_exchange* exchange, uint64_t* hash);
TANDEM_API int tandem_exchange_state_hash(tandem_exchange* exchange, uint64_t* hash);

/* Counts since the exchange was made. */
typedef struct {
  int64_t commands; /* that left event records */
  int64_t events;   /* event records */
  int64_t trades;
} tandem_counts;
TANDEM_API int tandem_exchange_counts(tandem_exchange* exchange, tandem_counts* into);

typedef struct {
  int64_t price;
  int64_t quantity;
  int64_t orders;
} tandem_level;

/*
 * The levels of a side (0 buy, 1 sell), best first, up to `capacity`; `count` is how many there
 * are, also where that is more.
 */
TANDEM_API int tandem_exchange_levels(tandem_exchange* exchange, int32_t symbol, uint32_t side,
                                      tandem_level* into, size_t capacity, size_t* count);

typedef struct {
  int64_t order_id;
  int64_t user_id;
  int64_t price;
  int64_t quantity; /* open lots, hidden ones too */
  int64_t side;
} tandem_order;

/* A live order. */
TANDEM_API int tandem_exchange_order(tandem_exchange* exchange, int32_t symbol, int64_t order_id,
                                     tandem_order* into);

/*
 * The orders of a side in price-time order, up to `capacity`; `count` is how many there are, also
 * where that is more.
 */
TANDEM_API int tandem_exchange_orders(tandem_exchange* exchange, int32_t symbol, uint32_t side,
                                      tandem_order* into, size_t capacity, size_t* count);

typedef struct {
  int64_t suspended; /* 1 if new orders and moves are refused */
  int64_t open_orders;
} tandem_user;

/* TANDEM_NOT_FOUND also where the exchange is without risk; so for the next two. */
TANDEM_API int tandem_exchange_user(tandem_exchange* exchange, int64_t user_id, tandem_user* into);

typedef struct {
  int64_t available;
  int64_t held;
} tandem_balance;

/* What a known user owns of a currency: zeros if it is nothing. */
TANDEM_API int tandem_exchange_balance(tandem_exchange* exchange, int64_t user_id, int32_t currency,
                                       tandem_balance* into);

typedef struct {
  int64_t available;
  int64_t held;
  int64_t fees;
  int64_t supply; /* the sum of the others */
} tandem_currency;

/* All there is of a currency, in time proportional to the accounts. */
TANDEM_API int tandem_exchange_currency(tandem_exchange* exchange, int32_t currency,
                                        tandem_currency* into);

#ifdef __cplusplus
}
#endif

/* Functions for measurement; a part of this interface. */
#include "tandem_bench.h"

#endif
