# Man pages and completion scripts are printed by the program itself. SPDX-License-Identifier: BSD-3-Clause
set(INVOLUTE_PAGES ${PROJECT_BINARY_DIR}/pages)
add_custom_command(OUTPUT ${INVOLUTE_PAGES}/written
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:involute> -DFOLDER=${INVOLUTE_PAGES}
    -P ${PROJECT_SOURCE_DIR}/cmake/WritePages.cmake
  DEPENDS involute cmake/WritePages.cmake VERBATIM)
add_custom_target(involute_pages ALL DEPENDS ${INVOLUTE_PAGES}/written)
