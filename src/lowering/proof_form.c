/* SPDX-License-Identifier: BSD-3-Clause */
/* Points beyond double precision: residuals of all rows of the ledger in quadruple
 * precision, and Krawczyk's test for the constraints (linalg/krawczyk.h).
 *
 * The constraints at the point are known to 33 digits with a bound of the error, their
 * slopes in a box around it as intervals; time is one number. The box is a few hundred
 * units of round-off wide at first, which is enough for nearly all points, and as wide as
 * the test asks for where it is not. */
#include "proof_form.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include "../evaluate/interval_interpreter.h"
#include "../linalg/krawczyk.h"

/* Half the width of the first box, in units of round-off. */
static const double FIRST_BOX = 256;
enum { MOST_BOXES = 3 };
/* Boxes that are wider than this share of the point's size prove nothing about round-off.
 */
static const double WIDEST = 1e-3;
/* Rounding explains residuals of so many units of round-off, and an exact point within so
 * many times the condition. */
static const double WITHIN = 10;
/* Bounds of errors in quadruple precision as shares of what is rounded. */
static const double QUAD_UNITS = 0x1p112;
/* Entries of a Jacobian that are worth a proof in dense matrices. */
static const double LARGEST_JACOBIAN = 1 << 24;

/* The values of one part of a program. */
typedef struct proof_part {
    const interval_tape *tape;
    enclosure *value, *slope; /* [values] */
    quad *at;                 /* [values] */
    double *error;            /* [values] */
} proof_part;

struct proof_form {
    /* Residuals: */
    program rows; /* of the ledger */
    quad *x;      /* [coordinates + unknowns] */
    quad *slot, *out;
    /* Proofs: */
    program constraints;
    proof_part *part;     /* [constraints.parts] */
    invo_pattern pattern; /* of the slopes of the constraints */
    krawczyk *test;       /* NULL: there are no constraints, or too many */
};

/* Arenas are aligned for doubles only. */
static quad *proof_quads(arena *a, int count) {
    const uintptr_t unit = _Alignof(quad);
    char *memory = arena_alloc(a, sizeof(quad) * (size_t)(count + 1) + unit);
    const uintptr_t over = (uintptr_t)memory % unit;
    return (quad *)(void *)(memory + (over ? unit - over : 0));
}

/* --- made when first used --- */

/* The rows of the ledger as the text has them; invariants against their values. */
static program proof_list_rows(lowered *w, arena *scratch) {
    const completion *c = w->completion;
    graph *g = c->system->graph;
    const int rows = w->system.rows;
    expr *form = ARENA_ARRAY(scratch, expr, rows + 1);
    for (int i = 0; i < rows; i++)
        form[i] = w->row_form[i];
    for (int k = 0; k < c->invariants; k++) {
        expr *f = &form[c->constraints - c->invariants + k];
        *f = expr_sub(g, *f, expr_parameter(g, c->system->parameters.count + k));
    }
    return program_new_written(w, rows, form);
}

static proof_part proof_make_part(arena *a, const tape *t) {
    proof_part p = {.tape = interval_tape_new(a, t)};
    p.value = ARENA_ARRAY(a, enclosure, p.tape->values + 1);
    p.slope = ARENA_ARRAY(a, enclosure, p.tape->values + 1);
    p.error = ARENA_ARRAY(a, double, p.tape->values + 1);
    p.at = proof_quads(a, p.tape->values);
    return p;
}

/* The coordinates that each constraint depends on: the first inputs of a part, which are
 * in increasing order. */
static invo_pattern proof_pattern(const lowered *w, const struct proof_form *f) {
    const completion *c = w->completion;
    int *start = ARENA_ARRAY(c->arena, int, c->constraints + 1);
    LIST(int) column = {0};
    int row = 0;
    for (int i = 0; i < f->constraints.parts; i++) {
        const program_part *q = &f->constraints.part[i];
        const interval_tape *t = f->part[i].tape;
        for (int k = 0; k < t->outputs; k++) {
            for (int n = t->leaf_start[k]; n < t->leaf_start[k + 1]; n++)
                if (t->leaf[n] < q->variables)
                    LIST_PUSH(c->arena, column, q->source[t->leaf[n]]);
            start[++row] = column.count;
        }
    }
    return (invo_pattern){c->constraints, c->coordinates, start,
                          LIST_KEEP(c->arena, column)};
}

static void proof_make_test(lowered *w, struct proof_form *f, arena *scratch) {
    const completion *c = w->completion;
    arena *a = c->arena;
    if (c->constraints == 0 || (double)c->constraints * c->coordinates > LARGEST_JACOBIAN)
        return;
    const expr *phi = lowered_list_constraints(w, scratch);
    f->constraints = program_new(w, c->constraints, phi);
    f->part = ARENA_ARRAY(a, proof_part, f->constraints.parts + 1);
    for (int i = 0; i < f->constraints.parts; i++)
        f->part[i] = proof_make_part(a, f->constraints.part[i].tape);
    f->pattern = proof_pattern(w, f);
    f->test = krawczyk_new(a, &f->pattern);
}

/* A protected call, since it is made during the run. */
static void make_proof_form(invo_context *context, void *argument) {
    lowered *w = argument;
    const completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    struct proof_form *f = arena_alloc(c->arena, sizeof *f);
    (void)context;
    f->rows = proof_list_rows(w, scratch);
    f->x = proof_quads(c->arena, c->coordinates + c->unknowns);
    f->slot = proof_quads(c->arena, program_slots(&f->rows));
    f->out = proof_quads(c->arena, w->system.rows);
    proof_make_test(w, f, scratch);
    arena_free(scratch);
    w->proof = f;
}

static int proof_ensure(lowered *w) {
    if (w->proof)
        return 0;
    return (int)protect(w->completion->system->context, make_proof_form, w);
}

void lowered_load_proofs(const lowered *w) {
    if (!w->proof)
        return;
    program_load(w, &w->proof->rows);
    if (w->proof->test)
        program_load(w, &w->proof->constraints);
}

/* --- residuals --- */

static int run_residuals(void *self, const double *u, const double *z, double *residual) {
    lowered *w = self;
    const completion *c = w->completion;
    const int status = proof_ensure(w);
    if (status)
        return status;
    struct proof_form *f = w->proof;
    for (int j = 0; j < c->coordinates + c->unknowns; j++)
        f->x[j] = invo_slot_value(c->coordinates, u, z, j);
    program_run_quad(&f->rows, f->x, f->slot, f->out);
    for (int i = 0; i < w->system.rows; i++)
        residual[i] = (double)f->out[i];
    return 0;
}

/* --- proofs --- */

static invo_proof_verdict verdict_of(enclosure_trouble trouble) {
    switch (trouble) {
    case ENCLOSURE_THERE:
        break;
    case ENCLOSURE_UNDEFINED:
        return INVO_PROOF_UNDEFINED;
    case ENCLOSURE_UNDECIDED:
        return INVO_PROOF_UNDECIDED;
    case ENCLOSURE_UNSUPPORTED:
        return INVO_PROOF_UNSUPPORTED;
    }
    return INVO_PROOF_DONE;
}

/* The constraints at the point, with bounds of their errors, into the test. */
static enclosure_trouble proof_find_values(struct proof_form *f, const double *u) {
    int row = 0;
    for (int i = 0; i < f->constraints.parts; i++) {
        const program_part *q = &f->constraints.part[i];
        const proof_part *p = &f->part[i];
        for (int k = 0; k < p->tape->inputs; k++) {
            p->at[k] = k < q->variables ? u[q->source[k]] : q->fixed[k - q->variables];
            p->error[k] = 0;
        }
        const enclosure_trouble trouble =
            interval_tape_run_quad(p->tape, p->at, p->error);
        if (trouble)
            return trouble;
        for (int k = 0; k < p->tape->outputs; k++, row++) {
            const int from = p->tape->output[k];
            const double value = (double)p->at[from];
            f->test->value[row] = value;
            f->test->error[row] =
                enclosure_up(p->error[from] + fabs(value) * DBL_EPSILON);
            f->test->rounding[row] = p->error[from] * QUAD_UNITS;
        }
    }
    return ENCLOSURE_THERE;
}

/* The slopes of output k of a part as a row of the test. */
static enclosure_trouble proof_find_row(const krawczyk *t, const program_part *q,
                                        const proof_part *p, int k, int row) {
    const enclosure_trouble trouble = interval_tape_slope(p->tape, k, p->value, p->slope);
    int to = t->pattern->start[row];
    for (int n = p->tape->leaf_start[k]; n < p->tape->leaf_start[k + 1]; n++) {
        const int input = p->tape->leaf[n];
        if (input >= q->variables)
            continue;
        const enclosure s = p->slope[input];
        t->slope[to] = s.low + (s.high - s.low) / 2;
        t->width[to] = enclosure_up(fmax(s.high - t->slope[to], t->slope[to] - s.low));
        to++;
    }
    return trouble;
}

/* The slopes in the box u +- reach, into the test. */
static enclosure_trouble proof_find_slopes(struct proof_form *f, const double *u) {
    const krawczyk *t = f->test;
    int row = 0;
    for (int i = 0; i < f->constraints.parts; i++) {
        const program_part *q = &f->constraints.part[i];
        const proof_part *p = &f->part[i];
        for (int k = 0; k < p->tape->inputs; k++) {
            if (k >= q->variables) {
                p->value[k] = enclosure_of(q->fixed[k - q->variables]);
                continue;
            }
            const int j = q->source[k];
            const enclosure box = {-t->reach[j], t->reach[j]};
            p->value[k] =
                j == 0 ? enclosure_of(u[0]) : enclosure_add(enclosure_of(u[j]), box);
        }
        enclosure_trouble trouble = interval_tape_run(p->tape, p->value);
        for (int k = 0; k < p->tape->outputs && !trouble; k++, row++)
            trouble = proof_find_row(t, q, p, k, row);
        if (trouble)
            return trouble;
    }
    return ENCLOSURE_THERE;
}

/* May the rows that are not proved vanish within the radius? */
static int proof_rest_agrees(const krawczyk *t) {
    const invo_pattern *p = t->pattern;
    for (int i = 0; i < p->rows; i++) {
        double most = t->error[i];
        if (t->left_out[i])
            continue;
        for (int e = p->start[i]; e < p->start[i + 1]; e++)
            most += (fabs(t->slope[e]) + t->width[e]) * t->radius[p->column[e]];
        if (!(fabs(t->value[i]) <= most * (1 + 1e-9)))
            return 0;
    }
    return 1;
}

/* Does rounding explain the residuals of all rows? */
static int proof_is_near(const krawczyk *t) {
    for (int i = 0; i < t->pattern->rows; i++) {
        const double unit = krawczyk_row_unit(t, i) * DBL_EPSILON;
        if (!t->left_out[i] && !(fabs(t->value[i]) <= WITHIN * unit))
            return 0;
    }
    return 1;
}

static void proof_state(const krawczyk *t, invo_proof *proof) {
    proof->radius = 0;
    for (int j = 1; j < t->pattern->columns; j++)
        proof->radius = fmax(proof->radius, t->radius[j]);
    proof->ulps = t->largest / DBL_EPSILON;
    proof->verdict = INVO_PROOF_DONE;
    if (!(proof->ulps <= WITHIN * fmax(1, t->condition)) || !proof_is_near(t))
        proof->verdict = INVO_PROOF_FAR;
    else if (!proof_rest_agrees(t))
        proof->verdict = INVO_PROOF_CONTRADICTED;
}

/* The next box has room for what the test asked for; 0: it would be too wide. */
static int proof_widen(krawczyk *t) {
    for (int j = 1; j < t->pattern->columns; j++) {
        t->reach[j] = fmax(t->reach[j], 2 * t->spread[j]);
        if (!(t->reach[j] <= WIDEST * t->size[j]))
            return 0;
    }
    return 1;
}

/* Tests with one box; returns whether a wider one may help. */
static int proof_try(struct proof_form *f, const double *u, invo_proof *proof) {
    krawczyk *t = f->test;
    const enclosure_trouble trouble = proof_find_slopes(f, u);
    if (trouble) {
        proof->verdict = verdict_of(trouble);
        return 0;
    }
    proof->rank = krawczyk_choose(t);
    proof->condition = t->condition;
    proof->verdict = INVO_PROOF_WIDE;
    switch (krawczyk_test(t)) {
    case KRAWCZYK_PROVED:
        proof_state(t, proof);
        return 0;
    case KRAWCZYK_FAR:
        return proof_widen(t);
    case KRAWCZYK_WIDE:
    case KRAWCZYK_UNKNOWN:
        break;
    }
    return 0;
}

static void proof_place(const lowered *w, krawczyk *t, const double *u,
                        const char *left_out, invo_proof *proof) {
    for (int j = 0; j < t->pattern->columns; j++) {
        t->size[j] = fmax(fabs(u[j]), PROGRAM_NOMINAL_SHARE * w->nominal[j]);
        t->reach[j] = FIRST_BOX * DBL_EPSILON * t->size[j];
    }
    for (int i = 0; i < t->pattern->rows; i++) {
        t->left_out[i] = left_out && left_out[i];
        proof->rows += !t->left_out[i];
    }
}

/* A point to be proved. */
typedef struct proof_task {
    lowered *w;
    const double *u;
    const char *left_out;
    invo_proof *proof;
} proof_task;

/* A protected call: matrices may have to grow. */
static void prove_point(invo_context *context, void *argument) {
    const proof_task *task = argument;
    struct proof_form *f = task->w->proof;
    (void)context;
    proof_place(task->w, f->test, task->u, task->left_out, task->proof);
    const enclosure_trouble trouble = proof_find_values(f, task->u);
    task->proof->verdict = verdict_of(trouble);
    for (int box = 0; box < MOST_BOXES && !trouble; box++)
        if (!proof_try(f, task->u, task->proof))
            break;
}

static int run_prove(void *self, const double *u, const char *left_out,
                     invo_proof *proof) {
    lowered *w = self;
    *proof = (invo_proof){INVO_PROOF_DONE, 0, 0, 0, 0, 0};
    if (w->completion->constraints == 0)
        return 0;
    const int status = proof_ensure(w);
    if (status)
        return status;
    proof->radius = proof->ulps = proof->condition = NAN;
    if (!w->proof->test) {
        proof->verdict = INVO_PROOF_LARGE;
        return 0;
    }
    proof_task task = {w, u, left_out, proof};
    return (int)protect(w->completion->system->context, prove_point, &task);
}

void lowered_add_proofs(lowered *w) {
    if (!QUAD_IS_THERE)
        return;
    w->system.inspection.residuals = run_residuals;
    w->system.inspection.prove = run_prove;
}
