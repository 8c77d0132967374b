# What a service builds against: headers, static libraries of exchange, log and logger, and the shared
# object with the C interface. find_package(tandem) gives the targets tandem::cpp, tandem::wal,
# tandem::logger and tandem::c.
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set_target_properties(tandem-static PROPERTIES EXPORT_NAME cpp)
set_target_properties(tandem-wal PROPERTIES EXPORT_NAME wal)
set_target_properties(tandem-logger PROPERTIES EXPORT_NAME logger)
set_target_properties(tandem PROPERTIES EXPORT_NAME c)
target_include_directories(tandem INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)

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
                              ${CMAKE_BINARY_DIR}/tandem-config.cmake
                              INSTALL_DESTINATION ${TANDEM_PACKAGE_DIR})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/tandem-config-version.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/tandem-config.cmake
              ${CMAKE_BINARY_DIR}/tandem-config-version.cmake
        DESTINATION ${TANDEM_PACKAGE_DIR})
