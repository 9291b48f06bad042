/* SPDX-License-Identifier: BSD-3-Clause */
/* New systems from combinations of rows (docs/design.md, 2; the linear combination method
 * of [TanNedialkovPryce17]): with exact constants where they do, else with expressions.
 */
#include "combine.h"
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../completion/alias.h"
#include "../system/exact_form.h"

/* --- exact combinations --- */

/* Row i, differentiated c - shift times. */
static exact_form *row_form(const top_block *b, int i, int shift) {
    completion *c = b->lowered->completion;
    const jet_row *r = &c->row[b->row[i]];
    const equation *e = &c->system->equations.at[r->equation];
    int is_exact =
        e->exact && e->residual == c->written->equations.at[r->equation].residual;
    exact_form *f = is_exact
                        ? form_substitute(c->system, e->exact, alias_rename, c->alias)
                        : form_of(c->system, r->derivative[0]);
    for (int l = shift; l < r->c; l++)
        f = form_derivative(c->system, f);
    return f;
}

/* Forms as a matrix, a column for each term. */
typedef struct form_matrix {
    int columns;
    const expr *key; /* [columns] */
    const rational **entry;
} form_matrix;

typedef struct column {
    expr key;
    int order; /* of its highest derivative; -1: none */
} column;

static int combine_by_order(const void *a, const void *b) {
    const column *x = a;
    const column *y = b;
    return x->order != y->order ? y->order - x->order
                                : (x->key > y->key) - (x->key < y->key);
}

static int combine_by_key(const void *a, const void *b) {
    const column *x = a;
    const column *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The highest order in a term; with `shift` >= 0 only derivatives of order d - shift of
 * the block's unknowns count. */
static int combine_order_of(const top_block *b, expr key, int shift) {
    const completion *c = b->lowered->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, key);
    int order = -1;
    for (int k = 0; k < leaves.count; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        if (leaf->op != OP_JET)
            continue;
        int j = c->alias[leaf->variable].unknown;
        int counts = shift < 0;
        for (int i = 0; i < b->size && !counts; i++)
            counts = b->unknown[i] == j && leaf->order == c->unknown[j].d - shift;
        if (counts && leaf->order > order)
            order = leaf->order;
    }
    return order;
}

/* Returns the rows as a matrix of exact forms: with shift < 0 all terms, those with the
 * highest derivatives first; else those that order_of counts. */
static form_matrix *matrix_of(const top_block *b, int rows, exact_form *const *form,
                              int shift) {
    arena *a = b->lowered->completion->arena;
    LIST(column) all = {0};
    form_matrix *m = arena_alloc(a, sizeof *m);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < form[i]->count; k++) {
            column one = {form[i]->term[k].key,
                          combine_order_of(b, form[i]->term[k].key, shift)};
            if (shift < 0 || one.order >= 0)
                LIST_PUSH(a, all, one);
        }
    if (all.count)
        qsort(all.at, (size_t)all.count, sizeof *all.at, combine_by_key);
    for (int k = 0; k < all.count; k++)
        if (k == 0 || all.at[k].key != all.at[k - 1].key)
            all.at[m->columns++] = all.at[k];
    if (all.count)
        qsort(all.at, (size_t)m->columns, sizeof *all.at, combine_by_order);
    expr *key = ARENA_ARRAY(a, expr, m->columns + 1);
    m->entry = ARENA_ARRAY(a, const rational *, (size_t)rows *(size_t)m->columns + 1);
    for (int j = 0; j < m->columns; j++)
        key[j] = all.at[j].key;
    m->key = key;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < m->columns; j++) {
            const rational **to = &m->entry[i * m->columns + j];
            *to = &rational_zero;
            for (int k = 0; k < form[i]->count; k++)
                if (form[i]->term[k].key == key[j])
                    *to = form[i]->term[k].coefficient;
        }
    return m;
}

/* The constant combination of the rows that loses the highest derivatives, or NULL. */
static exact_form *exact_combination(const top_block *b, const char *use, int found) {
    completion *c = b->lowered->completion;
    int rows = 0;
    int shift = c->row[b->row[found]].c;
    exact_form **form = ARENA_ARRAY(c->arena, exact_form *, b->size + 1);
    for (int i = 0; i < b->size; i++)
        if (use[i])
            form[rows++] = row_form(b, i, shift);
    form[rows++] = row_form(b, found, shift);
    form_matrix *m = matrix_of(b, rows, form, shift);
    const rational **transform =
        ARENA_ARRAY(c->arena, const rational *, (size_t)rows *(size_t)rows);
    int *pivot = ARENA_ARRAY(c->arena, int, rows);
    int rank = exact_echelon(c->arena, rows, m->columns, m->entry, pivot, transform);
    const rational **last = transform + (rows - 1) * rows;
    if (rank == rows || rational_sign(last[rows - 1]) == 0)
        return NULL;
    return form_sum(c->system, rows, form, last);
}

/* --- the new system --- */

enum { LONGEST_TEXT = 120 };

/* The text of an equation that nobody wrote. */
static const char *combine_text_of(const top_block *b, expr f, const char *rows) {
    completion *c = b->lowered->completion;
    expr_names spelling = completion_names(c);
    const char *text = expr_print(c->system->graph, f, &spelling);
    return strlen(text) <= LONGEST_TEXT
               ? arena_print(c->arena, "%s = 0", text)
               : arena_print(c->arena, "combination of %s", rows);
}

/* Replaces a row by another equation. The row still holds: its derivatives below the top
 * stay as constraints unless the new one implies them (shift > 0). */
static dae *combine_replace(const top_block *b, int found, int shift,
                            const equation *by) {
    assert(found >= 0 && found < b->size && shift >= 0);
    const completion *c = b->lowered->completion;
    const jet_row *r = &c->row[b->row[found]];
    dae *s = system_copy(c->written);
    equation old = s->equations.at[r->equation];
    s->equations.at[r->equation] = *by;
    old.kind = EQUATION_IMPLIED;
    if (by->kind == EQUATION_PLAIN)
        LIST_PUSH(s->arena, s->equations, old);
    old.kind = EQUATION_DERIVED;
    for (int l = 0; l < r->c && shift == 0; l++) {
        equation kept = old;
        kept.residual = r->derivative[l];
        kept.level += l;
        LIST_PUSH(s->arena, s->equations, kept);
    }
    return s;
}

/* Are there more equations than unknowns? Then another one can take the place. */
static int has_spare(const completion *c) {
    for (int k = 0; k < c->extras.count; k++)
        if (c->system->equations.at[c->extras.at[k].equation].kind == EQUATION_PLAIN)
            return 1;
    return 0;
}

/* Of forces that only a redundant constraint distinguishes, one is taken as zero: the
 * last in the alphabet, wherever they are declared. -1: the free unknowns are more than
 * that. */
static int free_force(const top_block *b, const char *free_one) {
    const completion *c = b->lowered->completion;
    int last = -1;
    for (int k = 0; k < b->size; k++) {
        if (!free_one[k])
            continue;
        if (c->unknown[b->unknown[k]].d > 0)
            return -1;
        if (last < 0 || strcmp(completion_name(c, b->unknown[k], 0),
                               completion_name(c, b->unknown[last], 0)) > 0)
            last = k;
    }
    return last;
}

/* Drops a row that follows from the others: it is marked as implied, or one of the forces
 * that it leaves undetermined is set to zero in its place. */
static dae *drop_row(const top_block *b, const char *use, int found, int shift) {
    assert(found >= 0 && found < b->size);
    completion *c = b->lowered->completion;
    dae *s = c->system;
    const jet_row *r = &c->row[b->row[found]];
    equation none = s->equations.at[r->equation];
    none.kind = EQUATION_IMPLIED;
    if (has_spare(c))
        return combine_replace(b, found, shift, &none);
    top_block *all = top_block_new(b->lowered, b->sample, 0, c->blocks);
    char *free_one = ARENA_ARRAY(c->arena, char, all->size);
    top_block_free(all, free_one);
    int force = r->c > 0 ? free_force(all, free_one) : -1;
    if (force < 0)
        fail(s->context, INVO_E_BALANCE, none.of->where,
             "%s are dependent where they hold, so one equation is missing: nothing "
             "determines %s",
             top_block_rows(b, use, found), top_block_names(all, free_one));
    const char *name = completion_name(c, all->unknown[force], 0);
    diagnose(s->context, SEVERITY_NOTE, INVO_OK, none.of->where,
             "this equation follows from others: %s are not determined separately; %s is "
             "taken as 0",
             top_block_names(all, free_one), name);
    equation zero = none;
    zero.kind = EQUATION_PLAIN;
    zero.is_derived = 1;
    zero.residual = expr_jet(s->graph, c->unknown[all->unknown[force]].variable, 0);
    zero.of = statement_new(s->arena, arena_print(s->arena, "%s = 0", name), NULL,
                            none.of->where);
    zero.values = NULL;
    return combine_replace(b, found, 0, &zero);
}

/* Coefficients of two equations that differ by less are rounded differently. */
static const double SAME_TERMS = 1e-12;

/* Are the terms of f those of g times one number? */
static int is_multiple(const exact_form *f, const exact_form *g) {
    if (f->count != g->count || f->count == 0)
        return 0;
    const double factor = rational_to_double(f->term[0].coefficient) /
                          rational_to_double(g->term[0].coefficient);
    for (int k = 0; k < f->count; k++) {
        const double x = rational_to_double(f->term[k].coefficient);
        const double y = factor * rational_to_double(g->term[k].coefficient);
        if (f->term[k].key != g->term[k].key || !(fabs(x - y) <= SAME_TERMS * fabs(x)))
            return 0;
    }
    return 1;
}

/* Does another equation state the same as what is left of equation `number`? */
static int is_stated_already(dae *s, int number, const exact_form *rest) {
    for (int k = 0; rest && k < s->equations.count; k++) {
        const equation *e = &s->equations.at[k];
        if (k != number && e->kind == EQUATION_PLAIN && e->residual != EXPR_ZERO &&
            is_multiple(rest, e->exact ? e->exact : form_of(s, e->residual)))
            return 1;
    }
    return 0;
}

/* Puts what is left of a combination in place of row `found`. */
static dae *put_rest(const top_block *b, const char *use, int found, int shift,
                     const equation *rest, double value) {
    completion *c = b->lowered->completion;
    const char *rows = top_block_rows(b, use, found);
    const int number = c->row[b->row[found]].equation;
    equation by = c->system->equations.at[number];
    if (rest->residual == EXPR_ZERO || is_stated_already(c->system, number, rest->exact))
        return drop_row(b, use, found, shift);
    if (!has_unknown(c->system->graph, rest->residual))
        fail(c->system->context, INVO_E_INCONSISTENT, by.of->where,
             "%s contradict each other: together they imply %.6g = 0 for any values of "
             "the unknowns",
             rows, value);
    if (rest->residual == c->row[b->row[found]].derivative[0])
        fail(c->system->context, INVO_E_SINGULAR, by.of->where,
             "the system Jacobian is singular near the start: %s cannot be solved for "
             "%s, and no other equation determines it",
             rows, completion_name(c, b->unknown[found], 0));
    by.residual = rest->residual;
    by.exact = rest->exact;
    by.is_derived = 1;
    by.values = NULL;
    by.of = statement_new(c->system->arena, combine_text_of(b, by.residual, rows), NULL,
                          by.of->where);
    return combine_replace(b, found, shift, &by);
}

/* Numbers that were written rounded, or multiplied when they were read, cancel to this
 * share of a row only. */
static const double CANCELS = 1e-10;

static double largest_entry(int columns, const double *row) {
    double most = 0;
    for (int j = 0; j < columns; j++)
        most = fmax(most, fabs(row[j]));
    return most;
}

/* Strikes out what is round-off beside entries of this size. */
static void clean_row(int columns, double *row, double size) {
    for (int j = 0; j < columns; j++)
        if (fabs(row[j]) <= CANCELS * size)
            row[j] = 0;
}

/* Computes the reduced echelon form in doubles; a: [rows][columns]. Returns the rank. */
static int rounded_echelon(int rows, int columns, double *a, int *pivot) {
    int rank = 0;
    for (int i = 0; i < rows; i++) {
        double most = largest_entry(columns, a + i * columns);
        for (int j = 0; j < columns && most > 0; j++)
            a[i * columns + j] /= most;
    }
    for (int j = 0; j < columns && rank < rows; j++) {
        int best = rank;
        for (int i = rank; i < rows; i++)
            if (fabs(a[i * columns + j]) > fabs(a[best * columns + j]))
                best = i;
        if (!(fabs(a[best * columns + j]) > CANCELS))
            continue;
        for (int k = 0; k < columns; k++) {
            double x = a[rank * columns + k];
            a[rank * columns + k] = a[best * columns + k];
            a[best * columns + k] = x;
        }
        for (int i = 0; i < rows; i++) {
            double f = i == rank ? 0 : a[i * columns + j] / a[rank * columns + j];
            double size = largest_entry(columns, a + i * columns);
            if (f == 0)
                continue;
            for (int k = 0; k < columns; k++)
                a[i * columns + k] -= f * a[rank * columns + k];
            a[i * columns + j] = 0;
            clean_row(columns, a + i * columns, fmax(size, fabs(f)));
        }
        pivot[rank++] = j;
    }
    return rank;
}

static int form_has(const exact_form *f, expr key) {
    for (int k = 0; k < f->count; k++)
        if (f->term[k].key == key)
            return 1;
    return 0;
}

/* The first column of each row that is not zero; -1: none. */
static int *leading_columns(arena *a, int rows, const form_matrix *m) {
    int *lead = ARENA_ARRAY(a, int, rows + 1);
    for (int i = 0; i < rows; i++) {
        lead[i] = -1;
        for (int j = m->columns - 1; j >= 0; j--)
            if (rational_sign(m->entry[i * m->columns + j]) != 0)
                lead[i] = j;
    }
    return lead;
}

/* The rows of an untangled mixture: exact, unless doubles find fewer of them; then
 * numbers that were written rounded would leave rows of nothing but their rounding. A row
 * as it was written stays where it begins with the same term and is shorter: with others
 * it would only follow from larger terms, and be off by their round-off. Returns how many
 * there are; 0 where only rounding gave a row its leading term, so that it does not
 * separate the others. */
static int untangle_forms(const top_block *b, int rows, exact_form **form,
                          exact_form **out) {
    dae *s = b->lowered->completion->system;
    form_matrix *m = matrix_of(b, rows, form, -1);
    int *pivot = ARENA_ARRAY(s->arena, int, rows);
    int *rounded_pivot = ARENA_ARRAY(s->arena, int, rows);
    const int *lead = leading_columns(s->arena, rows, m);
    double *a = ARENA_ARRAY(s->arena, double, (size_t)rows *(size_t)m->columns + 1);
    const rational **transform =
        ARENA_ARRAY(s->arena, const rational *, (size_t)rows *(size_t)rows);
    for (int k = 0; k < rows * m->columns; k++)
        a[k] = rational_to_double(m->entry[k]);
    int rank = exact_echelon(s->arena, rows, m->columns, m->entry, pivot, transform);
    int rounded = rounded_echelon(rows, m->columns, a, rounded_pivot);
    int is_exact = rank <= rounded;
    int count = is_exact ? rank : rounded;
    for (int i = 0; i < count; i++) {
        out[i] = is_exact ? form_sum(s, rows, form, transform + i * rows)
                          : form_of_numbers(s, m->columns, m->key, a + i * m->columns);
        if (is_exact && !form_has(out[i], m->key[pivot[i]]))
            return 0;
    }
    for (int i = 0; i < count; i++)
        for (int k = 0; k < rows; k++)
            if (lead[k] == (is_exact ? pivot : rounded_pivot)[i] &&
                form[k]->count < out[i]->count)
                out[i] = form[k];
    return count;
}

/* Separates rows mixed with constants: elimination, highest derivatives first, gives each
 * row a leading term of its own, and the mixture back as it was before it was mixed. NULL
 * where they do not get shorter, to this share of their terms. */
static dae *untangle(const top_block *b, int rows, const int *equation_of,
                     exact_form **form, int least, double longest) {
    completion *c = b->lowered->completion;
    int terms = 0;
    int before = 0;
    exact_form **out = ARENA_ARRAY(c->arena, exact_form *, rows + 1);
    int rank = untangle_forms(b, rows, form, out);
    if (rank < least)
        return NULL; /* combine_rows reports what that means */
    for (int i = 0; i < rows; i++)
        before += form[i]->count;
    for (int i = 0; i < rank; i++)
        terms += out[i]->count;
    if (terms > longest * before)
        return NULL;
    dae *s = system_copy(c->written);
    for (int i = 0; i < rows; i++) {
        equation *e = &s->equations.at[equation_of[i]];
        equation old = *e;
        e->kind = EQUATION_IMPLIED; /* what is left when all others are used up */
        if (i >= rank)
            continue;
        e->kind = EQUATION_PLAIN;
        e->residual = form_expr(s, out[i]);
        e->exact = out[i];
        e->is_derived = 1;
        e->values = NULL;
        e->of =
            statement_new(s->arena, combine_text_of(b, e->residual, "mixed equations"),
                          NULL, old.of->where);
        old.kind = EQUATION_IMPLIED;
        LIST_PUSH(s->arena, s->equations, old);
    }
    s->is_untangled = 1;
    return s;
}

/* The constant combination that the points show, in doubles; NULL where it changes from
 * point to point. */
static exact_form *rounded_combination(const top_block *b, const char *circuit,
                                       int found) {
    completion *c = b->lowered->completion;
    double *u = ARENA_ARRAY(c->arena, double, b->size);
    int rows = 0;
    int shift = c->row[b->row[found]].c;
    exact_form **form = ARENA_ARRAY(c->arena, exact_form *, b->size);
    const rational **factor = ARENA_ARRAY(c->arena, const rational *, b->size);
    if (!top_block_constant(b, circuit, u))
        return NULL;
    for (int i = 0; i < b->size; i++)
        if (circuit[i]) {
            form[rows] = row_form(b, i, shift);
            factor[rows++] = rational_of(c->arena, u[i] / u[found]);
        }
    exact_form *sum = form_sum_rounded(c->system, rows, form, factor, CANCELS);
    for (int k = 0; k < sum->count; k++)
        if (combine_order_of(b, sum->term[k].key, shift) >= 0)
            return NULL; /* vanish elsewhere only */
    return sum;
}

/* Rows of a circuit that were not untangled yet. */
static int is_mixture(const top_block *b, const char *use, int found) {
    const completion *c = b->lowered->completion;
    int rows = 0;
    int fresh = 0;
    for (int i = 0; i < b->size; i++)
        if (use[i] || i == found) {
            rows++;
            fresh |= !c->system->equations.at[c->row[b->row[i]].equation].exact;
        }
    return rows > 1 && fresh;
}

/* The row of the circuit to try next: the one with the steadiest factor, and among equals
 * the one of the smallest offset. -1: all were tried. */
static int combine_candidate(const top_block *b, const char *tried,
                             const double *steady) {
    const completion *c = b->lowered->completion;
    int best = -1;
    for (int i = 0; i < b->size; i++) {
        if (tried[i])
            continue;
        if (best < 0 || steady[i] > 2 * steady[best] ||
            (steady[i] > 0.5 * steady[best] &&
             c->row[b->row[i]].c < c->row[b->row[best]].c))
            best = i;
    }
    return best;
}

/* Replaces the first row of the circuit whose combination is safe; where none is, the
 * first of all. */
static dae *combine_expressions(const top_block *b, char *circuit) {
    completion *c = b->lowered->completion;
    leftover first = {0};
    leftover r;
    int replaced = -1;
    int shift = 0;
    double *steady = ARENA_ARRAY(c->arena, double, b->size);
    char *tried = ARENA_ARRAY(c->arena, char, b->size);
    top_block_steadiness(b, circuit, steady);
    for (int i = 0; i < b->size; i++)
        tried[i] = !circuit[i];
    int named = combine_candidate(b, tried, steady);
    for (int i; (i = combine_candidate(b, tried, steady)) >= 0;) {
        tried[i] = 1;
        circuit[i] = 0;
        int s = tableau_shift(b, circuit, i);
        int done = tableau_eliminate(b, circuit, i, s, &r);
        circuit[i] = 1;
        if (done && (replaced < 0 || r.is_safe)) {
            first = r;
            replaced = i;
            shift = s;
        }
        if (done && r.is_safe)
            break;
    }
    if (replaced >= 0)
        named = replaced;
    circuit[named] = 0;
    if (replaced < 0)
        fail(c->system->context, INVO_E_SINGULAR,
             c->system->equations.at[c->row[b->row[named]].equation].of->where,
             "the system Jacobian is singular near the start, and %s could not be "
             "combined into an equation without their highest derivatives",
             top_block_rows(b, circuit, named));
    equation rest = {.residual = first.rest};
    dae *s = put_rest(b, circuit, replaced, shift, &rest, first.value);
    s->is_local |= !first.is_safe;
    return s;
}

/* Equations that completion added, for derivatives that results show, are unknown to the
 * system that combinations go into, and so are their variables. */
static int combine_is_written(const completion *c, int number) {
    return number < c->written->equations.count;
}

/* Rows that were mixed with constants get much shorter when they are untangled. */
static const double SHORTER = 0.7;

static dae *try_untangle(const top_block *b, const char *use, int found, double longest) {
    completion *c = b->lowered->completion;
    int *number = ARENA_ARRAY(c->arena, int, b->size);
    exact_form **form = ARENA_ARRAY(c->arena, exact_form *, b->size);
    if (!is_mixture(b, use, found))
        return NULL;
    for (int i = 0; i < b->size; i++) {
        number[i] = c->row[b->row[i]].equation;
        if (!combine_is_written(c, number[i]))
            return NULL;
        form[i] = row_form(b, i, c->row[b->row[i]].c);
    }
    return untangle(b, b->size, number, form, b->size, longest);
}

enum { LARGEST_MIXTURE = 200 };

/* All equations at once, before any other change: a mixture may reach over several
 * blocks. */
static dae *untangle_all(const top_block *b) {
    completion *c = b->lowered->completion;
    const dae *s = c->system;
    int rows = 0;
    int *number = ARENA_ARRAY(c->arena, int, s->equations.count + 1);
    if (c->unknowns > LARGEST_MIXTURE)
        return NULL;
    for (int k = 0; k < s->equations.count; k++) {
        if (s->equations.at[k].exact)
            return NULL;
        if (s->equations.at[k].kind == EQUATION_PLAIN && combine_is_written(c, k))
            number[rows++] = k;
    }
    exact_form **form = ARENA_ARRAY(c->arena, exact_form *, rows + 1);
    for (int i = 0; i < rows; i++)
        form[i] = form_of(c->system, s->equations.at[number[i]].residual);
    return rows > 1
               ? untangle(b, rows, number, form, c->written->variables.count, SHORTER)
               : NULL;
}

/* Tries what changes least first: a mixture that is untangled, an exact combination, a
 * rounded one, and then one whose factors are expressions. */
dae *combine_rows(const top_block *b) {
    assert(b->rank < b->size);
    completion *c = b->lowered->completion;
    dae *unmixed = untangle_all(b);
    if (unmixed)
        return unmixed;
    if (c->written->is_raw && !c->written->is_untangled)
        return system_copy(c->written); /* no mixture: no reason to stay raw */
    char *use = ARENA_ARRAY(c->arena, char, b->size);
    int found = top_block_dependent(b, use);
    exact_form *exact = exact_combination(b, use, found);
    if (!exact) {
        use[found] = 1;
        exact = rounded_combination(b, use, found);
        if (!exact) {
            dae *untangled = try_untangle(b, use, found, SHORTER);
            return untangled ? untangled : combine_expressions(b, use);
        }
        use[found] = 0;
    }
    dae *untangled = try_untangle(b, use, found, INFINITY);
    if (untangled)
        return untangled;
    equation rest = {.exact = exact, .residual = form_expr(c->system, exact)};
    double value = exact->count ? rational_to_double(exact->term[0].coefficient) : 0;
    return put_rest(b, use, found, c->row[b->row[found]].c, &rest, value);
}
