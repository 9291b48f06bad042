/* SPDX-License-Identifier: BSD-3-Clause */
/* Results: rows, ledger, copies of names. */
#include "result.h"
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../base/phrase.h"
#include "../geometry/manifold.h"
#include "../linalg/shelf.h"
#include "dense.h"

static const char *result_column_name(const invo_system *s, int k, char *buffer,
                                      size_t size) {
    assert(k >= 0);
    if (s->column)
        return s->column[k].name;
    if (s->coordinate && s->coordinate[k + 1].name)
        return s->coordinate[k + 1].name;
    snprintf(buffer, size, "u%d", k + 1);
    return buffer;
}

static invo_row ledger_text(const invo_system *s, int i, char *buffer, size_t size) {
    assert(i >= 0 && i < manifold_rows(s));
    if (s->row)
        return s->row[i];
    snprintf(buffer, size, "constraint %d", i + 1);
    invo_row_kind kind =
        i < s->constraints - s->invariants ? INVO_ROW_EXPLICIT : INVO_ROW_INVARIANT;
    return (invo_row){buffer, "", 0, kind, NULL};
}

/* Outside of a run there is no context to ask. */
static void *result_room(invo_context *c, size_t size) {
    return c ? memory_alloc(c, size) : calloc(1, size);
}

enum { FIRST_TEXTS = 1 << 10, LARGEST_TEXTS = 1 << 16 };

/* Room for a text that lives as long as the result; NULL: out of memory. */
static char *text_room(invo_context *c, invo_result *r, size_t size) {
    kept_text *t = r->texts;
    if (!t || t->size - t->used < size) {
        size_t more = t && t->size < LARGEST_TEXTS ? 4 * t->size : FIRST_TEXTS;
        if (t && t->size == LARGEST_TEXTS)
            more = LARGEST_TEXTS;
        if (more < size)
            more = size;
        t = result_room(c, sizeof *t + more);
        if (!t)
            return NULL;
        t->next = r->texts;
        t->size = more;
        r->texts = t;
    }
    t->used += size;
    return t->text + t->used - size;
}

const char *result_keep(invo_context *c, invo_result *r, const char *words) {
    char *kept = text_room(c, r, strlen(words) + 1);
    return kept ? strcpy(kept, words) : NULL;
}

/* --- the ledger --- */

/* A wider copy in place of an array; NULL: out of memory, and the old one stays. */
static void *result_widen(invo_context *c, void *old, size_t used, size_t wider) {
    void *grown = result_room(c, wider);
    if (!grown)
        return NULL;
    if (used)
        memcpy(grown, old, used);
    free(old);
    return grown;
}

/* The number of new words; -1: out of memory. Their texts are kept already. */
static int add_words(invo_context *c, invo_result *r, ledger_words w) {
    if (r->words_count == r->words_capacity) {
        int wider = 2 * r->words_capacity + 8;
        ledger_words *grown = result_widen(c, r->words, sizeof w * (size_t)r->words_count,
                                           sizeof w * (size_t)wider);
        if (!grown)
            return -1;
        r->words = grown;
        r->words_capacity = wider;
    }
    r->words[r->words_count] = w;
    return r->words_count++;
}

/* Where a copy of the values is; -1: out of memory. */
static int add_values(invo_context *c, invo_result *r, const char *values) {
    size_t size = phrase_values_size(values);
    size_t at = r->values_size;
    if (at + size > r->values_capacity) {
        size_t wider = 2 * r->values_capacity + size; /* rows of another mode */
        char *grown = at + size < INT_MAX ? result_widen(c, r->values, at, wider) : NULL;
        if (!grown)
            return -1;
        r->values = grown;
        r->values_capacity = wider;
    }
    memcpy(r->values + at, values, size);
    r->values_size += size;
    return (int)at;
}

static int widen_verified(invo_context *c, invo_result *r, int wider) {
    const size_t rows = (size_t)r->ledger_rows;
    if (!r->verified)
        return 1;
    verified_entry *grown =
        result_widen(c, r->verified, sizeof *grown * rows, sizeof *grown * (size_t)wider);
    if (grown)
        r->verified = grown;
    return grown != NULL;
}

static int widen_ledger(invo_context *c, invo_result *r, int wider) {
    const size_t rows = (size_t)r->ledger_rows;
    if (!widen_verified(c, r, wider))
        return 0;
    ledger_entry *grown =
        result_widen(c, r->ledger, sizeof *grown * rows, sizeof *grown * (size_t)wider);
    if (!grown)
        return 0;
    r->ledger = grown;
    r->ledger_capacity = wider;
    return 1;
}

/* The row with these words and values, or -1 where one of them could not be kept. */
static int result_append(invo_context *c, invo_result *r, const invo_row *row, int words,
                         int values) {
    assert(r->ledger_rows <= r->ledger_capacity);
    if (words < 0 || (row->values && values < 0))
        return -1;
    if (r->ledger_rows == r->ledger_capacity &&
        !widen_ledger(c, r, 2 * r->ledger_capacity + 8))
        return -1;
    r->ledger[r->ledger_rows] =
        (ledger_entry){0, 0, NAN, NAN, words, values, row->level, (char)row->kind, 0};
    if (r->verified)
        r->verified[r->ledger_rows] = (verified_entry){0, 0, 0};
    return r->ledger_rows++;
}

static int keep_words(invo_context *c, invo_result *r, const invo_row *row) {
    ledger_words w = {result_keep(c, r, row->equation), result_keep(c, r, row->where)};
    return w.equation && w.where ? add_words(c, r, w) : -1;
}

static phrase entry_phrase(const invo_result *r, const ledger_entry *e) {
    assert(e->words >= 0 && e->words < r->words_count);
    return (phrase){r->words[e->words].equation,
                    e->values < 0 ? NULL : r->values + e->values};
}

static int result_is_row(const invo_result *r, const ledger_entry *e,
                         const invo_row *row) {
    return e->level == row->level && e->kind == (char)row->kind &&
           strcmp(r->words[e->words].where, row->where) == 0 &&
           phrase_compare(entry_phrase(r, e), (phrase){row->equation, row->values}) == 0;
}

int result_ledger_row(invo_context *c, invo_result *r, const invo_row *row, int from) {
    assert(from >= 0 && row->equation && row->where);
    for (int n = 0; n < r->ledger_rows; n++) {
        int i = (from + n) % r->ledger_rows;
        if (result_is_row(r, &r->ledger[i], row))
            return i;
    }
    return result_append(c, r, row, keep_words(c, r, row),
                         row->values ? add_values(c, r, row->values) : -1);
}

/* From now on the row has words of its own, which are its text. */
static void write_out(invo_result *r, ledger_entry *e) {
    phrase p = entry_phrase(r, e);
    size_t size = phrase_length(p) + 1;
    char *text = text_room(NULL, r, size);
    if (text) {
        phrase_write(p, text, size);
        invo_text_tame(text); /* of a checkpoint, it may be anything */
    }
    int own =
        text ? add_words(NULL, r, (ledger_words){text, r->words[e->words].where}) : -1;
    if (own >= 0) {
        e->words = own;
        e->values = -1;
    }
}

invo_ledger_row result_entry(invo_result *r, int i) {
    assert(i >= 0 && i < r->ledger_rows);
    ledger_entry *e = &r->ledger[i];
    if (e->values >= 0)
        write_out(r, e);
    const ledger_words *w = &r->words[e->words];
    const char *text = e->values < 0 ? w->equation : NULL;
    return (invo_ledger_row){{text, w->where, e->level, (invo_row_kind)e->kind, NULL},
                             e->max,
                             e->scaled_max,
                             e->left_out,
                             (double)e->digits,
                             e->until};
}

/* --- the rest --- */

void result_cut(invo_result *r, double t, double sense, const double *safe) {
    assert(sense == 1 || sense == -1);
    const size_t width = (size_t)r->columns + 1;
    if (!((r->final[0] - t) * sense > 0))
        return;
    while (r->rows > r->gone + 1 && (*result_at(r, r->rows - 1) - t) * sense > 0)
        r->rows--;
    const double *last = result_at(r, r->rows - 1);
    const int is_later = (safe[0] - last[0]) * sense > 0 && (safe[0] - t) * sense <= 0;
    memcpy(r->final, is_later ? safe : last, width * sizeof *last);
}

/* The name as a text of the result; of a system they are few. */
static const char *keep_event_name(invo_context *c, invo_result *r, const char *name) {
    for (int k = 0; k < r->event_names; k++)
        if (strcmp(r->event_name[k], name) == 0)
            return r->event_name[k];
    if (r->event_names == r->event_name_capacity) {
        int wider = 2 * r->event_name_capacity + 8;
        const char **grown =
            result_widen(c, r->event_name, sizeof *grown * (size_t)r->event_names,
                         sizeof *grown * (size_t)wider);
        if (!grown)
            return NULL;
        r->event_name = grown;
        r->event_name_capacity = wider;
    }
    const char *kept = result_keep(c, r, name);
    if (kept)
        r->event_name[r->event_names++] = kept;
    return kept;
}

static int widen_events(invo_context *c, invo_result *r) {
    long wider = 2 * r->event_capacity + 64;
    invo_result_event_row *grown =
        result_widen(c, r->event, sizeof *grown * (size_t)r->events_listed,
                     sizeof *grown * (size_t)wider);
    if (!grown)
        return 0;
    r->event = grown;
    r->event_capacity = wider;
    return 1;
}

invo_status result_event(invo_context *c, invo_result *r, const char *name, double t,
                         long most) {
    assert(name && most > 0);
    const char *kept = keep_event_name(c, r, name);
    if (!kept)
        return INVO_E_MEMORY;
    int is_full = r->events_listed >= most;
    if (!is_full && r->events_listed == r->event_capacity && !widen_events(c, r))
        return INVO_E_MEMORY;
    if (!is_full)
        r->events_listed++;
    r->event[r->events_listed - 1] = (invo_result_event_row){kept, t};
    r->events++;
    return INVO_OK;
}

void result_singular(invo_result *r, const invo_singular *row) {
    assert(row->equations <= INVO_SINGULAR_EQUATIONS);
    if (!r->singular)
        r->singular = calloc(MOST_SINGULARS, sizeof *r->singular);
    if (!r->singular)
        return; /* a warning tells of it, too */
    if (r->singulars < MOST_SINGULARS)
        r->singular[r->singulars] = *row;
    r->singulars++;
}

static int name_columns(invo_context *c, const invo_system *s, invo_result *r) {
    char buffer[32];
    size_t size = 1;
    for (int k = 0; k < r->columns; k++)
        size += strlen(result_column_name(s, k, buffer, sizeof buffer)) + 1;
    char *to = r->column_names = size < INT_MAX ? memory_alloc(c, size) : NULL;
    if (!to)
        return 0;
    for (int k = 0; k < r->columns; k++, to += strlen(to) + 1) {
        strcpy(to, result_column_name(s, k, buffer, sizeof buffer));
        r->column[k] = (int)(to - r->column_names);
    }
    return 1;
}

const char *result_column(const invo_result *r, int k) {
    assert(k >= 0 && k < r->columns);
    return r->column_names + r->column[k];
}

/* For crossings of sections, which hand out all names. */
int result_list_columns(invo_context *c, invo_result *r) {
    free((void *)r->column_list);
    r->column_list = memory_alloc(c, sizeof *r->column_list * ((size_t)r->columns + 1));
    for (int k = 0; r->column_list && k < r->columns; k++)
        r->column_list[k] = result_column(r, k);
    return r->column_list != NULL;
}

invo_row result_row_of(const invo_system *s, int i, char *buffer, size_t size) {
    return ledger_text(s, i, buffer, size);
}

/* The statements of a loop take turns: which words were kept for which texts lately. */
enum { LATELY = 256 };
typedef struct lately {
    const char *equation, *where;
    int words;
} lately;

static int known_words(invo_context *c, invo_result *r, const invo_row *row, lately *of) {
    lately *l = &of[(uintptr_t)row->equation / sizeof(double) % LATELY];
    if (!l->equation || l->equation != row->equation || l->where != row->where)
        *l = (lately){row->equation, row->where, keep_words(c, r, row)};
    return l->words;
}

/* Bytes that the values of all rows take: those of a pass of a loop come one after the
 * other, and are kept once. */
static size_t all_values(const invo_system *s, int rows) {
    const char *last = NULL;
    size_t size = 0;
    for (int i = 0; s->row && i < rows; i++) {
        const char *values = s->row[i].values;
        if (values && values != last)
            size += phrase_values_size(values);
        last = values;
    }
    return size;
}

static int name_ledger(invo_context *c, const invo_system *s, invo_result *r, int rows) {
    char buffer[32];
    lately of[LATELY] = {{0}};
    const char *last = NULL;
    int values = -1;
    if (rows && !widen_ledger(c, r, rows))
        return 0;
    if ((r->values_capacity = all_values(s, rows)) &&
        !(r->values = memory_alloc(c, r->values_capacity)))
        return 0;
    for (int i = 0; i < rows; i++) {
        invo_row row = ledger_text(s, i, buffer, sizeof buffer);
        int words = s->row ? known_words(c, r, &row, of) : keep_words(c, r, &row);
        if (row.values != last)
            values = row.values ? add_values(c, r, row.values) : -1;
        last = row.values;
        if (result_append(c, r, &row, words, values) < 0)
            return 0;
    }
    return 1;
}

static int name_sections(invo_context *c, const invo_system *s, invo_result *r) {
    r->sections = s->sections.count;
    if (s->sections.count == 0)
        return 1;
    r->section = memory_alloc(c, sizeof *r->section * (size_t)s->sections.count);
    if (!r->section || !result_list_columns(c, r))
        return 0;
    for (int k = 0; k < s->sections.count; k++)
        if (!(r->section[k].name = result_keep(c, r, s->sections.at[k].name)))
            return 0;
    return 1;
}

/* --- names kept from run to run --- */

/* The names of a result as they were copied, for the next result of the same system: a
 * few blocks instead of text after text. */
typedef struct named {
    const invo_row *row; /* of the system whose names they are */
    const invo_column *column;
    int columns, rows, words;
    size_t names_size, text_size, values_size;
    int *at; /* [columns]: as in the result, and so are those below */
    char *names;
    ledger_entry *entry;
    ledger_words *word; /* texts in `text` */
    char *text;
    char *values;
} named;

/* Of more rows, the names are little beside a run. */
enum { MOST_NAMED = 2000 };

static void named_end(void *n) {
    free(n);
}

/* No pattern of a system is like this one. */
static const invo_pattern of_names = {0, 0, NULL, NULL};

/* The block behind the last one, in multiples of 8 bytes. */
static void *named_part(char **end, size_t size) {
    char *part = *end;
    *end += (size + 7) / 8 * 8;
    return part;
}

/* The same with a copy of what is there, which may be nothing. */
static void *named_copy(char **end, const void *from, size_t size) {
    void *part = named_part(end, size);
    return size ? memcpy(part, from, size) : part;
}

/* Copies a text to *end, and moves that behind it. */
static const char *named_text(char **end, const char *text) {
    char *to = *end;
    strcpy(to, text);
    *end += strlen(text) + 1;
    return to;
}

/* Puts the names of a new result on the shelf. */
static void keep_names(const invo_system *s, const invo_result *r) {
    named n = {.row = s->row,
               .column = s->column,
               .columns = r->columns,
               .rows = r->ledger_rows,
               .words = r->words_count,
               .values_size = r->values_size};
    const char *last = r->columns ? result_column(r, r->columns - 1) : r->column_names;
    n.names_size = (size_t)(last - r->column_names) + strlen(last) + 1;
    for (int k = 0; k < n.words; k++)
        n.text_size += strlen(r->words[k].equation) + strlen(r->words[k].where) + 2;
    const size_t size[] = {sizeof *n.at * (size_t)n.columns,
                           sizeof *n.entry * (size_t)n.rows,
                           sizeof *n.word * (size_t)n.words};
    named *kept = malloc(sizeof n + size[0] + size[1] + size[2] + n.names_size +
                         n.text_size + n.values_size + 6 * 8);
    if (!kept)
        return;
    char *end = (char *)(kept + 1);
    n.at = named_copy(&end, r->column, size[0]);
    n.entry = named_copy(&end, r->ledger, size[1]);
    n.word = named_part(&end, size[2]);
    n.names = named_copy(&end, r->column_names, n.names_size);
    n.values = named_copy(&end, r->values, n.values_size);
    n.text = end;
    for (int k = 0; k < n.words; k++) {
        n.word[k].equation = named_text(&end, r->words[k].equation);
        n.word[k].where = named_text(&end, r->words[k].where);
    }
    *kept = n;
    named_end(shelf_take(s->shelf, &of_names, named_end)); /* of rows that are no more */
    shelf_put(s->shelf, &of_names, named_end, kept);
}

static void *copy_of(invo_context *c, const void *from, size_t size) {
    void *to = memory_alloc(c, size);
    return to && size ? memcpy(to, from, size) : to;
}

/* The names of the last result of this system; NULL: there are none. */
static const named *find_names(const invo_system *s) {
    const named *n = shelf_see(s->shelf, &of_names, named_end);
    const int is_same = n && n->row == s->row && n->column == s->column &&
                        n->columns == s->columns && n->rows == manifold_rows(s);
    return is_same ? n : NULL;
}

/* Returns whether there was memory for them. */
static int take_names(invo_context *c, invo_result *r, const named *n) {
    r->column = copy_of(c, n->at, sizeof *n->at * (size_t)n->columns);
    r->column_names = copy_of(c, n->names, n->names_size);
    r->ledger = copy_of(c, n->entry, sizeof *n->entry * (size_t)n->rows);
    r->words = memory_alloc(c, sizeof *n->word * (size_t)n->words);
    r->values = n->values_size ? copy_of(c, n->values, n->values_size) : NULL;
    char *text = text_room(c, r, n->text_size);
    if (!r->column || !r->column_names || !r->ledger || !r->words || !text ||
        (n->values_size && !r->values))
        return 0;
    memcpy(text, n->text, n->text_size);
    for (int k = 0; k < n->words; k++)
        r->words[k] = (ledger_words){text + (n->word[k].equation - n->text),
                                     text + (n->word[k].where - n->text)};
    r->ledger_rows = r->ledger_capacity = n->rows;
    r->words_count = r->words_capacity = n->words;
    r->values_size = r->values_capacity = n->values_size;
    return 1;
}

/* Copies all names, and keeps them where that may serve again. */
static int copy_names(invo_context *c, const invo_system *s, invo_result *r) {
    const int rows = manifold_rows(s);
    const int is_kept = s->shelf && s->row && s->column && !s->sections.count &&
                        !s->process.happen && rows <= MOST_NAMED &&
                        s->columns <= MOST_NAMED;
    const named *known = is_kept ? find_names(s) : NULL;
    if (known)
        return take_names(c, r, known);
    r->column = memory_alloc(c, sizeof *r->column * ((size_t)r->columns + 1));
    if (!r->column || !name_columns(c, s, r) || !name_ledger(c, s, r, rows) ||
        !name_sections(c, s, r))
        return 0;
    if (is_kept)
        keep_names(s, r);
    return 1;
}

/* Makes a result with room for the announced rows, and copies all names: a result
 * outlives its system. */
invo_result *result_new(invo_context *c, const invo_system *s, long rows) {
    assert(rows > 0);
    invo_result *r = memory_alloc(c, sizeof *r);
    if (!r)
        return NULL;
    r->context = c;
    r->status = "failed";
    r->stopped_by = "";
    r->arclength = NAN;
    r->enforced = 1;
    r->unsteady = NAN;
    r->columns = s->column ? s->columns : s->coordinates - 1;
    r->capacity = rows;
    size_t width = (size_t)r->columns + 1;
    r->row = memory_alloc(c, sizeof *r->row * width * (size_t)rows);
    r->final = memory_alloc(c, sizeof *r->final * width);
    if (!r->row || !r->final || !copy_names(c, s, r)) {
        invo_result_free(r);
        return NULL;
    }
    for (size_t k = 0; k < width; k++)
        r->final[k] = NAN;
    return r;
}

invo_status result_verify(invo_context *c, invo_result *r) {
    r->verified = memory_alloc(c, sizeof *r->verified * (size_t)(r->ledger_capacity + 1));
    return r->verified ? INVO_OK : INVO_E_MEMORY;
}

/* Allocates all arrays again with the column, and replaces the old ones only when
 * there is memory for all of them. */
invo_status result_add_column(invo_context *c, invo_result *r, const char *name) {
    assert(r->rows == 0 && name);
    size_t width = (size_t)r->columns + 2;
    size_t before = 0;
    size_t size = strlen(name) + 1;
    if (r->columns) {
        const char *last = result_column(r, r->columns - 1);
        before = (size_t)(last - r->column_names) + strlen(last) + 1;
    }
    int *column = memory_alloc(c, sizeof *column * width);
    char *all = memory_alloc(c, before + size);
    double *row = memory_alloc(c, sizeof *row * width * (size_t)r->capacity);
    double *final = memory_alloc(c, sizeof *final * width);
    if (!column || !all || !row || !final) {
        free(column);
        free(all);
        free(row);
        free(final);
        return INVO_E_MEMORY;
    }
    memcpy(column, r->column, sizeof *column * (size_t)r->columns);
    memcpy(all, r->column_names, before);
    memcpy(all + before, name, size);
    column[r->columns++] = (int)before;
    for (size_t k = 0; k < width; k++)
        final[k] = NAN;
    free(r->column);
    free(r->column_names);
    free(r->row);
    free(r->final);
    r->column = column;
    r->column_names = all;
    r->row = row;
    r->final = final;
    return r->sections && !result_list_columns(c, r) ? INVO_E_MEMORY : INVO_OK;
}

void result_stopped_by(invo_context *c, invo_result *r, const char *what,
                       const char *words) {
    assert(what);
    r->stopped_by = what;
    if (!words || !*words)
        return;
    size_t size = strlen(what) + strlen(words) + 3;
    char *text = text_room(c, r, size);
    if (!text)
        return;
    snprintf(text, size, "%s: %s", what, words);
    r->stopped_by = text;
}

void result_impasse(invo_result *r, const char *kind, double t, double s, double sigma) {
    assert(kind);
    if (r->impasses < RESULT_IMPASSES)
        r->impasse[r->impasses] = (invo_result_impasse_row){kind, t, s, sigma};
    r->impasses++;
}

double *result_at(const invo_result *r, long i) {
    assert(i >= r->gone && i < r->rows);
    return r->row + (size_t)(i - r->gone) * ((size_t)r->columns + 1);
}

double *result_next(invo_context *c, invo_result *r) {
    assert(r->rows - r->gone <= r->capacity && r->capacity > 0);
    size_t width = (size_t)r->columns + 1;
    long kept = r->rows - r->gone;
    if (kept == r->capacity) {
        double *wider =
            memory_alloc(c, sizeof *wider * width * (size_t)(2 * r->capacity));
        if (!wider)
            return NULL;
        memcpy(wider, r->row, sizeof *wider * width * (size_t)kept);
        free(r->row);
        r->row = wider;
        r->capacity *= 2;
    }
    return result_at(r, r->rows++);
}

void result_drop(invo_result *r, long end) {
    const long kept = r->rows - end;
    assert(end >= r->gone && kept >= 0);
    const size_t width = (size_t)r->columns + 1;
    memmove(r->row, r->row + (size_t)(end - r->gone) * width,
            sizeof *r->row * width * (size_t)kept);
    r->gone = end;
}

void invo_result_free(invo_result *r) {
    if (!r)
        return;
    dense_free(r->dense);
    free(r->column);
    free(r->column_names);
    free((void *)r->column_list);
    free(r->row);
    free(r->final);
    free(r->ledger);
    free(r->verified);
    free(r->words);
    free(r->values);
    free(r->section);
    free(r->singular);
    free(r->event);
    free(r->event_name);
    free(r->proof);
    for (kept_text *t = r->texts, *next; t; t = next) {
        next = t->next;
        free(t);
    }
    free(r);
}
