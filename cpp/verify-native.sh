#!/bin/sh
# Runs the C++ tests under the address and undefined-behaviour sanitizers, and under the thread
# sanitizer. With --soak only generated flows, through every kernel and over lives on a log, for so many
# seconds under each.
#
#   cpp/verify-native.sh [--build-only | --soak SECONDS] [BUILD_DIRECTORY]
set -eu

mode=tests
if [ "${1:-}" = --build-only ]; then
  mode=build
  shift
elif [ "${1:-}" = --soak ]; then
  mode=soak
  TANDEM_SOAK_SECONDS=$2
  export TANDEM_SOAK_SECONDS
  shift 2
fi

# Recovery is judged at every byte, as with -Pcrash: here reads past an end are found.
TANDEM_CRASH_SCALE=50
export TANDEM_CRASH_SCALE

sources=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$sources")
build=${1:-$root/hash/target/sanitize}

# With line numbers, and as few optimizations as keep the tests quick: most of the time is compiling.
flags='-DTANDEM_REQUIRED=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1'

programs='tandem-tests tandem-pipeline-tests tandem-wal-tests tandem-journal-tests tandem-logger-tests'

# verify SANITIZERS DIRECTORY
verify() {
  directory=$2
  # Unquoted on purpose: three options, and below one word for each program.
  # shellcheck disable=SC2086
  cmake -S "$sources" -B "$directory" -DTANDEM_SANITIZE="$1" $flags
  if [ $mode = soak ]; then
    cmake --build "$directory" --parallel 2 --target tandem-journal-tests
    "$directory/tandem-journal-tests" --gtest_filter='*Soak*'
    return
  fi
  # shellcheck disable=SC2086
  cmake --build "$directory" --parallel 2 --target $programs
  [ $mode = build ] || ctest --test-dir "$directory" --output-on-failure --no-tests=error -j 2
}

verify ON "$build"
# All of them: a list of the tests that start threads would not know the next one.
verify thread "$build-thread"
