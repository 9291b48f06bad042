/* SPDX-License-Identifier: BSD-3-Clause */
/* A result on its way, for checkpoints: what the run has put into it since it was made.
 * Names of columns and sections are there with the system. */
#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "../base/archive.h"
#include "../base/phrase.h"
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
    for (int k = 0; k < r->ledger_rows; k++) {
        const ledger_entry *e = &r->ledger[k];
        const double measured[] = {e->max, e->scaled_max, e->until, (double)e->digits};
        archive_put(a, measured, sizeof measured);
        const int number[] = {e->words, e->values, e->level, e->kind, e->left_out != 0};
        for (size_t i = 0; i < sizeof number / sizeof *number; i++)
            archive_put_count(a, number[i]);
    }
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
        const invo_result_impasse_row *i = &r->impasse[k];
        archive_put_text(a, i->kind);
        archive_put(a, (const double[]){i->t, i->s, i->sigma}, 3 * sizeof(double));
    }
    for (int k = 0; k < r->sections; k++)
        archive_put_count(a, r->section[k].crossings);
    archive_put_count(a, r->singulars);
    for (long k = 0; k < r->singulars && k < MOST_SINGULARS; k++) {
        const invo_singular *s = &r->singular[k];
        archive_put(a, (const double[]){s->t, s->sigma, s->start}, 3 * sizeof(double));
        archive_put_count(a, s->equations);
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
#define COUNTER(name, about) archive_put_count(a, r->statistics.name);
#define DURATION(name, about) archive_put(a, &r->statistics.name, sizeof(double));
#include "involute_statistics.def"
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

/* How often something has happened, of which the archive may list less. */
static long take_times(archive *a) {
    return (long)archive_take_within(a, 0, ARCHIVE_MOST);
}

/* A text, as one of the result; "" where the archive has none. */
static char *take_words(const state_reader *s) {
    const char *text = archive_take_text(s->a);
    return (char *)result_keep(s->c, s->r, text ? text : "");
}

/* The same without what could be a command to a terminal. */
static const char *take_kept(const state_reader *s) {
    char *text = take_words(s);
    if (text)
        invo_text_tame(text);
    return text;
}

static void *take_array(const state_reader *s, size_t count, size_t item) {
    void *to = memory_alloc(s->c, (count + 1) * item);
    if (to)
        archive_take(s->a, to, count * item);
    return to;
}

/* The last row is always there, and all are where nobody takes them. */
static invo_status load_rows(const state_reader *s) {
    invo_result *r = s->r;
    const long rows = (long)archive_take_within(s->a, 1, ARCHIVE_MOST);
    const long gone = (long)archive_take_within(s->a, 0, r->settings.row ? rows - 1 : 0);
    const size_t kept = (size_t)(rows - gone);
    if (s->a->is_broken || kept > (s->a->used - s->a->read) / row_bytes(r)) {
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
    r->rows = rows;
    r->gone = gone;
    r->capacity = (long)room;
    return INVO_OK;
}

static invo_status load_words(const state_reader *s) {
    invo_result *r = s->r;
    const int count = (int)archive_take_number(s->a, 2 * sizeof(int64_t));
    ledger_words *words = memory_alloc(s->c, sizeof *words * ((size_t)count + 1));
    if (!words)
        return INVO_E_MEMORY;
    free(r->words);
    r->words = words;
    r->words_count = r->words_capacity = count;
    for (int k = 0; k < count; k++) {
        words[k].equation = take_words(s); /* may be a pattern */
        words[k].where = take_kept(s);
        if (!words[k].equation || !words[k].where)
            return INVO_E_MEMORY;
    }
    return INVO_OK;
}

/* Texts one after the other, of which any list ends within them. */
static invo_status load_values(const state_reader *s) {
    invo_result *r = s->r;
    const size_t size = (size_t)archive_take_number(s->a, 1);
    free(r->values);
    r->values = take_array(s, size, 1);
    r->values_size = r->values_capacity = r->values ? size : 0;
    if (!r->values)
        return INVO_E_MEMORY;
    const int is_ended =
        size == 0 || (!r->values[size - 1] && (size == 1 || !r->values[size - 2]));
    s->a->is_broken |= !is_ended;
    return INVO_OK;
}

static void load_entry(const state_reader *s, ledger_entry *e) {
    const invo_result *r = s->r;
    archive *a = s->a;
    double measured[4];
    archive_take(a, measured, sizeof measured);
    e->max = measured[0];
    e->scaled_max = measured[1];
    e->until = measured[2];
    e->digits = (float)measured[3];
    e->words = (int)archive_take_within(a, 0, r->words_count ? r->words_count - 1 : 0);
    e->values = (int)archive_take_within(a, -1, (int64_t)r->values_size - 1);
    e->level = (int)archive_take_within(a, INT_MIN, INT_MAX);
    e->kind = (char)archive_take_within(a, 0, INVO_ROW_KINDS - 1);
    e->left_out = (char)archive_take_within(a, 0, 1);
}

/* Texts of patterns are written out when they are read: they may be longer than what is
 * there, but not by more than all that a model may be. */
static const size_t LONGEST_LEDGER = (size_t)1 << 30;

/* Adds the length of the row's text to *length, or more. */
static void measure_entry(const state_reader *s, const ledger_entry *e, size_t *length) {
    const invo_result *r = s->r;
    char *equation = (char *)r->words[e->words].equation;
    size_t marks = 1;
    *length += strlen(equation);
    if (e->values < 0)
        invo_text_tame(equation);
    else {
        for (const char *at = equation; (at = strchr(at, PHRASE_MARK)) != NULL; at++)
            marks++;
        *length += marks * phrase_values_size(r->values + e->values);
    }
    s->a->is_broken |= *length > LONGEST_LEDGER;
}

static invo_status load_ledger(const state_reader *s) {
    invo_result *r = s->r;
    size_t length = 0;
    TRY(load_words(s));
    TRY(load_values(s));
    const int rows = (int)archive_take_number(s->a, 9 * sizeof(double));
    free(r->ledger);
    r->ledger = memory_alloc(s->c, sizeof *r->ledger * ((size_t)rows + 1));
    r->ledger_rows = r->ledger_capacity = r->ledger ? rows : 0;
    s->a->is_broken |= rows > 0 && r->words_count == 0;
    for (int k = 0; k < r->ledger_rows; k++)
        load_entry(s, &r->ledger[k]);
    for (int k = 0; k < r->ledger_rows && !s->a->is_broken; k++)
        measure_entry(s, &r->ledger[k], &length);
    return r->ledger ? INVO_OK : INVO_E_MEMORY;
}

static invo_status load_event_names(const state_reader *s) {
    invo_result *r = s->r;
    const size_t count = (size_t)archive_take_number(s->a, sizeof(int64_t));
    r->event_name = memory_alloc(s->c, sizeof *r->event_name * (count + 1));
    if (!r->event_name)
        return INVO_E_MEMORY;
    r->event_names = r->event_name_capacity = (int)count;
    for (size_t k = 0; k < count; k++)
        if (!(r->event_name[k] = take_kept(s)))
            return INVO_E_MEMORY;
    return INVO_OK;
}

static invo_status load_events(const state_reader *s) {
    invo_result *r = s->r;
    TRY(load_event_names(s));
    r->events = take_times(s->a);
    const size_t listed = (size_t)archive_take_number(s->a, 2 * sizeof(int64_t));
    r->event = memory_alloc(s->c, sizeof *r->event * (listed + 1));
    if (!r->event)
        return INVO_E_MEMORY;
    r->events_listed = r->event_capacity = (long)listed;
    for (size_t k = 0; k < listed; k++) {
        const int64_t most = r->event_names ? r->event_names - 1 : 0;
        const int64_t name = archive_take_within(s->a, 0, most);
        archive_take(s->a, &r->event[k].t, sizeof r->event[k].t);
        r->event[k].name = r->event_names ? r->event_name[name] : "";
    }
    return INVO_OK;
}

static void take_three(archive *a, double *x, double *y, double *z) {
    archive_take(a, x, sizeof *x);
    archive_take(a, y, sizeof *y);
    archive_take(a, z, sizeof *z);
}

static invo_status load_singular(const state_reader *s, invo_singular *to) {
    *to = (invo_singular){0};
    take_three(s->a, &to->t, &to->sigma, &to->start);
    to->equations = (int)archive_take_within(s->a, 0, INVO_SINGULAR_EQUATIONS);
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
        invo_result_impasse_row *i = &r->impasse[k];
        i->kind = take_kept(s);
        take_three(s->a, &i->t, &i->s, &i->sigma);
        if (!i->kind)
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
#define COUNTER(name, about) r->statistics.name = take_times(a);
#define DURATION(name, about) archive_take(a, &r->statistics.name, sizeof(double));
#include "involute_statistics.def"
    archive_take(a, &r->unsteady, sizeof r->unsteady);
    archive_take(a, &r->arclength, sizeof r->arclength);
    r->enforced = (int)archive_take_within(a, 0, 1);
    return INVO_OK;
}
