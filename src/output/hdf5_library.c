/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads HDF5 by the name that a linker would have noted. It stays loaded: it has things
 * to do at the end of a program.
 */
#ifdef INVOLUTE_HAS_HDF5
#include "hdf5_library.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

hdf5_library hdf5;

static pthread_once_t hdf5_once = PTHREAD_ONCE_INIT;
static char hdf5_refusal[300]; /* empty: it is loaded */

/* Finds a function or variable; ISO C has no cast from its address to a function. */
static void hdf5_find(void *library, const char *name, void *to, size_t size) {
    const void *at = dlsym(library, name);
    if (!at && !*hdf5_refusal)
        snprintf(hdf5_refusal, sizeof hdf5_refusal, "%.80s has no '%s'",
                 INVOLUTE_HDF5_NAME, name);
    memcpy(to, &at, size);
}

static void hdf5_find_calls(void *library) {
#define HDF5_CALL(name) hdf5_find(library, #name, &hdf5.name, sizeof hdf5.name);
#define HDF5_NUMBER(name, variable)
#include "hdf5_call.def"
}

static void hdf5_find_numbers(void *library) {
    const hid_t *number = NULL;
#define HDF5_CALL(name)
#define HDF5_NUMBER(name, variable)                                                      \
    hdf5_find(library, #variable, &number, sizeof number);                               \
    if (number)                                                                          \
        hdf5.name = *number;
#include "hdf5_call.def"
}

/* Another release may lay out what the driver hands over in another way; HDF5 itself
 * would end the program. */
static void hdf5_compare_version(void) {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    hdf5.H5get_libversion(&major, &minor, &release);
    if (major != H5_VERS_MAJOR || minor != H5_VERS_MINOR)
        snprintf(hdf5_refusal, sizeof hdf5_refusal,
                 "%.80s has version %u.%u.%u, Involute was built for %d.%d",
                 INVOLUTE_HDF5_NAME, major, minor, release, H5_VERS_MAJOR, H5_VERS_MINOR);
}

static void hdf5_load_once(void) {
    void *library = dlopen(INVOLUTE_HDF5_NAME, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char *why = dlerror();
        snprintf(hdf5_refusal, sizeof hdf5_refusal, "%s", why ? why : INVOLUTE_HDF5_NAME);
        return;
    }
    hdf5_find_calls(library);
    if (!*hdf5_refusal)
        hdf5_compare_version();
    if (!*hdf5_refusal && hdf5.H5open() < 0)
        snprintf(hdf5_refusal, sizeof hdf5_refusal, "%s does not open",
                 INVOLUTE_HDF5_NAME);
    if (!*hdf5_refusal)
        hdf5_find_numbers(library);
}

const char *hdf5_load(void) {
    pthread_once(&hdf5_once, hdf5_load_once);
    return *hdf5_refusal ? hdf5_refusal : NULL;
}
#else
typedef int hdf5_library_is_empty; /* ISO C asks for a declaration */
#endif
