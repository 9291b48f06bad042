/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of arrays and records that an exporter has taken apart. It declares 'a.b[1]' and
 * 'a.b[2]', and still writes 'a.b' for both, 'a.b[\'i\']' for one of them, 'z' for the
 * record of 'z.re' and 'z.im', 'z.re' for all 'z[1].re', 'z[2].re'. Such a name is put
 * together again as an expression in declared names: an array of them, a subscript of
 * that, or a record.
 *
 * A name consists of pieces, each with the subscripts behind it. Its stem is the pieces
 * without subscripts; what is declared is found by its stem. Subscripts that a reference
 * does not give are taken whole, wherever they are in the declared name. */
#include "translate.h"
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../syntax/parser.h"

enum { MOST_GROUPS = 16 };

/* Subscripts [..] and where they are: behind so many bytes of the stem. */
typedef struct group {
    int at;
    const char *text; /* without brackets */
    int size;
} group;

typedef struct parts {
    char *stem;
    int count;
    group group[MOST_GROUPS];
} parts;

/* A declared name whose subscripts are numbers. */
typedef struct element {
    const char *name;
    int rank;
    int at[MOST_RANK];    /* of each subscript: its place in the stem, */
    int index[MOST_RANK]; /* and its value */
    struct element *next;
} element;

typedef struct elements {
    element *first, *last;
} elements;

typedef struct fields {
    const char **at;
    int count, capacity;
} fields;

struct scalarised {
    scope *by_stem;   /* symbol.index: number in lists */
    scope *by_record; /* symbol.index: number in records */
    scope *nameless;  /* definitions of records whose type is not known */
    LIST(elements) lists;
    LIST(fields) records; /* names of fields, without quotes */
    int symbols;          /* of the model's scope that are in it */
};

/* --- taking names apart --- */

/* Returns the end of brackets that open at c, or NULL. */
static const char *closing(const char *c, const char *end) {
    int depth = 0;
    for (; c < end; c++) {
        depth += (*c == '[') - (*c == ']');
        if (!depth)
            return c;
    }
    return NULL;
}

/* Takes a quoted name apart; 0: it is not quoted, or its brackets do not match. */
static int take_apart(arena *a, const char *name, parts *to) {
    size_t size = strlen(name);
    if (size < 3 || name[0] != '\'' || name[size - 1] != '\'')
        return 0;
    const char *end = name + size - 1;
    char *stem = arena_alloc(a, size);
    int used = 0;
    to->count = 0;
    for (const char *c = name + 1; c < end; c++) {
        if (*c != '[') {
            stem[used++] = *c;
            continue;
        }
        const char *close = closing(c, end);
        if (!close || to->count == MOST_GROUPS)
            return 0;
        to->group[to->count++] = (group){used, c + 1, (int)(close - c - 1)};
        c = close;
    }
    to->stem = stem;
    return 1;
}

/* Reads "1,2" as subscripts of an element; 0: they are no numbers. */
static int read_numbers(const group *g, element *to) {
    const char *c = g->text;
    const char *end = g->text + g->size;
    for (; c <= end; c++) {
        char *behind;
        if (!isdigit((unsigned char)*c) || to->rank == MOST_RANK)
            return 0;
        long number = strtol(c, &behind, 10);
        if (number < 1 || number > MOST_ELEMENTS || behind > end)
            return 0;
        to->at[to->rank] = g->at;
        to->index[to->rank++] = (int)number;
        c = behind;
        if (c < end && *c != ',')
            return 0;
    }
    return 1;
}

/* --- what is declared --- */

/* The number of the list for a name, a new one where there is none yet. */
static int list_number(scope *s, const char *name, int fresh, int *is_new) {
    symbol *found = scope_find_here(s, name);
    *is_new = !found;
    if (!found)
        found = scope_add(s, (symbol){.name = name, .index = fresh});
    return found->index;
}

static void note_field(translation *t, scalarised *x, const char *record, size_t size,
                       const char *field, size_t field_size) {
    int is_new;
    int k = list_number(x->by_record, name_intern(t->names, record, size),
                        x->records.count, &is_new);
    if (is_new)
        LIST_PUSH(lasting(t), x->records, ((fields){0}));
    fields *list = &x->records.at[k];
    const char *name = name_intern(t->names, field, field_size);
    LIST_EACH(const char *, one, *list)
        if (*one == name)
            return;
    LIST_PUSH(lasting(t), *list, name);
}

/* Notes a.b.c as a field of a.b, and b of a. */
static void note_records(translation *t, scalarised *x, const char *stem) {
    const char *from = stem;
    for (const char *dot; (dot = strchr(from, '.')); from = dot + 1) {
        const char *end = strchr(dot + 1, '.');
        size_t size = end ? (size_t)(end - dot - 1) : strlen(dot + 1);
        if (dot > stem && size)
            note_field(t, x, stem, (size_t)(dot - stem), dot + 1, size);
    }
}

static void note_declared(translation *t, scalarised *x, const symbol *s) {
    parts p;
    element one = {.name = s->name};
    if (!take_apart(lasting(t), s->name, &p))
        return;
    for (int i = 0; i < p.count; i++)
        if (!read_numbers(&p.group[i], &one))
            return;
    int is_new;
    int k = list_number(x->by_stem, intern(t, p.stem), x->lists.count, &is_new);
    if (is_new) {
        LIST_PUSH(lasting(t), x->lists, ((elements){0}));
        note_records(t, x, p.stem);
    }
    element *kept = arena_alloc(lasting(t), sizeof *kept);
    *kept = one;
    elements *list = &x->lists.at[k];
    if (list->last)
        list->last->next = kept;
    else
        list->first = kept;
    list->last = kept;
}

/* The index of all declared names of the model, up to date. */
static scalarised *index_of(translation *t) {
    scalarised *x = t->scalarised;
    if (!x) {
        x = arena_alloc(lasting(t), sizeof *x);
        x->by_stem = scope_new(lasting(t), NULL);
        x->by_record = scope_new(lasting(t), NULL);
        x->nameless = scope_new(lasting(t), NULL);
        t->scalarised = x;
    }
    for (; x->symbols < t->top->symbols.count; x->symbols++)
        note_declared(t, x, t->top->symbols.at[x->symbols]);
    return x;
}

const char *scalarised_stem(translation *t, const char *name) {
    parts p;
    if (!take_apart(t->arena, name, &p))
        return NULL;
    return intern(t, arena_print(t->arena, "'%s'", p.stem));
}

/* --- references --- */

/* A subscript of a reference: a number that is known, or an expression. */
typedef struct given {
    int at; /* in the stem */
    int number;
    ast *e; /* NULL: the number */
} given;

typedef struct reference {
    translation *t;
    const ast *from; /* for places */
    const char *stem;
    int count;
    given given[MOST_RANK];
} reference;

static ast *new_node(const reference *r, ast_kind kind) {
    ast *e = arena_alloc(r->t->arena, sizeof *e);
    *e = (ast){.kind = kind,
               .where = r->from->where,
               .begin = r->from->begin,
               .end = r->from->end};
    return e;
}

static void push_arg(translation *t, ast *to, ast *one) {
    LIST_PUSH(t->arena, to->args, ((ast_operand){.value = one}));
}

static ast *name_node(const reference *r, const char *name) {
    ast *e = new_node(r, AST_NAME);
    e->text = name;
    return e;
}

/* Gives all nodes the place of the reference: the text they come from is part of it. */
static void set_places(const reference *r, ast *e) {
    e->where = r->from->where;
    e->begin = r->from->begin;
    e->end = r->from->end;
    LIST_EACH(const ast_operand, a, e->args)
        if (a->value)
            set_places(r, a->value);
}

/* Reads a list of subscripts, in which quotes are escaped; NULL after an error. */
static ast *read_subscripts(const reference *r, const group *g) {
    translation *t = r->t;
    char *text = arena_alloc(t->arena, (size_t)g->size + 4);
    size_t used = 0;
    text[used++] = 'x';
    text[used++] = '[';
    for (int i = 0; i < g->size; i++)
        if (g->text[i] != '\\' || i + 1 == g->size || g->text[i + 1] != '\'')
            text[used++] = g->text[i];
    text[used++] = ']';
    source *s = arena_alloc(t->arena, sizeof *s);
    *s = (source){r->from->where.file->path, text, used, NULL};
    parser p;
    int errors = error_count(t);
    parser_init(&p, t->arena, t->names, s);
    ast *e = parse_only_expression(&p);
    if (error_count(t) > errors || e->kind != AST_SUBSCRIPT)
        return NULL;
    set_places(r, e);
    return e;
}

/* Evaluates a subscript where that is possible. */
static void settle_subscript(translation *t, given *one) {
    double number;
    if (one->e->kind == AST_COLON || one->e->kind == AST_ARRAY ||
        one->e->kind == AST_RANGE)
        return;
    value v = lower_expression(t, one->e);
    if (v.rank || is_bad(&v) || !value_is_known(t, &v, EVALUATE_SIZES, &number) ||
        !(fabs(number) <= MOST_ELEMENTS))
        return;
    one->number = (int)number;
    one->e = NULL;
}

/* Reads the subscripts of all groups; 0 after an error. */
static int read_given(reference *r, const parts *p) {
    for (int i = 0; i < p->count; i++) {
        const ast *e = read_subscripts(r, &p->group[i]);
        if (!e)
            return 0;
        for (int k = 1; k < e->args.count; k++) {
            if (r->count == MOST_RANK)
                return 0;
            given *one = &r->given[r->count++];
            *one = (given){.at = p->group[i].at, .e = ast_arg(e, k)};
            settle_subscript(r->t, one);
        }
    }
    return 1;
}

/* --- arrays --- */

/* How the subscripts of one declared name meet those of the reference. */
typedef struct meeting {
    int rank;                   /* dimensions that stay */
    int index[MOST_RANK];       /* in these */
    int at[MOST_RANK];          /* where they are in the stem */
    const given *by[MOST_RANK]; /* the expression for each, or NULL: whole */
} meeting;

/* Compares the given numbers; 0: another element is meant. */
static int meet(const reference *r, const element *d, meeting *m) {
    int k = 0;
    m->rank = 0;
    for (int i = 0; i < d->rank; i++) {
        const given *g = k < r->count && r->given[k].at == d->at[i] ? &r->given[k] : NULL;
        k += g != NULL;
        if (g && !g->e) {
            if (g->number != d->index[i])
                return 0;
            continue;
        }
        m->by[m->rank] = g;
        m->at[m->rank] = d->at[i];
        m->index[m->rank++] = d->index[i];
    }
    return k == r->count;
}

typedef struct gathering {
    meeting shape; /* of the first element: rank and expressions */
    int size[MOST_RANK];
    int count;
    const char **name; /* [count] */
} gathering;

/* Finds the sizes; 0: nothing is declared, or the elements have different ranks. */
static int gather_sizes(const reference *r, const element *d, gathering *g) {
    int found = 0;
    for (; d; d = d->next) {
        meeting m;
        if (!meet(r, d, &m))
            continue;
        if (!found++)
            g->shape = m;
        if (m.rank != g->shape.rank)
            return 0;
        for (int i = 0; i < m.rank; i++)
            if (m.index[i] > g->size[i])
                g->size[i] = m.index[i];
    }
    g->count = shape_count(g->shape.rank, g->size);
    return found > 0 && found == g->count;
}

/* Gathers the names of all elements; 0: some are not declared. */
static int gather(const reference *r, const element *first, gathering *g) {
    *g = (gathering){.count = 0};
    if (!gather_sizes(r, first, g))
        return 0;
    g->name = NEW_ARRAY(r->t, const char *, g->count);
    for (const element *d = first; d; d = d->next) {
        meeting m;
        int offset = 0;
        if (!meet(r, d, &m))
            continue;
        for (int i = 0; i < m.rank; i++)
            offset = offset * g->size[i] + m.index[i] - 1;
        if (g->name[offset])
            return 0;
        g->name[offset] = d->name;
    }
    return 1;
}

/* The elements from `at` on as {{...}, ...} over the dimensions from d on. */
static ast *array_node(const reference *r, const gathering *g, int d, int *at) {
    if (d == g->shape.rank)
        return name_node(r, g->name[(*at)++]);
    ast *e = new_node(r, AST_ARRAY);
    for (int i = 0; i < g->size[d]; i++)
        push_arg(r->t, e, array_node(r, g, d + 1, at));
    return e;
}

/* The expressions of the reference as subscripts of the array. */
static ast *subscript_node(const reference *r, const meeting *m, ast *array) {
    int last = -1;
    for (int i = 0; i < m->rank; i++)
        if (m->by[i])
            last = i;
    if (last < 0)
        return array;
    ast *e = new_node(r, AST_SUBSCRIPT);
    push_arg(r->t, e, array);
    for (int i = 0; i <= last; i++)
        push_arg(r->t, e, m->by[i] ? m->by[i]->e : new_node(r, AST_COLON));
    return e;
}

static ast *find_array(const reference *r, const scalarised *x) {
    const symbol *s = scope_find_here(x->by_stem, intern(r->t, r->stem));
    gathering g;
    int at = 0;
    if (!s || !gather(r, x->lists.at[s->index].first, &g))
        return NULL;
    return subscript_node(r, &g.shape, array_node(r, &g, 0, &at));
}

/* --- records --- */

static ast *put_together(const reference *r, const scalarised *x, int depth);

/* Returns a declared name below the record, or NULL. */
static const element *first_below(const reference *r, const scalarised *x) {
    const char *stem = r->stem;
    for (;;) {
        const symbol *s = scope_find_here(x->by_stem, intern(r->t, stem));
        if (s)
            return x->lists.at[s->index].first;
        s = scope_find_here(x->by_record, intern(r->t, stem));
        if (!s)
            return NULL;
        stem = arena_print(r->t->arena, "%s.%s", stem, x->records.at[s->index].at[0]);
    }
}

static int keeps_dimension(const given *by) {
    return !by || by->e->kind == AST_COLON || by->e->kind == AST_ARRAY ||
           by->e->kind == AST_RANGE;
}

/* Counts the dimensions of the record itself: those of its fields lie behind its stem. */
static int record_rank(const reference *r, const scalarised *x) {
    int rank = 0;
    meeting m;
    for (const element *d = first_below(r, x); d; d = d->next) {
        if (!meet(r, d, &m))
            continue;
        for (int i = 0; i < m.rank; i++)
            rank += m.at[i] <= (int)strlen(r->stem) && keeps_dimension(m.by[i]);
        return rank;
    }
    return rank;
}

static ast *find_record(const reference *r, const scalarised *x, int depth) {
    enum { DEEPEST = 20 };
    const symbol *s = scope_find_here(x->by_record, intern(r->t, r->stem));
    if (!s || depth > DEEPEST)
        return NULL;
    ast *e = new_node(r, AST_RECORD);
    e->text = r->stem;
    e->value = record_rank(r, x);
    const fields *list = &x->records.at[s->index];
    for (int i = 0; i < list->count; i++) {
        reference inner = *r;
        inner.stem = arena_print(r->t->arena, "%s.%s", r->stem, list->at[i]);
        ast *one = put_together(&inner, x, depth + 1);
        if (!one)
            return NULL;
        const char *label = intern(r->t, arena_print(r->t->arena, "'%s'", list->at[i]));
        LIST_PUSH(r->t->arena, e->args, ((ast_operand){.value = one, .label = label}));
    }
    return e;
}

static ast *put_together(const reference *r, const scalarised *x, int depth) {
    ast *e = find_array(r, x);
    return e ? e : find_record(r, x, depth);
}

/* The definition of records whose type is not known: one for all with these fields. */
static const symbol *nameless_record(translation *t, const ast *e) {
    arena *a = lasting(t);
    const char *name = "of";
    LIST_EACH(const ast_operand, one, e->args)
        name = arena_print(t->arena, "%s %s", name, one->label);
    symbol s = {.kind = SYMBOL_RECORD, .name = intern(t, name), .scope = t->top};
    symbol *found = scope_find_here(t->scalarised->nameless, s.name);
    if (found)
        return found;
    ast_class *c = arena_alloc(a, sizeof *c);
    c->name = s.name;
    LIST_EACH(const ast_operand, one, e->args)
        LIST_PUSH(a, c->declarations, ((ast_declaration){.name = one->label}));
    s.class = c;
    return scope_add(t->scalarised->nameless, s);
}

value lower_record(translation *t, const ast *e) {
    int n = e->args.count;
    value *field = NEW_ARRAY(t, value, n);
    value v = {.type = {TYPE_RECORD, nameless_record(t, e)}, .rank = (int)e->value};
    const type of = v.type;
    for (int i = 0; i < n; i++) {
        field[i] = lower_expression(t, ast_arg(e, i));
        if (is_bad(&field[i]))
            return bad_value(t);
        int fits = field[i].rank >= v.rank;
        for (int d = 0; d < v.rank && fits; d++)
            fits = field[i].size[d] == field[0].size[d];
        if (!fits)
            return value_error(t, e->where,
                               "'%.80s' is no record: its field %.80s has the size %s, "
                               "but %.80s has %s",
                               e->text, e->args.at[i].label, value_shape(t, &field[i]),
                               e->args.at[0].label, value_shape(t, &field[0]));
        value_join(&v, &field[i]);
        v.type = of;
    }
    v.size = field[0].size;
    v.count = shape_count(v.rank, v.size);
    v.field = field;
    return v;
}

static int field_number(type record, const char *name) {
    for (int i = 0; i < field_count(record); i++)
        if (field_name(record, i) == name)
            return i;
    return -1;
}

value record_as(translation *t, const value *v, type of) {
    if (of.kind != TYPE_RECORD || !is_record(v) || type_same(of, v->type))
        return *v;
    int n = field_count(of);
    value *field = NEW_ARRAY(t, value, n);
    scope *outer = t->scope;
    for (int i = 0; i < n; i++) {
        const ast_declaration *d = &of.definition->class->declarations.at[i];
        int from = field_number(v->type, d->name);
        if (from < 0)
            return *v;
        t->scope = of.definition->scope;
        type inner = find_type(t, d->type, d->type_where);
        t->scope = outer;
        field[i] = record_as(t, &v->field[from], inner);
        if (!value_fits(inner, field[i].type))
            return *v;
    }
    value w = *v;
    w.type = of;
    w.field = field;
    return w;
}

/* --- locals of functions: 'u[\'k\'].re' of an array 'u' --- */

static ast *local_part(const reference *r, const parts *p) {
    translation *t = r->t;
    int begin = 0;
    ast *e = NULL;
    for (int i = 0; i <= p->count; i++) {
        int end = i < p->count ? p->group[i].at : (int)strlen(p->stem);
        const char *piece = p->stem + begin;
        if (!e) {
            const char *name =
                intern(t, arena_print(t->arena, "'%.*s'", end - begin, piece));
            if (!scope_find(t->scope, name))
                return NULL;
            e = name_node(r, name);
        } else if (end > begin + 1) {
            ast *field = new_node(r, AST_FIELD);
            push_arg(t, field, e);
            field->text =
                intern(t, arena_print(t->arena, "'%.*s'", end - begin - 1, piece + 1));
            e = field;
        }
        begin = end;
        if (i == p->count)
            break;
        ast *by = read_subscripts(r, &p->group[i]);
        if (!by)
            return NULL;
        by->args.at[0].value = e;
        e = by;
    }
    return e;
}

/* --- the interface --- */

/* 'a'.'b': a field of what can be put together. */
static const ast *field_of_reference(translation *t, const ast *e, const char *dot) {
    ast *owner = arena_alloc(t->arena, sizeof *owner);
    *owner = *e;
    owner->text = name_intern(t->names, e->text, (size_t)(dot - e->text));
    const ast *whole = scalarised_reference(t, owner);
    if (!whole)
        return NULL;
    reference r = {.t = t, .from = e};
    ast *field = new_node(&r, AST_FIELD);
    push_arg(t, field, (ast *)whole);
    field->text = intern(t, dot + 1);
    return field;
}

const ast *scalarised_reference(translation *t, const ast *e) {
    parts p;
    assert(e->kind == AST_NAME);
    const char *dot = name_last_dot(e->text);
    if (dot && (dot == e->text || name_has_many_parts(e->text)))
        return NULL;
    if (dot)
        return field_of_reference(t, e, dot);
    if (!take_apart(t->arena, e->text, &p))
        return NULL;
    reference r = {.t = t, .from = e, .stem = p.stem};
    ast *local = p.count ? local_part(&r, &p) : NULL;
    if (local)
        return local;
    const scalarised *x = index_of(t);
    if (!scope_find_here(x->by_stem, intern(t, p.stem)) &&
        !scope_find_here(x->by_record, intern(t, p.stem)))
        return NULL;
    return read_given(&r, &p) ? put_together(&r, x, 0) : NULL;
}

static void visit_stem(translation *t, const scalarised *x, const char *stem,
                       visit_symbol f, void *data) {
    const symbol *s = scope_find_here(x->by_stem, intern(t, stem));
    const element *d = s ? x->lists.at[s->index].first : NULL;
    for (; d; d = d->next)
        f(data, scope_find_here(t->top, d->name));
    const symbol *record = scope_find_here(x->by_record, intern(t, stem));
    if (!record)
        return;
    const fields *list = &x->records.at[record->index];
    for (int i = 0; i < list->count; i++)
        visit_stem(t, x, arena_print(t->arena, "%s.%s", stem, list->at[i]), f, data);
}

void scalarised_visit(translation *t, const char *name, visit_symbol f, void *data) {
    parts p;
    if (take_apart(t->arena, name, &p))
        visit_stem(t, index_of(t), p.stem, f, data);
}

/* --- left sides --- */

typedef struct spreading {
    translation *t;
    visit_part f;
    void *data;
    const ast *subscripts; /* AST_SUBSCRIPT whose array is spread, or NULL */
} spreading;

static void spread(const spreading *s, const ast *left, const value *v);
static value unassigned(translation *t, const ast *left);

/* Row i of n; a value of another shape is left as it is, and is refused where it is
 * assigned. */
static value row_of(translation *t, const value *v, int i, int n) {
    return v->rank && v->size[0] == n ? value_part(t, v, 1, i, n) : *v;
}

/* Gives the elements for which the subscripts from number d on are right their part of v;
 * the others keep their values. */
static void spread_chosen(const spreading *s, const ast *left, int d, expr is,
                          const value *v) {
    translation *t = s->t;
    const ast *by = d < s->subscripts->args.count ? ast_arg(s->subscripts, d) : NULL;
    if (left->kind != AST_ARRAY) {
        value now = unassigned(t, left);
        value one = is == NO_EXPR ? *v : choose_value(t, is, v, &now, left->where);
        spread(s, left, &one);
        return;
    }
    if (by && (by->kind == AST_ARRAY || by->kind == AST_RANGE)) {
        semantic_error(t, left->where,
                       "a list of subscripts beside one that changes with time cannot be "
                       "assigned; write a loop");
        return;
    }
    int whole = !by || by->kind == AST_COLON;
    value k = whole ? bad_value(t) : lower_expression(t, by);
    for (int i = 0; i < left->args.count; i++) {
        expr here = is;
        if (!whole)
            here = guard_and(t, is, call_two(t, OP_EQ, k.e, number_of(t, i + 1)));
        value row = whole ? row_of(t, v, i, left->args.count) : *v;
        spread_chosen(s, ast_arg(left, i), d + 1, here, &row);
    }
}

static void spread_fields(const spreading *s, const ast *left, const value *v) {
    LIST_EACH(const ast_operand, a, left->args) {
        int i = is_record(v) ? field_number(v->type, a->label) : -1;
        if (i < 0) {
            semantic_error(s->t, left->where, "'%.80s' is a record and cannot become %s",
                           left->text, type_name(s->t, v->type));
            return;
        }
        spread(s, a->value, &v->field[i]);
    }
}

/* The value that an element has if it is not assigned. */
static value unassigned(translation *t, const ast *left) {
    value now = lower_expression(t, left);
    if (!t->is_when_equation || is_bad(&now) || is_record(&now))
        return now;
    expr *at = NEW_ARRAY(t, expr, now.count);
    for (int k = 0; k < now.count; k++) {
        at[k] = event_pre(t, value_at(&now, k));
        if (at[k] == NO_EXPR)
            return now; /* refused where it is assigned */
    }
    return value_elements(&now, at);
}

/* x[k] := v with a k that changes: every element gets v or keeps its value. */
static void spread_by_number(const spreading *s, const ast *left, int d, int size,
                             const value *v) {
    translation *t = s->t;
    value k = lower_expression(t, ast_arg(left, d + 1));
    assert_subscript(t, left, d, &k, size);
    for (int i = 1; i <= size; i++) {
        const ast *one = subscript_with(t, left, d, i);
        expr is = subscript_is(t, &k, i);
        value now = unassigned(t, one);
        if (is_bad(&now))
            return;
        value next = choose_value(t, is, v, &now, left->where);
        value_join(&next, &k);
        spread(s, one, &next);
    }
}

static void spread(const spreading *s, const ast *left, const value *v) {
    int d = 0;
    int size = 0;
    if (left->kind == AST_ARRAY) {
        for (int i = 0; i < left->args.count; i++) {
            value row = row_of(s->t, v, i, left->args.count);
            spread(s, ast_arg(left, i), &row);
        }
    } else if (left->kind == AST_RECORD) {
        spread_fields(s, left, v);
    } else if (left->kind == AST_SUBSCRIPT && ast_arg(left, 0)->kind == AST_ARRAY) {
        spreading inner = *s;
        inner.subscripts = left;
        spread_chosen(&inner, ast_arg(left, 0), 1, NO_EXPR, v);
    } else if (left->kind == AST_SUBSCRIPT && subscript_changes(s->t, left, &d, &size)) {
        spread_by_number(s, left, d, size, v);
    } else {
        s->f(s->data, left, v);
    }
}

void scalarised_spread(translation *t, const ast *left, const value *v, visit_part f,
                       void *data) {
    const ast *whole = NULL;
    if (left->kind == AST_NAME && !name_resolve(t, left->text))
        whole = scalarised_reference(t, left);
    spreading s = {t, f, data, NULL};
    if (is_bad(v))
        return;
    spread(&s, whole ? whole : left, v);
}
