#!/bin/bash
# Lets libFuzzer look for inputs that the decoders in C++ fall over, under the address and
# undefined-behaviour sanitizers: commands, segments of a log, log files, snapshots and the
# state in them, messages of the gateway.
#
#   cpp/verify-fuzz.sh [--build-only | SECONDS [BUILD_DIRECTORY]]
#
# SECONDS are for all of them together, 60 by default. Needs Clang with its libFuzzer (Debian: clang,
# libclang-rt-14-dev). Inputs that came further are kept in BUILD_DIRECTORY/corpus for the next time.
set -euo pipefail

sources=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname -- "$sources")
mode=run
if [[ ${1:-} == --build-only ]]; then
  mode=build
  shift
  set -- 60 "$@"
fi
seconds=${1:-60}
build=${2:-$root/hash/target/fuzz}
targets=(command_codec wal logger snapshot wire)

cmake -S "$sources" -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Debug \
  -DCMAKE_CXX_FLAGS_DEBUG=-O1 -DTANDEM_SANITIZE=ON -DTANDEM_FUZZ=ON -DTANDEM_TESTS=OFF
cmake --build "$build" --parallel 2 --target tandem-fuzz
[[ $mode == run ]] || exit 0

# With the byte in front that chooses what an input is.
seed() {
  local target=$1 name=$2 mode=$3 file=$4
  { printf '%b' "$mode" && cat "$file"; } >"$build/corpus/$target/$name"
}

for target in "${targets[@]}"; do
  mkdir -p "$build/corpus/$target"
done
data=$root/testdata
cp "$data/commands.bin" "$build/corpus/command_codec/vectors"
cp "$data/wire/messages.bin" "$build/corpus/wire/vectors"
for log in closed torn damaged; do
  segments=("$data/wal/$log"/segment-*1.wal)
  seed wal "$log" '\x00' "${segments[0]}"
  seed wal "$log-sealed" '\x06' "${segments[0]}"
  seed wal "$log-sealed-3" '\x05' <(cat "${segments[0]}" "${segments[0]}" "${segments[0]}")
done
for log in closed torn damaged killed overrun; do
  files=("$data/log-files/$log"/*1.tlog)
  seed logger "$log" '\x00' "${files[0]}"
  seed logger "$log-sealed" '\x06' "${files[0]}"
  seed logger "$log-sealed-2" '\x07' <(cat "${files[0]}" "${files[0]}")
done
for mode in 0 1 2 3 4 5; do
  seed snapshot "vector-$mode" "\\x0$mode" "$data"/wal/snapshot/snapshots/*/state
done

for target in "${targets[@]}"; do
  printf '\n== %s\n' "$target"
  (cd "$build" && "./tandem-fuzz-$target" "corpus/$target" \
    -max_total_time=$(((seconds + ${#targets[@]} - 1) / ${#targets[@]})) -max_len=4096 -timeout=10 \
    -rss_limit_mb=3000 -print_final_stats=1 -verbosity=0 -artifact_prefix="$target-" 2>"$target.log") || {
    tail -60 "$build/$target.log"
    exit 1
  }
  grep -E 'stat::(number_of_executed_units|average_exec_per_sec)' "$build/$target.log"
done
