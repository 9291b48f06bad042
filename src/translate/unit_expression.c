/* SPDX-License-Identifier: BSD-3-Clause */
/* Units of expressions, on the syntax tree: each line is looked at once, whatever the
 * sizes of its arrays and the passes of its loops. */
#include "unit_check.h"
#include <assert.h>
#include <math.h>
#include <string.h>

/* --- reports --- */

/* "N (kg.m/s2)": as declared, with the base units where that says more. */
static const char *unit_describe(const unit_check *c, const quantity *q) {
    char base[UNIT_TEXT];
    unit_print(&q->unit, base);
    if (!q->declared)
        return arena_print(c->t->arena, "%s", base);
    if (unit_is_number(&q->unit) || strcmp(q->declared->text, base) == 0)
        return q->declared->text;
    return arena_print(c->t->arena, "%.60s (%s)", q->declared->text, base);
}

/* The unit as declared, or in base units. */
static const char *unit_name(const unit_check *c, const quantity *q) {
    char base[UNIT_TEXT];
    if (q->declared)
        return q->declared->text;
    return arena_print(c->t->arena, "%s", unit_print(&q->unit, base));
}

static const char *unit_piece(const char *text) {
    return text ? text : "";
}

static const char *unit_begin(const unit_check *c, const unit_subject *what) {
    return arena_print(c->t->arena, "%s%.80s%s%.80s%s", what->head,
                       unit_piece(what->name), unit_piece(what->link),
                       unit_piece(what->other), unit_piece(what->tail));
}

void unit_compare(unit_check *c, const quantity *a, const quantity *b, place where,
                  const unit_subject *what) {
    const quantity_match match = quantity_compare(a, b);
    if (match == MATCH_FINE || c->is_reported)
        return;
    c->is_reported = 1;
    const char *begin = unit_begin(c, what);
    if (match == MATCH_DIMENSION) {
        unit_warning(c->t, where, "%s have different units: %s and %s", begin,
                     unit_describe(c, a), unit_describe(c, b));
        return;
    }
    const double ratio = unit_ratio(&a->unit, &b->unit);
    const char *difference =
        match == MATCH_SCALE
            ? arena_print(c->t->arena, "factor %.6g", ratio < 1 ? 1 / ratio : ratio)
            : arena_print(c->t->arena, "offset %.6g",
                          fabs(a->unit.offset - b->unit.offset) / a->unit.factor);
    unit_warning(c->t, where,
                 "%s have the same dimension but different units: %s and %s, %s", begin,
                 unit_name(c, a), unit_name(c, b), difference);
}

/* Takes one more term, branch or argument, which must fit those before. */
static void unit_join(unit_check *c, quantity *to, const quantity *one, place where,
                      const unit_subject *what) {
    unit_compare(c, to, one, where, what);
    const int scaled = to->is_scaled || one->is_scaled;
    const int clock = to->is_clock && one->is_clock;
    if (to->kind == QUANTITY_NUMBER && one->kind == QUANTITY_NUMBER)
        to->is_simple = to->is_simple && one->is_simple;
    else if (one->kind == QUANTITY_KNOWN && to->kind != QUANTITY_KNOWN)
        *to = *one;
    else if (one->kind == QUANTITY_OPEN && to->kind == QUANTITY_NUMBER)
        *to = *one;
    else if (to->kind == QUANTITY_KNOWN && one->kind == QUANTITY_KNOWN)
        to->is_clock = clock;
    to->is_scaled = scaled;
    to->is_plain = to->is_plain && one->is_plain;
}

/* --- names --- */

static symbol *unit_field(unit_check *c, const ast *e) {
    const symbol *owner = unit_symbol(c, ast_arg(e, 0));
    return owner && owner->fields ? scope_find_here(owner->fields, e->text) : NULL;
}

symbol *unit_symbol(unit_check *c, const ast *e) {
    if (e->kind == AST_NAME)
        return name_resolve(c->t, e->text);
    if (e->kind == AST_SUBSCRIPT)
        return unit_symbol(c, ast_arg(e, 0));
    return e->kind == AST_FIELD ? unit_field(c, e) : NULL;
}

static int unit_is_value(const symbol *s) {
    switch (s->kind) {
    case SYMBOL_VARIABLE:
    case SYMBOL_PARAMETER:
    case SYMBOL_INPUT:
    case SYMBOL_CONSTANT:
    case SYMBOL_DISCRETE:
    case SYMBOL_LOCAL:
        return 1;
    case SYMBOL_TABLE:
    case SYMBOL_TEXT:
    case SYMBOL_TIME:
    case SYMBOL_TYPE:
    case SYMBOL_RECORD:
    case SYMBOL_FUNCTION:
    case SYMBOL_LITERAL:
    case SYMBOL_BROKEN:
        break;
    }
    return 0;
}

/* Signals of exported models have the unit "1" whatever they stand for. */
quantity unit_declared(const unit_check *c, const declared_unit *u) {
    const quantity q = quantity_declared(u);
    return c->is_exported && quantity_is_one(&q) ? quantity_open() : q;
}

static quantity unit_of_symbol(const unit_check *c, const symbol *s) {
    if (s->kind == SYMBOL_TIME)
        return quantity_time();
    if (!unit_is_value(s))
        return quantity_open();
    if (s->type.kind == TYPE_INTEGER)
        return quantity_simple();
    return unit_declared(c, s->unit.all);
}

/* A constant of Modelica: a number may convert, as pi does. */
static quantity unit_of_constant(unit_check *c, const ast *e) {
    const char *text = library_unit(c->t, e->text);
    quantity q = quantity_simple();
    q.is_scaled = 1;
    if (text && *text)
        q = quantity_declared(unit_of_text(c->t, text, e->where));
    return text ? q : quantity_open();
}

static quantity unit_of_name(unit_check *c, const ast *e) {
    const symbol *s = name_resolve(c->t, e->text);
    return s ? unit_of_symbol(c, s) : unit_of_constant(c, e);
}

/* x[2], where the elements of x may have units of their own. */
static quantity unit_of_subscript(unit_check *c, const ast *e) {
    const symbol *s = unit_symbol(c, e);
    if (!s)
        return unit_of(c, ast_arg(e, 0));
    if (!s->unit.each)
        return unit_of_symbol(c, s);
    const ast *at = ast_arg(e, 1);
    const int known = e->args.count == 2 && at->kind == AST_NUMBER && at->value >= 1 &&
                      at->value <= s->count;
    if (!known)
        return quantity_open();
    return unit_declared(c, s->unit.each[(int)at->value - 1]);
}

int unit_count(unit_check *c, const ast *e) {
    if (e->kind == AST_ARRAY && !e->indices)
        return e->args.count;
    const symbol *s = e->kind == AST_NAME ? name_resolve(c->t, e->text) : NULL;
    return s && s->unit.each ? s->count : 0;
}

quantity unit_at(unit_check *c, const ast *e, int k) {
    if (k >= unit_count(c, e))
        return unit_of(c, e);
    if (e->kind == AST_ARRAY)
        return unit_of(c, ast_arg(e, k));
    return unit_declared(c, name_resolve(c->t, e->text)->unit.each[k]);
}

/* --- operators --- */

static int unit_is_negative(const ast_operand *a) {
    return a->op == TOKEN_MINUS || a->op == TOKEN_DOT_MINUS;
}

static quantity unit_of_sum(unit_check *c, const ast *e) {
    quantity q = unit_of(c, ast_arg(e, 0));
    unit_subject what = {"the terms of '", NULL, "'", NULL, NULL};
    if (unit_is_negative(&e->args.at[0]))
        q.is_plain = 0;
    for (int i = 1; i < e->args.count; i++) {
        const quantity one = unit_of(c, ast_arg(e, i));
        if (quantity_compare(&q, &one) != MATCH_FINE)
            what.name = ast_text(c->t, e);
        q.is_plain = 0; /* degC + K, degC - degC: an offset may come in or go */
        unit_join(c, &q, &one, e->where, &what);
    }
    return q;
}

static int unit_divides(const ast_operand *a) {
    return a->op == TOKEN_SLASH || a->op == TOKEN_DOT_SLASH;
}

static quantity unit_of_product(unit_check *c, const ast *e) {
    quantity q = unit_of(c, ast_arg(e, 0));
    for (int i = 1; i < e->args.count; i++) {
        const quantity one = unit_of(c, ast_arg(e, i));
        quantity_multiply(&q, &one,
                          unit_divides(&e->args.at[i]) ? -UNIT_WHOLE : UNIT_WHOLE);
    }
    q.is_plain = 0;
    return q;
}

/* The number that an exponent is, where it is written out: 2, -1, (1/2). */
static int unit_literal(const ast *e, double *x) {
    double one;
    if (e->kind == AST_NUMBER) {
        *x = e->value;
        return 1;
    }
    if (e->kind != AST_SUM && e->kind != AST_PRODUCT)
        return 0;
    *x = e->kind == AST_PRODUCT;
    LIST_EACH(const ast_operand, a, e->args) {
        if (!unit_literal(a->value, &one))
            return 0;
        if (a->negative)
            one = -one;
        if (e->kind == AST_SUM)
            *x += unit_is_negative(a) ? -one : one;
        else
            *x *= unit_divides(a) ? 1 / one : one;
    }
    return 1;
}

static quantity unit_of_power(unit_check *c, const ast *e) {
    enum { MOST = 50 }; /* of an exponent */
    const quantity base = unit_of(c, ast_arg(e, 0));
    const quantity exponent = unit_of(c, ast_arg(e, 1));
    const unit one = unit_one();
    const quantity number = quantity_of(one);
    double x = 0;
    if (base.kind == QUANTITY_NUMBER)
        return base;
    if (exponent.kind == QUANTITY_KNOWN && !exponent.is_clock)
        unit_compare(c, &exponent, &number, e->where,
                     &(unit_subject){.head = "the exponent of '^' and a plain number"});
    if (quantity_is_one(&base))
        return base;
    const int known = unit_literal(ast_arg(e, 1), &x) && fabs(x) <= MOST;
    const double sixtieths = round(UNIT_WHOLE * x);
    if (!known || fabs(UNIT_WHOLE * x - sixtieths) > 1e-9)
        return quantity_open();
    return quantity_power(&base, (int)sixtieths);
}

/* Checks the sides of a comparison; the result has no unit. */
static quantity unit_of_relation(unit_check *c, const ast *e) {
    const quantity left = unit_of(c, ast_arg(e, 0));
    const quantity right = unit_of(c, ast_arg(e, 1));
    unit_subject what = {"the sides of '", NULL, "'", NULL, NULL};
    if (quantity_compare(&left, &right) != MATCH_FINE)
        what.name = ast_text(c->t, e);
    unit_compare(c, &left, &right, e->where, &what);
    return quantity_open();
}

static quantity unit_of_each(unit_check *c, const ast *e) {
    for (int i = 0; i < e->args.count; i++)
        if (ast_arg(e, i))
            unit_of(c, ast_arg(e, i));
    return quantity_open();
}

/* Branches of an exported model may hold a number that stood for a unit: it may have any.
 */
static quantity unit_of_if(unit_check *c, const ast *e) {
    const int last = e->args.count - 1;
    const unit_subject what = {.head = "the branches of 'if'"};
    quantity q = unit_of(c, ast_arg(e, last));
    int has_number = q.kind == QUANTITY_NUMBER;
    for (int i = 0; i < last; i += 2) {
        unit_of(c, ast_arg(e, i));
        const quantity one = unit_of(c, ast_arg(e, i + 1));
        has_number |= one.kind == QUANTITY_NUMBER;
        unit_join(c, &q, &one, e->where, &what);
    }
    const int doubtful = c->is_exported && has_number && q.kind == QUANTITY_KNOWN;
    return doubtful ? quantity_open() : q;
}

/* {a, b}: known where all elements have the same unit. */
static quantity unit_of_elements(unit_check *c, const ast *e) {
    const unit_subject nothing = {.head = ""};
    quantity q = quantity_simple();
    scope *outer = c->t->scope;
    if (e->indices)
        unit_enter_loop(c, e->indices);
    for (int i = 0; i < e->args.count; i++) {
        const quantity one = unit_of(c, ast_arg(e, i));
        const int differs = one.kind == QUANTITY_OPEN || q.kind == QUANTITY_OPEN ||
                            quantity_compare(&q, &one) != MATCH_FINE;
        if (differs)
            q = quantity_open();
        else
            unit_join(c, &q, &one, e->where, &nothing);
    }
    c->t->scope = outer;
    return q;
}

scope *unit_enter_loop(unit_check *c, const ast_indices *indices) {
    scope *outer = c->t->scope;
    c->t->scope = scope_new(c->t->arena, outer);
    LIST_EACH(const ast_index, i, *indices) {
        const int counts = !i->range || i->range->kind == AST_RANGE;
        symbol one = {.kind = SYMBOL_LOCAL,
                      .name = i->name,
                      .where = i->where,
                      .type = basic(counts ? TYPE_INTEGER : TYPE_REAL)};
        scope_add(c->t->scope, one);
    }
    return outer;
}

/* --- functions of Modelica --- */

static quantity unit_argument(unit_check *c, const ast *e, int i) {
    return i < e->args.count ? unit_of(c, ast_arg(e, i)) : quantity_open();
}

static quantity rule_first(unit_check *c, const ast *e, const char *name) {
    (void)name;
    return unit_argument(c, e, 0);
}

static quantity rule_second(unit_check *c, const ast *e, const char *name) {
    (void)name;
    return unit_argument(c, e, 1);
}

static quantity rule_number(unit_check *c, const ast *e, const char *name) {
    (void)name;
    unit_of_each(c, e);
    return quantity_simple();
}

static quantity rule_product(unit_check *c, const ast *e, const char *name) {
    (void)name;
    quantity q = unit_argument(c, e, 0);
    const quantity by = unit_argument(c, e, 1);
    quantity_multiply(&q, &by, UNIT_WHOLE);
    return q;
}

static quantity rule_root(unit_check *c, const ast *e, const char *name) {
    (void)name;
    const quantity q = unit_argument(c, e, 0);
    return quantity_power(&q, UNIT_WHOLE / 2);
}

static quantity rule_alike(unit_check *c, const ast *e, const char *name) {
    const unit_subject what = {"the arguments of '", name, "'", NULL, NULL};
    quantity q = unit_argument(c, e, 0);
    for (int i = 1; i < e->args.count; i++) {
        const quantity one = unit_argument(c, e, i);
        unit_join(c, &q, &one, e->where, &what);
    }
    return q;
}

static quantity rule_derivative(unit_check *c, const ast *e, const char *name) {
    (void)name;
    quantity q = unit_argument(c, e, 0);
    const quantity second = quantity_time();
    if (q.kind != QUANTITY_KNOWN || q.is_clock)
        return quantity_open();
    quantity_multiply(&q, &second, -UNIT_WHOLE);
    return q;
}

/* Checks an argument without dimension and scale. The argument sin(time) leaves out a
 * frequency, as numbers do. Returns whether its unit is known. */
static int unit_takes_number(unit_check *c, const ast *e, const char *name,
                             const char *wanted) {
    const quantity q = unit_argument(c, e, 0);
    const quantity one = quantity_of(unit_one());
    if (q.kind != QUANTITY_KNOWN || q.is_clock)
        return 0;
    if (quantity_compare(&q, &one) != MATCH_FINE && !c->is_reported) {
        c->is_reported = 1;
        unit_warning(c->t, e->where,
                     "the argument of '%s' must be %s, but has the unit %s", name, wanted,
                     unit_describe(c, &q));
    }
    return 1;
}

static quantity unit_result(int is_known, int angle) {
    quantity q = quantity_of(unit_one());
    q.unit.angle = angle;
    return is_known ? q : quantity_simple();
}

static quantity rule_of_number(unit_check *c, const ast *e, const char *name) {
    return unit_result(unit_takes_number(c, e, name, "a plain number"), 0);
}

static quantity rule_of_angle(unit_check *c, const ast *e, const char *name) {
    return unit_result(unit_takes_number(c, e, name, "an angle in rad"), 0);
}

static quantity rule_to_angle(unit_check *c, const ast *e, const char *name) {
    return unit_result(unit_takes_number(c, e, name, "a plain number"), UNIT_WHOLE);
}

static quantity rule_to_angle_of_two(unit_check *c, const ast *e, const char *name) {
    const quantity q = rule_alike(c, e, name);
    return unit_result(q.kind == QUANTITY_KNOWN, UNIT_WHOLE);
}

typedef quantity (*unit_rule)(unit_check *c, const ast *e, const char *name);

static unit_rule unit_find_rule(const char *name) {
    static const struct {
        const char *name;
        unit_rule rule;
    } rules[] = {
#define UNIT_RULE(name, rule) {name, rule},
#include "unit_rule.def"
#undef UNIT_RULE
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (name[0] == rules[i].name[0] && strcmp(name, rules[i].name) == 0)
            return rules[i].rule;
    return NULL;
}

static quantity unit_of_builtin(unit_check *c, const ast *e) {
    const char *name = call_name(c->t, e->text);
    const unit_rule rule = unit_find_rule(name);
    scope *outer = c->t->scope;
    if (e->indices)
        unit_enter_loop(c, e->indices);
    const quantity q = rule ? rule(c, e, name) : unit_of_each(c, e);
    c->t->scope = outer;
    return q;
}

/* --- functions and records of the model --- */

/* The argument for a declaration, by its label or as the at-th, or NULL. */
static const ast *unit_find_argument(const ast *e, const ast_declaration *d, int at) {
    if (at < e->args.count && !e->args.at[at].label)
        return ast_arg(e, at);
    LIST_EACH(const ast_operand, a, e->args)
        if (a->label == d->name)
            return a->value;
    return NULL;
}

/* Compares the arguments of a call with the inputs, or with all fields of a record. */
static void unit_check_arguments(unit_check *c, const ast *e, const symbol *f,
                                 const scope *locals) {
    int at = 0;
    LIST_EACH(const ast_declaration, d, f->class->declarations) {
        if (f->kind == SYMBOL_FUNCTION && !d->input)
            continue;
        const ast *argument = unit_find_argument(e, d, at++);
        const symbol *s = scope_find_here(locals, d->name);
        const unit_subject what = {"'", d->name, "' of '", e->text, "' and its argument"};
        if (argument && s)
            unit_compare_declared(c, s, argument, &what);
    }
}

/* The first output of a function; a record has no unit. */
static quantity unit_of_model_call(unit_check *c, const ast *e, const symbol *f) {
    const scope *locals = unit_locals(c, f);
    unit_check_arguments(c, e, f, locals);
    LIST_EACH(const ast_declaration, d, f->class->declarations) {
        if (f->kind != SYMBOL_FUNCTION || !d->output)
            continue;
        const symbol *s = scope_find_here(locals, d->name);
        quantity q = s ? unit_of_symbol(c, s) : quantity_open();
        q.is_plain = 0;
        return q;
    }
    return quantity_open();
}

static quantity unit_of_call(unit_check *c, const ast *e) {
    const symbol *s = name_resolve(c->t, e->text);
    if (!s)
        return unit_of_builtin(c, e);
    if (s->kind == SYMBOL_FUNCTION || s->kind == SYMBOL_RECORD)
        return unit_of_model_call(c, e, s);
    return quantity_open();
}

/* --- all of them --- */

quantity unit_of(unit_check *c, const ast *e) {
    switch (e->kind) {
    case AST_NUMBER:
        return c->is_exported ? (quantity){.kind = QUANTITY_NUMBER}
                              : quantity_number(e->value);
    case AST_NAME:
        return unit_of_name(c, e);
    case AST_CALL:
        return unit_of_call(c, e);
    case AST_SUM:
        return unit_of_sum(c, e);
    case AST_PRODUCT:
        return unit_of_product(c, e);
    case AST_POWER:
        return unit_of_power(c, e);
    case AST_RELATION:
        return unit_of_relation(c, e);
    case AST_IF:
        return unit_of_if(c, e);
    case AST_ARRAY:
    case AST_MATRIX:
        return unit_of_elements(c, e);
    case AST_SUBSCRIPT:
        return unit_of_subscript(c, e);
    case AST_FIELD: {
        const symbol *s = unit_field(c, e);
        return s ? unit_of_symbol(c, s) : quantity_open();
    }
    case AST_RANGE:
        return quantity_simple();
    case AST_AND:
    case AST_OR:
    case AST_NOT:
    case AST_FUNCTION:
    case AST_TUPLE:
        return unit_of_each(c, e);
    case AST_ERROR:
    case AST_STRING:
    case AST_BOOLEAN:
    case AST_RECORD:
    case AST_COLON:
    case AST_END:
        break;
    }
    return quantity_open();
}
