/* SPDX-License-Identifier: BSD-3-Clause */
/* Figures as SVG: curves over two axes. */
#ifndef CLI_FIGURE_H
#define CLI_FIGURE_H
#include "measure.h"

typedef struct figure figure;
figure *figure_new(void);
/* A curve of column y over column x; 0: there are no such columns. */
int figure_add(figure *f, const invo_result *r, const char *x, const char *y);
/* The same as dots, where the run crossed its sections. */
int figure_add_dots(figure *f, const measured *m, const char *x, const char *y);
/* A line through the points (x1, y1), (x2, y2), ... at a time; names: "TIME x1 y1 ...".
 */
int figure_add_outline(figure *f, const invo_result *r, const char *names, int length);
/* Returns 0 where the file cannot be written. */
int figure_write(const figure *f, const char *title, const char *path);
int figure_is_empty(const figure *f);
void figure_free(figure *f);

#endif
