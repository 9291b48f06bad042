/* SPDX-License-Identifier: BSD-3-Clause */
/* A model's text with other equations in place of some: their bytes are cut out, and
 * their replacement is put before the first statement that is cut. */
#include <assert.h>
#include <string.h>
#include "constraints.h"

typedef struct rewriting {
    dae *system;
    arena *arena;
    const source *source;
    char *is_cut; /* [equations] */
    LIST(char) out;
} rewriting;

static void rewrite_put(rewriting *w, const char *text, size_t size) {
    for (size_t k = 0; k < size; k++)
        LIST_PUSH(w->arena, w->out, text[k]);
}

static void put_text(rewriting *w, const char *text) {
    rewrite_put(w, text, strlen(text));
}

/* --- names --- */

static const char *rewrite_variable_name(void *data, int v, int order) {
    const dae *s = data;
    const char *name = s->variables.at[v].name;
    while (order-- > 0)
        name = arena_print(s->arena, "der(%s)", name);
    return name;
}

static const char *rewrite_parameter_name(void *data, int p) {
    const dae *s = data;
    return s->parameters.at[p].name;
}

static void put_equation(rewriting *w, expr residual) {
    expr_names spelling = {rewrite_variable_name, rewrite_parameter_name, w->system};
    put_text(w, "  ");
    put_text(w, expr_print(w->system->graph, residual, &spelling));
    put_text(w, " = 0;\n");
}

/* --- forces --- */

static expr without_multipliers(void *data, graph *g, expr e) {
    const forces *f = *(const forces **)data;
    const expr_node *n = expr_get(g, e);
    for (int k = 0; n->op == OP_JET && k < f->count; k++)
        if (n->variable == f->multiplier[k])
            return EXPR_ZERO;
    return e;
}

/* The equation of motion with the gradients of the generators. */
static expr moved(rewriting *w, const forces *f, const force *on, const expr *generator) {
    graph *g = w->system->graph;
    expr sum = expr_substitute(g, w->system->equations.at[on->equation].residual,
                               without_multipliers, &f);
    expr coordinate = expr_jet(g, on->coordinate, 0);
    for (int k = 0; k < f->count; k++) {
        expr slope = expr_partial(g, generator[k], coordinate);
        expr along = expr_mul(g, expr_number(g, on->scale), slope);
        sum = expr_add(g, sum, expr_mul(g, along, expr_jet(g, f->multiplier[k], 0)));
    }
    return sum == EXPR_ZERO ? expr_number(g, 0) : sum;
}

static const force *force_on(const forces *f, int row) {
    LIST_EACH(const force, on, f->on)
        if (on->equation == row)
            return on;
    return NULL;
}

/* --- text --- */

/* What is cut takes all equations with it that come from the same bytes. */
static void rewrite_cut(rewriting *w, int row) {
    const dae *s = w->system;
    const source_span *cut = &s->equations.at[row].of->bytes;
    for (int i = 0; i < s->equations.count; i++) {
        const source_span *x = &s->equations.at[i].of->bytes;
        w->is_cut[i] |= x->end && x->begin == cut->begin;
    }
}

static size_t rewrite_skip_blanks(const source *s, size_t at) {
    while (at < s->size && (s->text[at] == ' ' || s->text[at] == '\t'))
        at++;
    return at;
}

/* Behind the semicolon after `at`, comments between them skipped, and after the line
 * where nothing else is on it. */
static size_t end_of_statement(const source *s, size_t at, int whole_line) {
    while (at < s->size && s->text[at] != ';') {
        if (strncmp(s->text + at, "//", 2) == 0)
            while (at < s->size && s->text[at] != '\n')
                at++;
        else if (strncmp(s->text + at, "/*", 2) == 0) {
            const char *end = strstr(s->text + at + 2, "*/");
            at = end ? (size_t)(end - s->text) + 2 : s->size;
        } else
            at++;
    }
    if (at < s->size)
        at++;
    size_t end = rewrite_skip_blanks(s, at);
    if (end < s->size && s->text[end] == '\r')
        end++;
    return whole_line && end < s->size && s->text[end] == '\n' ? end + 1 : at;
}

static int is_line_start(const source *s, size_t at) {
    return at == 0 || s->text[at - 1] == '\n';
}

static size_t begin_of_line(const source *s, size_t at) {
    size_t begin = at;
    while (begin > 0 && (s->text[begin - 1] == ' ' || s->text[begin - 1] == '\t'))
        begin--;
    return is_line_start(s, begin) ? begin : at;
}

static void put_comment(rewriting *w, const char *comment) {
    while (*comment) {
        size_t n = strcspn(comment, "\n");
        put_text(w, "  // ");
        rewrite_put(w, comment, n);
        put_text(w, "\n");
        comment += n + (comment[n] == '\n');
    }
}

typedef struct replacement {
    const polynomials *from;
    const forces *forces; /* NULL: left as they are */
    const char *comment;
    int count;
    const expr *generator;
} replacement;

static int rewrite_is_constraint(const polynomials *p, int row) {
    LIST_EACH(const polynomial, one, p->at)
        if (one->equation == row)
            return 1;
    return 0;
}

static void put_replacement(rewriting *w, const replacement *r) {
    const dae *s = w->system;
    put_comment(w, r->comment);
    for (int k = 0; k < r->count; k++)
        put_equation(w, r->generator[k]);
    for (int i = 0; i < s->equations.count; i++) {
        if (!w->is_cut[i] || rewrite_is_constraint(r->from, i))
            continue;
        const force *on = r->forces ? force_on(r->forces, i) : NULL;
        put_equation(w, on ? moved(w, r->forces, on, r->generator)
                           : s->equations.at[i].residual);
    }
}

/* The statement that is cut next at or after `at`, and where the replacement goes. */
static const source_span *next_cut(const rewriting *w, size_t at, size_t *first) {
    const source_span *next = NULL;
    for (int i = 0; i < w->system->equations.count; i++) {
        const source_span *x = &w->system->equations.at[i].of->bytes;
        if (!w->is_cut[i])
            continue;
        if (x->statement < *first)
            *first = x->statement;
        if (x->begin >= at && (!next || x->begin < next->begin))
            next = x;
    }
    return next;
}

static void put_all(rewriting *w, const replacement *r) {
    const source *s = w->source;
    size_t at = 0;
    size_t from = s->size;
    size_t ignored = s->size;
    const source_span *x = next_cut(w, 0, &from);
    from = begin_of_line(s, from);
    rewrite_put(w, s->text, from);
    if (!is_line_start(s, from))
        put_text(w, "\n");
    put_replacement(w, r);
    for (at = from; x; x = next_cut(w, at, &ignored)) {
        size_t begin = begin_of_line(s, x->begin);
        if (begin > at)
            rewrite_put(w, s->text + at, begin - at);
        at = end_of_statement(s, x->end, is_line_start(s, begin));
    }
    rewrite_put(w, s->text + at, s->size - at);
}

/* Equations of motion that are statements of their own, under no condition. */
static int can_be_cut(const dae *s, const forces *f) {
    LIST_EACH(const force, on, f->on) {
        const equation *e = &s->equations.at[on->equation];
        if (!e->of->bytes.end || e->guard != NO_EXPR)
            return 0;
    }
    return f->count > 0;
}

const char *model_rewrite(model *m, const polynomials *p, const forces *f,
                          const char *comment, int count, const expr *generator,
                          int *forced) {
    assert(count >= 0 && f);
    dae *s = &m->system;
    *forced = f->count == count && can_be_cut(s, f);
    replacement r = {p, *forced ? f : NULL, comment, count, generator};
    rewriting w = {.system = s,
                   .arena = s->arena,
                   .is_cut = ARENA_ARRAY(s->arena, char, s->equations.count),
                   .source = s->equations.at[p->at.at[0].equation].of->where.file};
    LIST_EACH(const polynomial, one, p->at)
        rewrite_cut(&w, one->equation);
    for (int k = 0; *forced && k < f->on.count; k++)
        rewrite_cut(&w, f->on.at[k].equation);
    put_all(&w, &r);
    LIST_PUSH(s->arena, w.out, '\0');
    return w.out.at;
}
