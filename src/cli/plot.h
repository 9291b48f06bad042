/* SPDX-License-Identifier: BSD-3-Clause */
/* Pictures of results: columns over time or over one another, ledger and steps. */
#ifndef CLI_PLOT_H
#define CLI_PLOT_H
#include "cli.h"

/* The picture of a run, made while it continues, in bounded memory. */
typedef struct plot plot;

plot *plot_new(const arguments *a, const invo_model *m); /* NULL without memory */
void plot_free(plot *p);
/* Returns an invo_status: not OK where nothing can be drawn, after a message. */
int plot_take_row(plot *p, const invo_output_row *row);
void plot_take_step(plot *p, const invo_step_info *step);
void plot_take_crossing(plot *p, const invo_crossing *x);
/* Writes the picture to the file of --plot, or to standard output. Returns 0, or the exit
 * status after a message. */
int plot_finish(plot *p, const invo_result *r);

/* Refuses a file name that is neither .svg nor .png, and .png where nothing makes it.
 * Returns 0 or the exit status. */
int plot_check_path(const arguments *a, const char *path);
/* Reads "ledger,steps" into the bits of SHOW_...; 0 after a message. */
unsigned plot_read_shows(const arguments *a, const char *words);

#endif
