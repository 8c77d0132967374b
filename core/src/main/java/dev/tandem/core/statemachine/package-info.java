/**
 * The state machine. {@link dev.tandem.core.statemachine.Stages} is the whole kernel without a
 * thread, a ring or I/O: hold, match and settle of one command after the other are the definition
 * of what comes out.
 *
 * <pre>
 *  Admission ──▶ RiskEngine.hold ──▶ MatchingEngine ──▶ RiskEngine.settle ──▶ Results
 *     └────────────────────────── FusedPass: all of it, command by command ──────┘
 * </pre>
 *
 * <p>{@link dev.tandem.core.statemachine.ReplayDriver} applies commands to it without a ring:
 * recovery does, and so can who brings an order of commands of its own. A {@link
 * dev.tandem.core.statemachine.Query} reads each stage at one point of the stream; {@code
 * StateCopy} and {@code StateRestore} make tables of the whole state, and the state of tables.
 *
 * <p>Two of the handlers that a pipeline calls decide something: {@code AdmissionHandler} answers
 * {@code LOG_FULL} while the log has no room, and {@code HoldHandler} says that a command must wait
 * for settlement.
 *
 * <p>Uses {@code command}, {@code event}, {@code matching}, {@code pipeline}, {@code risk} and
 * {@code state}, and of other modules {@code hash}. {@code pipeline} reports a failure to it.
 */
package dev.tandem.core.statemachine;
