/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that columns are shown in. */
#ifndef CLI_DISPLAY_H
#define CLI_DISPLAY_H
#include <involute.h>

enum { DISPLAY_TEXT = 48, DISPLAY_NAME = 1000 };

/* A number x of a column is factor*x + offset in the unit that it is shown in. */
typedef struct display {
    char unit[DISPLAY_TEXT]; /* "deg/s"; "": none is declared */
    double factor, offset;   /* 1 and 0 where there is no displayUnit */
} display;

/* Copies the variable in der(der(x)); returns how often it is differentiated. */
int display_inner_name(const char *column, char inner[DISPLAY_NAME]);
/* By the unit and the displayUnit of a variable, "" where it has none, for its derivative
 * of this order: of der(der(x)) the unit is that of x by s2. */
display display_of_unit(const char *unit, const char *display_unit, int order);
display display_of_column(const invo_model *m, const char *column);

#endif
