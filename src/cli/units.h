/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef CLI_UNITS_H
#define CLI_UNITS_H
#include "display.h"
#include "panels.h"

/* The unit of a column, "" where it is not known, and how its numbers are shown: of
 * der(der(x)) it is that of x by s2. */
display display_of_source(const panel_source *s, const char *name);

#endif
