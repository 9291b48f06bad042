/* SPDX-License-Identifier: BSD-3-Clause */
/* Constraints to polynomials: every node of their graph becomes a fraction of texts, in
 * the order of the graph, so that shared parts are converted once. Numbers become the
 * fractions that were meant: 0.1 is 1/10, not the nearest double. */
#include "constraints.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_TEXT = 1 << 20, HIGHEST_POWER = 1000 };

typedef struct fraction {
    const char *over, *under; /* under: NULL for 1 */
    int varies;               /* depends on a symbol ... */
    int unknown;              /* ... that is solved for */
    expr bad;                 /* the node that is not polynomial, or NO_EXPR */
} fraction;

typedef struct conversion {
    polynomials *to;
    arena *arena;
    graph *graph;
    fraction *of;                    /* [nodes] */
    int *variable_of, *parameter_of; /* symbol number + 1 */
    int time;
} conversion;

/* --- numbers --- */

/* A number with more digits than this was computed, or is a fraction such as 1/3. */
enum { MOST_DIGITS = 12 };
static const double LARGEST_DIVISOR = 1e5;
/* What is left of the roundings in 0.1^2 or 0.1*3. */
static const double FEW_ULPS = 4;

/* Is x the number y but for rounding? With all digits there is no more to guess. */
static int is_meant(double y, double x, int precision) {
    return fabs(y - x) <= (precision < MOST_DIGITS ? FEW_ULPS * DBL_EPSILON * x : 0);
}

/* p/q with the smallest q that gives x; 0: none that is small. */
static double small_divisor(double x) {
    double before = 0;
    double q = 1;
    double rest = fabs(x) - floor(fabs(x));
    for (int k = 0; k < 40 && q <= LARGEST_DIVISOR; k++) {
        if (is_meant(round(fabs(x) * q) / q, fabs(x), 0))
            return q;
        if (!(rest > 0))
            break;
        double digit = floor(1 / rest);
        double next = digit * q + before;
        rest = 1 / rest - digit;
        before = q;
        q = next;
    }
    return 0;
}

/* digits * 10^power as a fraction of integers */
static const char *decimal_text(arena *a, int negative, const char *digits, int power) {
    int zeros = abs(power);
    char *ten = arena_alloc(a, (size_t)zeros + 1);
    memset(ten, '0', (size_t)zeros);
    return power >= 0 ? arena_print(a, "(%s%s%s)", negative ? "-" : "", digits, ten)
                      : arena_print(a, "(%s%s/1%s)", negative ? "-" : "", digits, ten);
}

static const char *polynomial_number_text(conversion *c, double x) {
    char text[40], digits[24];
    int precision = 0;
    int count = 0;
    do
        snprintf(text, sizeof text, "%.*e", precision, fabs(x));
    while (!is_meant(strtod(text, NULL), fabs(x), precision) && ++precision < 17);
    double q = precision >= MOST_DIGITS ? small_divisor(x) : 0;
    if (q > 0 && fabs(x * q) < 1e15)
        return arena_print(c->arena, "(%.0f/%.0f)", round(x * q), q);
    for (const char *s = text; *s && *s != 'e'; s++)
        if (*s >= '0' && *s <= '9')
            digits[count++] = *s;
    digits[count] = 0;
    if (precision >= MOST_DIGITS)
        c->to->rounded = arena_print(c->arena, "%.17g", x);
    return decimal_text(c->arena, x < 0, digits, atoi(strchr(text, 'e') + 1) - precision);
}

/* --- symbols --- */

static const char *symbol(conversion *c, int *number, const char *name,
                          int is_parameter) {
    if (!*number) {
        int n = c->to->symbols.count + 1;
        polynomial_symbol s = {arena_print(c->arena, "%c%d", is_parameter ? 't' : 'v', n),
                               name, is_parameter};
        LIST_PUSH(c->arena, c->to->symbols, s);
        *number = n;
    }
    return c->to->symbols.at[*number - 1].text;
}

/* The text of one leaf: a symbol, or the number of a parameter that is one. */
static fraction polynomial_leaf(conversion *c, const expr_node *n) {
    dae *s = c->to->system;
    fraction f = {.varies = 1, .bad = NO_EXPR};
    if (n->op == OP_TIME) {
        f.over = symbol(c, &c->time, "time", 1);
    } else if (n->op == OP_JET && n->order > 0) {
        f.bad = expr_jet(c->graph, n->variable, n->order);
    } else if (n->op == OP_JET) {
        const char *name = s->variables.at[n->variable].name;
        f.unknown = 1;
        f.over = symbol(c, &c->variable_of[n->variable], name, 0);
    } else {
        const parameter *p = &s->parameters.at[n->variable];
        f.varies = p->kind >= PARAMETER_INPUT || p->is_tuned;
        f.over = f.varies ? symbol(c, &c->parameter_of[n->variable], p->name, 1)
                          : polynomial_number_text(c, p->value);
    }
    return f;
}

/* --- nodes --- */

static fraction polynomial_inherit(const conversion *c, const expr_node *n) {
    fraction f = {.bad = NO_EXPR};
    for (int i = 0; i < n->count; i++) {
        const fraction *x = &c->of[n->arg[i]];
        f.varies |= x->varies;
        f.unknown |= x->unknown;
        if (f.bad == NO_EXPR)
            f.bad = x->bad;
    }
    return f;
}

/* The text of a product under way; NULL: 1. */
static const char *polynomial_times(arena *a, const char *x, const char *y, int power) {
    if (!y || !power)
        return x;
    const char *f = power == 1 ? y : arena_print(a, "%s^%d", y, power);
    return x ? arena_print(a, "%s*%s", x, f) : f;
}

static fraction polynomial_power_of(conversion *c, fraction x, int k) {
    arena *a = c->arena;
    fraction f = x;
    f.over = polynomial_times(a, NULL, x.over, abs(k));
    f.under = polynomial_times(a, NULL, x.under, abs(k));
    if (!f.over)
        f.over = "1";
    if (k >= 0)
        return f;
    const char *over = f.under ? f.under : "1";
    f.under = x.unknown ? f.over : NULL;
    /* a number is divided by at once */
    f.over = x.unknown ? over : arena_print(a, "(%s/(%s))", over, f.over);
    return f;
}

static fraction polynomial_enclose(conversion *c, fraction f) {
    f.over = f.over ? arena_print(c->arena, "(%s)", f.over) : "1";
    if (f.under)
        f.under = arena_print(c->arena, "(%s)", f.under);
    return f;
}

static fraction polynomial_product_text(conversion *c, const expr_node *n) {
    fraction f = polynomial_inherit(c, n);
    if (f.bad != NO_EXPR)
        return f;
    f.over = n->value == 1 ? NULL : polynomial_number_text(c, n->value);
    for (int i = 0; i < n->count; i++) {
        fraction x = polynomial_power_of(c, c->of[n->arg[i]], (int)n->coefficient[i]);
        f.over = polynomial_times(c->arena, f.over, x.over, 1);
        f.under = polynomial_times(c->arena, f.under, x.under, 1);
    }
    return polynomial_enclose(c, f);
}

/* The denominator of argument i, if none before it has the same. */
static const char *new_under(const conversion *c, const expr_node *n, int i) {
    const char *under = c->of[n->arg[i]].under;
    for (int k = 0; under && k < i; k++) {
        const char *other = c->of[n->arg[k]].under;
        if (other && strcmp(other, under) == 0)
            return NULL;
    }
    return under;
}

/* Multiplies every term by the denominators of the others. */
static fraction polynomial_sum_text(conversion *c, const expr_node *n) {
    fraction f = polynomial_inherit(c, n);
    arena *a = c->arena;
    if (f.bad != NO_EXPR)
        return f;
    for (int i = 0; i < n->count; i++)
        f.under = polynomial_times(a, f.under, new_under(c, n, i), 1);
    f.over = polynomial_times(a, polynomial_number_text(c, n->value), f.under, 1);
    for (int i = 0; i < n->count; i++) {
        const fraction *x = &c->of[n->arg[i]];
        const char *term =
            polynomial_times(a, polynomial_number_text(c, n->coefficient[i]), x->over, 1);
        for (int k = 0; k < n->count; k++) {
            const char *under = new_under(c, n, k);
            if (under && (!x->under || strcmp(under, x->under) != 0))
                term = polynomial_times(a, term, under, 1);
        }
        f.over = arena_print(a, "%s + %s", f.over, term);
    }
    return polynomial_enclose(c, f);
}

static double parameter_leaf(void *data, const expr_node *n) {
    const dae *s = data;
    return n->op == OP_PARAMETER ? s->parameters.at[n->variable].value : NAN;
}

static double polynomial_value_of(dae *s, expr e) {
    return e == EXPR_ZERO ? 0 : expr_evaluate(s->graph, e, parameter_leaf, s);
}

/* Functions of constants are numbers; powers may turn out to be whole. */
static fraction call_text(conversion *c, expr e, const expr_node *n) {
    fraction f = polynomial_inherit(c, n);
    dae *s = c->to->system;
    if (f.bad != NO_EXPR)
        return f;
    if (n->op == OP_NOEVENT)
        return c->of[n->arg[0]];
    if (!f.varies) {
        double x = polynomial_value_of(s, e);
        if (isfinite(x)) {
            f.over = polynomial_number_text(c, x);
            return f;
        }
    } else if (n->op == OP_POW && !c->of[n->arg[1]].varies) {
        double k = polynomial_value_of(s, n->arg[1]);
        if (k == floor(k) && fabs(k) <= HIGHEST_POWER)
            return polynomial_power_of(c, c->of[n->arg[0]], (int)k);
    }
    f.bad = e;
    return f;
}

static fraction polynomial_convert(conversion *c, expr e) {
    const expr_node n = *expr_get(c->graph, e);
    fraction number = {.bad = NO_EXPR};
    if (n.op == OP_TIME || n.op == OP_JET || n.op == OP_PARAMETER)
        return polynomial_leaf(c, &n);
    if (n.op == OP_SUM)
        return polynomial_sum_text(c, &n);
    if (n.op == OP_PRODUCT)
        return polynomial_product_text(c, &n);
    if (n.op != OP_NUMBER)
        return call_text(c, e, &n);
    if (isfinite(n.value))
        number.over = polynomial_number_text(c, n.value);
    else
        number.bad = e;
    return number;
}

/* Marks what a residual reaches, then converts it upwards. */
static void convert_all(conversion *c, expr root) {
    char *needed = ARENA_ARRAY(c->arena, char, root + 1);
    needed[root] = 1;
    for (expr e = root; e >= 0; e--) {
        const expr_node *n = expr_get(c->graph, e);
        for (int i = 0; needed[e] && i < n->count; i++)
            needed[n->arg[i]] = 1;
    }
    for (expr e = 0; e <= root; e++) {
        if (!needed[e] || c->of[e].over || c->of[e].bad > NO_EXPR)
            continue;
        fraction f = polynomial_convert(c, e);
        if (f.over && strlen(f.over) > LONGEST_TEXT)
            f = (fraction){.bad = e};
        c->of[e] = f;
    }
}

/* --- which equations --- */

typedef struct definition {
    int variable;
    expr value;
} definition;

typedef struct definitions {
    LIST(definition) at;
} definitions;

static expr defined(void *data, graph *g, expr e) {
    const definitions *all = data;
    const expr_node *n = expr_get(g, e);
    if (n->op == OP_JET && n->order == 0)
        LIST_EACH(const definition, d, all->at)
            if (d->variable == n->variable)
                return d->value;
    return e;
}

static int polynomial_is_algebraic(const dae *s, const equation *e, expr residual) {
    expr_leaves leaves = expr_depends(s->graph, residual);
    int unknowns = 0;
    if (e->kind != EQUATION_PLAIN)
        return 0;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *n = expr_get(s->graph, leaves.at[k]);
        if (n->op == OP_JET && n->order > 0)
            return 0;
        unknowns += n->op == OP_JET;
    }
    return unknowns > 0;
}

/* Is the equation written as x = ... for this variable? */
static int polynomial_begins_with(const equation *e, const char *name) {
    phrase_reader text = phrase_begin(equation_phrase(e));
    for (; *name; name++)
        if (phrase_next(&text) != (unsigned char)*name)
            return 0;
    unsigned char next = phrase_next(&text);
    return next == ' ' || next == '=';
}

/* e with one variable replaced by its definition */
static expr without(dae *s, expr e, const definition *d) {
    definitions one = {{0}};
    LIST_PUSH(s->arena, one.at, *d);
    return expr_substitute(s->graph, e, defined, &one);
}

/* Finds a variable with the coefficient 1 or -1 that the equation may be solved for: its
 * own, else any. */
static int defines(const polynomials *p, const equation *e, expr residual,
                   definition *d) {
    dae *s = p->system;
    expr_leaves leaves = expr_depends(s->graph, residual);
    for (int own = 1; own >= 0; own--)
        for (int k = 0; k < leaves.count; k++) {
            const expr_node n = *expr_get(s->graph, leaves.at[k]);
            if (n.op != OP_JET ||
                own > polynomial_begins_with(e, s->variables.at[n.variable].name))
                continue;
            if (e->of->bytes.end && p->is_differentiated[n.variable])
                continue;
            expr slope = expr_partial(s->graph, residual, leaves.at[k]);
            double value = polynomial_value_of(s, slope);
            if (!(fabs(value) == 1))
                continue;
            *d = (definition){n.variable, EXPR_ZERO};
            d->value = without(s, residual, d);
            d->value = expr_mul(s->graph, expr_number(s->graph, -value), d->value);
            if (d->value == EXPR_ZERO)
                d->value = expr_number(s->graph, 0);
            return 1;
        }
    return 0;
}

static void note_derivatives(polynomials *p) {
    dae *s = p->system;
    p->is_differentiated = ARENA_ARRAY(s->arena, char, s->variables.count);
    LIST_EACH(const equation, e, s->equations) {
        expr_leaves leaves = expr_depends(s->graph, e->residual);
        for (int k = 0; k < leaves.count; k++) {
            const expr_node *n = expr_get(s->graph, leaves.at[k]);
            if (n->op == OP_JET && n->order > 0)
                p->is_differentiated[n->variable] = 1;
        }
    }
}

static void add_definition(dae *s, definitions *all, const definition *d) {
    LIST_EACH(definition, other, all->at)
        other->value = without(s, other->value, d);
    LIST_PUSH(s->arena, all->at, *d);
}

/* Collects constraints in two passes: definitions first, as they are put into all
 * others. */
static void polynomial_collect(polynomials *p) {
    dae *s = p->system;
    definitions known = {{0}};
    char *is_definition = ARENA_ARRAY(s->arena, char, s->equations.count);
    for (int i = 0; i < s->equations.count; i++) {
        const equation *e = &s->equations.at[i];
        expr residual = expr_substitute(s->graph, e->residual, defined, &known);
        definition d;
        if (residual == EXPR_ZERO || e->guard != NO_EXPR ||
            !polynomial_is_algebraic(s, e, residual))
            continue;
        is_definition[i] = (char)defines(p, e, residual, &d);
        if (is_definition[i])
            add_definition(s, &known, &d);
    }
    for (int i = 0; i < s->equations.count; i++) {
        const equation *e = &s->equations.at[i];
        if (is_definition[i] || !polynomial_is_algebraic(s, e, e->residual))
            continue;
        polynomial one = {.equation = i};
        one.residual = expr_substitute(s->graph, e->residual, defined, &known);
        if (one.residual != EXPR_ZERO)
            LIST_PUSH(s->arena, p->at, one);
    }
}

/* --- all of it --- */

static const char *what_is_bad(const conversion *c, expr bad) {
    expr_op op = expr_get(c->graph, bad)->op;
    if (op == OP_NUMBER)
        return "a number that is not finite";
    if (op == OP_SUM || op == OP_PRODUCT)
        return "too many terms to expand";
    if (op == OP_POW)
        return "an exponent that is not an integer";
    return arena_print(c->arena, "'%s' of its unknowns", expr_op_name(op));
}

static void polynomial_refuse(const conversion *c, const equation *e, const char *why) {
    diagnose(
        c->to->system->context, SEVERITY_ERROR, INVO_E_MODEL, e->of->where,
        "the constraint '%.200s' %s; only polynomial constraints that always hold can "
        "be split into components",
        equation_text(c->arena, e), why);
}

static void convert_one(conversion *c, polynomial *p) {
    assert(p->equation < c->to->system->equations.count);
    const equation *e = &c->to->system->equations.at[p->equation];
    if (e->guard != NO_EXPR || !e->of->bytes.end) {
        polynomial_refuse(c, e,
                          e->guard != NO_EXPR
                              ? "holds only under a condition"
                              : "is not a single equation of the model text");
        return;
    }
    convert_all(c, p->residual);
    const fraction *f = &c->of[p->residual];
    if (f->bad != NO_EXPR)
        polynomial_refuse(c, e,
                          arena_print(c->arena, "contains %s", what_is_bad(c, f->bad)));
    p->text = f->over;
    p->denominator = f->under;
}

polynomials *polynomials_of(model *m) {
    dae *s = &m->system;
    polynomials *p = arena_alloc(s->arena, sizeof *p);
    p->system = s;
    system_parameters(s);
    note_derivatives(p);
    polynomial_collect(p);
    conversion c = {.to = p, .arena = s->arena, .graph = s->graph};
    int nodes = graph_count(s->graph);
    c.of = ARENA_ARRAY(s->arena, fraction, nodes);
    for (int e = 0; e < nodes; e++)
        c.of[e].bad = NO_EXPR;
    c.variable_of = ARENA_ARRAY(s->arena, int, s->variables.count);
    c.parameter_of = ARENA_ARRAY(s->arena, int, s->parameters.count);
    LIST_EACH(polynomial, one, p->at)
        convert_one(&c, one);
    fail_if_errors(s->context);
    return p;
}
