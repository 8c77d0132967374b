# The names by which another project links the libraries, installed (find_package) or as a part of it
# (add_subdirectory): tandem::cpp, tandem::wal, tandem::logger and tandem::c.
function(tandem_export target name)
  add_library(tandem::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
endfunction()

tandem_export(tandem-static cpp)
tandem_export(tandem-wal wal)
tandem_export(tandem-logger logger)
tandem_export(tandem c)
target_include_directories(tandem INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>)
