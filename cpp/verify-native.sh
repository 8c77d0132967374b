#!/bin/sh
# Runs the C++ tests under the address and undefined-behaviour sanitizers, and those that have threads
# under the thread sanitizer.
#
#   cpp/verify-native.sh [BUILD_DIRECTORY]
set -eu

sources=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$sources")
build=${1:-$root/hash/target/sanitize}

cmake -S "$sources" -B "$build" -DTANDEM_SANITIZE=ON -DTANDEM_REQUIRED=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
cmake --build "$build" --parallel 2
ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2

cmake -S "$sources" -B "$build-thread" -DTANDEM_SANITIZE=thread -DTANDEM_REQUIRED=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo
cmake --build "$build-thread" --parallel 2 --target tandem-tests tandem-wal-tests
ctest --test-dir "$build-thread" --output-on-failure --no-tests=error -j 2 -R 'Wal|Pipelined'
