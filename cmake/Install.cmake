# Program, libraries, headers, models, documents, man pages, completion; a pkg-config file and a CMake package, both relocatable.
install(TARGETS involute RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS involute_shared EXPORT InvoluteTargets LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${INVOLUTE_STATIC} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY models/ DESTINATION ${CMAKE_INSTALL_DATADIR}/involute/models
  FILES_MATCHING PATTERN "*.mo")
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.json" PATTERN "*.svg" PATTERN "papers" EXCLUDE)
install(DIRECTORY ${INVOLUTE_PAGES}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${INVOLUTE_PAGES}/involute.bash RENAME involute
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${INVOLUTE_PAGES}/_involute DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)

set(INVOLUTE_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/Involute)
install(EXPORT InvoluteTargets NAMESPACE Involute:: DESTINATION ${INVOLUTE_CMAKE_DIR})
configure_package_config_file(cmake/InvoluteConfig.cmake.in InvoluteConfig.cmake
  INSTALL_DESTINATION ${INVOLUTE_CMAKE_DIR} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(InvoluteConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/InvoluteConfig.cmake
  ${CMAKE_CURRENT_BINARY_DIR}/InvoluteConfigVersion.cmake DESTINATION ${INVOLUTE_CMAKE_DIR})

file(RELATIVE_PATH INVOLUTE_PREFIX_FROM_PC
  /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
set(INVOLUTE_LOADER_FLAGS)
foreach(library ${INVOLUTE_LOADER})
  string(APPEND INVOLUTE_LOADER_FLAGS " -l${library}")
endforeach()
string(REPLACE "-l-" "-" INVOLUTE_LOADER_FLAGS "${INVOLUTE_LOADER_FLAGS}") # -pthread
configure_file(cmake/involute.pc.in involute.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/involute.pc
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
