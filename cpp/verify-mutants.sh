#!/bin/bash
# Breaks the exchange in C++ in one place at a time, and fails if nobody notices: `./tandem parity`, or
# for what only a pipeline, a log or the logger can do wrong, the tests of these. Parity has noticed if it
# ends with 1, that is, has found a difference.
#
#   cpp/verify-mutants.sh             builds and runs each: 17 minutes on two CPUs
#   cpp/verify-mutants.sh --dry-run   says only whether the code still has each place
set -euo pipefail

dry=0
case ${1:-} in
  '') ;;
  --dry-run) dry=1 ;;
  *)
    printf 'Usage: %s [--dry-run]\n' "$0" >&2
    exit 2
    ;;
esac

sources=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$sources")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$sources" "$work/cpp"
cp -r "$root/testdata" "$work/testdata"
((dry)) || cmake -S "$work/cpp" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DTANDEM_REQUIRED=ON >"$work/log"

# What each check runs; nothing else is built for it.
declare -A target=([parity]=tandem [pipelined]=tandem-pipeline-tests [logged]=tandem-journal-tests
  [walTested]=tandem-wal-tests [loggerTested]=tandem-logger-tests)

build() {
  if ! cmake --build "$work/build" --parallel 2 --target "$@" >"$work/log" 2>&1; then
    tail -20 "$work/log"
    printf 'This does not compile: it is no mutant.\n'
    exit 1
  fi
}

# Ends with 0 if Java and C++ are the same.
parity() {
  TANDEM_JAVA_OPTS="-Ddev.tandem.hash.library=$work/build/libtandem.so \
    -Ddev.tandem.hash.library.sha256=$(sha256sum "$work/build/libtandem.so" | cut -c1-64)" \
    "$root/tandem" parity --seeds 2 --commands 50k
}

pipelined() {
  "$work/build/tandem-pipeline-tests"
}

logged() {
  "$work/build/tandem-journal-tests"
}

# A mutant may wait for what never comes.
walTested() {
  timeout 120 "$work/build/tandem-wal-tests"
}

loggerTested() {
  timeout 120 "$work/build/tandem-logger-tests"
}

missed=0
# mutant CHECK NAME FILE SED-EXPRESSION...
mutant() {
  local check=$1 name=$2 file=$work/cpp/$3 before code=0
  shift 3
  before=$(<"$file")
  for expression; do
    sed -i "$expression" "$file"
  done
  if [[ $(<"$file") == "$before" ]]; then
    printf 'FAILED  %s: nothing to change in %s any more\n' "$name" "${file#"$work/"}"
    missed=1
    return
  fi
  if ((dry)); then
    printf 'there   %s\n' "$name"
    printf '%s\n' "$before" >"$file"
    return
  fi
  build "${target[$check]}"
  "$check" >"$work/told" 2>&1 || code=$?
  if ((code == 0)); then
    printf 'MISSED  %s\n' "$name"
    missed=1
  elif [[ $check == parity && $code != 1 ]]; then
    # 1 says that the two differ; any other code, that nothing was compared.
    printf 'FAILED  %s: parity ended with %d: %s\n' "$name" "$code" "$(tail -1 "$work/told")"
    missed=1
  else
    printf 'caught  %s: %s\n' "$name" "$(grep -m1 -E 'first difference|: Failure|C\+\+ exception' "$work/told" || tail -1 "$work/told")"
  fi
  printf '%s\n' "$before" >"$file"
}

if ((!dry)); then
  build "${target[@]}"
  # Without a mutant, each check finds nothing.
  for check in "${!target[@]}"; do
    "$check" >"$work/told" 2>&1 || { cat "$work/told"; exit 1; }
  done
fi

mutant parity 'the youngest order of a level trades first' include/tandem/matching/order_store.hpp \
  's/const u32 last = static_cast<u32>(ends);/const u32 last = static_cast<u32>(ends >> 32);/' \
  's/links_\[last\].younger = order;/links_[last].older = order;/' \
  's/links_\[order\] = {last, 0};/links_[order] = {0, last};/' \
  's/return (ends == 0 ? u64{order} << 32 : ends \& ~kLow) | order;/return (u64{order} << 32) | (ends == 0 ? order : ends \& kLow);/'
mutant parity 'fees are rounded up' include/tandem/risk/money.hpp \
  's/amount % whole \* ppm \/ whole;/(amount % whole * ppm + whole - 1) \/ whole;/'
mutant parity 'a trade is reported at the price of the order that takes' src/matching/order_book.cpp \
  's/order.userId, orders_.user(maker), price,/order.userId, orders_.user(maker), order.price + 0 * price,/'
mutant parity 'what is held is released one unit short' include/tandem/risk/settlement.hpp \
  's/accounts_.hold(places.holdAccount, -surplus);/accounts_.hold(places.holdAccount, surplus == 1 ? 0 : -surplus);/'
mutant parity 'an order id that is used again at once is not waited for' src/risk/risk_engine.cpp \
  's/if (known \&\& !settled) {/if (false) {/'
mutant pipelined 'an order id in use is not waited for' src/risk/risk_engine.cpp \
  's/if (known \&\& !settled) {/if (false) {/'
mutant logged 'an order that is not there is refused by another code' src/matching/order_book.cpp \
  's/ResultCode::kUnknownOrder/ResultCode::kInvalidOrderId/'
mutant logged 'too little money is refused by another code' src/risk/risk_engine.cpp \
  's/c.reject(ResultCode::kInsufficientFunds)/c.reject(ResultCode::kInvalidAmount)/'
mutant logged 'answers do not wait for their record' src/journal/wal_journal.cpp \
  's/marks_.size() - 1)\] = lastRecord_;/marks_.size() - 1)] = lastRecord_ - lastRecord_;/'
mutant logged 'a question of a client leaves no record' include/tandem/statemachine/journal_stage.hpp \
  's/return c.clientKey != 0 ||/return c.clientKey >= 100 ||/'
mutant logged 'a snapshot knows one record more than it has' src/journal/exchange_store.cpp \
  's/position = {wal_->logId(), last,/position = {wal_->logId(), last + 1,/'
mutant logged 'a snapshot of another history is taken' src/journal/log_opening.cpp \
  's/mark != position.mark/mark == position.mark - 1/'
mutant logged 'the log behind a snapshot is given up' src/journal/exchange_store.cpp \
  's/kept.front().position.sequence + 1/kept.back().position.sequence + 1/'
mutant logged 'a long batch does not look for room' src/kernel/polled_log_kernel.cpp \
  's/inBatch_++ == batchLimit_/inBatch_++ == -1/'
mutant logged 'a snapshot is taken one record late' include/tandem/snapshot_timer.hpp \
  's/logged >= every_/logged > every_/'
mutant logged 'a snapshot that failed is tried again at once' src/exchange.cpp \
  's/timer_->tried(store_->lastRecord());/static_cast<void>(0);/'
mutant logged 'who was suspended may trade after a restart' src/statemachine/state_restore.cpp \
  's/shard.suspend(userId);/static_cast<void>(userId);/'
mutant walTested 'a record with a wrong checksum is taken' src/wal/format/record_cursor.cpp \
  's/return (Checksum::of(summed) ^ seed_) == stored;/return (Checksum::of(summed) ^ seed_) == stored || stored != 0;/'
mutant walTested 'a record may be left out' src/wal/format/record_cursor.cpp \
  's/RecordFormat::sequenceOf(second) != expected_/RecordFormat::sequenceOf(second) < expected_/'
mutant walTested 'a mark of another history is taken' src/wal/format/record_cursor.cpp \
  's/(chainKnown_ \&\& chainAt(at) != chain_)/(chainKnown_ \&\& chainAt(at) == chain_ + 1)/'
mutant walTested 'what was synced and is lost is called a torn tail' src/wal/format/tail_scan.cpp \
  's/places.syncedAt(at) >= std::max/places.syncedAt(at) - 1000000 >= std::max/'
mutant walTested 'what is written is reported to be synced' src/wal/append/confirmation_tracker.cpp \
  's/sequence <= positions_.syncedAcquire()/sequence <= positions_.writtenAcquire()/'
mutant walTested 'a failed log confirms what it did not write' src/wal/append/confirmation_tracker.cpp \
  's/ConfirmStatus::POISONED : ConfirmStatus::CLOSED/ConfirmStatus::CONFIRMED : ConfirmStatus::CLOSED/'
mutant loggerTested 'a checksum does not know its file' src/logger/format/record_checksum.cpp \
  's/mix(body ^ fileId ^/mix(body ^ (fileId \& 0) ^/'
mutant loggerTested 'one hole fewer is reported' src/logger/read/log_record_cursor.cpp \
  's/image_->claims - committed_ - places);/image_->claims - committed_ - places - 1);/'
mutant loggerTested 'a record that was given up is shown' src/logger/read/log_record_cursor.cpp \
  's/abandoned_++;/abandoned_++; return;/'
mutant loggerTested 'a record more than was claimed is taken' src/logger/read/log_record_cursor.cpp \
  's/committed_ > most)/committed_ > most + 1)/'
mutant loggerTested 'a killed segment keeps its length' src/logger/recovery/recovery.cpp \
  's/wal::Descriptor::open(file, O_WRONLY).truncate(end, file);//'
mutant loggerTested 'holes of a killed run are not counted' src/logger/recovery/recovery.cpp \
  's/wiped ? 0 : cursor.holes();/wiped ? 0 : 0 * cursor.holes();/'
mutant loggerTested 'a closed file too many is kept' src/logger/storage/closed_files.cpp \
  's/count > keep.files/count > keep.files + 1/'
mutant loggerTested 'files of a living run are deleted' src/logger/storage/closed_files.cpp \
  's/closed = known->second;/closed = true;/'
mutant loggerTested 'a segment without a record is closed by time' src/logger/append/segment_maintenance.cpp \
  's/claimsOf(current->claimWord()) == 0/claimsOf(current->claimWord()) < 0/'
mutant loggerTested 'a record is not forced before its call returns' src/logger/log_store.cpp \
  's/level >= parts_->config.sync.level/level > LogLevel::kOff/'
exit "$missed"
