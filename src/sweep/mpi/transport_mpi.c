/* SPDX-License-Identifier: BSD-3-Clause */
/* Messages by MPI, as a library of its own that the program loads under mpirun. */
#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include "../transport.h"

static int mpi_begin(int *rank, int *ranks) {
    int provided = 0;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
        return 1;
    if (provided < MPI_THREAD_FUNNELED)
        return 1;
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
    return 0;
}

/* Messages longer than MPI can count are sent in pieces, after their length. */
enum { MPI_PIECE = 1 << 28, TAG_BODY = 1000 };

static int mpi_send(int to, int tag, const void *from, size_t size) {
    unsigned long long length = size;
    const char *at = from;
    int failed = MPI_Send(&length, 1, MPI_UNSIGNED_LONG_LONG, to, tag, MPI_COMM_WORLD);
    while (size && !failed) {
        const int n = size < MPI_PIECE ? (int)size : MPI_PIECE;
        failed = MPI_Send(at, n, MPI_BYTE, to, TAG_BODY + tag, MPI_COMM_WORLD);
        at += n;
        size -= (size_t)n;
    }
    return failed;
}

static int mpi_probe(int *found, int *from, int *tag, size_t *size) {
    MPI_Status status;
    unsigned long long length = 0;
    *found = 0;
    /* Bodies are taken with their heads, so that what comes first is a head. */
    if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, found, &status))
        return 1;
    if (!*found)
        return 0;
    *from = status.MPI_SOURCE;
    *tag = status.MPI_TAG;
    const int failed = MPI_Recv(&length, 1, MPI_UNSIGNED_LONG_LONG, *from, *tag,
                                MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    *size = (size_t)length;
    return failed;
}

static int mpi_receive(int from, int tag, void *to, size_t size) {
    char *at = to;
    int failed = 0;
    while (size && !failed) {
        const int n = size < MPI_PIECE ? (int)size : MPI_PIECE;
        failed = MPI_Recv(at, n, MPI_BYTE, from, TAG_BODY + tag, MPI_COMM_WORLD,
                          MPI_STATUS_IGNORE);
        at += n;
        size -= (size_t)n;
    }
    return failed;
}

static void mpi_end(void) {
    MPI_Finalize();
}

static void mpi_abort(int status) {
    MPI_Abort(MPI_COMM_WORLD, status);
}

/* What the program looks for; its name is that of TRANSPORT_SYMBOL. */
extern const sweep_transport involute_transport;
__attribute__((visibility("default"))) const sweep_transport involute_transport = {
    TRANSPORT_VERSION, mpi_begin, mpi_send, mpi_probe, mpi_receive, mpi_end, mpi_abort};
