/* SPDX-License-Identifier: BSD-3-Clause */
/* --report FILE.html: one page about a run, which opens from disk (src/report). */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H
#include "cli.h"

typedef struct report report;

/* Refuses a file name that does not end in .html, and one in a folder that is not there.
 */
int report_check_path(const arguments *a, const char *path);
report *report_new(const session *s); /* NULL: no memory */
void report_free(report *r);
/* Take what a run hands out, in bounded memory; nonzero: no memory. */
int report_take_row(report *r, const invo_output_row *row);
void report_take_crossing(report *r, const invo_crossing *x);
void report_take_step(void *r, const invo_step_info *step); /* for invo_options */
/* The page, to be freed with free(); NULL: no memory. */
char *report_text(report *r, session *s);
/* Writes the page. Returns 0, or the exit status after a message. */
int report_write(report *r, session *s, const char *path);

#endif
