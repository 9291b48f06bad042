# uPlot, which draws the curves of reports that can be zoomed: taken by npm into the build folder, once. Without npm, without
# network or with -DINVOLUTE_UPLOT_WANTED=OFF reports have static pictures instead. SPDX-License-Identifier: BSD-3-Clause
option(INVOLUTE_UPLOT_WANTED "Curves in reports by uPlot" ON)
set(INVOLUTE_UPLOT)
set(uplot_package ${PROJECT_BINARY_DIR}/npm/node_modules/uplot)
find_program(NPM npm)
if(INVOLUTE_UPLOT_WANTED AND NPM AND NOT EXISTS ${uplot_package} AND NOT INVOLUTE_UPLOT_TRIED)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/npm)
  execute_process(COMMAND ${NPM} install --prefix ${PROJECT_BINARY_DIR}/npm --ignore-scripts --no-audit --no-fund
    --fetch-retries=0 uplot@1 WORKING_DIRECTORY ${PROJECT_BINARY_DIR}/npm TIMEOUT 60 OUTPUT_QUIET ERROR_QUIET)
  set(INVOLUTE_UPLOT_TRIED ON CACHE INTERNAL "npm was asked for uPlot")
endif()
if(INVOLUTE_UPLOT_WANTED AND EXISTS ${uplot_package}/dist/uPlot.iife.min.js)
  # The licence in place of the banner, which is an address.
  file(READ ${uplot_package}/LICENSE uplot_license)
  file(READ ${uplot_package}/dist/uPlot.iife.min.js uplot_script)
  string(REGEX REPLACE "^/\\*![^*]*\\*/" "" uplot_script "${uplot_script}")
  file(WRITE ${PROJECT_BINARY_DIR}/uplot/uplot.js "/* uPlot\n${uplot_license}*/\n${uplot_script}")
  configure_file(${uplot_package}/dist/uPlot.min.css ${PROJECT_BINARY_DIR}/uplot/uplot.css COPYONLY)
  set(INVOLUTE_UPLOT uplot/uplot.js uplot/uplot.css)
else()
  message(STATUS "uPlot is not there: reports have static pictures")
endif()
