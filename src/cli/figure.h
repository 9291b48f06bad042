/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures as SVG: curves over two axes. */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H
#include "measure.h"

typedef struct figure figure;
figure *figure_new(void);
/* A curve of column y over column x; 0: there are no such columns. */
int figure_add(figure *f, const invo_result *r, const char *x, const char *y);
/* Points that are no run: joined by lines, or dots. x, y: [count], copied. */
void figure_add_points(figure *f, long count, const double *x, const double *y,
                       const char *x_name, const char *label, int is_dots);
/* Returns 0 where the file cannot be written. */
int figure_write(const figure *f, const char *title, const char *path);
int figure_is_empty(const figure *f);
void figure_free(figure *f);

#endif
