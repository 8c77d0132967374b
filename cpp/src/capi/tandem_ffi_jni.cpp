#include <jni.h>

#include "pinned_array.hpp"
#include "tandem.h"

// Twin of dev.tandem.jmh.ffi.JniCalls: the functions that Java calls by Panama, too, where the
// cost of a call is measured.

namespace {

using tandem::capi::PinnedArray;

template <class T>
T* at(jlong address) {
  return reinterpret_cast<T*>(address);
}

}  // namespace

#define TANDEM_JNI(type, name) \
  extern "C" JNIEXPORT type JNICALL Java_dev_tandem_jmh_ffi_JniCalls_##name

TANDEM_JNI(jint, abi)(JNIEnv*, jclass) { return static_cast<jint>(tandem_abi()); }

TANDEM_JNI(jlong, xxh3Address)(JNIEnv*, jclass, jlong address, jlong length) {
  return static_cast<jlong>(tandem_xxh3_64(at<void>(address), static_cast<size_t>(length), 0));
}

TANDEM_JNI(jlong, xxh3Array)(JNIEnv* env, jclass, jbyteArray array, jint length) {
  const PinnedArray in(env, array, JNI_ABORT);
  return static_cast<jlong>(tandem_xxh3_64(in.as<void>(), static_cast<size_t>(length), 0));
}

TANDEM_JNI(jint, submitAddress)
(JNIEnv*, jclass, jlong exchange, jlong commands, jlong length, jlong codes) {
  return tandem_exchange_submit(at<tandem_exchange>(exchange), at<void>(commands),
                                static_cast<size_t>(length), nullptr, at<uint8_t>(codes));
}

TANDEM_JNI(jint, submitArray)
(JNIEnv* env, jclass, jlong exchange, jbyteArray commands, jint offset, jint length,
 jbyteArray codes, jint code) {
  const PinnedArray in(env, commands, JNI_ABORT);
  const PinnedArray out(env, codes, 0);
  return tandem_exchange_submit(at<tandem_exchange>(exchange), in.as<uint8_t>() + offset,
                                static_cast<size_t>(length), nullptr, out.as<uint8_t>() + code);
}
