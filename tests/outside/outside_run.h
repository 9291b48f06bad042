/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs a model by the public API and checks what was written out. */
#ifndef OUTSIDE_RUN_H
#define OUTSIDE_RUN_H
#include "involute.h"
#include "outside.h"

enum { OUTSIDE_MOST_OPTIONS = 16, OUTSIDE_MOST_SETTINGS = 4 };

typedef struct outside_option {
    const char *name, *value;
} outside_option;

typedef struct outside_job {
    const char *text;
    int options;
    outside_option option[OUTSIDE_MOST_OPTIONS];
    double share;      /* of the model's time span that is run */
    double step_share; /* 0, or a constant step as a share of what is run */
    double from;       /* the share of what is run that is left out at its beginning */
    int settings;
    outside_setting setting[OUTSIDE_MOST_SETTINGS];
} outside_job;

typedef struct outside_verdict {
    int exit_status;
    char error[OUTSIDE_MESSAGE]; /* of a run that was not done, ... */
    char where[OUTSIDE_MESSAGE]; /* ... with its line, or "", */
    double time;                 /* and its time, or NaN */
    char not_read[OUTSIDE_MESSAGE];
    char first_line[OUTSIDE_MESSAGE]; /* of the summary */
    int left_out;                     /* invariants that drift, and the result says so */
    int lifted; /* the first line says that constraints were not enforced: no findings */
    int lost;   /* equations within the bound only as variables carry what their formulas
                   have lost */
    outside_report report;
} outside_verdict;

/* A model, its run and what holds them. */
typedef struct outside_session {
    invo_context *context;
    invo_model *model;
    invo_options options;
    invo_result *result;
} outside_session;

/* Reads the model, with its settings; outside_session_end is due in any case. */
invo_status outside_session_open(const outside_job *job, outside_session *s);
invo_status outside_session_run(outside_session *s);
void outside_session_end(outside_session *s);

/* Two runs at the same tolerance. */
typedef struct outside_comparison {
    int at_end;           /* of the last row alone */
    int is_compared;      /* both are done, with rows at the same times */
    int is_on_the_way;    /* errors grow so much from the middle of the run only */
    int is_round_off;     /* no more than an ulp of a number in a text moves the run by */
    double amplification; /* of errors on the way, as measured; at least 1, and as much
                             as a tolerance in each step adds up to, by `most` */
    double apart;         /* in tolerances */
    int column;           /* where the one is largest beside the other, ... */
    double time;          /* ... when, ... */
    double value[2];      /* ... and what it is there */
} outside_comparison;

/* The job by this method, at the tolerance of comparisons. */
outside_job outside_job_by(const outside_job *job, const char *method);
/* Looks closer at what errors grow by where both are more than `most` tolerances times
 * that apart. */
void outside_compare(const outside_job *one, const outside_job *other, int at_end,
                     double most, outside_comparison *c);

/* Fills in what was found; failures are the findings of the report in a run that ends
 * with exit status 0. */
void outside_run(const outside_job *job, outside_verdict *v);

#endif
