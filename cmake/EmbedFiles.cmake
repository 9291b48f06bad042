# Files of the tree as arrays in a C file: cmake -DROOT=... -DOUTPUT=... -DFILES=a|b -P EmbedFiles.cmake
# SPDX-License-Identifier: BSD-3-Clause
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(table "")
set(number 0)
foreach(file ${FILES})
  file(READ "${ROOT}/${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "static const char file_${number}[] = {${bytes}0};\n")
  string(APPEND table "    {\"${file}\", file_${number}, sizeof file_${number} - 1},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"embedded.h\"\n${arrays}\nconst embedded_file embedded_files[] = {\n${table}    {0, 0, 0}};\n")
