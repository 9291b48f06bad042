/* SPDX-License-Identifier: BSD-3-Clause */
/* Values: shapes, parts and putting them together. */
#include "value.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>

int field_count(type record) {
    assert(record.kind == TYPE_RECORD);
    return record.definition->class->declarations.count;
}

const char *field_name(type record, int i) {
    assert(i < field_count(record));
    return record.definition->class->declarations.at[i].name;
}

symbol *field_symbol(const symbol *record, int i) {
    return record->fields ? scope_find_here(record->fields, field_name(record->type, i))
                          : NULL;
}

value value_number(graph *g, type_kind kind, double number) {
    return (value){.type = {kind, NULL}, .count = 1, .e = expr_number(g, number)};
}

int shape_count(int rank, const int *size) {
    assert(rank >= 0 && rank <= MOST_RANK);
    double count = 1;
    for (int d = 0; d < rank; d++)
        count *= size[d];
    return count > MOST_ELEMENTS ? -1 : (int)count;
}

value value_array(type of, int rank, const int *size, const expr *at) {
    value v = {.type = of, .rank = rank, .size = size, .at = at};
    v.count = shape_count(rank, size);
    assert(v.count >= 0);
    if (!rank) {
        v.e = at[0];
        v.at = NULL;
    }
    return v;
}

expr value_at(const value *v, int k) {
    assert(!v->rank || k < v->count);
    return v->rank ? v->at[k] : v->e;
}

value value_like(const value *v, int rank, const int *size, const expr *at) {
    value r = value_array(v->type, rank, size, at);
    r.level = v->level;
    r.changing = v->changing;
    return r;
}

value value_elements(const value *v, const expr *at) {
    return value_like(v, v->rank, v->size, at);
}

int same_shape(const value *a, const value *b) {
    return a->rank == b->rank &&
           (!a->rank || memcmp(a->size, b->size, sizeof(int) * (size_t)a->rank) == 0);
}

extent value_extent(const value *v) {
    extent most = {v->rank, v->count};
    for (int i = 0; is_record(v) && i < field_count(v->type); i++) {
        extent one = value_extent(&v->field[i]);
        if (one.rank > most.rank)
            most.rank = one.rank;
        if (one.count > most.count)
            most.count = one.count;
    }
    return most;
}

const char *shape_text(arena *a, int rank, const int *size) {
    if (!rank)
        return "a scalar";
    char *text = arena_alloc(a, (size_t)rank * 13 + 2);
    char *to = text;
    for (int d = 0; d < rank; d++)
        to += sprintf(to, "%s%d", d ? ", " : "[", size[d]);
    strcpy(to, "]");
    return text;
}

void value_join(value *to, const value *from) {
    if (from->level > to->level)
        to->level = from->level;
    if (!to->changing)
        to->changing = from->changing;
    if (from->type.kind == TYPE_REAL && to->type.kind == TYPE_INTEGER)
        to->type = from->type;
    if (is_bad(from))
        to->type.kind = TYPE_BAD;
}

/* --- parts --- */

/* Only numbers in front: one block of elements, found without a loop over them. */
static int leading(int rank, const int *size, int count, const subscript *by,
                   int *offset) {
    *offset = 0;
    for (int d = 0; d < count; d++) {
        if (!by[d].is_scalar)
            return 0;
        *offset = *offset * size[d] + subscript_at(&by[d], 0) - 1;
    }
    for (int d = count; d < rank; d++)
        *offset *= size[d];
    return 1;
}

/* Finds the elements one by one: the last subscript runs fastest. */
selection select_elements(arena *a, int rank, const int *size, int count,
                          const subscript *by) {
    selection s = {.count = 1, .size = ARENA_ARRAY(a, int, rank)};
    int first;
    int index[MOST_RANK] = {0};
    int length[MOST_RANK];
    assert(count <= rank && rank <= MOST_RANK);
    for (int d = 0; d < rank; d++) {
        int whole = d >= count || by[d].whole;
        length[d] = whole ? size[d] : by[d].count;
        if (whole || !by[d].is_scalar)
            s.size[s.rank++] = length[d];
        s.count *= length[d];
    }
    s.offset = ARENA_ARRAY(a, int, s.count);
    int block = leading(rank, size, count, by, &first);
    for (int k = 0; k < s.count; k++) {
        s.offset[k] = block ? first + k : 0;
        for (int d = 0; d < rank && !block; d++) {
            int whole = d >= count || by[d].whole;
            s.offset[k] *= size[d];
            s.offset[k] += whole ? index[d] : subscript_at(&by[d], index[d]) - 1;
        }
        for (int d = rank - 1; d >= 0 && ++index[d] == length[d]; d--)
            index[d] = 0;
    }
    return s;
}

/* Each offset into the record gives a block of offsets into its field. */
selection select_field(arena *a, const selection *s, array_shape record,
                       array_shape field) {
    int block = record.count ? field.count / record.count : 0;
    int own = field.rank - record.rank;
    assert(own >= 0 && s->rank >= 0);
    selection f = {.rank = s->rank + own, .count = s->count * block};
    f.size = ARENA_ARRAY(a, int, f.rank);
    for (int d = 0; d < f.rank; d++)
        f.size[d] = d < s->rank ? s->size[d] : field.size[record.rank + d - s->rank];
    if (!s->offset)
        return f;
    f.offset = ARENA_ARRAY(a, int, f.count);
    for (int k = 0; k < f.count; k++)
        f.offset[k] = s->offset[k / block] * block + k % block;
    return f;
}

void value_join_all(arena *a, value *to, const value *from) {
    type own = to->type;
    value_join(to, from);
    if (own.kind != TYPE_RECORD || is_bad(from))
        return;
    int n = field_count(own);
    value *field = arena_keep(a, to->field, sizeof *field, n);
    for (int i = 0; i < n; i++) {
        type kept = field[i].type;
        value_join_all(a, &field[i], from);
        field[i].type = kept;
    }
    to->field = field;
}

/* Selects elements of a value, of records field by field: a field has the subscripts of
 * its record first. */
value value_select(arena *a, const value *v, const selection *s) {
    assert(s->offset || !s->count);
    value r = *v;
    r.rank = s->rank;
    r.size = s->size;
    r.count = s->count;
    if (is_record(v)) {
        int n = field_count(v->type);
        value *field = ARENA_ARRAY(a, value, n);
        for (int i = 0; i < n; i++) {
            const value *f = &v->field[i];
            field[i] = *f;
            if (is_bad(f))
                continue;
            selection inner =
                select_field(a, s, (array_shape){v->rank, v->count, v->size},
                             (array_shape){f->rank, f->count, f->size});
            field[i] = value_select(a, f, &inner);
        }
        r.field = field;
        return r;
    }
    expr *at = ARENA_ARRAY(a, expr, s->count);
    for (int k = 0; k < s->count; k++)
        at[k] = value_at(v, s->offset[k]);
    r.at = r.rank ? at : NULL;
    if (!r.rank)
        r.e = at[0];
    return r;
}

/* An array of Strings has the text that all its elements have. */
static void join_text(value *to, const value *from) {
    int same = to->text && from->text ? strcmp(to->text, from->text) == 0
                                      : to->text == from->text;
    if (same && to->wording == from->wording)
        return;
    to->text = NULL;
    to->wording = NULL;
}

/* Puts the elements one behind the other, those of records field by field. */
value value_stack(arena *a, int count, const value *parts) {
    assert(count > 0);
    value r = parts[0];
    int *size = ARENA_ARRAY(a, int, r.rank + 1);
    size[0] = count;
    for (int d = 0; d < r.rank; d++)
        size[d + 1] = r.size[d];
    r.rank++;
    r.size = size;
    r.count *= count;
    for (int i = 0; i < count; i++) {
        assert(same_shape(&parts[0], &parts[i]));
        value_join(&r, &parts[i]);
        join_text(&r, &parts[i]);
    }
    if (is_record(&r)) {
        int n = field_count(r.type);
        value *field = ARENA_ARRAY(a, value, n);
        value *column = ARENA_ARRAY(a, value, count);
        for (int f = 0; f < n; f++) {
            for (int i = 0; i < count; i++)
                column[i] = parts[i].field[f];
            field[f] = value_stack(a, count, column);
        }
        r.field = field;
        return r;
    }
    expr *at = ARENA_ARRAY(a, expr, r.count);
    for (int i = 0, k = 0; i < count; i++)
        for (int j = 0; j < parts[i].count; j++)
            at[k++] = value_at(&parts[i], j);
    r.at = at;
    return r;
}
