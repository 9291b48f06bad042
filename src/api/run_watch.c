/* SPDX-License-Identifier: BSD-3-Clause */
/* A run that is watched: by another thread, which looks how far it is and may stop it, or
 * by a function that the run itself calls now and then, as interpreters do that handle
 * signals in one thread only. */
#include <time.h>
#include "involute.h"

static const double ask_seconds = 0.1; /* between two questions */
enum { MOST_CALLS = 64 };              /* between two looks at the clock */

int invo_watch_progress(void *watch, double t, long steps) {
    invo_watch *w = watch;
    __atomic_store(&w->t, &t, __ATOMIC_RELAXED);
    __atomic_store(&w->steps, &steps, __ATOMIC_RELAXED);
    return __atomic_load_n(&w->stop, __ATOMIC_RELAXED);
}

static double clock_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Is it time to ask? The clock, dear on some machines, is looked at after twice as many
 * calls as before, up to MOST_CALLS, while they take little time, and at every call else.
 */
static int is_due(invo_watch *w) {
    if (w->left-- > 0)
        return 0;
    const double now = clock_now();
    const int is_first = w->often == 0;
    const int due = !is_first && now - w->asked >= ask_seconds;
    const int is_slow = now - w->asked >= 2 * ask_seconds;
    w->often = is_first || is_slow         ? 1
               : 2 * w->often < MOST_CALLS ? 2 * w->often
                                           : MOST_CALLS;
    w->left = w->often - 1;
    if (due || is_first)
        w->asked = now;
    return due;
}

int invo_watch_interrupt(void *watch) {
    invo_watch *w = watch;
    if (w->ask && is_due(w) && w->ask())
        __atomic_store_n(&w->stop, 1, __ATOMIC_RELAXED);
    return __atomic_load_n(&w->stop, __ATOMIC_RELAXED);
}
