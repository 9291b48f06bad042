# libinvolute.a with one object whose only global symbols are invo_*: hidden visibility alone
# would leave the internal names open to clashes with a user's program.
set(INVOLUTE_STATIC ${CMAKE_CURRENT_BINARY_DIR}/libinvolute.a)
set(INVOLUTE_COMBINED ${CMAKE_CURRENT_BINARY_DIR}/involute.o)
add_custom_command(OUTPUT ${INVOLUTE_STATIC}
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o ${INVOLUTE_COMBINED} $<TARGET_OBJECTS:involute_objects>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${INVOLUTE_COMBINED}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${INVOLUTE_STATIC}
  COMMAND ${CMAKE_AR} rcs ${INVOLUTE_STATIC} ${INVOLUTE_COMBINED}
  COMMAND ${CMAKE_COMMAND} -E rm -f ${INVOLUTE_COMBINED}
  DEPENDS involute_objects $<TARGET_OBJECTS:involute_objects>
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(involute_archive ALL DEPENDS ${INVOLUTE_STATIC})

add_library(involute_static STATIC IMPORTED)
set_target_properties(involute_static PROPERTIES IMPORTED_LOCATION ${INVOLUTE_STATIC}
  INTERFACE_LINK_LIBRARIES "${INVOLUTE_LIBRARIES}")
add_dependencies(involute_static involute_archive)
