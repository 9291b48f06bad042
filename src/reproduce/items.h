/* SPDX-License-Identifier: BSD-3-Clause */
// clang-format off
/* Published tables and figures as data: reproduce/NUMBER.items. A file is a list of
 *
 *     item 000-table-6 Two phase plug flow, constant step
 *     note Words for the reader.
 *     errata 7                             an entry of docs/errata.md that belongs here
 *     against PlugFlow --rtol 1e-13        the run that errors are measured from
 *     exact x 1.0958 y 0                   or the end values, where they are known
 *     long                                 the item runs with --long only
 *     run PlugFlow --like 000 --step 0.01  a model of the gallery and options of `run`
 *       steps = 288 cell table-5/plain/dopri54-constant/steps
 *                                          a quantity, the paper's value and its key in the
 *                                          list of printed numbers (printed.h): must be met
 *       final y = 10.8 ours 10.9 +- 0.01 errata 7 cell figure-3/y
 *                                          not met: what we expect instead, and the entry that
 *                                          says what was tried. Counted as met or near by
 *                                          the printed digits alone, whatever is expected
 *       steps = 186 +- 10% cell table-6.1/a,text/6.2/b    within 10 %; one run for two numbers
 *       start y = 1 +- 1e-9                a claim that is no printed result: not counted
 *       seconds = 0.38                     shown beside ours, not compared
 *       error x,y <= 1e-9                  at or below what the paper has
 *       max x = - ours 1.5 +- 1e-3         the paper prints no number (a figure)
 *     sweep step 0.02 0.01 0.005 : FourBar --method rk4
 *       order x,y = 4 +- 0.15              from the last two runs
 *     fails MODEL OPTIONS : words of the message
 *     split MODEL OPTIONS : 2              its constraints have 2 components, whose models
 *                                          MODEL_1, MODEL_2 all run with these options
 *     part MODEL_1 : y1-y2 ; x1-x2+2       the equations of such a component, as printed
 *
 * and of lines that draw (draw.h), the curves of which are named by " as NAME" at the end:
 *     plot x y z as Heun                   columns of the last run over the first of them
 *     space x y z                          a curve in space, with its projection
 *     scatter y vy                         points of its sections
 *     lengths time                         of steps (--steps), over a column
 *     deviations H                         from its start, over time
 *     deviations u,v w : MODEL OPTIONS     from another run, interpolated; u and v together
 *     shapes 0 0.5 : 0 0 x1 y1 2 0         corners at these times, joined
 *     errors x,y order 2                   of a sweep, over what is swept, beside a line of slope 2
 *     trend points ; error x,y             of a sweep: a quantity over another, or over `swept`
 *     guide u 0.2 5 : u ; 1/u              a thin line given by formulas in u
 *     surface u 0 1 v 0 6 : X ; Y ; Z      a mesh given by formulas in u and v
 *     panel WORDS                          what follows is drawn there: a new panel, or that one again
 *     labels time [s] ; energy             of its axes, where the names of columns do not do
 *     axes equal x 0 2 log-y               scales: equal, free, log-y, linear-y, or a range
 * Curves of a panel need different names; what is given the same name is one curve in pieces.
 *
 * Quantities: measure.h. */
// clang-format on
#ifndef REPRODUCE_ITEMS_H
#define REPRODUCE_ITEMS_H
#include <stdio.h>

enum { ITEM_WORD = 120, ITEM_RUNS = 12, ITEM_CELL = 200 };

typedef enum relation { EQUALS, AT_MOST } relation;

/* A line below a run. */
typedef struct check {
    char quantity[ITEM_WORD]; /* "final x" */
    relation relation;
    double paper;         /* NaN: not printed */
    double ours;          /* what is expected instead; NaN: the paper's value */
    double tolerance;     /* NaN: not compared */
    int errata;           /* 0: none */
    char cell[ITEM_CELL]; /* keys of printed numbers, with commas; "": none */
} check;

typedef enum line_kind {
    LINE_END,
    LINE_ITEM,
    LINE_NOTE,
    LINE_ERRATA,
    LINE_LONG,
    LINE_AGAINST,
    LINE_EXACT,
    LINE_RUN,
    LINE_SWEEP,
    LINE_FAILS,
    LINE_SPLIT,
    LINE_PART,
    LINE_DRAW, /* draw.h knows the words */
    LINE_CHECK
} line_kind;

typedef struct item_line {
    line_kind kind;
    char word[20];    /* the first one */
    const char *text; /* the rest of the line, without the first word; [length] */
    int length;
    check check;
} item_line;

/* Reads the line at *at and moves on; LINE_END at the end of the text. A line that cannot
 * be read ends the program: the text is part of it. */
item_line item_next(const char **at, const char *file);

/* The next key of check.cell from *at into key; 0: there is none. */
int item_next_cell(const char **at, char *key, size_t size);

/* The next word of [*at, end) into word; 0: there is none. */
int item_word(const char **at, const char *end, char *word, size_t size);

#endif
