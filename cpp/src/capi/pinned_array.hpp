#pragma once

#include <jni.h>

namespace tandem::capi {

/**
 * A Java array where it lies, for as long as this lives. The virtual machine does not collect
 * garbage meanwhile, so it must not be long. Release with JNI_ABORT what was only read.
 */
class PinnedArray {
 public:
  PinnedArray(JNIEnv* env, jarray array, jint mode)
      : env_(env),
        array_(array),
        mode_(mode),
        start_(env->GetPrimitiveArrayCritical(array, nullptr)) {
    if (start_ == nullptr) {
      // A virtual machine that copies has no memory for it. HotSpot's do not copy.
      env->FatalError("no memory to pin an array");
    }
  }
  ~PinnedArray() { env_->ReleasePrimitiveArrayCritical(array_, start_, mode_); }
  PinnedArray(const PinnedArray&) = delete;
  PinnedArray& operator=(const PinnedArray&) = delete;

  template <class T>
  T* as() const {
    return static_cast<T*>(start_);
  }

 private:
  JNIEnv* env_;
  jarray array_;
  jint mode_;
  void* start_;
};

}  // namespace tandem::capi
