/* SPDX-License-Identifier: BSD-3-Clause */
/* Outcomes of an ensemble in a table. Threads write to lines of their own and add to one
 * counter: nothing here makes one wait for another, as the callbacks of a language with
 * a lock would. */
#include <stdlib.h>
#include <string.h>
#include "involute.h"

/* A copy, or NULL where there is nothing to copy, or no memory. */
static char *keep_text(const char *text) {
    return text && *text ? strdup(text) : NULL;
}

void invo_keep_outcome(void *keeper, invo_outcome *o) {
    invo_keeper *all = keeper;
    invo_kept *k = &all->kept[o->member->number];
    const char *message = invo_context_message(o->context);
    k->status = o->status;
    k->result = o->result;
    k->message =
        keep_text(message && *message ? message : invo_context_error(o->context));
    k->where = keep_text(invo_context_where(o->context));
    k->time = invo_context_time(o->context);
    o->result = NULL;
    __atomic_store_n(&k->is_finished, 1, __ATOMIC_RELEASE);
    __atomic_add_fetch(&all->finished, 1, __ATOMIC_RELAXED);
}

int invo_keep_interrupt(void *keeper) {
    const invo_keeper *all = keeper;
    return __atomic_load_n(&all->stop, __ATOMIC_RELAXED);
}

void invo_kept_free(invo_kept *kept, long count) {
    for (long k = 0; k < count; k++) {
        invo_result_free(kept[k].result);
        free(kept[k].message);
        free(kept[k].where);
        kept[k] = (invo_kept){0};
    }
}
