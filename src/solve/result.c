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

/* Copies all texts to `to`; with to = NULL only counts. Returns the size. */
static size_t copy_texts(const invo_system *s, invo_result *r, char *to) {
    char buffer[32];
    size_t used = 0;
    for (int k = 0; k < r->columns; k++) {
        const char *name = column_name(s, k, buffer, sizeof buffer);
        size_t size = strlen(name) + 1;
        if (to) r->column[k] = memcpy(to + used, name, size);
        used += size;
    }
    for (int i = 0; i < r->ledger_rows; i++) {
        invo_row row = ledger_text(s, i, buffer, sizeof buffer);
        size_t size = strlen(row.equation) + 1, place_size = strlen(row.where) + 1;
        if (to) {
            r->ledger[i].row = row;
            r->ledger[i].row.equation = memcpy(to + used, row.equation, size);
            r->ledger[i].row.where = memcpy(to + used + size, row.where, place_size);
        }
        used += size + place_size;
    }
    return used;
}

invo_result *result_new(invo_context *c, const invo_system *s, long rows) {
    invo_result *r = memory_alloc(c, sizeof *r);
    if (!r) return NULL;
    r->status = "failed", r->stopped_by = "";
    r->columns = s->column ? s->columns : s->coordinates - 1;
    r->ledger_rows = manifold_rows(s);
    r->capacity = rows;
    size_t width = (size_t)r->columns + 1;
    r->column = memory_alloc(c, sizeof *r->column * width);
    r->row = memory_alloc(c, sizeof *r->row * width * (size_t)rows);
    r->final = memory_alloc(c, sizeof *r->final * width);
    r->ledger = memory_alloc(c, sizeof *r->ledger * (size_t)(r->ledger_rows + 1));
    r->text = memory_alloc(c, copy_texts(s, r, NULL) + 1);
    if (!r->column || !r->row || !r->final || !r->ledger || !r->text) {
        invo_result_free(r);
        return NULL;
    }
    copy_texts(s, r, r->text);
    for (size_t k = 0; k < width; k++) r->final[k] = NAN;
    return r;
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
    free(r->text);
    free(r);
}
