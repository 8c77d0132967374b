# What stands behind tandem.h, and the entry points of JNI to the hash.
set(TANDEM_ABI_SOURCES src/capi/exchange_handle.cpp src/capi/tandem_exchange.cpp src/capi/tandem_hash.cpp
    src/capi/tandem_log.cpp src/capi/tandem_pace.cpp src/capi/tandem_book.cpp)
set(TANDEM_JNI_SOURCES src/capi/tandem_hash_jni.cpp)
