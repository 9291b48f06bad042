/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs: which inputs a tape needs, and where they come from. */
#include "program.h"
#include <math.h>
#include <string.h>
#include "lower.h"

typedef struct collection {
    lowered *w;
    arena *arena; /* until the program is made */
    int *number;  /* [all inputs]: 1 + local number, 0: not used */
    LIST(int) variables;
    LIST(int) constants;
} collection;

/* The number of a leaf among u, z, parameters and invariants. A derivative above the top
 * ones can only stand where its coefficients cancel: it comes after all of them, as 0. */
static int global_number(const lowered *w, const expr_node *leaf) {
    const completion *c = w->completion;
    int first = c->coordinates + c->unknowns;
    if (leaf->op == OP_PARAMETER) return first + leaf->variable;
    int slot = completion_slot(c, leaf);
    return slot >= 0 ? slot : first + c->system->parameters.count + c->invariants;
}

static void collect(void *data, const expr_node *leaf) {
    collection *f = data;
    const completion *c = f->w->completion;
    int k = global_number(f->w, leaf);
    if (f->number[k]) return;
    f->number[k] = 1;
    if (k < c->coordinates + c->unknowns)
        LIST_PUSH(f->arena, f->variables, k);
    else
        LIST_PUSH(f->arena, f->constants, k);
}

static int local_number(void *data, const expr_node *leaf) {
    const collection *f = data;
    return f->number[global_number(f->w, leaf)] - 1;
}

/* All inputs, those that change first. */
static int *list_inputs(collection *f) {
    int count = f->variables.count, all = count + f->constants.count;
    int *list = ARENA_ARRAY(f->w->completion->arena, int, all + 1);
    for (int k = 0; k < all; k++) {
        list[k] = k < count ? f->variables.at[k] : f->constants.at[k - count];
        f->number[list[k]] = k + 1;
    }
    return list;
}

/* One list of error bounds serves all programs: it holds nothing between two runs. */
static void make_room(lowered *w, int slots) {
    if (slots <= w->error_room) return;
    arena_free(w->error_arena);
    w->error_arena = arena_child(w->arena);
    w->error = ARENA_ARRAY(w->error_arena, double, slots);
    w->error_room = slots;
}

program program_new(lowered *w, int count, const expr *root) {
    completion *c = w->completion;
    graph *g = c->system->graph;
    collection f = {.w = w, .arena = arena_child(c->arena), .number = w->numbers};
    expr_visit_leaves(g, count, root, collect, &f);
    program p = {.variables = f.variables.count,
                 .inputs = f.variables.count + f.constants.count};
    p.source = list_inputs(&f);
    p.tape = tape_lower(g, c->arena, p.inputs, local_number, &f, count, root);
    p.slot = ARENA_ARRAY(c->arena, double, p.tape->slots + 1);
    make_room(w, p.tape->slots + 1);
    for (int k = 0; k < p.inputs; k++) w->numbers[p.source[k]] = 0;
    tape_prepare(p.tape, p.slot);
    program_load(w, &p);
    arena_free(f.arena);
    return p;
}

void program_load(const lowered *w, const program *p) {
    const completion *c = w->completion;
    int first = c->coordinates + c->unknowns, count = c->system->parameters.count;
    for (int k = p->variables; k < p->inputs; k++) {
        int number = p->source[k] - first;
        p->slot[k] = number < count ? c->system->parameters.at[number].value
                     : number < count + c->invariants ? w->invariant[number - count]
                                                      : 0;
    }
}

/* A top unknown with a vanishing coefficient may be asked for where there are none yet.
 */
static void load(const lowered *w, const program *p, const double *u, const double *z) {
    int n = w->completion->coordinates;
    for (int k = 0; k < p->variables; k++)
        p->slot[k] = p->source[k] < n ? u[p->source[k]] : z ? z[p->source[k] - n] : 0;
}

void program_execute(const lowered *w, const program *p, const double *u,
                     const double *z) {
    load(w, p, u, z);
    tape_execute(p->tape, p->slot);
}

void program_run(const lowered *w, const program *p, const double *u, const double *z,
                 double *out) {
    load(w, p, u, z);
    tape_run(p->tape, p->slot, out);
}

/* Leaves err by their own size, or a thousandth of their nominal size where that is more.
 */
static const double NOMINAL_SHARE = 1e-3;

const double *program_execute_bound(const lowered *w, const program *p, const double *u,
                                    const double *z) {
    double *error = w->error;
    load(w, p, u, z);
    for (int k = 0; k < p->variables; k++)
        error[k] = fmax(fabs(p->slot[k]), NOMINAL_SHARE * w->nominal[p->source[k]]);
    for (int k = p->variables; k < p->inputs; k++) error[k] = fabs(p->slot[k]);
    tape_execute_bound(p->tape, p->slot, error);
    return error;
}

void program_run_bound(const lowered *w, const program *p, const double *u,
                       const double *z, double *out, double *bound) {
    const double *error = program_execute_bound(w, p, u, z);
    for (int k = 0; k < p->tape->outputs; k++)
        out[k] = program_output(p, k), bound[k] = error[p->tape->output[k]];
}
