/* SPDX-License-Identifier: BSD-3-Clause */
/* What an integration leaves behind. It owns copies of all names: the system may go
 * before it. The rows of a loop share the pattern of their texts (phrase.h), which are
 * made when somebody reads them. */
#ifndef SOLVE_RESULT_H
#define SOLVE_RESULT_H
#include "../base/context.h"

enum { MOST_SINGULARS = 100 };
enum { RESULT_IMPASSES = 64 };

/* Words that rows of the ledger share. */
typedef struct ledger_words {
    const char *equation, *where;
} ledger_words;

typedef struct ledger_entry {
    double max, scaled_max; /* as in invo_ledger_row */
    double until;           /* the same */
    float digits;           /* the same */
    int words;              /* number of its ledger_words */
    int values;             /* where its values are in result.values; -1: it has none */
    int level;
    char kind, left_out;
} ledger_entry;

/* What quadruple precision says of a row of the ledger, as in invo_verified_row. */
typedef struct verified_entry {
    double max, units, gap;
} verified_entry;

/* The proof for a row of output. */
typedef struct row_proof {
    double t;
    invo_proof proof;
} row_proof;

struct invo_result {
    const char *status, *stopped_by;
    int columns;
    int *column; /* [columns]: where the name is in column_names */
    char *column_names;
    const char **column_list; /* [columns]: the names, if callbacks need them; or NULL */
    long rows, capacity;
    long gone;     /* rows that are no longer in `row`: a callback has taken them */
    double *row;   /* [capacity, 1 + columns], row by row, those before `gone` left out */
    double *final; /* [1 + columns] */
    int ledger_rows, ledger_capacity, words_count, words_capacity;
    ledger_entry *ledger;
    ledger_words *words;
    char *values; /* of the patterns, as in invo_row, one after the other */
    size_t values_size, values_capacity;
    invo_statistics statistics;
    invo_options settings;
    double unsteady;  /* time when constant steps lost the solution; NaN: they did not */
    int enforced;     /* no bound on residuals was lifted */
    double arclength; /* NaN: by time */
    long impasses;
    invo_result_impasse_row impasse[RESULT_IMPASSES]; /* the first ones */
    long events, events_listed, event_capacity;
    invo_result_event_row *event; /* [events_listed]: the first ones and the last */
    int event_names, event_name_capacity;
    const char **event_name; /* texts of the result */
    int sections;
    invo_result_section_row *section;
    long singulars;           /* how many there were; the first MOST_SINGULARS are kept */
    invo_singular *singular;  /* [MOST_SINGULARS]; NULL: there was none */
    long verified_rows;       /* with the option verify */
    verified_entry *verified; /* [ledger_capacity], with that option; else NULL */
    double verify_seconds;
    row_proof *proof; /* [proof_capacity]: of rows, with the option certify; or NULL */
    long proof_capacity;
    invo_certification certificate;
    struct kept_text *texts; /* all texts, freed with the result */
    struct dense *dense;     /* the steps, with the option dense; or NULL */
    invo_context *context;   /* of the run, for invo_result_at alone: it may have gone */
};

/* Texts one after the other. */
typedef struct kept_text {
    struct kept_text *next;
    size_t used, size;
    char text[];
} kept_text;

/* Room for `rows` rows to begin with. NULL: out of memory. */
invo_result *result_new(invo_context *c, const invo_system *s, long rows);
/* The next row to be filled; NULL: out of memory. Grows only where more rows come than
 * were announced. */
double *result_next(invo_context *c, invo_result *r);
/* Row i, which must not be gone. */
double *result_at(const invo_result *r, long i);
/* Forgets the rows before row `end`, which a callback has taken. */
void result_drop(invo_result *r, long end);
/* Lists the names of the columns in column_list; 0: out of memory. */
int result_list_columns(invo_context *c, invo_result *r);

/* The number of the ledger row for this row of a system, a new one where there is none
 * yet; -1: out of memory. The search begins at row `from`. */
int result_ledger_row(invo_context *c, invo_result *r, const invo_row *row, int from);

/* Row i of the ledger with its texts, which are made now if they were not requested
 * before; equation is NULL where there is no memory for it. */
invo_ledger_row result_entry(invo_result *r, int i);
const char *result_column(const invo_result *r, int k); /* its name */

/* Room for what quadruple precision says of the rows, those that will come included. */
invo_status result_verify(invo_context *c, invo_result *r);
/* Does quadruple precision agree with row i of the ledger, and with its bound? */
int result_is_verified(const invo_result *r, int i);

/* The i-th row of the ledger of a system; its text may be in buffer. */
invo_row result_row_of(const invo_system *s, int i, char *buffer, size_t size);

/* A copy of the words that lives as long as the result; NULL: out of memory. */
const char *result_keep(invo_context *c, invo_result *r, const char *words);
/* What a run has put into its result so far, for checkpoints (result_state.c). load: into
 * one that was just made for the same system; E_MEMORY. */
struct archive;
void result_save(struct archive *a, const invo_result *r);
invo_status result_load(invo_context *c, struct archive *a, invo_result *r);

/* Adds a singular configuration, whose texts are those of the ledger. */
void result_singular(invo_result *r, const invo_singular *row);
/* One column more, before the first row. */
invo_status result_add_column(invo_context *c, invo_result *r, const char *name);
/* Adds an impasse point; those past the first RESULT_IMPASSES are counted only. */
void result_impasse(invo_result *r, const char *kind, double t, double s, double sigma);

/* Forgets rows past the time t, seen in this sense (1: forward, -1: backward); the final
 * values then are those of the last row that stays, or `safe` if that is later. */
void result_cut(invo_result *r, double t, double sense, const double *safe);

/* Names what ended the run, with the words that the model gives; NULL or "": none. */
void result_stopped_by(invo_context *c, invo_result *r, const char *what,
                       const char *words);

/* The row at time t, for invo_result_at (dense.c); r->dense is there, and its run. */
invo_status dense_at(const invo_result *r, double t, double *row);

/* Counts an event and adds it to the list, of which the last one is replaced where it is
 * as long as `most`. */
invo_status result_event(invo_context *c, invo_result *r, const char *name, double t,
                         long most);

#endif
