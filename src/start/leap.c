/* SPDX-License-Identifier: BSD-3-Clause */
/* An amplifier with positive feedback, y = sat(k (y - x)), has the solution y = -1 until
 * k (-1 - x) comes to the kink of sat; from there on no solution is near, and y is at 1.
 *
 * The kinks of a block of equations cut the values of its unknowns into pieces, in each
 * of which the equations are smooth. A little later than the point where the run cannot
 * continue, with the states moved by their rates, they are solved in each of the pieces.
 * A solution counts where it lies in its own piece. If none of them is near, the old
 * solution has ended; if exactly one is left, the run continues there. */
#include "leap.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../system/leaves.h"
#include "follow.h"
#include "starting.h"

enum { MOST_KINKS = 12, MOST_PIECES = 300 }; /* of a block */
/* Shares of the run that are looked ahead, until no solution is near. */
static const double LEAP_AHEAD[] = {1e-9, 1e-8, 1e-7, 1e-6};
enum { LEAPS_AHEAD = sizeof LEAP_AHEAD / sizeof *LEAP_AHEAD };
/* The kink is at hand where its function is below this share of its terms. */
static const double AT_KINK = 1e-4;
/* Values closer than this share are the same solution. */
static const double SAME_SOLUTION = 1e-3;
/* A solution lies in its piece where functions are beyond this share of their terms. */
static const double INSIDE = 1e-9;

/* On which side of a kink the unknowns are. */
typedef struct kink_side {
    expr function;
    int is_positive;
} kink_side;

/* The piece of a block in question: sides of its kinks, inner ones first. */
typedef struct block_pieces {
    starting *s;
    int block;
    LIST(kink_side) side;
    expr next;     /* a kink that is still open; EXPR_ZERO: none */
    double *at;    /* [slots]: where the run has come to a halt, ... */
    double *other; /* ... and a solution that is not near ... */
    int others;    /* ... of so many */
    int any_near;
    int pieces; /* that were looked at */
} block_pieces;

/* --- kinks --- */

static expr kink_function(graph *g, const expr_node *n) {
    const expr_shape shape = expr_op_shape(n->op);
    if (shape == SHAPE_RELATION || shape == SHAPE_CHOICE)
        return expr_sub(g, n->arg[0], n->arg[1]);
    return shape == SHAPE_KINK || shape == SHAPE_SIGN ? n->arg[0] : EXPR_ZERO;
}

/* Is the leaf an unknown of the block, or a derivative of one, that may change? */
static int is_open_in_block(void *data, const expr_node *leaf) {
    const block_pieces *q = data;
    const completion *c = q->s->c;
    int slot = completion_slot(c, leaf);
    if (slot <= 0 || q->s->fixed[slot])
        return 0;
    for (int k = c->block[q->block]; k < c->block[q->block + 1]; k++) {
        int j = c->order[k];
        int is_coordinate = c->unknown[j].d > 0 && slot >= c->unknown[j].first &&
                            slot < c->unknown[j].first + c->unknown[j].d;
        if (is_coordinate || slot == c->coordinates + j)
            return 1;
    }
    return 0;
}

/* Is there a kink in this expression? */
static expr note_kink(void *data, graph *g, expr node) {
    const expr_node n = *expr_get(g, node);
    *(int *)data |= kink_function(g, &n) != EXPR_ZERO;
    return node;
}

static int has_kink(graph *g, expr e) {
    int found = 0;
    expr_rewrite_all(g, e, note_kink, &found);
    return found;
}

/* An expr_rule that changes nothing: finds a kink without others inside. */
static expr find_open(void *data, graph *g, expr node) {
    block_pieces *q = data;
    const expr_node n = *expr_get(g, node);
    expr f = q->next == EXPR_ZERO ? kink_function(g, &n) : EXPR_ZERO;
    if (f == EXPR_ZERO || has_kink(g, f))
        return node;
    if (leaves_depend(g, f, is_open_in_block, q))
        q->next = f;
    return node;
}

/* The rows of the block as they are written, in the present piece. */
static expr piece_row(void *data, graph *g, expr f);

/* Finds the next kink of the present piece of block b. */
static void find_next(block_pieces *q, int b) {
    const completion *c = q->s->c;
    graph *g = c->system->graph;
    q->block = b;
    q->next = EXPR_ZERO;
    for (int k = c->block[b]; k < c->block[b + 1] && q->next == EXPR_ZERO; k++) {
        const jet_row *r = &c->row[c->unknown[c->order[k]].row];
        expr_rewrite_all(g, piece_row(q, g, r->derivative[0]), find_open, q);
    }
}

/* The value of f at x, and the size of its terms. */
static double kink_value(const block_pieces *q, expr f, const double *x, double *size) {
    const starting *s = q->s;
    double value;
    program p = program_new(s->w, 1, &f);
    program_load(s->w, &p);
    program_run_bound(s->w, &p, x, x + s->c->coordinates, &value, size);
    return value;
}

/* The distance to the nearest kink of block b, as a share of its terms, along the sides
 * on which the point is. */
static double distance_to_kink(block_pieces *q, int b) {
    double least = INFINITY;
    q->side.count = 0;
    for (find_next(q, b); q->next != EXPR_ZERO; find_next(q, b)) {
        double size;
        double value = kink_value(q, q->next, q->at, &size);
        if (!isfinite(value) || q->side.count >= MOST_KINKS)
            return INFINITY;
        least = fmin(least, fabs(value) / size);
        kink_side side = {q->next, value > 0};
        LIST_PUSH(q->s->c->arena, q->side, side);
    }
    return least;
}

/* The block whose kink is at hand, as the one in question; returns whether there is one.
 */
static int find_block(block_pieces *q) {
    const completion *c = q->s->c;
    double least = AT_KINK;
    int found = -1;
    for (int b = 0; b < c->blocks; b++) {
        double distance = distance_to_kink(q, b);
        if (!(distance < least))
            continue;
        least = distance;
        found = b;
    }
    q->block = found;
    q->side.count = 0;
    return found >= 0;
}

/* --- pieces --- */

/* The value that a node has in the present piece. */
static expr value_in_piece(graph *g, const expr_node *n, int is_positive) {
    expr one = expr_number(g, 1);
    switch (n->op) {
    case OP_GT:
    case OP_GE:
        return is_positive ? one : expr_number(g, 0);
    case OP_LT:
    case OP_LE:
        return is_positive ? expr_number(g, 0) : one;
    case OP_MAX:
        return is_positive ? n->arg[0] : n->arg[1];
    case OP_MIN:
        return is_positive ? n->arg[1] : n->arg[0];
    case OP_ABS:
        return is_positive ? n->arg[0] : expr_neg(g, n->arg[0]);
    case OP_SIGN:
        return is_positive ? one : expr_neg(g, one);
    default:
        return NO_EXPR;
    }
}

/* An expr_rule. */
static expr fold_node(void *data, graph *g, expr node) {
    const kink_side *side = data;
    const expr_node n = *expr_get(g, node);
    if (kink_function(g, &n) != side->function)
        return node;
    expr value = value_in_piece(g, &n, side->is_positive);
    return value == NO_EXPR ? node : value;
}

static expr piece_row(void *data, graph *g, expr f) {
    const block_pieces *q = data;
    for (int k = 0; k < q->side.count; k++)
        f = expr_rewrite_all(g, f, fold_node, &q->side.at[k]);
    return f;
}

/* Is the point in the piece? */
static int lies_inside(const block_pieces *q, const double *x) {
    for (int k = 0; k < q->side.count; k++) {
        double size;
        double value = kink_value(q, q->side.at[k].function, x, &size);
        double inwards = q->side.at[k].is_positive ? value : -value;
        if (!(inwards > INSIDE * size))
            return 0;
    }
    return 1;
}

/* How far the unknowns of the block are apart, and which one is the farthest. */
static double distance_of(const block_pieces *q, const double *x, const double *y,
                          int *slot) {
    const starting *s = q->s;
    const completion *c = s->c;
    double most = 0;
    for (int k = c->block[q->block]; k < c->block[q->block + 1]; k++) {
        int at = completion_jet_slot(c, c->order[k], 0);
        double size = fmax(fmax(fabs(x[at]), fabs(y[at])), s->w->nominal[at]);
        double share = fabs(x[at] - y[at]) / size;
        if (!(share > most))
            continue;
        most = share;
        *slot = at;
    }
    return most;
}

/* --- solutions --- */

/* [written variables]: the highest derivative in the equations; below it are states. */
static int *list_orders(const completion *c) {
    const dae *d = c->written;
    int *order = ARENA_ARRAY(c->arena, int, d->variables.count + 1);
    for (int k = 0; k < d->equations.count; k++) {
        if (d->equations.at[k].kind != EQUATION_PLAIN)
            continue;
        expr_leaves leaves = expr_depends(d->graph, d->equations.at[k].residual);
        for (int i = 0; i < leaves.count; i++) {
            const expr_node *n = expr_get(d->graph, leaves.at[i]);
            if (n->op == OP_JET && n->order > order[n->variable])
                order[n->variable] = n->order;
        }
        expr_forget(d->graph, leaves);
    }
    return order;
}

/* States that constraints do not give keep their values, but for their rates. */
static void fix_states(starting *s, const int *order, const double *x) {
    const completion *c = s->c;
    const char *given = follow_given(s->w, x);
    s->fixed[0] = 1;
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        if (b && b->variable < 0)
            continue;
        const alias *a = &c->alias[b ? b->variable : v];
        for (int l = 0; l < order[v] && a->order + l < c->unknown[a->unknown].d; l++) {
            int slot = completion_jet_slot(c, a->unknown, a->order + l);
            s->fixed[slot] = (char)!given[slot];
        }
    }
}

/* A state may move by its rate, and by this share of its size. */
static const double STAYS = 1e-6;

/* Does a state jump? A constraint may give it: that would take an impulse. */
static int moves_state(const block_pieces *q, const int *order) {
    const starting *s = q->s;
    const completion *c = s->c;
    double ahead = fabs(s->x[0] - q->at[0]);
    for (int v = 0; v < c->written->variables.count; v++) {
        const alias *a = &c->alias[v];
        int slot = starting_slot(s, v);
        double size = fmax(fabs(q->at[slot]), s->w->nominal[slot]);
        double allowed = STAYS * size;
        if (a->order < c->unknown[a->unknown].d)
            allowed +=
                2 * ahead * fabs(q->at[completion_jet_slot(c, a->unknown, a->order + 1)]);
        if (order[v] && !(fabs(s->x[slot] - q->at[slot]) <= allowed))
            return 1;
    }
    return 0;
}

/* The point `ahead` of time: states move by their rates. */
static void leap_move(starting *s, const double *from, double ahead) {
    const completion *c = s->c;
    starting_copy(s, s->guess, from);
    s->guess[0] = from[0] + ahead;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++) {
            int slot = completion_jet_slot(c, j, l);
            if (s->fixed[slot])
                s->guess[slot] +=
                    (s->guess[0] - from[0]) * from[completion_jet_slot(c, j, l + 1)];
        }
}

/* Solves in the present piece, and notes a solution that lies in it. */
static void solve_in_piece(block_pieces *q) {
    starting *s = q->s;
    int slot;
    q->pieces++;
    s->failed = NULL;
    s->fold = piece_row;
    s->fold_data = q;
    starting_begin(s);
    int is_solved = starting_solve(s);
    s->fold = NULL;
    if (!is_solved || !lies_inside(q, s->x))
        return;
    if (distance_of(q, s->x, q->at, &slot) <= SAME_SOLUTION)
        q->any_near = 1;
    if (q->others && distance_of(q, s->x, q->other, &slot) <= SAME_SOLUTION)
        return;
    starting_copy(s, q->other, s->x);
    q->others++;
}

/* Goes through all pieces below the present one: both sides of each open kink. */
static void search_pieces(block_pieces *q) {
    find_next(q, q->block);
    expr open = q->next;
    if (open == EXPR_ZERO)
        solve_in_piece(q);
    for (int side = 0; side < 2 && open != EXPR_ZERO; side++) {
        if (q->any_near || q->pieces > MOST_PIECES || q->side.count >= MOST_KINKS)
            return;
        kink_side one = {open, side};
        LIST_PUSH(q->s->c->arena, q->side, one);
        search_pieces(q);
        q->side.count--;
    }
}

/* Solves the equations as they are, from the solution in a piece; returns whether that is
 * where they lead. */
static int take_other(block_pieces *q, const int *order) {
    const double *other = q->other;
    starting *s = q->s;
    int slot;
    starting_copy(s, s->guess, other);
    s->failed = NULL;
    starting_begin(s);
    if (!starting_solve(s) || distance_of(q, s->x, other, &slot) > SAME_SOLUTION)
        return 0;
    if (moves_state(q, order))
        return 0;
    starting_keep(s);
    return verify_regular(s->w);
}

static void note_leap(block_pieces *q) {
    starting *s = q->s;
    int slot = 0;
    distance_of(q, s->x, q->at, &slot);
    if (s->w->has_told_leap)
        return;
    s->w->has_told_leap = 1;
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "t = %.10g: %s jumps from %.6g to %.6g: beyond a kink the algebraic "
             "equations have no solution nearby, and one other with the same states",
             s->x[0], slot_name(s->w, slot), q->at[slot], s->x[slot]);
}

static int leap_find(lowered *w, const double *u, const double *z) {
    completion *c = w->completion;
    assert(u && (z || !c->unknowns));
    const dae *d = c->system;
    double span = d->span > 0 ? d->span : 1;
    size_t said = d->context->message_size;
    arena *own = completion_borrow(c);
    const left_side left = {.t = u[0]};
    starting s = starting_new(w, &left);
    block_pieces q = {.s = &s,
                      .at = ARENA_ARRAY(c->arena, double, s.slots),
                      .other = ARENA_ARRAY(c->arena, double, s.slots)};
    double *before = ARENA_ARRAY(c->arena, double, s.slots);
    point_copy(c, u, z, q.at);
    point_read(w, before);
    s.is_near = 1;
    const int *order = list_orders(c);
    fix_states(&s, order, q.at);
    int found = find_block(&q);
    q.any_near = found;
    for (int i = 0; i < LEAPS_AHEAD && q.any_near; i++) {
        double ahead = LEAP_AHEAD[i] * span;
        q.any_near = q.others = q.pieces = 0;
        leap_move(&s, q.at, d->is_backward ? -ahead : ahead);
        search_pieces(&q);
    }
    int is_one = found && !q.any_near && q.others == 1 && q.pieces <= MOST_PIECES;
    found = is_one && take_other(&q, order);
    if (found)
        note_leap(&q);
    else {
        forget_notes(d->context, said);
        point_write(w, before);
    }
    completion_release(c, own);
    return found;
}

/* --- the waist --- */

typedef struct leap_call {
    lowered *w;
    const double *u, *z;
    int found;
} leap_call;

static void let_leap(invo_context *context, void *argument) {
    leap_call *call = argument;
    (void)context;
    call->found = leap_find(call->w, call->u, call->z);
}

int leap_try(lowered *w, const double *u, const double *z) {
    invo_context *context = w->completion->system->context;
    size_t said = context->message_size;
    leap_call call = {w, u, z, 0};
    invo_status status = protect(context, let_leap, &call);
    if (status && status != INVO_E_MEMORY)
        forget_errors(context, said);
    return !status && call.found;
}

static int run_leap(void *self, const double *u, const double *z, invo_transition *to) {
    lowered *w = self;
    *to = (invo_transition){&w->system, 0, NULL, 0};
    return !leap_try(w, u, z);
}

void leap_add(lowered *w) {
    if (w->kinks.outputs > 0)
        w->system.process.leap = run_leap;
}
