/* SPDX-License-Identifier: BSD-3-Clause */
/* Programs: which inputs a tape needs, and where they come from; how a long one is cut.
 */
#include "program.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "../evaluate/long_interpreter.h"
#include "../evaluate/quad_interpreter.h"
#include "../linalg/pair.h"
#include "../linalg/sparse.h"
#include "lower.h"
#include "replay.h"
#include "tuning_form.h"

/* The number of a leaf among u, z, parameters and invariants. */
typedef int (*leaf_number)(const lowered *w, const expr_node *leaf);

/* What programs read in another way than others. */
typedef struct reading {
    leaf_number find;
    const int *made; /* [u and z]: 1 + the root that gives it; NULL: none is read */
} reading;

/* What changes comes first. */
typedef enum input_kind {
    INPUT_COORDINATE,
    INPUT_TOP,
    INPUT_CONSTANT,
    INPUT_KINDS
} input_kind;

typedef struct collection {
    lowered *w;
    reading how;
    int first, count; /* the roots of this part */
    arena *arena;     /* until the program is made */
    int *number;      /* [all inputs]: 1 + local number, 0: not used */
    LIST(int) inputs[INPUT_KINDS];
} collection;

/* A derivative above the top ones can occur only where its coefficients cancel: it comes
 * after all of them, as 0. */
static int zero_number(const lowered *w) {
    const completion *c = w->completion;
    return c->coordinates + c->unknowns + c->system->parameters.count + c->invariants;
}

static int global_number(const lowered *w, const expr_node *leaf) {
    const completion *c = w->completion;
    if (leaf->op == OP_PARAMETER)
        return c->coordinates + c->unknowns + leaf->variable;
    int slot = completion_slot(c, leaf);
    return slot >= 0 ? slot : zero_number(w);
}

static int shown_number(const lowered *w, const expr_node *leaf) {
    if (leaf->op != OP_JET)
        return global_number(w, leaf);
    int slot = completion_shown_slot(w->completion, leaf->variable, leaf->order);
    return slot >= 0 ? slot : zero_number(w);
}

/* The root of this part that gives input k, or -1. */
static int program_root_of(const collection *f, int k) {
    const completion *c = f->w->completion;
    if (!f->how.made || k >= c->coordinates + c->unknowns)
        return -1;
    int root = f->how.made[k] - 1 - f->first;
    return f->how.made[k] && root >= 0 && root < f->count ? root : -1;
}

static void program_collect(void *data, const expr_node *leaf) {
    collection *f = data;
    const completion *c = f->w->completion;
    int k = f->how.find(f->w, leaf);
    if (f->number[k] || program_root_of(f, k) >= 0)
        return;
    f->number[k] = 1;
    input_kind kind = INPUT_CONSTANT;
    if (k < c->coordinates)
        kind = INPUT_COORDINATE;
    else if (k < c->coordinates + c->unknowns)
        kind = INPUT_TOP;
    LIST_PUSH(f->arena, f->inputs[kind], k);
}

static int local_number(void *data, const expr_node *leaf) {
    const collection *f = data;
    int k = f->how.find(f->w, leaf);
    int root = program_root_of(f, k);
    return root >= 0 ? ~root : f->number[k] - 1;
}

static int program_count_inputs(const collection *f) {
    int count = 0;
    for (int kind = 0; kind < INPUT_KINDS; kind++)
        count += f->inputs[kind].count;
    return count;
}

/* The first of these numbers, where the others follow it one by one; else -1. */
static int program_run_of(int count, const int *number) {
    for (int k = 1; k < count; k++)
        if (number[k] != number[0] + k)
            return -1;
    return count ? number[0] : -1;
}

/* What is next to each other is read at once. */
static void program_find_runs(const completion *c, program_part *q) {
    const int tops = q->variables - q->coordinates;
    q->from_u = program_run_of(q->coordinates, q->source);
    q->from_z = program_run_of(tops, q->source + q->coordinates);
    if (q->from_z >= 0)
        q->from_z -= c->coordinates;
}

static int *list_inputs(collection *f) {
    int *list = ARENA_ARRAY(f->w->completion->arena, int, program_count_inputs(f) + 1);
    int count = 0;
    for (int kind = INPUT_COORDINATE; kind <= INPUT_TOP; kind++)
        if (f->inputs[kind].count)
            qsort(f->inputs[kind].at, (size_t)f->inputs[kind].count, sizeof(int),
                  sparse_compare);
    for (int kind = 0; kind < INPUT_KINDS; kind++)
        for (int k = 0; k < f->inputs[kind].count; k++) {
            list[count++] = f->inputs[kind].at[k];
            f->number[f->inputs[kind].at[k]] = count;
        }
    return list;
}

/* One list of error bounds serves all programs, one of slots all that have several parts:
 * they hold nothing between two runs. */
static void program_make_room(lowered *w, scratch_list *s, int slots) {
    if (slots <= s->room)
        return;
    arena *larger = arena_child(w->arena); /* the old one stays until this is there */
    double *at = ARENA_ARRAY(larger, double, slots);
    arena_free(s->arena);
    *s = (scratch_list){at, slots, larger};
}

static collection program_begin(lowered *w, reading how, int first, int count) {
    return (collection){.w = w,
                        .how = how,
                        .first = first,
                        .count = count,
                        .arena = arena_child(w->completion->arena),
                        .number = w->numbers};
}

static void program_end(collection *f) {
    for (int kind = 0; kind < INPUT_KINDS; kind++)
        for (int k = 0; k < f->inputs[kind].count; k++)
            f->number[f->inputs[kind].at[k]] = 0;
    arena_free(f->arena);
}

/* Adds the code of the tape, and room for its error bounds. */
static void program_add_code(lowered *w, arena *a, program_part *q) {
    q->code = arena_alloc(a, sizeof *q->code);
    *q->code = jit_new(w->code, q->tape);
    tuning_add(w, a, q->code);
    program_make_room(w, &w->error, q->tape->slots + 1);
}

/* Slots that begin where a cache line does: how long code takes does not depend on what
 * was allocated before. */
static double *program_slots_new(arena *a, int count) {
    enum { LINE = 64 };
    char *room = arena_alloc(a, sizeof(double) * ((size_t)count + 1) + LINE);
    const size_t over = (uintptr_t)room % LINE;
    return (double *)(void *)(room + (over ? LINE - over : 0));
}

/* A part with slots of its own. */
static program program_of_part(arena *a, program_part *q) {
    double *slot = program_slots_new(a, q->tape->slots);
    q->fixed = slot + q->variables;
    tape_prepare(q->tape, slot);
    return (program){q, slot, 1, q->tape->outputs};
}

/* What depends on fixed inputs alone; programs in several parts do that in every run. */
static void program_compute_fixed(const program *p) {
    if (p->slot)
        tape_execute_once(p->part->tape, p->slot);
}

/* Takes over the value of a fixed input; returns whether it was another one. */
static int program_take(double *fixed, double value) {
    const int is_other = memcmp(fixed, &value, sizeof value) != 0;
    *fixed = value;
    return is_other;
}

/* Takes over all parameters; returns whether any of them is another one. */
static int program_take_parameters(const lowered *w, const program *p) {
    const completion *c = w->completion;
    int first = c->coordinates + c->unknowns;
    int count = c->system->parameters.count;
    int changes = 0;
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        assert(q->coordinates <= q->variables && q->variables <= q->tape->inputs);
        for (int k = q->variables; k < q->tape->inputs; k++) {
            int number = q->source[k] - first;
            double value = 0;
            if (number < count)
                value = c->system->parameters.at[number].value;
            else if (number < count + c->invariants)
                value = w->invariant[number - count];
            changes |= program_take(&q->fixed[k - q->variables], value);
        }
    }
    return changes;
}

void program_load(const lowered *w, const program *p) {
    if (program_take_parameters(w, p))
        program_compute_fixed(p);
}

/* The same for a program that has never been loaded. */
static void program_load_first(const lowered *w, const program *p) {
    program_take_parameters(w, p);
    program_compute_fixed(p);
}

program program_new_merged(lowered *w, arena *a, merge *m, int whole, int outputs,
                           const int *output, int seats) {
    const int n = w->completion->coordinates;
    program_part *q = arena_alloc(a, sizeof *q);
    const int *from;
    q->tape = merge_finish(m, a, whole, outputs, output, &from, &q->variables);
    int *numbers = arena_keep(a, from, sizeof *from, q->tape->inputs);
    while (q->coordinates < q->variables && numbers[q->coordinates] < n)
        q->coordinates++;
    for (int k = q->variables; k < q->tape->inputs; k++)
        numbers[k] -= seats;
    q->source = numbers;
    q->is_plain = q->variables == whole;
    program_find_runs(w->completion, q);
    program_add_code(w, a, q);
    program p = program_of_part(a, q);
    program_load_first(w, &p);
    return p;
}

static program_part lower_part(collection *f, int count, const expr *root,
                               const tape_nodes *nodes) {
    completion *c = f->w->completion;
    program_part q = {.source = list_inputs(f),
                      .coordinates = f->inputs[INPUT_COORDINATE].count};
    q.variables = q.coordinates + f->inputs[INPUT_TOP].count;
    program_find_runs(c, &q);
    const tape_request request = {.inputs = program_count_inputs(f),
                                  .variables = q.variables,
                                  .input = local_number,
                                  .data = f,
                                  .count = count,
                                  .root = root,
                                  .nodes = nodes};
    q.tape = tape_make(c->system->graph, c->arena, &request);
    program_add_code(f->w, c->arena, &q);
    return q;
}

static program program_lower_whole(collection *f, int count, const expr *root,
                                   const tape_nodes *nodes) {
    arena *a = f->w->completion->arena;
    program_part *q = arena_alloc(a, sizeof *q);
    *q = lower_part(f, count, root, nodes);
    return program_of_part(a, q);
}

/* Finds the nodes of some roots, and collects the leaves among them. */
static tape_nodes program_look_at(collection *f, int count, const expr *root) {
    graph *g = f->w->completion->system->graph;
    const tape_nodes nodes = tape_order(g, f->arena, count, root);
    tape_visit_leaves(g, &nodes, program_collect, f);
    return nodes;
}

static program lower_pieces(lowered *w, reading how, tape_pieces pieces,
                            const expr *root) {
    arena *a = w->completion->arena;
    program_part *part = ARENA_ARRAY(a, program_part, pieces.count);
    for (int i = 0; i < pieces.count; i++) {
        program_part *q = &part[i];
        int first = pieces.first[i];
        int count = pieces.first[i + 1] - first;
        collection f = program_begin(w, how, first, count);
        const tape_nodes nodes = program_look_at(&f, count, root + first);
        *q = lower_part(&f, count, root + first, &nodes);
        q->fixed = ARENA_ARRAY(a, double, f.inputs[INPUT_CONSTANT].count + 1);
        program_make_room(w, &w->slots, q->tape->slots + 1);
        program_end(&f);
    }
    return (program){part, NULL, pieces.count, pieces.first[pieces.count]};
}

program program_new_whole(lowered *w, int count, const expr *root) {
    replay_notice(w);
    collection f = program_begin(w, (reading){global_number, NULL}, 0, count);
    const tape_nodes nodes = program_look_at(&f, count, root);
    program p = program_lower_whole(&f, count, root, &nodes);
    program_end(&f);
    program_load_first(w, &p);
    return p;
}

/* The first walk over a short program is all that it takes to see that it is short. */
static program lower_program(lowered *w, reading how, int count, const expr *root) {
    assert(count >= 0);
    graph *g = w->completion->system->graph;
    collection f = program_begin(w, how, 0, count);
    tape_pieces pieces = {1, NULL};
    arena *scratch = arena_child(w->completion->arena);
    const tape_nodes nodes = program_look_at(&f, count, root);
    const int is_long = nodes.count > PIECE_NODES;
    if (is_long)
        pieces =
            tape_cuts(g, scratch, nodes.count, program_count_inputs(&f), count, root);
    program p;
    if (pieces.count == 1)
        p = program_lower_whole(&f, count, root, is_long ? NULL : &nodes);
    program_end(&f);
    if (pieces.count > 1)
        p = lower_pieces(w, how, pieces, root);
    arena_free(scratch);
    program_load_first(w, &p);
    return p;
}

static program program_make(lowered *w, int count, const expr *root) {
    return lower_program(w, (reading){global_number, NULL}, count, root);
}

program program_new(lowered *w, int count, const expr *root) {
    return replay_program(w, count, root, program_make);
}

program program_new_written(lowered *w, int count, const expr *root) {
    replay_notice(w);
    return lower_program(w, (reading){shown_number, NULL}, count, root);
}

/* A formula on its way into a program. */
typedef struct formula_reader {
    const lowered *w;
    reading how;
    int number;
} formula_reader;

/* What is made later, or by the formula itself, can occur only where its coefficients
 * cancel. */
static expr silence_later(void *data, graph *g, expr leaf) {
    const formula_reader *f = data;
    const completion *c = f->w->completion;
    const expr_node n = *expr_get(g, leaf);
    int k = f->how.find(f->w, &n);
    if (k >= c->coordinates + c->unknowns || f->how.made[k] <= f->number)
        return leaf;
    return expr_number(g, 0);
}

static program program_lower_formulas(lowered *w, leaf_number find, int count,
                                      const int *unknown, const expr *root) {
    assert(count >= 0 && count <= w->completion->unknowns);
    replay_notice(w);
    const completion *c = w->completion;
    graph *g = c->system->graph;
    arena *scratch = arena_child(c->arena);
    int *made = ARENA_ARRAY(scratch, int, c->coordinates + c->unknowns);
    expr *sound = ARENA_ARRAY(scratch, expr, count + 1);
    for (int k = 0; k < count; k++)
        made[c->coordinates + unknown[k]] = k + 1;
    for (int k = 0; k < count; k++) {
        formula_reader f = {w, {find, made}, k};
        sound[k] = root[k];
        if (root[k] != EXPR_ZERO)
            sound[k] = expr_substitute(g, root[k], silence_later, &f);
    }
    program p = lower_program(w, (reading){find, made}, count, sound);
    arena_free(scratch);
    return p;
}

program program_new_formulas(lowered *w, int count, const int *unknown,
                             const expr *root) {
    return program_lower_formulas(w, global_number, count, unknown, root);
}

program program_new_written_formulas(lowered *w, int count, const int *unknown,
                                     const expr *root) {
    return program_lower_formulas(w, shown_number, count, unknown, root);
}

void program_load_multipliers(const lowered *w, const program *p, const double *mu) {
    assert(mu || w->completion->constraints == 0);
    int first = lowered_multiplier(w->completion, 0);
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        for (int k = q->variables; k < q->tape->inputs; k++)
            if (q->source[k] >= first)
                q->fixed[k - q->variables] = mu[q->source[k] - first];
    }
    program_compute_fixed(p);
}

/* Slots that other parts have used. */
static double *load_fixed(const program_part *q, double *slot) {
    size_t fixed = (size_t)(q->tape->inputs - q->variables);
    memcpy(slot + q->variables, q->fixed, sizeof *slot * fixed);
    tape_prepare(q->tape, slot);
    tape_execute_once(q->tape, slot);
    return slot;
}

/* The slots of a part, ready to run. A top unknown with a vanishing coefficient may be
 * asked for where there are none yet. */
static double *structure_program_load(const lowered *w, const program *p,
                                      const program_part *q, const double *u,
                                      const double *z) {
    int n = w->completion->coordinates;
    double *slot = p->slot ? p->slot : w->slots.at;
    double *tops = slot + q->coordinates;
    const int *from = q->source + q->coordinates;
    const int count = q->variables - q->coordinates;
    if (q->from_u >= 0)
        memcpy(slot, u + q->from_u, sizeof *slot * (size_t)q->coordinates);
    else
        for (int k = 0; k < q->coordinates; k++)
            slot[k] = u[q->source[k]];
    if (q->from_z >= 0 && z)
        memcpy(tops, z + q->from_z, sizeof *slot * (size_t)count);
    else
        for (int k = 0; k < count; k++)
            tops[k] = z ? z[from[k] - n] : 0;
    return p->slot ? slot : load_fixed(q, slot);
}

/* Runs a part; its outputs are then in the slots, their bounds in w->error. errors: of
 * (u, z), or NULL: as above. */
static const double *execute_bound(const lowered *w, const program *p,
                                   const program_part *q, const double *u,
                                   const double *z, const double *errors) {
    double *error = w->error.at;
    double *slot = structure_program_load(w, p, q, u, z);
    for (int k = 0; k < q->tape->inputs; k++)
        error[k] = fabs(slot[k]);
    for (int k = 0; k < q->variables; k++) {
        int from = q->source[k];
        double least = errors ? errors[from] / DBL_EPSILON
                              : PROGRAM_NOMINAL_SHARE * w->nominal[from];
        error[k] = fmax(error[k], least);
    }
    tape_execute_bound(q->tape, slot, error);
    return slot;
}

static const double *program_execute(const lowered *w, const program *p,
                                     const program_part *q, const double *u,
                                     const double *z) {
    double *slot = structure_program_load(w, p, q, u, z);
    jit_execute(q->code, slot);
    return slot;
}

void program_run(const lowered *w, const program *p, const double *u, const double *z,
                 double *out) {
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        tape_read(q->tape, program_execute(w, p, q, u, z), 0, q->tape->outputs, out);
        out += q->tape->outputs;
    }
}

/* Most are few. */
static inline void program_copy(int count, const double *from, double *to) {
    enum { FEW = 16 };
    if (count <= FEW)
        pair_copy((size_t)count, from, to);
    else
        memcpy(to, from, sizeof *to * (size_t)count);
}

void program_run_points(const lowered *w, const program *p, int points, const double *u,
                        int tops, const double *z, const int *seat, double *out) {
    const program_part *q = p->part;
    const int n = w->completion->coordinates;
    const int count = q->variables - q->coordinates;
    double *slot = p->slot;
    double *top = slot + q->coordinates;
    /* they grow, as slots do */
    const int is_run = count > 0 && seat[count - 1] - seat[0] == count - 1;
    assert(p->parts == 1 && slot);
    for (int i = 0; i < points; i++, u += n, z += tops, out += p->outputs) {
        if (q->from_u >= 0)
            program_copy(q->coordinates, u + q->from_u, slot);
        for (int k = 0; q->from_u < 0 && k < q->coordinates; k++)
            slot[k] = u[q->source[k]];
        if (is_run)
            program_copy(count, z + seat[0], top);
        for (int k = 0; !is_run && k < count; k++)
            top[k] = z[seat[k]];
        jit_execute(q->code, slot);
        tape_read(q->tape, slot, 0, p->outputs, out);
    }
}

long program_length(const program *p) {
    long length = 0;
    for (int i = 0; i < p->parts; i++)
        length += p->part[i].tape->length;
    return length;
}

const double *program_run_loaded(const program *p) {
    assert(p->parts == 1 && p->part->tape->together);
    jit_execute(p->part->code, p->slot);
    return p->slot + p->part->tape->together - 1;
}

const double *program_run_merged(const lowered *w, const program *p, const double *u,
                                 const double *z) {
    structure_program_load(w, p, p->part, u, z);
    return program_run_loaded(p);
}

void program_run_two(const lowered *w, const program *p, const double *u, const double *z,
                     int count, double *out, double *rest) {
    assert(count >= 0 && count <= p->outputs);
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        const double *slot = program_execute(w, p, q, u, z);
        int outputs = q->tape->outputs;
        int head = outputs < count ? outputs : count;
        tape_read(q->tape, slot, 0, head, out);
        tape_read(q->tape, slot, head, outputs - head, rest);
        out += head;
        rest += outputs - head;
        count -= head;
    }
}

void program_run_bound(const lowered *w, const program *p, const double *u,
                       const double *z, double *out, double *bound) {
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        const double *slot = execute_bound(w, p, q, u, z, NULL);
        tape_read(q->tape, slot, 0, q->tape->outputs, out);
        tape_read(q->tape, w->error.at, 0, q->tape->outputs, bound);
        out += q->tape->outputs;
        bound += q->tape->outputs;
    }
}

void program_run_errors(const lowered *w, const program *p, const double *u,
                        const double *z, const double *errors, double *bound) {
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        execute_bound(w, p, q, u, z, errors);
        tape_read(q->tape, w->error.at, 0, q->tape->outputs, bound);
        for (int k = 0; k < q->tape->outputs; k++)
            bound[k] *= DBL_EPSILON;
        bound += q->tape->outputs;
    }
}

void program_run_at(const lowered *w, const program *p, const double *u, const double *z,
                    const int *target, double *out, double *bound) {
    assert(target || p->outputs == 0);
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        const double *slot =
            bound ? execute_bound(w, p, q, u, z, NULL) : program_execute(w, p, q, u, z);
        tape_scatter(q->tape, slot, target, out);
        if (bound)
            tape_scatter(q->tape, w->error.at, target, bound);
        target += q->tape->outputs;
    }
}

int program_slots(const program *p) {
    int most = 0;
    for (int i = 0; i < p->parts; i++)
        if (p->part[i].tape->slots > most)
            most = p->part[i].tape->slots;
    return most;
}

int program_reads_tops(const program *p) {
    for (int i = 0; i < p->parts; i++)
        if (p->part[i].variables > p->part[i].coordinates)
            return 1;
    return 0;
}

void program_run_long(const program *p, const long double *x, long double *slot,
                      long double *out) {
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        for (int k = 0; k < q->variables; k++)
            slot[k] = x[q->source[k]];
        for (int k = q->variables; k < q->tape->inputs; k++)
            slot[k] = q->fixed[k - q->variables];
        tape_run_long(q->tape, slot, out);
        out += q->tape->outputs;
    }
}

void program_run_quad(const program *p, const quad *x, quad *slot, quad *out) {
    for (int i = 0; i < p->parts; i++) {
        const program_part *q = &p->part[i];
        for (int k = 0; k < q->variables; k++)
            slot[k] = x[q->source[k]];
        for (int k = q->variables; k < q->tape->inputs; k++)
            slot[k] = q->fixed[k - q->variables];
        tape_run_quad(q->tape, slot, out);
        out += q->tape->outputs;
    }
}
