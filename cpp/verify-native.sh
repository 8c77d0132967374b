#!/bin/sh
# Runs the C++ tests under the address and undefined-behaviour sanitizers, and those that have threads
# under the thread sanitizer.
#
#   cpp/verify-native.sh [--build-only] [BUILD_DIRECTORY]
set -eu

tests=yes
if [ "${1:-}" = --build-only ]; then
  tests=no
  shift
fi

sources=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$sources")
build=${1:-$root/hash/target/sanitize}

# With line numbers, and as few optimizations as keep the tests quick: most of the time is compiling.
flags='-DTANDEM_REQUIRED=ON -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O1'

# Unquoted on purpose: three options.
# shellcheck disable=SC2086
cmake -S "$sources" -B "$build" -DTANDEM_SANITIZE=ON $flags
cmake --build "$build" --parallel 2 --target tandem-tests tandem-pipeline-tests tandem-wal-tests \
  tandem-journal-tests tandem-logger-tests
[ $tests = no ] || ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2

# shellcheck disable=SC2086
cmake -S "$sources" -B "$build-thread" -DTANDEM_SANITIZE=thread $flags
cmake --build "$build-thread" --parallel 2 --target tandem-pipeline-tests tandem-wal-tests \
  tandem-journal-tests tandem-logger-tests
[ $tests = no ] || ctest --test-dir "$build-thread" --output-on-failure --no-tests=error -j 2 \
  -R 'Wal|Pipelined|Lane|Journal|Log|Recovery'
