/* SPDX-License-Identifier: BSD-3-Clause */
/* The journal of an ensemble: what was computed, in the order in which it was finished.
 * Records are only ever added, each with a check sum: after a program was killed, a torn
 * last record is dropped and everything before it counts. A head tells which ensemble it
 * belongs to. Numbers are in the order of bytes of the machine. */
#ifndef SWEEP_JOURNAL_H
#define SWEEP_JOURNAL_H
#include <stddef.h>
#include <stdint.h>

/* What must be the same for a journal to be continued. */
typedef struct journal_identity {
    uint64_t program, model, options, members;
    int64_t count; /* of members */
} journal_identity;

/* How a member ended. */
typedef enum member_state { MEMBER_DONE, MEMBER_STOPPED, MEMBER_FAILED } member_state;

/* A member that was run; texts and numbers are lent. */
typedef struct member_record {
    int64_t number;
    int32_t state;    /* member_state */
    int32_t status;   /* invo_status */
    double t;         /* where it ended; NaN: it did not begin */
    uint64_t columns; /* the hash of the names of its columns; 0: it has none */
    int64_t rows, width;
    const char *reason;  /* "": the stop time was reached */
    const double *value; /* [rows, width]: time, then the columns */
} member_record;

/* Bytes of a record, malloc'ed. */
typedef struct record_bytes {
    char *at;
    size_t size;
} record_bytes;

/* Names of columns, each ending with 0, one after the other; hash: of these. NULL `at`
 * without memory. */
record_bytes record_of_columns(int count, const char *const *name, uint64_t *hash);
record_bytes record_of_member(const member_record *m);
member_state record_state(const record_bytes *member);

typedef struct journal journal;

/* Opens or creates a journal beside an output and reads what is in it; path NULL: one in
 * memory of its own, which ends with the program. Returns NULL with a message: it cannot
 * be written, belongs to another ensemble, or another program writes it. */
journal *journal_open(const char *path, const journal_identity *is, char *message,
                      size_t size);
/* Adds records as they are, whole or not at all. Returns 0, or errno. Columns that are
 * already there, and members, are not added twice. */
int journal_add(journal *j, const record_bytes *r);
/* What is there of a member; returns whether anything is. */
int journal_find(const journal *j, int64_t member, member_record *m);
int journal_has(const journal *j, int64_t member);
int64_t journal_count(const journal *j); /* of members that are there */
/* The names of columns with this hash, each ending with 0; NULL: not known. */
const char *journal_columns(const journal *j, uint64_t hash, int *count);
/* Makes what was added since it was opened available to journal_find. 0, or errno. */
int journal_map(journal *j);
/* Bytes of a torn record that were dropped when it was opened. */
int64_t journal_dropped(const journal *j);
/* Closes it, and removes the file where that is no longer needed. */
void journal_close(journal *j, int is_needed);

#endif
