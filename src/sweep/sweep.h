/* SPDX-License-Identifier: BSD-3-Clause */
/* The command `sweep`: an ensemble on its way from the command line to a file. */
#ifndef SWEEP_SWEEP_H
#define SWEEP_SWEEP_H
#include <pthread.h>
#include "../cli/cli.h"
#include "journal.h"
#include "members.h"
#include "transport.h"

enum { SWEEP_MESSAGE = 2000 };

typedef struct sweep {
    const arguments *arguments;
    session session;
    members members;
    journal_identity is;
    journal *journal; /* NULL on processes that do not keep it */
    char *journal_path;
    int rank, ranks; /* of processes; 0 and 1 without MPI */
    int threads;
    const sweep_transport *transport; /* NULL: there is one process */
    pthread_mutex_t lock;             /* of what follows: */
    long cursor;         /* members before it were handed out, or are there */
    long before, failed; /* members that were there at the beginning, that
                            failed since */
    int error;           /* errno: the journal could not be written */
    int stop;            /* other processes, or that error, end the ensemble */
    double began, next;  /* of progress, in seconds */
    int shows;
} sweep;

/* Takes the next member that is not there yet; -1: there is none. */
long sweep_pick(sweep *s);
/* How many members are not handed out yet, at most. */
long sweep_left(sweep *s);
/* Adds names of columns; nonzero: that failed. */
int sweep_store_columns(sweep *s, const record_bytes *columns);
/* Adds what came of a member, shows progress. columns.at may be NULL. */
void sweep_store(sweep *s, const record_bytes *columns, const record_bytes *member);
/* Has somebody asked for the end? */
int sweep_is_stopped(const sweep *s);
double sweep_now(void);

/* Runs members on the threads of this process. `pick` and `store` are called by several
 * threads; store takes over the bytes. */
typedef struct sweep_work {
    sweep *sweep;
    long (*pick)(void *data);
    void (*store)(void *data, record_bytes columns, record_bytes member);
    void *data;
} sweep_work;
invo_status work_run(const sweep_work *w);

/* The same with the threads of all processes (share.c): this one keeps the journal, or
 * helps. */
invo_status share_lead(sweep *s);
invo_status share_help(sweep *s);

#endif
