/* SPDX-License-Identifier: BSD-3-Clause */
/* Equations of the syntax tree to equations of the system: arrays and loops element by
 * element, if-equations as if-expressions or as equations that hold under a condition. */
#include "translate.h"
#include <assert.h>
#include <limits.h>
#include <string.h>

equation *push_equation(translation *t, equation_kind kind, expr residual,
                        const statement *of, const char *values) {
    dae *s = t->system;
    assert(of->pattern && of->where.file);
    equation e = {.kind = (unsigned char)kind,
                  .residual = present(t, residual),
                  .of = of,
                  .values = values,
                  .guard = NO_EXPR};
    LIST_PUSH(s->arena, s->equations, e);
    return &s->equations.at[s->equations.count - 1];
}

static int is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* The bytes of a name, a number or a quoted text that begins here. */
static size_t word_length(const char *c) {
    size_t size = 0;
    if (*c != '\'' && *c != '"') {
        while (is_name_char(c[size]))
            size++;
        return size;
    }
    for (size = 1; c[size] && c[size] != *c; size++)
        if (c[size] == '\\' && c[size + 1])
            size++;
    return size + (c[size] != 0);
}

expr guard_and(translation *t, expr a, expr b) {
    if (a == NO_EXPR || b == NO_EXPR)
        return a == NO_EXPR ? b : a;
    return call_two(t, OP_AND, a, b);
}

expr guard_of(translation *t, const premise *taken) {
    if (!taken)
        return NO_EXPR;
    const expr c = taken->condition;
    const expr outer = guard_of(t, taken->outer); /* first: premises share it */
    if (c == NO_EXPR)
        return outer;
    return guard_and(t, outer, taken->holds ? c : not_of(t, c));
}

/* --- texts --- */

/* The number of the innermost loop with this index, or -1. */
static int loop_of(const translation *t, const char *name, size_t size) {
    for (int i = t->loops.count - 1; i >= 0; i--)
        if (strlen(t->loops.at[i].name) == size &&
            strncmp(t->loops.at[i].name, name, size) == 0)
            return i < PHRASE_MOST_VALUES ? i : -1;
    return -1;
}

/* The source on one line, with marks in place of loop indices. */
static const char *source_pattern(translation *t, arena *a, const source *s, size_t begin,
                                  size_t end) {
    if (!t->loops.count)
        return source_line(a, s, begin, end);
    arena *scratch = arena_child(a);
    const char *text = source_line(scratch, s, begin, end);
    char *pattern = arena_alloc(scratch, 2 * strlen(text) + 1);
    char *to = pattern;
    for (const char *c = text; *c;) {
        size_t size = word_length(c);
        int is_field = c > text && c[-1] == '.';
        int loop = *c == '"' || is_field || !size ? -1 : loop_of(t, c, size);
        if (!size)
            size = 1;
        if (loop < 0) {
            memcpy(to, c, size);
            to += size;
        } else {
            *to++ = PHRASE_MARK;
            *to++ = (char)(1 + loop);
        }
        c += size;
    }
    const char *kept = arena_copy(a, pattern, (size_t)(to - pattern));
    arena_free(scratch);
    return kept;
}

static const char *written(translation *t, const source *s, size_t begin, size_t end) {
    arena *scratch = arena_child(t->arena);
    arena *a = lasting(t);
    phrase p = {source_pattern(t, scratch, s, begin, end), loop_values(t)};
    const char *text =
        p.values ? phrase_print(a, p) : arena_copy(a, p.pattern, strlen(p.pattern));
    arena_free(scratch);
    return text;
}

const char *written_text(translation *t, const ast_equation *e) {
    return written(t, e->where.file, e->begin, e->end);
}

const char *written_condition(translation *t, const ast *e) {
    return written(t, e->where.file, e->begin, e->end);
}

enum { LONGEST_INDEX = MOST_RANK * 12 };

/* The subscripts of element k, "2,3", at the end of the room; returns where they begin.
 */
static const char *print_subscripts(char index[LONGEST_INDEX], const value *v, int k) {
    char *at = index + LONGEST_INDEX;
    *--at = 0;
    for (int d = v->rank - 1; d >= 0; d--) {
        int i = k % v->size[d] + 1;
        k /= v->size[d];
        do
            *--at = (char)('0' + i % 10);
        while (i /= 10);
        if (d)
            *--at = ',';
    }
    return at;
}

const char *element_text(translation *t, const char *text, const value *v, int k) {
    assert(k >= 0 && (!v->rank || k < v->count));
    char index[LONGEST_INDEX];
    if (!v->rank)
        return text;
    return arena_print(t->arena, "(%s)[%s]", text, print_subscripts(index, v, k));
}

const char *element_pattern(translation *t, const char *pattern, int outer) {
    assert(outer >= 0);
    return arena_print(lasting(t), "(%s)[%c%c]", pattern, PHRASE_MARK, 1 + outer);
}

const char *element_values(translation *t, const char *outer, const value *v, int k) {
    char room[LONGEST_INDEX];
    const char *index = print_subscripts(room, v, k);
    size_t before = outer ? phrase_values_size(outer) - 1 : 0;
    size_t size = strlen(index);
    char *values = arena_alloc(lasting(t), before + size + 2);
    if (outer)
        memcpy(values, outer, before);
    memcpy(values + before, index, size);
    return values;
}

const char *flat_text(translation *t, const flat *f) {
    assert(f->of);
    return phrase_print(t->arena, (phrase){f->of->pattern, f->values});
}

/* --- one equation --- */

/* Whether it is a function that returns nothing: all that it can do is to check. */
static int returns_nothing(translation *t, const ast *call) {
    symbol *f = name_resolve(t, call->text);
    if (!f)
        f = library_find(t, call->text);
    if (!f || f->kind != SYMBOL_FUNCTION || f->class->external)
        return 0;
    LIST_EACH(const ast_declaration, d, f->class->declarations)
        if (d->output)
            return 0;
    return 1;
}

/* A statement without '='. */
static void flatten_no_equation(translation *t, const ast_equation *e, expr guard) {
    int before = error_count(t);
    if (e->left->kind == AST_CALL && call_prints(e->left->text))
        return;
    if (e->left->kind == AST_CALL && returns_nothing(t, e->left)) {
        const premise here = {t->taken, guard, 1};
        t->taken = &here;
        lower_results(t, e->left);
        t->taken = here.outer;
        return;
    }
    if (e->left->kind == AST_CALL)
        lower_expression(t, e->left);
    if (error_count(t) > before)
        return;
    int compares = e->left->kind == AST_RELATION && e->left->args.at[1].op == TOKEN_EQ;
    semantic_error(t, e->where, "%s",
                   compares ? "'==' compares; an equation is written with '='"
                            : "expected an equation, found an expression without '='");
}

typedef struct line {
    const ast_equation *e;
    const char *name;
    const char *values; /* of the loops around it */
    flats *to;
} line;

/* The statement that all passes of the loops share, and all elements of an array. */
static const statement *statement_of(translation *t, const line *l, ast_wording *w,
                                     int element) {
    const statement **of = element ? &w->element : &w->whole;
    if (*of)
        return *of;
    const char *pattern =
        element ? element_pattern(t, w->pattern, t->loops.count) : w->pattern;
    statement *s = statement_new(lasting(t), pattern, l->name, l->e->where);
    s->bytes = (source_span){l->e->begin, l->e->last, t->outermost};
    return *of = s;
}

static int can_equate(translation *t, const ast_equation *e, const value *a,
                      const value *b) {
    int others = type_same(a->type, b->type) && a->type.kind != TYPE_STRING;
    int boolean = a->type.kind == TYPE_BOOLEAN || b->type.kind == TYPE_BOOLEAN;
    int number = type_is_number(a->type) || type_is_number(b->type);
    if (!both_numbers(a, b) && !others)
        return semantic_error(
            t, e->where,
            "both sides of an equation must be numbers; here the left side is %s and the "
            "right side %s%s",
            type_name(t, a->type), type_name(t, b->type),
            boolean && number
                ? "; to convert a Boolean to a number, write 'if ... then 1 else 0'"
                : "");
    return same_shape(a, b) ||
           semantic_error(
               t, e->where,
               "the left side of this equation is %s%s and the right side %s%s",
               a->rank ? "an array " : "", value_shape(t, a), b->rank ? "an array " : "",
               value_shape(t, b));
}

/* The difference of the sides; of a side and a literal 0, that side. */
static expr residual_of(translation *t, const ast_equation *e, const flat *f, int rank) {
    if (!rank && e->left->kind == AST_NUMBER && e->left->value == 0)
        return f->right;
    if (!rank && e->right->kind == AST_NUMBER && e->right->value == 0)
        return f->left;
    return expr_sub(t->graph, f->left, f->right);
}

/* Makes an equation of each pair of elements, of records field by field. */
static void equate(translation *t, const line *l, const value *a, const value *b,
                   ast_wording *w) {
    if (is_bad(a) || is_bad(b) || !can_equate(t, l->e, a, b))
        return;
    if (is_record(a)) {
        for (int i = 0; i < field_count(a->type); i++) {
            ast_wording field = {.pattern = arena_print(lasting(t), "(%s).%s", w->pattern,
                                                        field_name(a->type, i))};
            equate(t, l, &a->field[i], &b->field[i], &field);
        }
        return;
    }
    for (int k = 0; k < a->count; k++) {
        flat f = {.guard = NO_EXPR,
                  .of = statement_of(t, l, w, a->rank > 0),
                  .left = value_at(a, k),
                  .right = value_at(b, k),
                  .type = a->type.kind == TYPE_INTEGER ? b->type : a->type,
                  .values = a->rank ? element_values(t, l->values, a, k) : l->values};
        f.residual = residual_of(t, l->e, &f, a->rank);
        LIST_PUSH(t->arena, *l->to, f);
    }
}

/* (a, b) = f(x) */
static void equate_results(translation *t, const line *l) {
    const ast *left = l->e->left;
    results r = lower_tuple(t, l->e, "=");
    for (int i = 0; i < r.count && i < left->args.count; i++) {
        const ast *side = ast_arg(left, i);
        if (!side)
            continue;
        value a = lower_expression(t, side);
        a = record_as(t, &a, r.at[i].type);
        ast_wording one = {.pattern =
                               arena_print(lasting(t), "%s = (%s)[%d]", ast_text(t, side),
                                           ast_text(t, l->e->right), i + 1)};
        equate(t, l, &a, &r.at[i], &one);
    }
}

/* Makes equations of two sides; without '=', it must be assert or the like. */
static void flatten_sides(translation *t, const ast_equation *e, flats *to, expr guard) {
    if (!e->right) {
        arena *own = t->arena;
        t->arena = lasting(t);
        if (e->left->kind == AST_CALL && is_event_statement(e->left->text))
            event_statement(t, e, NULL, guard);
        else if (e->left->kind == AST_CALL && strcmp(e->left->text, "connect") == 0)
            flatten_connect(t, e, to, guard);
        else
            flatten_no_equation(t, e, guard);
        t->arena = own;
        return;
    }
    ast_wording *w = e->wording;
    line l = {e, annotation_of_equation(t, &e->annotation).name, loop_values(t), to};
    if (!w->pattern)
        w->pattern = source_pattern(t, lasting(t), e->where.file, e->begin, e->end);
    if (w->of) {
        w->pattern = arena_print(lasting(t), "%s: %s", w->of, w->pattern);
        w->of = NULL;
    }
    if (e->left->kind == AST_TUPLE) {
        equate_results(t, &l);
        return;
    }
    value a = lower_expression(t, e->left);
    value b = lower_expression(t, e->right);
    a = record_as(t, &a, b.type);
    b = record_as(t, &b, a.type);
    equate(t, &l, &a, &b, w);
}

/* --- if-equations --- */

typedef struct arm {
    value condition;
    const char *text; /* of the condition; NULL: else */
    expr guard;       /* this condition, and none before it */
    int is_missing;   /* an else that is not written */
    flats equations;
} arm;

typedef struct arms {
    arm *at;
    int count, capacity;
} arms;

static void flatten_collect(translation *t, const ast_equation *e, flats *to, expr guard);

typedef struct loop_lines {
    const ast_equations *body;
    flats *to;
    expr guard;
} loop_lines;

static int collect_lines(translation *t, void *data) {
    const loop_lines *l = data;
    int before = error_count(t);
    const premise *outer = t->taken;
    const premise here = {NULL, l->guard, 1};
    t->taken = &here;
    LIST_EACH(const ast_equation, e, *l->body)
        flatten_collect(t, e, l->to, l->guard);
    t->taken = outer;
    return error_count(t) == before;
}

/* Lists the branches that can be taken: one whose condition is constantly false is left
 * out, one whose condition is constantly true is the else of those before it. */
static arms live_arms(translation *t, const ast_equation *e, expr guard) {
    arms live = {0};
    expr before = NO_EXPR; /* none of the earlier conditions */
    int decided = 0;
    for (int i = 0; i < e->branches.count && !decided; i++) {
        const ast_branch *b = &e->branches.at[i];
        double number = 1;
        arm a = {.guard = before};
        if (b->condition) {
            const premise others = {t->taken, before, 1};
            t->taken = &others;
            a.condition = lower_condition(t, b->condition, "the condition of 'if'");
            t->taken = others.outer;
            a.text = written_condition(t, b->condition);
            if (value_is_known(t, &a.condition, EVALUATE_FINAL, &number))
                a.text = NULL;
        }
        if (number == 0)
            continue;
        if (a.text) {
            expr not = not_of(t, a.condition.e);
            a.guard = guard_and(t, before, a.condition.e);
            before = guard_and(t, before, not );
        }
        loop_lines lines = {&b->equations, &a.equations, NO_EXPR};
        if (b->equations.count)
            lines.guard = guard_and(t, guard, a.guard);
        collect_lines(t, &lines);
        LIST_PUSH(t->arena, live, a);
        decided = !a.text;
    }
    if (!decided)
        LIST_PUSH(t->arena, live, ((arm){.guard = before, .is_missing = 1}));
    return live;
}

static void swap_flats(flat *a, flat *b) {
    flat c = *a;
    *a = *b;
    *b = c;
}

/* Equations of a branch come in any order: those with the left sides of the first branch
 * come in its order. */
static void sort_arm(const flats *first, flats *one) {
    for (int k = 0; k < one->count && k < first->count; k++) {
        int i = k;
        while (i < one->count && one->at[i].left != first->at[k].left)
            i++;
        if (i < one->count)
            swap_flats(&one->at[i], &one->at[k]);
    }
}

/* How well do two equations fit together: do they determine the same unknowns? */
enum { FITS_SIDE = 1000, FITS_UNKNOWNS = 500 };

static int flatten_is_unknown(const translation *t, expr e) {
    return expr_get(t->graph, e)->op == OP_JET;
}

/* Is an unknown alone on a side of both? */
static int shares_side(const translation *t, const flat *a, const flat *b) {
    int left =
        flatten_is_unknown(t, a->left) && (a->left == b->left || a->left == b->right);
    int right =
        flatten_is_unknown(t, a->right) && (a->right == b->left || a->right == b->right);
    return left || right;
}

static int common_unknowns(const translation *t, expr_leaves a, expr_leaves b) {
    int count = 0;
    for (int i = 0; i < a.count; i++)
        for (int k = 0; k < b.count; k++)
            count += a.at[i] == b.at[k] && flatten_is_unknown(t, a.at[i]);
    return count;
}

static int fit_of(translation *t, const flat *a, const flat *b) {
    if (shares_side(t, a, b))
        return FITS_SIDE;
    expr_leaves first = expr_depends(t->graph, a->residual);
    expr_leaves second = expr_depends(t->graph, b->residual);
    int common = common_unknowns(t, first, second);
    int all = common_unknowns(t, first, first) + common_unknowns(t, second, second);
    expr_forget(t->graph, second);
    expr_forget(t->graph, first);
    return 2 * common == all ? FITS_UNKNOWNS : 4 * common - all;
}

/* Sorts equations whose left sides differ: those of the same unknowns come in the order
 * of the first branch, the best pairs before others: a pair of unlike equations is one of
 * both their unknowns, of which neither branch may know the highest derivative. */
static void sort_by_unknowns(translation *t, const flats *first, flats *one) {
    enum { MANY = 100 }; /* equations with other left sides: they stay where they are */
    int slot[MANY];
    int count = 0;
    for (int k = 0; k < one->count; k++) {
        if (one->at[k].left == first->at[k].left)
            continue;
        if (count == MANY)
            return;
        slot[count++] = k;
    }
    while (count > 1) {
        int best = 0;
        int from = 0;
        int most = INT_MIN;
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++) {
                int fit = fit_of(t, &first->at[slot[i]], &one->at[slot[k]]);
                if (fit > most) {
                    most = fit;
                    best = i;
                    from = k;
                }
            }
        swap_flats(&one->at[slot[best]], &one->at[slot[from]]);
        slot[best] = slot[--count];
    }
}

/* Does the condition make no event: is it noEvent(...), or made of such? */
static int is_literal(const graph *g, expr condition) {
    const expr_node *n = expr_get(g, condition);
    if (n->op == OP_NOEVENT)
        return 1;
    if (n->op != OP_NOT && n->op != OP_AND && n->op != OP_OR)
        return 0;
    for (int k = 0; k < n->count; k++)
        if (!is_literal(g, n->arg[k]))
            return 0;
    return 1;
}

/* Branches of the same number of equations, whose conditions make no events: they belong
 * to one mode, and are taken together pair by pair in whatever order. */
static int is_one_mode(const translation *t, const arms *live) {
    LIST_EACH(const arm, a, *live) {
        if (a->text && !is_literal(t->graph, a->condition.e))
            return 0;
        if (a->equations.count != live->at[0].equations.count)
            return 0;
        LIST_EACH(const flat, f, a->equations)
            if (f->guard != NO_EXPR)
                return 0;
    }
    return 1;
}

/* The k-th equations of all branches give the same left side different values. */
static int flatten_matches(const arms *live) {
    const flats *first = &live->at[0].equations;
    LIST_EACH(const arm, a, *live) {
        const flats *one = &a->equations;
        if (one->count != first->count)
            return 0;
        for (int k = 0; k < one->count; k++)
            if (one->at[k].left != first->at[k].left || one->at[k].guard != NO_EXPR)
                return 0;
    }
    return 1;
}

enum { LONG_TEXT = 500 }; /* of an equation with its conditions: messages show no more */

/* "elseif c then e", for branch i with the equation e. */
static const char *arm_text(translation *t, const arm *a, int i, const flat *f) {
    const char *text = flat_text(t, f);
    if (!a->text)
        return arena_print(t->arena, "else %.*s", LONG_TEXT, text);
    return arena_print(t->arena, "%s %.*s then %.*s", i ? "elseif" : "if", LONG_TEXT,
                       a->text, LONG_TEXT, text);
}

/* Combines the k-th equations of the branches to if c then e1 else e2. */
static flat flatten_combine(translation *t, const arms *live, int k) {
    const arm *last = &live->at[live->count - 1];
    assert(live->count > 1 && !last->text && k < last->equations.count);
    flat f = last->equations.at[k];
    const char *text = arm_text(t, last, live->count - 1, &f);
    const char *name = f.of->name;
    place where = f.of->where;
    for (int i = live->count - 2; i >= 0; i--) {
        const arm *a = &live->at[i];
        const flat *one = &a->equations.at[k];
        f.residual = expr_if(t->graph, a->condition.e, one->residual, f.residual);
        f.right = expr_if(t->graph, a->condition.e, one->right, f.right);
        where = one->of->where;
        if (one->of->name)
            name = one->of->name;
        text = arena_print(t->arena, "%s %.*s", arm_text(t, a, i, one), LONG_TEXT, text);
    }
    /* without bytes: its parts are in several places */
    text = arena_copy(lasting(t), text, strlen(text));
    f.of = statement_new(lasting(t), text, name, where);
    f.values = NULL;
    return f;
}

/* Equations that hold while their branch is taken: the structure changes with it. */
static void guard_all(translation *t, const arms *live, flats *to) {
    for (int i = 0; i < live->count; i++) {
        const arm *a = &live->at[i];
        LIST_EACH(const flat, one, a->equations) {
            flat f = *one;
            const char *text = arm_text(t, a, i, one);
            f.guard = guard_and(t, a->guard, f.guard);
            text = arena_copy(lasting(t), text, strlen(text));
            f.of = statement_reword(lasting(t), f.of, text);
            f.values = NULL;
            LIST_PUSH(t->arena, *to, f);
        }
    }
}

/* Keeps what check_branches asks for. */
static void flatten_note_choice(translation *t, const ast_equation *e, const arms *live,
                                expr outer) {
    arena *a = lasting(t);
    int count = live->count - 1;
    assert(count > 0 && !live->at[count].text);
    expr *condition = ARENA_ARRAY(a, expr, count);
    choice_record c = {.where = e->where, .outer = outer, .count = count};
    c.text = ARENA_ARRAY(a, const char *, count);
    for (int i = 0; i < count; i++) {
        condition[i] = live->at[i].condition.e;
        c.text[i] = live->at[i].text;
    }
    c.condition = condition;
    c.has_else = !live->at[count].is_missing;
    if (!e->initial)
        LIST_PUSH(a, t->choices, c);
}

/* Joins branches with the same left sides into if-expressions; others hold under
 * guards. */
static void flatten_choice(translation *t, const ast_equation *e, flats *to, expr guard) {
    int before = error_count(t);
    arms live = live_arms(t, e, guard);
    assert(live.count > 0);
    if (error_count(t) > before)
        return;
    for (int i = 1; i < live.count; i++)
        sort_arm(&live.at[0].equations, &live.at[i].equations);
    if (live.count > 1 && !flatten_matches(&live)) {
        if (!is_one_mode(t, &live)) {
            guard_all(t, &live, to);
            flatten_note_choice(t, e, &live, guard);
            return;
        }
        for (int i = 1; i < live.count; i++)
            sort_by_unknowns(t, &live.at[0].equations, &live.at[i].equations);
    }
    for (int k = 0; k < live.at[0].equations.count; k++)
        LIST_PUSH(t->arena, *to,
                  live.count == 1 ? live.at[0].equations.at[k]
                                  : flatten_combine(t, &live, k));
}

/* --- all of them --- */

/* Dispatches an equation to what it is; what happens at events is kept as it is read. */
static void flatten_collect(translation *t, const ast_equation *e, flats *to,
                            expr guard) {
    loop_lines l = {.to = to, .guard = guard};
    arena *own = t->arena;
    switch (e->kind) {
    case AST_CHOICE:
        flatten_choice(t, e, to, guard);
        return;
    case AST_LOOP:
        l.body = &e->branches.at[0].equations;
        run_loop(t, &e->indices, NULL, l.body, collect_lines, &l);
        return;
    case AST_WHEN:
        t->arena = lasting(t);
        if (guard != NO_EXPR)
            semantic_error(t, e->where,
                           "'when' inside an 'if' requires that the condition of the "
                           "'if' is constant");
        else
            flatten_when(t, e);
        t->arena = own;
        return;
    case AST_SIDES:
    case AST_ASSIGNMENT:
    case AST_WHILE:
    case AST_BREAK:
    case AST_RETURN: /* the parser reads statements in algorithms only */
        flatten_sides(t, e, to, guard);
    }
}

static int flatten_holds_unknown(translation *t, expr e) {
    expr_leaves leaves = expr_depends(t->graph, e);
    for (int k = 0; k < leaves.count; k++)
        if (flatten_is_unknown(t, leaves.at[k]))
            return 1;
    return 0;
}

static void note_discrete_integer(void *data, const expr_node *leaf) {
    const translation *t = ((const translation **)data)[0];
    if (leaf->op != OP_PARAMETER)
        return;
    const symbol *s = t->of_parameter.at[leaf->variable];
    if (s && s->type.kind == TYPE_INTEGER && s->kind == SYMBOL_DISCRETE)
        ((const translation **)data)[1] = t;
}

/* Does it hold an Integer variable that an equation may define? */
static int holds_discrete_integer(translation *t, expr e) {
    const translation *found[2] = {t, NULL};
    expr_visit_leaves(t->graph, 1, &e, note_discrete_integer, found);
    return found[1] != NULL;
}

/* Does the equation define a discrete variable? Not der(x) = n with an Integer n, which
 * is one for x. */
static int flatten_is_discrete(translation *t, const flat *f) {
    int left = discrete_leaf(t, f->left);
    int right = discrete_leaf(t, f->right);
    if (f->type.kind != TYPE_REAL && f->type.kind != TYPE_INTEGER)
        return 1;
    if (fits_side(t, f, left) || fits_side(t, f, right))
        return 1;
    if (f->type.kind == TYPE_INTEGER && holds_discrete_integer(t, f->residual) &&
        !flatten_holds_unknown(t, f->residual))
        return 1;
    return (left >= 0 || right >= 0) && !flatten_holds_unknown(t, f->residual);
}

static void push_flats(translation *t, const flats *found, const ast_equation *from) {
    LIST_EACH(const flat, f, *found) {
        if (from->initial) {
            push_initial(t, f);
        } else if (flatten_is_discrete(t, f)) {
            push_discrete(t, f);
        } else {
            int is_solved =
                f->type.kind == TYPE_REAL && flatten_holds_unknown(t, f->residual);
            if (is_solved || !is_second_equation(t, f))
                push_equation(t, EQUATION_PLAIN, f->residual, f->of, f->values)->guard =
                    f->guard;
        }
    }
}

void flatten_equations(translation *t, const ast_equations *list) {
    LIST_EACH(const ast_equation, e, *list) {
        flats found = {0};
        t->outermost = e->begin;
        t->taken = NULL;
        t->when_of = NULL;
        t->is_initial = e->initial;
        int first = t->system->equations.count;
        int choices = t->choices.count;
        int first_discrete = discrete_count(t);
        arena *own = borrow(t);
        flatten_collect(t, e, &found, NO_EXPR);
        push_flats(t, &found, e);
        release(t, own);
        for (int k = choices; k < t->choices.count; k++) {
            choice_record *c = &t->choices.at[k];
            c->first = first;
            c->last = t->system->equations.count;
            c->first_discrete = first_discrete;
            c->last_discrete = discrete_count(t);
        }
    }
    t->is_initial = 0;
}
