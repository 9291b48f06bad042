/* SPDX-License-Identifier: BSD-3-Clause */
/* Results: rows, ledger, copies of names. */
#include "result.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../geometry/manifold.h"

static const char *column_name(const invo_system *s, int k, char *buffer, size_t size) {
    if (s->column) return s->column[k].name;
    if (s->coordinate && s->coordinate[k + 1].name) return s->coordinate[k + 1].name;
    snprintf(buffer, size, "u%d", k + 1);
    return buffer;
}

static invo_row ledger_text(const invo_system *s, int i, char *buffer, size_t size) {
    if (s->row) return s->row[i];
    snprintf(buffer, size, "constraint %d", i + 1);
    invo_row_kind kind =
        i < s->constraints - s->invariants ? INVO_ROW_EXPLICIT : INVO_ROW_INVARIANT;
    return (invo_row){buffer, "", 0, kind};
}

enum { FIRST_TEXTS = 1 << 10, LARGEST_TEXTS = 1 << 16 };

/* A copy that lives as long as the result; NULL: out of memory. */
static const char *keep(invo_context *c, invo_result *r, const char *words) {
    size_t size = strlen(words) + 1;
    kept_text *t = r->texts;
    if (!t || t->size - t->used < size) {
        size_t room = t && t->size < LARGEST_TEXTS ? 4 * t->size : FIRST_TEXTS;
        if (t && t->size == LARGEST_TEXTS) room = LARGEST_TEXTS;
        if (room < size) room = size;
        t = memory_alloc(c, sizeof *t + room);
        if (!t) return NULL;
        t->next = r->texts, t->size = room, r->texts = t;
    }
    char *kept = memcpy(t->text + t->used, words, size);
    t->used += size;
    return kept;
}

static int same_row(const invo_row *a, const invo_row *b) {
    return a->level == b->level && a->kind == b->kind &&
           strcmp(a->equation, b->equation) == 0 && strcmp(a->where, b->where) == 0;
}

static invo_ledger_row *widen_ledger(invo_context *c, invo_result *r, int wider) {
    invo_ledger_row *ledger = memory_alloc(c, sizeof *ledger * (size_t)wider);
    if (!ledger) return NULL;
    if (r->ledger_rows)
        memcpy(ledger, r->ledger, sizeof *ledger * (size_t)r->ledger_rows);
    free(r->ledger);
    r->ledger_capacity = wider;
    return r->ledger = ledger;
}

/* before: the row that was appended last, or NULL: what it has in common is kept once. */
static int append_row(invo_context *c, invo_result *r, const invo_row *row,
                      const invo_row *before) {
    if (r->ledger_rows == r->ledger_capacity &&
        !widen_ledger(c, r, 2 * r->ledger_capacity + 8))
        return -1;
    invo_ledger_row *fresh = &r->ledger[r->ledger_rows];
    *fresh = (invo_ledger_row){.row = *row};
    fresh->row.equation = before && before->equation == row->equation
                              ? fresh[-1].row.equation
                              : keep(c, r, row->equation);
    fresh->row.where = before && before->where == row->where ? fresh[-1].row.where
                                                             : keep(c, r, row->where);
    return fresh->row.equation && fresh->row.where ? r->ledger_rows++ : -1;
}

int result_ledger_row(invo_context *c, invo_result *r, const invo_row *row) {
    for (int i = 0; i < r->ledger_rows; i++)
        if (same_row(&r->ledger[i].row, row)) return i;
    return append_row(c, r, row, NULL);
}

invo_status result_event(invo_context *c, invo_result *r, const char *name, double t) {
    if (r->events == r->event_capacity) {
        long wider = 2 * r->event_capacity + 64;
        invo_result_event_row *event = memory_alloc(c, sizeof *event * (size_t)wider);
        if (!event) return INVO_E_MEMORY;
        if (r->events) memcpy(event, r->event, sizeof *event * (size_t)r->events);
        free(r->event);
        r->event = event, r->event_capacity = wider;
    }
    /* the names of a system are few: look for one that was kept */
    const char *kept = NULL;
    for (long k = r->events - 1; k >= 0 && k > r->events - 64 && !kept; k--)
        if (strcmp(r->event[k].name, name) == 0) kept = r->event[k].name;
    if (!kept) kept = keep(c, r, name);
    if (!kept) return INVO_E_MEMORY;
    r->event[r->events++] = (invo_result_event_row){kept, t};
    return INVO_OK;
}

void result_singular(invo_result *r, const invo_singular *row) {
    if (r->singulars < MOST_SINGULARS) r->singular[r->singulars] = *row;
    r->singulars++;
}

static int name_columns(invo_context *c, const invo_system *s, invo_result *r) {
    char buffer[32];
    for (int k = 0; k < r->columns; k++)
        if (!(r->column[k] = keep(c, r, column_name(s, k, buffer, sizeof buffer))))
            return 0;
    return 1;
}

invo_row result_row_of(const invo_system *s, int i, char *buffer, size_t size) {
    return ledger_text(s, i, buffer, size);
}

static int name_ledger(invo_context *c, const invo_system *s, invo_result *r, int rows) {
    char buffer[32];
    invo_row last = {0};
    if (rows && !widen_ledger(c, r, rows)) return 0;
    for (int i = 0; i < rows; i++) {
        invo_row row = ledger_text(s, i, buffer, sizeof buffer);
        if (append_row(c, r, &row, s->row ? &last : NULL) < 0) return 0;
        last = row;
    }
    return 1;
}

static int name_sections(invo_context *c, const invo_system *s, invo_result *r) {
    r->sections = s->sections;
    if (s->sections == 0) return 1;
    r->section = memory_alloc(c, sizeof *r->section * (size_t)s->sections);
    if (!r->section) return 0;
    for (int k = 0; k < s->sections; k++)
        if (!(r->section[k].name = keep(c, r, s->section[k].name))) return 0;
    return 1;
}

invo_result *result_new(invo_context *c, const invo_system *s, long rows) {
    invo_result *r = memory_alloc(c, sizeof *r);
    if (!r) return NULL;
    r->status = "failed", r->stopped_by = "", r->arclength = NAN;
    r->columns = s->column ? s->columns : s->coordinates - 1;
    r->capacity = rows;
    size_t width = (size_t)r->columns + 1;
    r->column = memory_alloc(c, sizeof *r->column * width);
    r->row = memory_alloc(c, sizeof *r->row * width * (size_t)rows);
    r->final = memory_alloc(c, sizeof *r->final * width);
    if (!r->column || !r->row || !r->final || !name_columns(c, s, r) ||
        !name_ledger(c, s, r, manifold_rows(s)) || !name_sections(c, s, r)) {
        invo_result_free(r);
        return NULL;
    }
    for (size_t k = 0; k < width; k++) r->final[k] = NAN;
    return r;
}

invo_status result_add_column(invo_context *c, invo_result *r, const char *name) {
    size_t width = (size_t)r->columns + 2;
    const char **column = memory_alloc(c, sizeof *column * width);
    double *row = memory_alloc(c, sizeof *row * width * (size_t)r->capacity);
    double *final = memory_alloc(c, sizeof *final * width);
    const char *kept = keep(c, r, name);
    if (!column || !row || !final || !kept) {
        free((void *)column), free(row), free(final);
        return INVO_E_MEMORY;
    }
    memcpy(column, r->column, sizeof *column * (size_t)r->columns);
    column[r->columns++] = kept;
    for (size_t k = 0; k < width; k++) final[k] = NAN;
    free((void *)r->column), free(r->row), free(r->final);
    r->column = column, r->row = row, r->final = final;
    return INVO_OK;
}

void result_impasse(invo_result *r, const char *kind, double t, double s, double sigma) {
    if (r->impasses < RESULT_IMPASSES)
        r->impasse[r->impasses] = (invo_result_impasse_row){kind, t, s, sigma};
    r->impasses++;
}

double *result_next(invo_context *c, invo_result *r) {
    size_t width = (size_t)r->columns + 1;
    if (r->rows == r->capacity) {
        double *wider =
            memory_alloc(c, sizeof *wider * width * (size_t)(2 * r->capacity));
        if (!wider) return NULL;
        memcpy(wider, r->row, sizeof *wider * width * (size_t)r->rows);
        free(r->row);
        r->row = wider, r->capacity *= 2;
    }
    return r->row + (size_t)r->rows++ * width;
}

void invo_result_free(invo_result *r) {
    if (!r) return;
    free((void *)r->column);
    free(r->row);
    free(r->final);
    free(r->ledger);
    free(r->section);
    free(r->event);
    for (kept_text *t = r->texts, *next; t; t = next) next = t->next, free(t);
    free(r);
}
