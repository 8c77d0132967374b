# Installs the headers that docs/cpp.md offers, and what those include; run by cmake --install. A header that none
# of them includes is internal, and stays out. TANDEM_HEADERS_FROM and TANDEM_HEADERS_TO are directories.
cmake_minimum_required(VERSION 3.20)

# What a program includes: all of these folders, and the types that the API of the exchange takes and throws.
file(GLOB TANDEM_HEADERS RELATIVE ${TANDEM_HEADERS_FROM}
     ${TANDEM_HEADERS_FROM}/tandem.h
     ${TANDEM_HEADERS_FROM}/tandem/*.hpp
     ${TANDEM_HEADERS_FROM}/tandem/client/wire/*.hpp
     ${TANDEM_HEADERS_FROM}/tandem/hash/*.hpp
     ${TANDEM_HEADERS_FROM}/tandem/logger/*.hpp
     ${TANDEM_HEADERS_FROM}/tandem/wal/*.hpp)
list(APPEND TANDEM_HEADERS
     tandem/command/command_codec.hpp
     tandem/journal/journal_exception.hpp
     tandem/kernel/fused_kernel.hpp
     tandem/kernel/pipelined_kernel.hpp
     tandem/kernel/polled_kernel.hpp
     tandem/snapshot/snapshot_exception.hpp
     tandem/state/invalid_image_exception.hpp
     tandem/statemachine/query.hpp)

set(TANDEM_HEADERS_SEEN)
while(TANDEM_HEADERS)
  list(POP_FRONT TANDEM_HEADERS header)
  if(NOT header IN_LIST TANDEM_HEADERS_SEEN)
    list(APPEND TANDEM_HEADERS_SEEN ${header})
    file(STRINGS ${TANDEM_HEADERS_FROM}/${header} includes REGEX "^ *# *include \"")
    foreach(include IN LISTS includes)
      string(REGEX REPLACE "^[^\"]*\"([^\"]*)\".*" "\\1" include "${include}")
      if(NOT EXISTS ${TANDEM_HEADERS_FROM}/${include})
        get_filename_component(folder ${header} DIRECTORY)
        set(include ${folder}/${include})
      endif()
      list(APPEND TANDEM_HEADERS ${include})
    endforeach()
  endif()
endwhile()

foreach(header IN LISTS TANDEM_HEADERS_SEEN)
  get_filename_component(folder ${header} DIRECTORY)
  file(INSTALL ${TANDEM_HEADERS_FROM}/${header} DESTINATION ${TANDEM_HEADERS_TO}/${folder})
endforeach()
