#include <jni.h>

#include "pinned_array.hpp"
#include "tandem.h"

// Twin of dev.tandem.hash.ffi.JniCalls. Arrays are pinned, not copied; the virtual machine does
// not collect garbage in between, so Java gives no more than 64 KiB at a time.

using Pinned = tandem::capi::PinnedArray;

namespace {

const void* at(jlong address) { return reinterpret_cast<const void*>(address); }

}  // namespace

#define TANDEM_JNI(type, name) \
  extern "C" JNIEXPORT type JNICALL Java_dev_tandem_hash_ffi_JniCalls_##name

TANDEM_JNI(jlong, xxh64Address)(JNIEnv*, jclass, jlong address, jlong length, jlong seed) {
  return static_cast<jlong>(
      tandem_xxh64(at(address), static_cast<size_t>(length), static_cast<uint64_t>(seed)));
}

TANDEM_JNI(jlong, xxh64Array)
(JNIEnv* env, jclass, jbyteArray array, jint offset, jint length, jlong seed) {
  const Pinned in(env, array, JNI_ABORT);
  return static_cast<jlong>(tandem_xxh64(in.as<uint8_t>() + offset, static_cast<size_t>(length),
                                         static_cast<uint64_t>(seed)));
}

TANDEM_JNI(jlong, xxh3Address)(JNIEnv*, jclass, jlong address, jlong length, jlong seed) {
  return static_cast<jlong>(
      tandem_xxh3_64(at(address), static_cast<size_t>(length), static_cast<uint64_t>(seed)));
}

TANDEM_JNI(jlong, xxh3Array)
(JNIEnv* env, jclass, jbyteArray array, jint offset, jint length, jlong seed) {
  const Pinned in(env, array, JNI_ABORT);
  return static_cast<jlong>(tandem_xxh3_64(in.as<uint8_t>() + offset, static_cast<size_t>(length),
                                           static_cast<uint64_t>(seed)));
}

TANDEM_JNI(void, consume64Address)
(JNIEnv* env, jclass, jlongArray lanes, jlong address, jlong stripes) {
  const Pinned state(env, lanes, 0);
  tandem_at_xxh64_consume(state.as<uint64_t>(), at(address), 0, static_cast<size_t>(stripes));
}

TANDEM_JNI(void, consume64Array)
(JNIEnv* env, jclass, jlongArray lanes, jbyteArray array, jint offset, jint stripes) {
  const Pinned state(env, lanes, 0);
  const Pinned in(env, array, JNI_ABORT);
  tandem_at_xxh64_consume(state.as<uint64_t>(), in.as<uint8_t>(), static_cast<size_t>(offset),
                          static_cast<size_t>(stripes));
}

TANDEM_JNI(jint, consume3Address)
(JNIEnv* env, jclass, jlongArray lanes, jlong address, jlong stripes, jint inBlock,
 jbyteArray secret) {
  const auto size = static_cast<size_t>(env->GetArrayLength(secret));
  const Pinned state(env, lanes, 0);
  const Pinned key(env, secret, JNI_ABORT);
  return static_cast<jint>(
      tandem_at_xxh3_consume(state.as<uint64_t>(), at(address), 0, static_cast<size_t>(stripes),
                             static_cast<size_t>(inBlock), key.as<uint8_t>(), size));
}

TANDEM_JNI(jint, consume3Array)
(JNIEnv* env, jclass, jlongArray lanes, jbyteArray array, jint offset, jint stripes, jint inBlock,
 jbyteArray secret) {
  const auto size = static_cast<size_t>(env->GetArrayLength(secret));
  const Pinned state(env, lanes, 0);
  const Pinned in(env, array, JNI_ABORT);
  const Pinned key(env, secret, JNI_ABORT);
  return static_cast<jint>(tandem_at_xxh3_consume(
      state.as<uint64_t>(), in.as<uint8_t>(), static_cast<size_t>(offset),
      static_cast<size_t>(stripes), static_cast<size_t>(inBlock), key.as<uint8_t>(), size));
}
