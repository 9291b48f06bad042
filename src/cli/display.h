/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that columns are shown in. */
#ifndef CLI_DISPLAY_H
#define CLI_DISPLAY_H
#include <involute.h>

enum { DISPLAY_TEXT = 48 };

/* A number x of a column is factor*x + offset in the unit that it is shown in. */
typedef struct display {
    char unit[DISPLAY_TEXT]; /* "deg/s"; "": none is declared */
    double factor, offset;   /* 1 and 0 where there is no displayUnit */
} display;

/* Of der(der(x)) it is that of x by s2. */
display display_of_column(const invo_model *m, const char *column);

#endif
