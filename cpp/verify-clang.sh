#!/bin/sh
# Builds the C++ tests with Clang, optimised as what is delivered, and runs them: the builds that
# run the other tests are GCC's, where that is the machine's compiler.
#
#   cpp/verify-clang.sh [BUILD_DIRECTORY]
#
# Needs clang++ (Debian: clang), libgtest-dev and libxxhash-dev.
set -eu

sources=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$sources")
build=${1:-$root/hash/target/clang}

# The benchmarks, with a try of each as a test, are left to the default build.
cmake -S "$sources" -B "$build" -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_BUILD_TYPE=Release \
  -DTANDEM_REQUIRED=ON -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON
cmake --build "$build" --parallel 2 --target tandem-tests tandem-pipeline-tests tandem-wal-tests \
  tandem-journal-tests tandem-logger-tests
ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2
