#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "tandem/journal/journal_options.hpp"
#include "tandem/journal/recovery_report.hpp"
#include "tandem/journal/replay_listeners.hpp"
#include "tandem/kernel/pipelined_kernel.hpp"
#include "tandem/kernel/polled_kernel.hpp"
#include "tandem/snapshot/snapshot_report.hpp"
#include "tandem/snapshot_timer.hpp"
#include "tandem/statemachine/stages.hpp"
#include "tandem/wal/wal.hpp"

namespace tandem {

/** How an exchange runs; every choice has a default. */
struct ExchangeOptions {
  /** Risk shards 0 runs without users, balances and holds; not in a pipeline. */
  statemachine::StagesOptions stages;
  /** A thread for each stage, with the shards of the stages; else one thread, the caller's. */
  bool pipelined = false;
  /** The ring, of a pipeline, or of answers that wait for the log. */
  kernel::KernelOptions pipeline;
  /**
   * Keeps a log of all commands, and answers a command once it is as durable as these options say.
   * Where the log exists, the exchange continues at its end. By default nothing is kept.
   */
  std::optional<journal::JournalOptions> journal;
  /** Gets what the log's commands come to while they are applied again; by default nobody is. */
  journal::ReplayListeners replayed;
  /**
   * Called with why an automatic snapshot was not written, on the thread that submits. The exchange
   * and its log continue. Empty: a line on the standard error.
   */
  std::function<void(const std::string&)> onSnapshotFailure{};
  /** What measures the interval of automatic snapshots; empty: the system's steady clock. */
  SnapshotTimer::Clock snapshotClock{};
};

/** Snapshots that an exchange took by itself. */
struct AutomaticSnapshots {
  i64 taken = 0;
  /** Those that could not be written. */
  i64 failed = 0;
  /** The newest of them all, also of those that were requested or found; -1 if there is none. */
  i64 lastRecord = -1;
};

/**
 * An exchange in this process: users with balances, symbols with order books, and a stream of
 * commands that changes them. The only way into the kernel.
 *
 * Commands are applied in the order of submission. The answer to a command goes to the handler of
 * the options, after its trades are settled and, with a log, once the command is as durable as
 * requested: on the caller's thread where there is neither a pipeline nor a log that holds answers
 * back, else on one of the exchange's own.
 *
 * Where the options of the log enable automatic snapshots, submit(), drain() and poll() take them
 * when one is due, on the caller's thread, behind all that was submitted: that call returns when
 * the snapshot is on the disk. Nothing takes one while nobody calls. The handler also gets the
 * query that a snapshot, like image(), puts between the commands: its type is QUERY.
 *
 * One thread at a time calls. What a stage, the log or a handler throws stops the exchange for
 * good: every later call throws it again, and what was not answered may be lost. The threads may
 * still give answers until drain() or close() has thrown it, or the destructor has returned.
 */
class Exchange {
 public:
  /**
   * Starts; with a log, after everything in it was applied. Throws std::invalid_argument where a
   * choice is out of its limits; JournalException, wal::WalException or SnapshotException if the
   * log or the snapshots cannot be read, written, or made sense of: then nothing was changed but
   * the torn tail of the log.
   */
  explicit Exchange(const ExchangeOptions& options);
  /** Stops, whatever is still in flight, and closes the log without reporting errors. */
  ~Exchange();
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /** Commands that follow and have no timestamp get the clock's of the first of them. */
  void startBatch();

  /**
   * Gives a command to the stages; waits while a ring is full. Behind the command that makes as
   * many records as JournalOptions::snapshotEvery it takes a snapshot, and sees every 256 commands
   * whether JournalOptions::snapshotInterval has passed.
   */
  void submit(const command::CommandInput& in);

  /** Waits until all that was submitted is answered, and takes a snapshot if one is due. */
  void drain();

  /**
   * Takes a snapshot if one is due, and returns whether it did: for a caller with nothing to
   * submit. It waits for what was submitted only if a snapshot is taken.
   */
  bool poll();

  /** Snapshots that were taken automatically; zeros without a log. */
  AutomaticSnapshots automaticSnapshots() const;

  /** The state behind all that was submitted so far. */
  state::StateImage image();

  /** The stages, to be read between drain() and the next command. */
  const statemachine::Stages& stages() const;

  /**
   * The kernel of an exchange with neither a pipeline nor a log, to fill its slot in place; or
   * null.
   */
  kernel::PolledKernel* polled();

  /** What was found in the log; null without one. */
  const journal::RecoveryReport* recovery() const;

  /** The figures of the log; nothing without one. */
  std::optional<wal::WalStatistics> logStatistics();

  /** The last record of the log; -1 if there is none. */
  i64 lastRecord();

  /**
   * Takes a snapshot behind all that was submitted so far, and returns when it is on the disk.
   * Older ones than are to be kept are deleted, and the log before them. Where it cannot be
   * written, which throws SnapshotException, the exchange and older snapshots are not affected.
   * What else is thrown is of the exchange, which has failed then; std::logic_error without a log.
   */
  snapshot::SnapshotReport snapshot();

  /**
   * Answers what was submitted, stops, and closes the log. Throws what stopped the exchange, or
   * wal::WalException if the log fails now. A second call does nothing. Every other call after it
   * throws ingress::ClosedException, a std::logic_error, but recovery() and automaticSnapshots().
   */
  void close();

 private:
  class Kernel;

  std::unique_ptr<Kernel> kernel_;
};

}  // namespace tandem
