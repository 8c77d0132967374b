#pragma once

#include "tandem/matching/matching_engine.hpp"
#include "tandem/risk/risk_engine.hpp"
#include "tandem/statemachine/admission.hpp"
#include "tandem/statemachine/results.hpp"

namespace tandem::statemachine {

/**
 * Reads the state of a kernel at one point of the command stream: what a QUERY carries, which
 * visits each stage on the thread that owns it, when that stage has applied every command before
 * the query and none behind it. For risk that means: all of them are settled.
 *
 * The shards of matching are visited at the same time by their threads, and so are those of risk;
 * the results stage is visited last and sees all that the others wrote.
 */
class Query {
 public:
  virtual ~Query() = default;
  virtual void visit(const Admission&) {}
  virtual void visit(const matching::MatchingEngine&) {}
  virtual void visit(const risk::RiskEngine&) {}
  /**
   * Visits the journal stage; never where no log is kept. The record is the last one of the log
   * that the commands before the query made.
   */
  virtual void visitJournal(i64 record) { static_cast<void>(record); }
  virtual void visit(const Results&) {}
};

}  // namespace tandem::statemachine
