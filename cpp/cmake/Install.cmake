# What a service builds against: headers, static libraries of exchange, log and logger, and the shared
# object with the C interface, for find_package(tandem).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

foreach(library tandem tandem-static tandem-wal tandem-logger)
  target_include_directories(${library} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
endforeach()

install(TARGETS tandem-static tandem-wal tandem-logger tandem tandem-cpp EXPORT tandem-targets
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(CODE "set(TANDEM_HEADERS_FROM \"${CMAKE_CURRENT_SOURCE_DIR}/include\")
get_filename_component(TANDEM_HEADERS_TO \"${CMAKE_INSTALL_INCLUDEDIR}\" ABSOLUTE
                       BASE_DIR \"\${CMAKE_INSTALL_PREFIX}\")")
install(SCRIPT cmake/InstallHeaders.cmake)
set(TANDEM_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)
install(EXPORT tandem-targets NAMESPACE tandem:: DESTINATION ${TANDEM_PACKAGE_DIR})
configure_package_config_file(cmake/tandem-config.cmake.in
                              ${CMAKE_CURRENT_BINARY_DIR}/tandem-config.cmake
                              INSTALL_DESTINATION ${TANDEM_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/tandem-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/tandem-config.cmake
              ${CMAKE_CURRENT_BINARY_DIR}/tandem-config-version.cmake
        DESTINATION ${TANDEM_PACKAGE_DIR})
