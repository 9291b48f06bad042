/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_UNITS_H
#define CLI_UNITS_H
#include "panels.h"

/* The unit of a column into `unit` [PICTURE_SHORT]: of der(der(x)) it is that of x by s2,
 * if none is declared; "": not known. */
void unit_of_column(const panel_source *s, const char *name, char *unit);

#endif
