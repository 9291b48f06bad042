/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds the library for MPI: where INVOLUTE_MPI names it, beside the program, or in
 * ../lib/involute of the program's folder. */
#include "transport.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static long transport_number(const char *variable) {
    const char *text = getenv(variable);
    return text ? strtol(text, NULL, 10) : 0;
}

/* Open MPI, and what MPICH, Intel MPI and Slurm set. */
int transport_is_wanted(void) {
    return transport_number("OMPI_COMM_WORLD_SIZE") > 0 ||
           transport_number("PMI_SIZE") > 0;
}

int transport_neighbours(void) {
    static const char *const variable[] = {"OMPI_COMM_WORLD_LOCAL_SIZE",
                                           "MPI_LOCALNRANKS"};
    for (size_t k = 0; k < sizeof variable / sizeof *variable; k++)
        if (transport_number(variable[k]) > 0)
            return (int)transport_number(variable[k]);
    return 1;
}

/* The folder of this program, with a slash behind; 0: not known. */
static size_t transport_folder(char *path, size_t size) {
    const ssize_t n = readlink("/proc/self/exe", path, size - 1);
    if (n <= 0)
        return 0;
    path[n] = 0;
    char *slash = strrchr(path, '/');
    if (!slash)
        return 0;
    slash[1] = 0;
    return (size_t)(slash + 1 - path);
}

static void *transport_open(char *message, size_t size) {
    static const char *const places[] = {TRANSPORT_FILE,
                                         "../lib/involute/" TRANSPORT_FILE};
    const char *given = getenv("INVOLUTE_MPI");
    char path[4200];
    const size_t folder = transport_folder(path, sizeof path - 100);
    if (given && *given) {
        void *library = dlopen(given, RTLD_NOW | RTLD_GLOBAL);
        const char *why = library ? NULL : dlerror();
        if (!library)
            snprintf(message, size, "cannot load the library for MPI: %s", why);
        return library;
    }
    for (size_t k = 0; folder && k < sizeof places / sizeof *places; k++) {
        strcpy(path + folder, places[k]);
        if (access(path, R_OK))
            continue;
        void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
        const char *why = library ? NULL : dlerror();
        if (!library)
            snprintf(message, size, "cannot load the library for MPI: %s", why);
        return library;
    }
    snprintf(message, size,
             "this program was started by mpirun, and there is no %s beside it: build "
             "Involute where MPI is installed (Debian: libopenmpi-dev), or start it "
             "without mpirun",
             TRANSPORT_FILE);
    return NULL;
}

const sweep_transport *transport_load(char *message, size_t size) {
    void *library = transport_open(message, size);
    if (!library)
        return NULL;
    const sweep_transport *t = dlsym(library, TRANSPORT_SYMBOL);
    if (t && t->version == TRANSPORT_VERSION)
        return t;
    snprintf(message, size, "%s belongs to another version of Involute", TRANSPORT_FILE);
    return NULL;
}
