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
    if (residual == EXPR_ZERO)
        residual = expr_number(t->graph, 0);
    equation e = {.kind = (unsigned char)kind,
                  .residual = residual,
                  .of = of,
                  .values = values,
                  .guard = NO_EXPR};
    LIST_PUSH(s->arena, s->equations, e);
    return &s->equations.at[s->equations.count - 1];
}

expr guard_and(translation *t, expr a, expr b) {
    if (a == NO_EXPR || b == NO_EXPR)
        return a == NO_EXPR ? b : a;
    return expr_call(t->graph, OP_AND, (const expr[]){a, b});
}

/* --- texts --- */

static int is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '_';
}

/* The number of the innermost loop with this index, or -1. */
static int loop_of(const translation *t, const char *name, size_t size) {
    for (int i = t->loops.count - 1; i >= 0; i--)
        if (strlen(t->loops.at[i].name) == size &&
            strncmp(t->loops.at[i].name, name, size) == 0)
            return i < PHRASE_MOST_VALUES ? i : -1;
    return -1;
}

/* The source on one line, with marks where loop indices stand. */
static const char *source_pattern(translation *t, arena *a, const source *s, size_t begin,
                                  size_t end) {
    if (!t->loops.count)
        return source_line(a, s, begin, end);
    arena *scratch = arena_child(a);
    const char *text = source_line(scratch, s, begin, end);
    size_t used = 0;
    char *to = arena_alloc(scratch, 2 * strlen(text) + 1);
    for (const char *c = text; *c;) {
        size_t size = 0;
        char quote = *c == '\'' || *c == '"' ? *c : 0;
        if (quote) {
            for (size = 1; c[size] && c[size] != quote; size++)
                if (c[size] == '\\' && c[size + 1])
                    size++;
            if (c[size])
                size++;
        } else {
            while (is_name_char(c[size]))
                size++;
        }
        int field = c > text && c[-1] == '.';
        int loop = quote == '"' || field || !size ? -1 : loop_of(t, c, size);
        if (!size)
            size = 1;
        if (loop < 0) {
            memcpy(to + used, c, size);
            used += size;
        } else {
            to[used++] = PHRASE_MARK;
            to[used++] = (char)(1 + loop);
        }
        c += size;
    }
    const char *kept = arena_copy(a, to, used);
    arena_free(scratch);
    return kept;
}

const char *written_text(translation *t, const source *s, size_t begin, size_t end) {
    arena *scratch = arena_child(t->arena);
    arena *a = lasting(t);
    phrase p = {source_pattern(t, scratch, s, begin, end), loop_values(t)};
    const char *text =
        p.values ? phrase_print(a, p) : arena_copy(a, p.pattern, strlen(p.pattern));
    arena_free(scratch);
    return text;
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
    char index[LONGEST_INDEX];
    if (!v->rank)
        return text;
    return arena_print(t->arena, "(%s)[%s]", text, print_subscripts(index, v, k));
}

const char *element_pattern(translation *t, const char *pattern, int outer) {
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
    return phrase_print(t->arena, (phrase){f->of->pattern, f->values});
}

/* --- one equation --- */

static int flatten_is_zero(const ast *e) {
    return e->kind == AST_NUMBER && e->value == 0;
}

/* A statement without '='. */
static void flatten_no_equation(translation *t, const ast_equation *e) {
    int before = t->context->errors;
    if (e->left->kind == AST_CALL)
        lower_expression(t, e->left);
    if (t->context->errors > before)
        return;
    if (e->left->kind == AST_RELATION && e->left->args.at[1].op == TOKEN_EQ)
        semantic_error(t, e->where, "'==' compares; an equation is written with '='");
    else
        semantic_error(t, e->where,
                       "expected an equation, found an expression without '='");
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
    int numbers = type_is_number(a->type) && type_is_number(b->type);
    int others = type_same(a->type, b->type) && a->type.kind != TYPE_STRING;
    int boolean = a->type.kind == TYPE_BOOLEAN || b->type.kind == TYPE_BOOLEAN;
    int number = type_is_number(a->type) || type_is_number(b->type);
    if (!numbers && !others)
        return semantic_error(
            t, e->where,
            "an equation joins numbers; here the left side is %s and the right side %s%s",
            type_name(t, a->type), type_name(t, b->type),
            boolean && number ? "; a number is written 'if ... then 1 else 0'" : "");
    if (same_shape(a, b))
        return 1;
    return semantic_error(
        t, e->where, "the left side of this equation is %s%s and the right side %s%s",
        a->rank ? "an array " : "", value_shape(t, a), b->rank ? "an array " : "",
        value_shape(t, b));
}

static void equate(translation *t, const line *l, const value *a, const value *b,
                   ast_wording *w) {
    if (is_bad(a) || is_bad(b))
        return;
    if (!can_equate(t, l->e, a, b))
        return;
    if (a->type.kind == TYPE_RECORD) {
        for (int i = 0; i < field_count(a->type); i++) {
            ast_wording field = {.pattern = arena_print(lasting(t), "(%s).%s", w->pattern,
                                                        field_name(a->type, i))};
            equate(t, l, &a->field[i], &b->field[i], &field);
        }
        return;
    }
    for (int k = 0; k < a->count; k++) {
        flat f = {.guard = NO_EXPR, .of = statement_of(t, l, w, a->rank > 0)};
        f.left = value_at(a, k);
        f.right = value_at(b, k);
        f.type = a->type.kind == TYPE_INTEGER ? b->type : a->type;
        f.residual = !a->rank && flatten_is_zero(l->e->left) ? f.right
                     : !b->rank && flatten_is_zero(l->e->right)
                         ? f.left
                         : expr_sub(t->graph, f.left, f.right);
        f.values = a->rank ? element_values(t, l->values, a, k) : l->values;
        LIST_PUSH(t->arena, *l->to, f);
    }
}

/* (a, b) = f(x) */
static void equate_results(translation *t, const line *l) {
    const ast *left = l->e->left;
    const ast *right = l->e->right;
    if (right->kind != AST_CALL) {
        semantic_error(t, right->where, "several results need a call: (a, b) = f(x)");
        return;
    }
    results r = lower_results(t, right);
    if (r.count && r.count < left->args.count)
        semantic_error(t, l->e->where, "'%.80s' has %d results, not %d", right->text,
                       r.count, left->args.count);
    for (int i = 0; i < r.count && i < left->args.count; i++) {
        if (!ast_arg(left, i))
            continue;
        value a = lower_expression(t, ast_arg(left, i));
        ast_wording one = {.pattern = arena_print(lasting(t), "%s = (%s)[%d]",
                                                  ast_text(t, ast_arg(left, i)),
                                                  ast_text(t, right), i + 1)};
        equate(t, l, &a, &r.at[i], &one);
    }
}

static void flatten_sides(translation *t, const ast_equation *e, flats *to, expr guard) {
    if (!e->right) {
        arena *own = t->arena;
        t->arena = lasting(t);
        if (e->left->kind == AST_CALL && is_event_statement(e->left->text))
            event_statement(t, e, NULL, guard);
        else
            flatten_no_equation(t, e);
        t->arena = own;
        return;
    }
    ast_wording *w = e->wording;
    line l = {e, annotation_of_equation(t, &e->annotation).name, loop_values(t), to};
    if (!w->pattern)
        w->pattern = source_pattern(t, lasting(t), e->where.file, e->begin, e->end);
    if (e->left->kind == AST_TUPLE) {
        equate_results(t, &l);
        return;
    }
    value a = lower_expression(t, e->left);
    value b = lower_expression(t, e->right);
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

/* The branches that can be taken: one whose condition is constantly false is left out,
 * one whose condition is constantly true is the else of those before it. */
static arms live_arms(translation *t, const ast_equation *e, expr guard) {
    arms live = {0};
    expr before = NO_EXPR; /* none of the earlier conditions */
    int decided = 0;
    for (int i = 0; i < e->branches.count && !decided; i++) {
        const ast_branch *b = &e->branches.at[i];
        double number = 1;
        arm a = {.text = NULL, .guard = before};
        if (b->condition) {
            a.condition = lower_condition(t, b->condition, "the condition of 'if'");
            a.text =
                written_text(t, e->where.file, b->condition->begin, b->condition->end);
            if (value_is_known(t, &a.condition, EVALUATE_FINAL, &number))
                a.text = NULL;
        }
        if (number == 0)
            continue;
        if (a.text) {
            expr not = expr_call(t->graph, OP_NOT, &a.condition.e);
            a.guard = guard_and(t, before, a.condition.e);
            before = guard_and(t, before, not );
        }
        for (int k = 0; k < b->equations.count; k++)
            flatten_collect(t, &b->equations.at[k], &a.equations,
                            guard_and(t, guard, a.guard));
        LIST_PUSH(t->arena, live, a);
        decided = !a.text;
    }
    if (!decided)
        LIST_PUSH(t->arena, live,
                  ((arm){.text = NULL, .guard = before, .is_missing = 1}));
    return live;
}

/* Equations of a branch stand in any order: those with the left sides of the first branch
 * come in its order. */
static void sort_arm(const flats *first, flats *one) {
    for (int k = 0; k < one->count && k < first->count; k++)
        for (int i = k; i < one->count; i++) {
            if (one->at[i].left != first->at[k].left)
                continue;
            flat swap = one->at[i];
            one->at[i] = one->at[k];
            one->at[k] = swap;
            break;
        }
}

/* How well do two equations fit together: do they determine the same unknowns? */
enum { FITS_SIDE = 1000, FITS_UNKNOWNS = 500 };

static int flatten_is_unknown(const translation *t, expr e) {
    return expr_get(t->graph, e)->op == OP_JET;
}

/* Does an unknown stand alone on a side of both? */
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

static int flatten_count_unknowns(const translation *t, expr_leaves a) {
    int count = 0;
    for (int i = 0; i < a.count; i++)
        count += flatten_is_unknown(t, a.at[i]);
    return count;
}

static int fit_of(translation *t, const flat *a, const flat *b) {
    if (shares_side(t, a, b))
        return FITS_SIDE;
    expr_leaves first = expr_depends(t->graph, a->residual);
    expr_leaves second = expr_depends(t->graph, b->residual);
    int common = common_unknowns(t, first, second);
    int all = flatten_count_unknowns(t, first) + flatten_count_unknowns(t, second);
    expr_forget(t->graph, second);
    expr_forget(t->graph, first);
    return 2 * common == all ? FITS_UNKNOWNS : 4 * common - all;
}

/* Where left sides differ, equations of the same unknowns come in the order of the first
 * branch, the best pairs before others: a pair of unlike equations is one of both their
 * unknowns, of which neither branch may know the highest derivative. */
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
        flat swap = one->at[slot[best]];
        one->at[slot[best]] = one->at[slot[from]];
        one->at[slot[from]] = swap;
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
    for (int i = 0; i < live->count; i++) {
        const arm *a = &live->at[i];
        if (a->text && !is_literal(t->graph, a->condition.e))
            return 0;
        if (a->equations.count != live->at[0].equations.count)
            return 0;
        for (int k = 0; k < a->equations.count; k++)
            if (a->equations.at[k].guard != NO_EXPR)
                return 0;
    }
    return 1;
}

/* The k-th equations of all branches give the same left side different values. */
static int flatten_matches(const arms *live) {
    const flats *first = &live->at[0].equations;
    for (int i = 0; i < live->count; i++) {
        const flats *one = &live->at[i].equations;
        if (one->count != first->count)
            return 0;
        for (int k = 0; k < one->count; k++)
            if (one->at[k].left != first->at[k].left || one->at[k].guard != NO_EXPR)
                return 0;
    }
    return 1;
}

enum { LONG_TEXT = 500 }; /* of an equation with its conditions: messages show no more */

/* if c then e1 else e2, for the k-th equations of the branches */
static flat flatten_combine(translation *t, const arms *live, int k) {
    const arm *last = &live->at[live->count - 1];
    assert(live->count > 1 && !last->text && k < last->equations.count);
    flat f = last->equations.at[k];
    const char *text = arena_print(t->arena, "else %.*s", LONG_TEXT, flat_text(t, &f));
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
        text = arena_print(t->arena, "%s %.*s then %.*s %.*s", i ? "elseif" : "if",
                           LONG_TEXT, a->text, LONG_TEXT, flat_text(t, one), LONG_TEXT,
                           text);
    }
    /* without bytes: its parts stand in several places */
    text = arena_copy(lasting(t), text, strlen(text));
    f.of = statement_new(lasting(t), text, name, where);
    f.values = NULL;
    return f;
}

/* Equations that hold while their branch is taken: the structure changes with it. */
static void guard_all(translation *t, const arms *live, flats *to) {
    for (int i = 0; i < live->count; i++) {
        const arm *a = &live->at[i];
        for (int k = 0; k < a->equations.count; k++) {
            flat f = a->equations.at[k];
            const char *text = flat_text(t, &f);
            f.guard = guard_and(t, a->guard, f.guard);
            text = a->text
                       ? arena_print(t->arena, "%s %.*s then %.*s", i ? "elseif" : "if",
                                     LONG_TEXT, a->text, LONG_TEXT, text)
                       : arena_print(t->arena, "else %.*s", LONG_TEXT, text);
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
    expr *condition = ARENA_ARRAY(a, expr, count);
    choice_record c = {.where = e->where, .outer = outer, .count = count};
    c.text = ARENA_ARRAY(a, const char *, count);
    for (int i = 0; i < count; i++) {
        condition[i] = live->at[i].condition.e;
        c.text[i] = arena_copy(a, live->at[i].text, strlen(live->at[i].text));
    }
    c.condition = condition;
    c.has_else = !live->at[count].is_missing;
    if (!e->initial)
        LIST_PUSH(a, t->choices, c);
}

static void flatten_choice(translation *t, const ast_equation *e, flats *to, expr guard) {
    int before = t->context->errors;
    arms live = live_arms(t, e, guard);
    assert(live.count > 0);
    if (t->context->errors > before)
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

typedef struct loop_lines {
    const ast_equations *body;
    flats *to;
    expr guard;
} loop_lines;

static int collect_body(translation *t, void *data) {
    const loop_lines *l = data;
    int before = t->context->errors;
    for (int i = 0; i < l->body->count; i++)
        flatten_collect(t, &l->body->at[i], l->to, l->guard);
    return t->context->errors == before;
}

/* What happens at events is kept as it is read. */
static void flatten_lasting(translation *t, const ast_equation *e) {
    arena *own = t->arena;
    t->arena = lasting(t);
    flatten_when(t, e);
    t->arena = own;
}

static void flatten_collect(translation *t, const ast_equation *e, flats *to,
                            expr guard) {
    loop_lines l = {.to = to, .guard = guard};
    switch (e->kind) {
    case AST_CHOICE:
        flatten_choice(t, e, to, guard);
        return;
    case AST_LOOP:
        l.body = &e->branches.at[0].equations;
        run_loop(t, &e->indices, NULL, l.body, collect_body, &l);
        return;
    case AST_WHEN:
        if (guard != NO_EXPR)
            semantic_error(t, e->where,
                           "'when' inside of an 'if' needs a condition that is constant");
        else
            flatten_lasting(t, e);
        return;
    default:
        flatten_sides(t, e, to, guard);
    }
}

static int can_define(translation *t, expr e, type of) {
    int p = discrete_leaf(t, e);
    return p >= 0 && value_fits(t->of_parameter.at[p]->type, of);
}

static int flatten_holds_unknown(translation *t, expr e) {
    expr_leaves leaves = expr_depends(t->graph, e);
    for (int k = 0; k < leaves.count; k++)
        if (expr_get(t->graph, leaves.at[k])->op == OP_JET)
            return 1;
    return 0;
}

/* Does the equation define a discrete variable? Not der(x) = n with an Integer n, which
 * is one for x. */
static int flatten_is_discrete(translation *t, const flat *f) {
    if (f->type.kind != TYPE_REAL && f->type.kind != TYPE_INTEGER)
        return 1;
    if (can_define(t, f->left, f->type) || can_define(t, f->right, f->type))
        return 1;
    return (discrete_leaf(t, f->left) >= 0 || discrete_leaf(t, f->right) >= 0) &&
           !flatten_holds_unknown(t, f->residual);
}

static void push_flats(translation *t, const flats *found, const ast_equation *from) {
    for (int k = 0; k < found->count; k++) {
        const flat *f = &found->at[k];
        if (from->initial) {
            push_initial(t, f);
            continue;
        }
        if (flatten_is_discrete(t, f)) {
            push_discrete(t, f);
            continue;
        }
        int is_solved =
            f->type.kind == TYPE_REAL && flatten_holds_unknown(t, f->residual);
        if (!is_solved && is_second_equation(t, f))
            continue;
        push_equation(t, EQUATION_PLAIN, f->residual, f->of, f->values)->guard = f->guard;
    }
}

void flatten_equations(translation *t, const ast_equations *list) {
    for (int i = 0; i < list->count; i++) {
        flats found = {0};
        t->outermost = list->at[i].begin;
        int first = t->system->equations.count;
        int choices = t->choices.count;
        int first_discrete = discrete_count(t);
        arena *own = borrow(t);
        flatten_collect(t, &list->at[i], &found, NO_EXPR);
        push_flats(t, &found, &list->at[i]);
        release(t, own);
        for (int k = choices; k < t->choices.count; k++) {
            choice_record *c = &t->choices.at[k];
            c->first = first;
            c->last = t->system->equations.count;
            c->first_discrete = first_discrete;
            c->last_discrete = discrete_count(t);
        }
    }
}
