/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages between the processes of an ensemble. The program does not know MPI: where it
 * was started by mpirun, it loads a small library that offers this table. */
#ifndef SWEEP_TRANSPORT_H
#define SWEEP_TRANSPORT_H
#include <stddef.h>

enum { TRANSPORT_VERSION = 1 };

/* Functions return 0, or nonzero where that failed. One thread alone calls them. */
typedef struct sweep_transport {
    int version;
    int (*begin)(int *rank, int *ranks);
    int (*send)(int to, int tag, const void *from, size_t size);
    /* Is a message there? Sets *found, and whose and which. */
    int (*probe)(int *found, int *from, int *tag, size_t *size);
    int (*receive)(int from, int tag, void *to, size_t size);
    void (*end)(void);
    void (*abort)(int status); /* ends all processes */
} sweep_transport;

#define TRANSPORT_SYMBOL "involute_transport"
#define TRANSPORT_FILE "involute-mpi.so"

/* Was this program started by mpirun or the like, as one of several? */
int transport_is_wanted(void);
/* How many processes share this machine, as far as the environment tells; else 1. */
int transport_neighbours(void);
/* Loads it; NULL with a message: there is none. */
const sweep_transport *transport_load(char *message, size_t size);

#endif
