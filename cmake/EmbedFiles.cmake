# Files of the tree and of the build as arrays in a C file:
# cmake -DROOT=... -DFILES=a|b -DBUILT=... -DBUILT_FILES=c|d -DOUTPUT=... -DHEADER=... -DTYPE=... -DTABLE=...
#   -P EmbedFiles.cmake
# SPDX-License-Identifier: BSD-3-Clause
set(arrays "")
set(table "")
set(number 0)
macro(embed folder file)
  file(READ "${folder}/${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "static const char file_${number}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${file}\", file_${number}, sizeof file_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endmacro()
string(REPLACE "|" ";" FILES "${FILES}")
foreach(name ${FILES})
  embed("${ROOT}" "${name}")
endforeach()
string(REPLACE "|" ";" BUILT_FILES "${BUILT_FILES}")
foreach(name ${BUILT_FILES})
  embed("${BUILT}" "${name}")
endforeach()
file(WRITE "${OUTPUT}" "#include \"${HEADER}\"\n${arrays}\nconst ${TYPE} ${TABLE}[] = {\n${table}    {0, 0, 0}};\n")
