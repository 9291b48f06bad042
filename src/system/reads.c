/* SPDX-License-Identifier: BSD-3-Clause */
#include "reads.h"
#include <assert.h>
#include <string.h>

typedef struct value_read {
    expr e;        /* NO_EXPR: a parameter */
    int parameter; /* then */
    double others; /* values of leaves that are no parameters */
    double value;
} value_read;

typedef struct value_answer {
    value_question *ask;
    const void *data;
    int answer;
} value_answer;

typedef struct value_reads {
    arena *arena;
    int is_noting;
    LIST(value_read) list;
    LIST(value_answer) answers;
} value_reads;

value_reads *reads_begin(dae *s, arena *a) {
    s->reads = arena_alloc(a, sizeof *s->reads);
    s->reads->arena = a;
    s->reads->is_noting = 1;
    return s->reads;
}

int reads_end(dae *s) {
    const int was_noting = s->reads && s->reads->is_noting;
    if (s->reads)
        s->reads->is_noting = 0;
    return was_noting;
}

void reads_note(const dae *s, expr e, double others, double value) {
    value_reads *r = s->reads;
    if (r && r->is_noting)
        LIST_PUSH(r->arena, r->list, ((value_read){e, -1, others, value}));
}

double reads_parameter(const dae *s, int p) {
    value_reads *r = s->reads;
    assert(p >= 0 && p < s->parameters.count);
    const double value = s->parameters.at[p].value;
    if (r && r->is_noting)
        LIST_PUSH(r->arena, r->list, ((value_read){NO_EXPR, p, 0, value}));
    return value;
}

int reads_ask(dae *s, value_question *ask, const void *data, size_t size) {
    value_reads *r = s->reads;
    if (!r || !r->is_noting)
        return ask(s, data);
    r->is_noting = 0;
    const value_answer one = {ask, arena_keep(r->arena, data, size, 1), ask(s, data)};
    r->is_noting = 1;
    LIST_PUSH(r->arena, r->answers, one);
    return one.answer;
}

int reads_agree(dae *s, const value_reads *noted) {
    LIST_EACH(const value_read, r, noted->list) {
        const double now = r->e == NO_EXPR ? s->parameters.at[r->parameter].value
                                           : parameter_value_with(s, r->e, r->others);
        if (memcmp(&now, &r->value, sizeof now) != 0)
            return 0;
    }
    LIST_EACH(const value_answer, a, noted->answers)
        if (a->ask(s, a->data) != a->answer)
            return 0;
    return 1;
}
