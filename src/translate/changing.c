/* SPDX-License-Identifier: BSD-3-Clause */
/* Subscripts and ranges that change with time: the elements are chosen by conditions, and
 * assertions end a run where a subscript leaves its array. */
#include "translate.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* --- subscripts --- */

int subscript_changes(translation *t, const ast *e, int *d, int *size) {
    subscript by[MOST_RANK + 1];
    int outer = 0;
    int unknown = -1;
    int executing = t->executing;
    int literal = 1;
    for (int i = 1; i < e->args.count; i++)
        literal &= ast_arg(e, i)->kind == AST_NUMBER || ast_arg(e, i)->kind == AST_COLON;
    if (literal)
        return 0;
    t->executing = 0; /* only its size counts: it may have no value yet */
    value whole = lower_whole(t, ast_arg(e, 0), &outer);
    t->executing = executing;
    if (is_bad(&whole) ||
        lower_subscripts(t, e, outer, whole.rank, whole.size, by, &unknown) ||
        unknown < 0)
        return 0;
    *d = unknown;
    *size = whole.size[outer + unknown];
    return 1;
}

const ast *subscript_with(translation *t, const ast *e, int d, int i) {
    ast *copy = arena_alloc(t->arena, sizeof *copy);
    ast *number = arena_alloc(t->arena, sizeof *number);
    *copy = *e;
    *number = *ast_arg(e, d + 1);
    number->kind = AST_NUMBER;
    number->integer = 1;
    number->value = i;
    memset(&number->args, 0, sizeof number->args);
    copy->args.at = LIST_KEEP(t->arena, e->args);
    copy->args.at[d + 1].value = number;
    return copy;
}

expr subscript_is(translation *t, const value *k, int i) {
    if (k->type.kind != TYPE_BOOLEAN)
        return call_two(t, OP_EQ, k->e, number_of(t, i));
    assert(i == 1 || i == 2);
    return i == 2 ? k->e : not_of(t, k->e);
}

static text_piece changing_piece(const char *words, expr shown) {
    return (text_piece){.kind = words ? PIECE_WORDS : PIECE_INTEGER,
                        .words = words,
                        .value = shown,
                        .guard = NO_EXPR,
                        .digits = NO_EXPR,
                        .length = NO_EXPR,
                        .is_left = NO_EXPR};
}

/* Is the same assertion there already? Elements of an array ask for it one by one. */
static int is_asserted(const translation *t, const action *a) {
    enum { LAST = 32 };
    const int count = t->system->asserts.count;
    for (int i = 0; t->evaluated && i < t->evaluated->asserts.count; i++) {
        const action *one = &t->evaluated->asserts.at[i];
        if (one->value == a->value && one->guard == a->guard)
            return 1;
    }
    if (t->evaluated)
        return 0;
    for (int i = count; !t->when_of && i > 0 && i > count - LAST; i--) {
        const action *one = &t->system->asserts.at[i - 1];
        if (one->value == a->value && one->guard == a->guard &&
            one->is_initial == t->is_initial)
            return 1;
    }
    for (int i = 0; t->when_of && i < t->when_of->actions.count; i++) {
        const action *one = &t->when_of->actions.at[i];
        if (one->kind == ACTION_ASSERT && one->value == a->value &&
            one->guard == a->guard)
            return 1;
    }
    return 0;
}

/* Adds the assertion with the text: what, its number, and the rest. */
static void assert_number(translation *t, const ast *e, expr holds, const char *what,
                          expr shown, const char *rest) {
    arena *a = lasting(t);
    action one = {.kind = ACTION_ASSERT, .guard = NO_EXPR, .where = e->where};
    one.value = holds;
    if (!t->checks_ranges)
        return;
    one.guard = guard_of(t, t->taken);
    if (is_asserted(t, &one))
        return;
    wording *w = arena_alloc(a, sizeof *w);
    LIST_PUSH(a, *w, changing_piece(arena_print(a, "%s", what), NO_EXPR));
    LIST_PUSH(a, *w, changing_piece(NULL, shown));
    LIST_PUSH(a, *w, changing_piece(arena_print(a, "%s", rest), NO_EXPR));
    const char *text = ast_text(t, e);
    one.text = arena_print(a, "subscripts of %.200s", text);
    const char *plain = strncmp(rest, ", ", 2) == 0 ? rest + 2 : rest;
    one.message = arena_print(a, "%s%s", what, plain);
    one.wording = w;
    event_push_assert(t, &one);
}

void assert_subscript(translation *t, const ast *e, int d, const value *k, int size) {
    if (k->type.kind != TYPE_INTEGER)
        return; /* values of a type are its subscripts */
    expr above = call_two(t, OP_GE, k->e, number_of(t, 1));
    expr below = call_two(t, OP_LE, k->e, number_of(t, size));
    expr holds = call_two(t, OP_AND, above, below);
    const char *name = ast_text(t, ast_arg(e, 0));
    const char *what = arena_print(t->arena, "subscript %d of '%.80s' is ", d + 1, name);
    assert_number(t, e, holds, what, k->e,
                  arena_print(t->arena, ", outside of 1:%d", size));
}

/* --- ranges --- */

static int is_integer(const value *v) {
    return v->type.kind == TYPE_INTEGER && !v->rank;
}

int range_changes(translation *t, const ast *range, changing_range *r) {
    double high;
    if (range->kind != AST_RANGE || range->args.count != 2)
        return 0;
    r->low = lower_expression(t, ast_arg(range, 0));
    r->high = lower_expression(t, ast_arg(range, 1));
    if (!is_integer(&r->low) || !is_integer(&r->high))
        return 0;
    r->low_known = value_is_known(t, &r->low, EVALUATE_SIZES, &r->first);
    return !r->low_known || !value_is_known(t, &r->high, EVALUATE_SIZES, &high);
}

value changing_passes(translation *t, const ast_index *i, const changing_range *r,
                      int size) {
    const double first = r->low_known ? r->first : 1;
    const int count = first > size ? 0 : (int)(size - first + 1);
    expr fits = call_two(t, OP_LE, r->high.e, number_of(t, size));
    expr empty = call_two(t, OP_LT, r->high.e, r->low.e);
    expr holds = call_two(t, OP_OR, fits, empty);
    assert_number(t, i->range, holds,
                  arena_print(t->arena, "the range of '%.80s' ends with ", i->name),
                  r->high.e, arena_print(t->arena, ", outside of 1:%d", size));
    if (!r->low_known) {
        fits = call_two(t, OP_GE, r->low.e, number_of(t, 1));
        holds = call_two(t, OP_OR, fits, empty);
        assert_number(t, i->range, holds,
                      arena_print(t->arena, "the range of '%.80s' begins with ", i->name),
                      r->low.e, arena_print(t->arena, ", outside of 1:%d", size));
    }
    return numbers_from(t, basic(TYPE_INTEGER), count, first, 1);
}

expr pass_taken(translation *t, const changing_range *r, expr i) {
    expr last = call_two(t, OP_LE, i, r->high.e);
    if (r->low_known)
        return last;
    expr first = call_two(t, OP_GE, i, r->low.e);
    return call_two(t, OP_AND, first, last);
}

static ast *changing_node(translation *t, ast_kind kind, const ast *like) {
    ast *e = arena_alloc(t->arena, sizeof *e);
    *e = (ast){.kind = kind, .where = like->where, .begin = like->begin};
    e->end = like->end;
    return e;
}

/* The range with the size in place of 'end'. */
static ast *range_without_end(translation *t, const ast *range, int size) {
    ast *copy = changing_node(t, AST_RANGE, range);
    copy->args = range->args;
    copy->args.at = LIST_KEEP(t->arena, range->args);
    for (int i = 0; i < copy->args.count; i++) {
        if (ast_arg(copy, i)->kind != AST_END)
            continue;
        ast *number = changing_node(t, AST_NUMBER, range);
        number->integer = 1;
        number->value = size;
        copy->args.at[i].value = number;
    }
    return copy;
}

const ast *reduction_over_range(translation *t, const ast *e) {
    const ast *of = e->args.count == 1 ? ast_arg(e, 0) : NULL;
    int d = 0;
    if (!of || of->kind != AST_SUBSCRIPT)
        return NULL;
    for (int i = 1; i < of->args.count && !d; i++)
        d = ast_arg(of, i)->kind == AST_RANGE ? i : 0;
    if (!d)
        return NULL;
    int outer = 0;
    changing_range ignored;
    value whole = lower_whole(t, ast_arg(of, 0), &outer);
    if (is_bad(&whole) || is_record(&whole) || outer + d > whole.rank)
        return NULL;
    ast *range = range_without_end(t, ast_arg(of, d), whole.size[outer + d - 1]);
    int end = t->end_size;
    t->end_size = whole.size[outer + d - 1];
    int changes = range_changes(t, range, &ignored);
    t->end_size = end;
    if (!changes)
        return NULL;
    ast *sum = changing_node(t, AST_CALL, e);
    ast *name = changing_node(t, AST_NAME, range);
    ast *element = changing_node(t, AST_SUBSCRIPT, of);
    ast_indices *indices = arena_alloc(t->arena, sizeof *indices);
    name->text = intern(t, "$element");
    element->args = of->args;
    element->args.at = LIST_KEEP(t->arena, of->args);
    element->args.at[d].value = name;
    LIST_PUSH(t->arena, *indices, ((ast_index){name->text, range->where, range}));
    sum->text = e->text;
    sum->indices = indices;
    LIST_PUSH(t->arena, sum->args, ((ast_operand){.value = element}));
    return sum;
}
