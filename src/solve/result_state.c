/* SPDX-License-Identifier: BSD-3-Clause */
/* A result on its way, for checkpoints: what the run has put into it since it was made.
 * Names of columns and sections are there with the system. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include "../base/archive.h"
#include "result.h"

static size_t row_bytes(const invo_result *r) {
    return sizeof *r->row * ((size_t)r->columns + 1);
}

static void save_rows(archive *a, const invo_result *r) {
    archive_put_count(a, r->rows);
    archive_put_count(a, r->gone);
    archive_put(a, r->row, row_bytes(r) * (size_t)(r->rows - r->gone));
    archive_put(a, r->final, row_bytes(r));
}

static void save_ledger(archive *a, const invo_result *r) {
    archive_put_count(a, r->words_count);
    for (int k = 0; k < r->words_count; k++) {
        archive_put_text(a, r->words[k].equation);
        archive_put_text(a, r->words[k].where);
    }
    archive_put_count(a, (int64_t)r->values_size);
    archive_put(a, r->values, r->values_size);
    archive_put_count(a, r->ledger_rows);
    archive_put(a, r->ledger, sizeof *r->ledger * (size_t)r->ledger_rows);
}

static int64_t event_name_number(const invo_result *r, const char *name) {
    int k = 0;
    while (k < r->event_names && r->event_name[k] != name)
        k++;
    return k;
}

static void save_events(archive *a, const invo_result *r) {
    archive_put_count(a, r->event_names);
    for (int k = 0; k < r->event_names; k++)
        archive_put_text(a, r->event_name[k]);
    archive_put_count(a, r->events);
    archive_put_count(a, r->events_listed);
    for (long k = 0; k < r->events_listed; k++) {
        archive_put_count(a, event_name_number(r, r->event[k].name));
        archive_put(a, &r->event[k].t, sizeof r->event[k].t);
    }
}

static void save_places(archive *a, const invo_result *r) {
    archive_put_count(a, r->impasses);
    for (long k = 0; k < r->impasses && k < RESULT_IMPASSES; k++) {
        archive_put_text(a, r->impasse[k].kind);
        archive_put(a, &r->impasse[k], sizeof r->impasse[k]);
    }
    for (int k = 0; k < r->sections; k++)
        archive_put_count(a, r->section[k].crossings);
    archive_put_count(a, r->singulars);
    for (long k = 0; k < r->singulars && k < MOST_SINGULARS; k++) {
        const invo_singular *s = &r->singular[k];
        archive_put(a, s, sizeof *s);
        for (int i = 0; i < s->equations; i++) {
            archive_put_text(a, s->equation[i]);
            archive_put_text(a, s->where[i]);
        }
    }
}

void result_save(struct archive *a, const invo_result *r) {
    save_rows(a, r);
    save_ledger(a, r);
    save_events(a, r);
    save_places(a, r);
    archive_put(a, &r->statistics, sizeof r->statistics);
    archive_put(a, &r->unsteady, sizeof r->unsteady);
    archive_put(a, &r->arclength, sizeof r->arclength);
    archive_put_count(a, r->enforced);
}

/* --- back --- */

typedef struct state_reader {
    invo_context *c;
    archive *a;
    invo_result *r;
} state_reader;

/* A number of things, each of at least one byte in the archive. */
static int64_t take_number(archive *a) {
    const int64_t n = archive_take_count(a);
    if (n < 0 || (uint64_t)n > a->used - a->read)
        a->is_broken = 1;
    return a->is_broken ? 0 : n;
}

/* How often something has happened, of which the archive may list less. */
static long take_times(archive *a) {
    const int64_t n = archive_take_count(a);
    if (n < 0 || n != (long)n)
        a->is_broken = 1;
    return a->is_broken ? 0 : (long)n;
}

/* A text, as one of the result; "" where the archive has none. */
static const char *take_kept(const state_reader *s) {
    const char *text = archive_take_text(s->a);
    return result_keep(s->c, s->r, text ? text : "");
}

static void *take_array(const state_reader *s, size_t count, size_t item) {
    void *to = memory_alloc(s->c, (count + 1) * item);
    if (to)
        archive_take(s->a, to, count * item);
    return to;
}

static invo_status load_rows(const state_reader *s) {
    invo_result *r = s->r;
    const int64_t rows = archive_take_count(s->a);
    const int64_t gone = archive_take_count(s->a);
    const size_t kept = (size_t)(rows - gone);
    if (gone < 0 || rows < gone || kept > (s->a->used - s->a->read) / row_bytes(r)) {
        s->a->is_broken = 1;
        return INVO_OK;
    }
    const size_t room = kept > (size_t)r->capacity ? kept : (size_t)r->capacity;
    double *row = memory_alloc(s->c, row_bytes(r) * room);
    if (!row)
        return INVO_E_MEMORY;
    archive_take(s->a, row, row_bytes(r) * kept);
    archive_take(s->a, r->final, row_bytes(r));
    free(r->row);
    r->row = row;
    r->rows = (long)rows;
    r->gone = (long)gone;
    r->capacity = (long)room;
    return INVO_OK;
}

static int ledger_entry_fits(const invo_result *r, const ledger_entry *e) {
    return e->words >= 0 && e->words < r->words_count && e->values >= -1 &&
           (e->values < 0 || (size_t)e->values < r->values_size) &&
           (unsigned char)e->kind < INVO_ROW_KINDS;
}

static invo_status load_ledger(const state_reader *s) {
    invo_result *r = s->r;
    const size_t count = (size_t)take_number(s->a);
    ledger_words *words = memory_alloc(s->c, sizeof *words * (count + 1));
    if (!words)
        return INVO_E_MEMORY;
    free(r->words);
    r->words = words;
    r->words_count = r->words_capacity = (int)count;
    for (size_t k = 0; k < count; k++) {
        words[k].equation = take_kept(s);
        words[k].where = take_kept(s);
        if (!words[k].equation || !words[k].where)
            return INVO_E_MEMORY;
    }
    r->values_size = r->values_capacity = (size_t)take_number(s->a);
    free(r->values);
    r->values = take_array(s, r->values_size, 1);
    const size_t rows = (size_t)take_number(s->a);
    free(r->ledger);
    r->ledger = take_array(s, rows, sizeof *r->ledger);
    r->ledger_rows = r->ledger_capacity = r->ledger ? (int)rows : 0;
    for (int k = 0; k < r->ledger_rows; k++)
        s->a->is_broken |= !ledger_entry_fits(r, &r->ledger[k]);
    return r->values && r->ledger ? INVO_OK : INVO_E_MEMORY;
}

static invo_status load_event_names(const state_reader *s) {
    invo_result *r = s->r;
    const size_t names = (size_t)take_number(s->a);
    r->event_name = memory_alloc(s->c, sizeof *r->event_name * (names + 1));
    if (!r->event_name)
        return INVO_E_MEMORY;
    r->event_names = r->event_name_capacity = (int)names;
    for (size_t k = 0; k < names; k++)
        if (!(r->event_name[k] = take_kept(s)))
            return INVO_E_MEMORY;
    return INVO_OK;
}

static invo_status load_events(const state_reader *s) {
    invo_result *r = s->r;
    TRY(load_event_names(s));
    r->events = take_times(s->a);
    const size_t listed = (size_t)take_number(s->a);
    r->event = memory_alloc(s->c, sizeof *r->event * (listed + 1));
    if (!r->event)
        return INVO_E_MEMORY;
    r->events_listed = r->event_capacity = (long)listed;
    for (size_t k = 0; k < listed; k++) {
        const int64_t name = archive_take_count(s->a);
        archive_take(s->a, &r->event[k].t, sizeof r->event[k].t);
        const int is_known = name >= 0 && name < r->event_names;
        r->event[k].name = is_known ? r->event_name[name] : "";
        s->a->is_broken |= !is_known;
    }
    return INVO_OK;
}

static invo_status load_singular(const state_reader *s, invo_singular *to) {
    archive_take(s->a, to, sizeof *to);
    if (to->equations < 0 || to->equations > INVO_SINGULAR_EQUATIONS) {
        s->a->is_broken = 1;
        to->equations = 0;
    }
    for (int i = 0; i < to->equations; i++) {
        to->equation[i] = take_kept(s);
        to->where[i] = take_kept(s);
        if (!to->equation[i] || !to->where[i])
            return INVO_E_MEMORY;
    }
    return INVO_OK;
}

static invo_status load_places(const state_reader *s) {
    invo_result *r = s->r;
    r->impasses = take_times(s->a);
    for (long k = 0; k < r->impasses && k < RESULT_IMPASSES; k++) {
        const char *kind = take_kept(s);
        archive_take(s->a, &r->impasse[k], sizeof r->impasse[k]);
        r->impasse[k].kind = kind;
        if (!kind)
            return INVO_E_MEMORY;
    }
    for (int k = 0; k < r->sections; k++)
        r->section[k].crossings = take_times(s->a);
    r->singulars = take_times(s->a);
    if (r->singulars &&
        !(r->singular = memory_alloc(s->c, sizeof *r->singular * MOST_SINGULARS)))
        return INVO_E_MEMORY;
    for (long k = 0; k < r->singulars && k < MOST_SINGULARS; k++)
        TRY(load_singular(s, &r->singular[k]));
    return INVO_OK;
}

invo_status result_load(invo_context *c, struct archive *a, invo_result *r) {
    assert(r->rows == 0 && r->events == 0);
    const state_reader s = {c, a, r};
    TRY(load_rows(&s));
    TRY(load_ledger(&s));
    TRY(load_events(&s));
    TRY(load_places(&s));
    archive_take(a, &r->statistics, sizeof r->statistics);
    archive_take(a, &r->unsteady, sizeof r->unsteady);
    archive_take(a, &r->arclength, sizeof r->arclength);
    r->enforced = (int)archive_take_count(a);
    return INVO_OK;
}
