# SuiteSparse and jansson go inside the program where their archives are installed and can be linked:
# loading seven libraries takes as long as a tenth of a short run. The libraries of this project never carry them.
set(INVOLUTE_CARRY AUTO CACHE STRING "SuiteSparse and jansson inside the program: AUTO (where their archives are found), ON, OFF")
set_property(CACHE INVOLUTE_CARRY PROPERTY STRINGS AUTO ON OFF)

set(INVOLUTE_PROGRAM_LIBRARIES ${INVOLUTE_LIBRARIES})
if(NOT INVOLUTE_CARRY STREQUAL "OFF")
  set(INVOLUTE_ARCHIVES)
  foreach(name jansson klu ldl amd colamd btf suitesparseconfig) # each before what it needs
    find_library(INVOLUTE_ARCHIVE_${name} lib${name}.a)
    mark_as_advanced(INVOLUTE_ARCHIVE_${name})
    list(APPEND INVOLUTE_ARCHIVES ${INVOLUTE_ARCHIVE_${name}})
  endforeach()
  if(NOT INVOLUTE_ARCHIVES MATCHES "NOTFOUND")
    set(CMAKE_REQUIRED_LIBRARIES ${INVOLUTE_ARCHIVES} m)
    set(CMAKE_REQUIRED_INCLUDES ${SUITESPARSE_INCLUDE_DIR} ${JANSSON_INCLUDE_DIRS})
    check_c_source_compiles("
#include <amd.h>
#include <jansson.h>
#include <klu.h>
#include <ldl.h>
int main(void) {
    klu_common common;
    double info[AMD_INFO];
    amd_info(info);
    ldl_perm(0, info, info, 0);
    return klu_defaults(&common) && json_object();
}" INVOLUTE_CAN_CARRY)
    unset(CMAKE_REQUIRED_LIBRARIES)
    unset(CMAKE_REQUIRED_INCLUDES)
  endif()
  if(INVOLUTE_CAN_CARRY)
    set(INVOLUTE_PROGRAM_LIBRARIES ${INVOLUTE_ARCHIVES} m ${INVOLUTE_LOADER})
  elseif(NOT INVOLUTE_CARRY STREQUAL "AUTO")
    message(FATAL_ERROR "archives of SuiteSparse and jansson are missing, or cannot be linked into a program (Debian: libsuitesparse-dev, libjansson-dev)")
  endif()
endif()
