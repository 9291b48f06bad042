/* SPDX-License-Identifier: BSD-3-Clause */
/* A run that another thread watches: how far it is, and whether it should stop. */
#include "involute.h"

int invo_watch_progress(void *watch, double t, long steps) {
    invo_watch *w = watch;
    __atomic_store(&w->t, &t, __ATOMIC_RELAXED);
    __atomic_store(&w->steps, &steps, __ATOMIC_RELAXED);
    return __atomic_load_n(&w->stop, __ATOMIC_RELAXED);
}

int invo_watch_interrupt(void *watch) {
    const invo_watch *w = watch;
    return __atomic_load_n(&w->stop, __ATOMIC_RELAXED);
}
