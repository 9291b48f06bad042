/* SPDX-License-Identifier: BSD-3-Clause */
/* Consistent initial values, stage by stage (docs/design.md, 2).
 *
 * Stage k = -K .. 0 solves F_i^(c_i + k) = 0 for y_j^(d_j + k); an initial equation
 * belongs to the highest stage among its jets. Where a stage has no solution, because
 * values are fixed at a higher level, all stages are solved at once. */
#include "initial.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../completion/alias.h"
#include "../system/join.h"
#include "../points/linear_block.h"
#include "ordered.h"
#include "starting.h"
#include "tune.h"

/* A start value that nobody gave is a weaker wish than one that somebody did. */
static const double WEAK_GUESS = 0.01;
/* And one of what follows from others anyway hardly any (completion.required). */
static const double WEAKEST_GUESS = 1e-7;

starting starting_new(lowered *w, const left_side *left) {
    completion *c = w->completion;
    int slots = completion_slots(c);
    assert(slots > 0 && w->nominal);
    starting s = {.w = w,
                  .c = c,
                  .slots = slots,
                  .left = left,
                  .lowest = lowest_stage(c),
                  .x = ARENA_ARRAY(c->arena, double, slots),
                  .guess = ARENA_ARRAY(c->arena, double, slots),
                  .weight = ARENA_ARRAY(c->arena, double, slots),
                  .failed_at = ARENA_ARRAY(c->arena, double, slots),
                  .fixed = ARENA_ARRAY(c->arena, char, slots),
                  .given = ARENA_ARRAY(c->arena, char, slots),
                  .giver = ARENA_ARRAY(c->arena, int, slots)};
    return s;
}

void starting_copy(const starting *s, double *to, const double *from) {
    memcpy(to, from, sizeof *to * (size_t)s->slots);
}

int starting_slot(const starting *s, int v) {
    assert(v >= 0 && v < s->c->system->variables.count);
    return completion_jet_slot(s->c, s->c->alias[v].unknown, s->c->alias[v].order);
}

void starting_begin(starting *s) {
    assert(s->slots == completion_slots(s->c));
    for (int k = 0; k < s->slots; k++)
        s->weight[k] = (s->given[k] ? 1 : WEAK_GUESS) / s->w->nominal[k];
    for (int j = 0; j < s->c->unknowns; j++) {
        int order = s->c->required[j];
        int slot = s->c->unknown[j].first + order;
        if (order >= 0 && !s->given[slot])
            s->weight[slot] = WEAKEST_GUESS / s->w->nominal[slot];
    }
    starting_copy(s, s->x, s->guess);
}

/* Of two names of one derivative that both give a guess, the first in the alphabet
 * counts, wherever they are declared. */
static int initial_comes_first(const starting *s, int slot, int v) {
    const dae *d = s->c->system;
    return strcmp(d->variables.at[v].name, d->variables.at[s->giver[slot]].name) < 0;
}

enum { MOST_IGNORED = 3 }; /* names that a note lists */

/* Notes the guesses that say nothing. */
static void note_ignored(const starting *s, const char *list, int count) {
    if (!count)
        return;
    const char *more = count > MOST_IGNORED ? ", ..." : "";
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "%d start value%s not finite and ignored: %s%s", count,
             count == 1 ? " is" : "s are", list, more);
}

/* Reads start values; a fixed one holds against all other names of the same derivative.
 */
static void read_guesses(starting *s, double t) {
    dae *d = s->c->system;
    const char *list = "";
    int ignored = 0;
    for (int v = 0; v < d->variables.count; v++) {
        const variable *named = &d->variables.at[v];
        int slot = starting_slot(s, v);
        if (named->start == NO_EXPR && !named->fixed)
            continue;
        double start = parameter_value(d, named->start, 0);
        if (!isfinite(start) && !named->fixed) {
            if (ignored++ < MOST_IGNORED)
                list = text_join(s->c->arena, list, ", ", named->name);
            continue;
        }
        if (!isfinite(start))
            fail(d->context, INVO_E_MODEL, *named->where,
                 "start value of %s is %g, not a finite number", named->name,
                 isnan(start) ? NAN : start);
        if (s->fixed[slot] && named->fixed && s->guess[slot] != start)
            fail(d->context, INVO_E_INCONSISTENT, *named->where,
                 "%s is fixed at %g, but it equals a derivative that is fixed at %g",
                 named->name, start, s->guess[slot]);
        if (s->fixed[slot] ||
            (s->given[slot] && !named->fixed && !initial_comes_first(s, slot, v)))
            continue;
        s->guess[slot] = start;
        s->given[slot] = 1;
        s->fixed[slot] = (char)named->fixed;
        s->giver[slot] = v;
    }
    s->guess[0] = t;
    note_ignored(s, list, ignored);
    starting_begin(s);
}

/* Terms that cancel to this share of their size are equal. */
static const double CANCELS = 1e-12;

/* An equation too many may leave nothing but parameters and time, as y = x and y = x + 1
 * do: it holds or contradicts the others. */
static void check_rest(const starting *s, const extra *e) {
    completion *c = s->c;
    program rest = program_new(s->w, 1, &e->f);
    double value, size;
    program_run_bound(s->w, &rest, s->x, s->x + c->coordinates, &value, &size);
    if (fabs(value) <= CANCELS * size)
        return;
    equation_list list = {0};
    completion_reasons(c, e->equation, 0, &list);
    fail(c->system->context, INVO_E_INCONSISTENT,
         c->system->equations.at[e->equation].of->where,
         "%s contradict each other: together they imply %.6g = 0",
         completion_labels(c, &list), value);
}

/* Lists initial equations, then declared constraints, which hold at the start, too. */
static void read_conditions(starting *s) {
    completion *c = s->c;
    dae *d = c->system;
    for (int k = 0; k < d->equations.count; k++) {
        const equation *e = &d->equations.at[k];
        if (e->kind != EQUATION_INITIAL)
            continue;
        condition row = {alias_substitute(d, c->alias, e->residual), k, 0};
        int is_empty = completion_stage(c, row.f) < NO_STAGE;
        if (is_empty && is_tuning(d, e->residual))
            continue; /* has done its work */
        if (is_empty)
            fail(d->context, INVO_E_MODEL, e->of->where,
                 "this initial equation contains no unknown: %s",
                 equation_text(d->arena, e));
        LIST_PUSH(c->arena, s->initial, row);
    }
    s->equations = s->initial.count;
    for (int k = 0; k < c->extras.count - c->invariants; k++) {
        condition row = {c->extras.at[k].f, c->extras.at[k].equation, 0};
        if (completion_stage(c, row.f) < NO_STAGE)
            check_rest(s, &c->extras.at[k]);
        LIST_PUSH(c->arena, s->initial, row);
    }
}

/* Rows and free columns at stage k of the unknowns at positions first..last-1 of the
 * block order. */
static void gather_part(starting *s, int k, int first, int last, gathering *to) {
    completion *c = s->c;
    for (int p = first; p < last; p++) {
        int j = c->order[p];
        int order = c->unknown[j].d + k;
        gather_row(to, c, c->unknown[j].row, k, k);
        if (order >= 0 && !s->fixed[completion_jet_slot(c, j, order)])
            LIST_PUSH(c->arena, to->column, completion_jet_slot(c, j, order));
    }
}

/* Rows as they are in a piece of their kinks. */
static const condition *folded_rows(const starting *s, const gathering *g) {
    condition *row = ARENA_ARRAY(s->c->arena, condition, g->row.count + 1);
    for (int k = 0; k < g->row.count; k++) {
        row[k] = g->row.at[k];
        row[k].f = s->fold(s->fold_data, s->c->system->graph, row[k].f);
    }
    return row;
}

/* At an event they are those of the last one, but for values that states are held at. */
static conditions *initial_gathered(starting *s, const gathering *g) {
    condition_set set = gathered(g, s->guess, s->weight);
    set.given = s->given;
    if (s->fold)
        set.row = folded_rows(s, g);
    int is_kept = s->left && s->initial.count == 0 && !s->fold;
    conditions *part = is_kept ? conditions_kept(s->w, &set) : conditions_new(s->w, &set);
    part->is_near = s->is_near;
    return part;
}

/* Initial equations and declared constraints of stages first..last. */
static void gather_initial(const starting *s, int first, int last, gathering *to) {
    for (int k = 0; k < s->initial.count; k++) {
        int stage = completion_stage(s->c, s->initial.at[k].f);
        if (stage >= first && stage <= last)
            LIST_PUSH(s->c->arena, to->row, s->initial.at[k]);
    }
}

/* Everything at stages first..last, initial equations included. */
static gathering gather_stages(starting *s, int first, int last) {
    gathering g = {0};
    for (int k = first; k <= last; k++)
        gather_part(s, k, 0, s->c->unknowns, &g);
    gather_initial(s, first, last, &g);
    return g;
}

/* --- notes --- */

/* "x = 1, y = 2" with an item more. */
static const char *list_value(const starting *s, const char *list, int slot) {
    arena *a = s->c->arena;
    const char *item = arena_print(a, "%s = %.6g", slot_name(s->w, slot), s->x[slot]);
    return text_join(a, list, ", ", item);
}

enum { MOST_MOVED = 6, MOST_FREE = 8 }; /* values that a note lists */

/* Names the branch that was taken from a critical point: the values that moved, and the
 * other one, where one was met. */
static void note_nudge(const starting *s, const conditions *stage) {
    const condition_branch *b = &stage->branch;
    if (!b->is_nudged)
        return;
    const char *list = "";
    const char *other = "";
    for (int k = 0, shown = 0; k < stage->columns && shown < MOST_MOVED; k++) {
        int slot = stage->column[k];
        if (s->x[slot] == s->guess[slot])
            continue;
        list = list_value(s, list, slot);
        shown++;
    }
    /* In a mode, a branch may contradict the conditions that made it. */
    if (b->slot && !s->w->hybrid) {
        const char *name = slot_name(s->w, b->slot);
        other = arena_print(
            s->c->arena,
            "; another branch has %s = %.6g: a start value of %s near that selects it",
            name, b->value, name);
    }
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the start values are a critical point of the equations, or outside their "
             "domain; took "
             "the branch with %s%s",
             list, other);
}

/* Notes a start on the unstable one of several solutions of a loop. */
static void note_feedback(const starting *s, conditions *part) {
    int slot = s->left ? 0 : conditions_turned(part, s->x);
    if (!slot)
        return;
    const char *name = slot_name(s->w, slot);
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the equations of %s have at least two more solutions: at %s = %.6g their "
             "feedback is positive, and the start rests on an unstable equilibrium of "
             "them. A start value of %s nearer to another solution selects that",
             name, name, s->x[slot], name);
}

/* Marks the slots of the top unknowns that f contains. */
static void mark_tops(const starting *s, expr f, char *is_used) {
    graph *g = s->c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(s->c, expr_get(g, leaves.at[k]));
        if (slot >= s->c->coordinates)
            is_used[slot] = 1;
    }
    expr_forget(g, leaves);
}

/* Is one of the top unknowns of block b fixed, or in a row that is marked? */
static int is_block_held(const starting *s, int b, const char *is_used) {
    const completion *c = s->c;
    for (int p = c->block[b]; p < c->block[b + 1]; p++) {
        int slot = c->coordinates + c->order[p];
        if (s->fixed[slot] || is_used[slot])
            return 1;
    }
    return 0;
}

/* A regular block of the top equations adds its size to the rank if no other row contains
 * its top unknowns. From the last block to the first, as only later ones do. */
static void keep_counted(const starting *s, char *is_sure) {
    completion *c = s->c;
    char *is_used = ARENA_ARRAY(c->arena, char, s->slots);
    for (int k = 0; k < s->initial.count; k++)
        mark_tops(s, s->initial.at[k].f, is_used);
    for (int b = c->blocks - 1; b >= 0; b--) {
        is_sure[b] = is_sure[b] && !is_block_held(s, b, is_used);
        for (int p = c->block[b]; p < c->block[b + 1] && !is_sure[b]; p++)
            mark_tops(s, completion_top_row(c, c->unknown[c->order[p]].row).f, is_used);
    }
}

/* Rows and columns of all stages but for those of top equations that are counted. */
static gathering gather_uncounted(starting *s, const char *is_counted) {
    gathering g = {0};
    const completion *c = s->c;
    for (int k = s->lowest; k < 0; k++)
        gather_part(s, k, 0, c->unknowns, &g);
    for (int b = 0; b < c->blocks; b++)
        if (!is_counted[b])
            gather_part(s, 0, c->block[b], c->block[b + 1], &g);
    gather_initial(s, s->lowest, 0, &g);
    return g;
}

/* Columns less rank of all stages: the degrees of freedom that are left. */
static int count_left(starting *s, int (*rank)(conditions *, const double *)) {
    const completion *c = s->c;
    char *is_counted = ARENA_ARRAY(c->arena, char, c->blocks + 1);
    verify_blocks(s->w, s->x, is_counted);
    keep_counted(s, is_counted);
    gathering rest = gather_uncounted(s, is_counted);
    int count = -1; /* time */
    for (int k = 0; k < s->slots; k++)
        count += !s->fixed[k];
    for (int b = 0; b < c->blocks; b++)
        count -= is_counted[b] ? c->block[b + 1] - c->block[b] : 0;
    return rest.row.count ? count - rank(initial_gathered(s, &rest), s->x) : count;
}

/* There, or a little beside. */
static int count_free(starting *s) {
    return count_left(s, conditions_rank_around);
}

/* The same without fixed values and initial equations. */
static int count_all(const starting *s) {
    assert(s->equations <= s->initial.count);
    starting bare = *s;
    bare.fixed = ARENA_ARRAY(s->c->arena, char, s->slots);
    if (s->equations)
        bare.initial.at += s->equations;
    bare.initial.count -= s->equations;
    return count_free(&bare);
}

/* Is nothing fixed, and no initial equation there? */
static int is_bare(const starting *s) {
    return !s->equations && !memchr(s->fixed, 1, (size_t)s->slots);
}

/* The rank of more columns takes longer than the note is worth. */
enum { LARGEST_COUNT = 600 };

/* The coordinates of a note are found one by one, each by a rank. */
enum { LARGEST_NAMED = 120 };

/* The dimension that is left at this very point. */
static int count_here(starting *s) {
    return count_left(s, conditions_rank);
}

/* Fixes `count` coordinates of *s that could be fixed here, as far as a note has room:
 * those without a start value first, whose values nobody gave. Returns how many. */
static int fix_chosen(starting *s, int count) {
    int listed = 0;
    int left = count_here(s);
    for (int given = 0; given < 2; given++)
        for (int k = 1; k < s->c->coordinates && listed < count && listed < MOST_FREE;
             k++) {
            if (s->fixed[k] || (s->given[k] != 0) != given)
                continue;
            s->fixed[k] = 1;
            const int less = count_here(s);
            s->fixed[k] = less < left;
            listed += less < left;
            left = less < left ? less : left;
        }
    return listed;
}

/* Lists what was chosen in the order of coordinates. */
static const char *list_chosen(const starting *s, int count) {
    const char *list = "";
    starting other = *s;
    other.fixed = ARENA_ARRAY(s->c->arena, char, s->slots);
    memcpy(other.fixed, s->fixed, (size_t)s->slots);
    const int listed = fix_chosen(&other, count);
    for (int k = 1; k < s->c->coordinates; k++)
        if (other.fixed[k] && !s->fixed[k])
            list = list_value(s, list, k);
    return listed && listed < count ? text_join(s->c->arena, list, ", ", "...") : list;
}

/* What was free and how it was chosen. */
static void initial_note_choice(starting *s) {
    if (s->slots > LARGEST_COUNT)
        return;
    const int count = count_free(s);
    if (count <= 0)
        return;
    const int all = is_bare(s) ? count : count_all(s);
    const char *list = s->slots > LARGEST_NAMED ? "" : list_chosen(s, count);
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "%d of %d degrees of freedom %s not fixed by the model; started nearest to "
             "the guesses%s%s",
             count, all, count == 1 ? "is" : "are", *list ? ", with " : "", list);
}

/* --- solving --- */

static int has_initial_equation(const starting *s, int stage) {
    for (int k = 0; k < s->initial.count; k++)
        if (completion_stage(s->c, s->initial.at[k].f) == stage)
            return 1;
    return 0;
}

int starting_solve_part(starting *s, const gathering *g) {
    arena *own = completion_borrow(s->c);
    conditions *part = initial_gathered(s, g);
    int solved = conditions_solve(part, s->x);
    if (solved) {
        note_nudge(s, part);
        note_feedback(s, part);
    }
    if (!solved && !s->failed) {
        s->failed = part;
        starting_copy(s, s->failed_at, s->x);
        s->c->arena = own; /* the message needs the rest */
        return 0;
    }
    completion_release(s->c, own);
    return solved;
}

/* Block b at stage k, given the ones before. */
static int initial_solve_block(starting *s, int k, int b) {
    completion *c = s->c;
    gathering g = {0};
    gather_part(s, k, c->block[b], c->block[b + 1], &g);
    return !g.row.count || starting_solve_part(s, &g);
}

/* Is one of these top unknowns fixed? */
static int is_any_fixed(const starting *s, int count, const int *unknown) {
    for (int k = 0; k < count; k++)
        if (s->fixed[s->c->coordinates + unknown[k]])
            return 1;
    return 0;
}

/* Top unknowns that closed formulas give. Not where one of them is fixed. */
static int initial_run_formulas(starting *s, int number) {
    const invo_system *w = &s->w->system;
    double *z = s->x + s->c->coordinates;
    const invo_block *run = &w->blocks.at[number];
    if (run->size || is_any_fixed(s, run->pattern.columns, run->unknown))
        return 0;
    w->blocks.equations(w->self, number, s->x, z, NULL, NULL);
    for (int k = 0; k < run->pattern.columns; k++)
        if (!isfinite(z[run->unknown[k]]))
            return 0;
    return 1;
}

/* A large block of top equations. Not where one of its unknowns is fixed, or where it is
 * singular. */
static int solve_large(starting *s, int b) {
    int number = linear_block_find(s->w, b);
    if (number < 0)
        return 0;
    const invo_block *block = &s->w->system.blocks.at[number];
    if (is_any_fixed(s, block->size, block->unknown))
        return 0;
    arena *scratch = arena_child(s->c->arena);
    double *z = ARENA_ARRAY(scratch, double, block->size);
    int solved = linear_block_solve(s->w, number, s->x, z);
    for (int k = 0; k < block->size && solved; k++)
        s->x[s->c->coordinates + block->unknown[k]] = z[k];
    arena_free(scratch);
    return solved;
}

/* Stage k block by block. Returns whether all could be solved. At the top, runs of scalar
 * equations are taken at once. */
static int solve_blocks(starting *s, int k) {
    if (has_initial_equation(s, k))
        return 0;
    for (int b = 0, number = 0; b < s->c->blocks; number++) {
        const invo_block *block = k ? NULL : &s->w->system.blocks.at[number];
        int end = b + (block && block->size == 0 ? block->pattern.columns : 1);
        int is_literal = block && !s->fold;
        if (is_literal && (initial_run_formulas(s, number) || solve_large(s, b)))
            b = end;
        for (; b < end; b++)
            if (!initial_solve_block(s, k, b))
                return 0;
    }
    return 1;
}

/* Solves a gathering from the guesses of its columns: in order, then at once. At an event
 * the values are near, and the structure is not worth its cost. */
static int solve_gathered(starting *s, const gathering *g) {
    invo_context *context = s->c->system->context;
    size_t said = context->message_size;
    for (int is_ordered = !s->left; is_ordered >= 0; is_ordered--) {
        for (int j = 0; j < g->column.count; j++)
            s->x[g->column.at[j]] = s->guess[g->column.at[j]];
        if (is_ordered ? ordered_solve(s, g) : starting_solve_part(s, g))
            return 1;
        forget_notes(context, said);
    }
    return 0;
}

/* Stage k as a whole: values are fixed in one block that others must follow. */
static int solve_stage(starting *s, int k) {
    gathering stage = gather_stages(s, k, k);
    return !stage.row.count || solve_gathered(s, &stage);
}

static int solve_all(starting *s) {
    gathering all = gather_stages(s, s->lowest, 0);
    return solve_gathered(s, &all);
}

/* Stage k in its blocks, else as a whole; notes of what failed are forgotten. */
static int solve_one(starting *s, int k) {
    invo_context *context = s->c->system->context;
    size_t said = context->message_size;
    s->failed = NULL;
    if (solve_blocks(s, k))
        return 1;
    forget_notes(context, said);
    return solve_stage(s, k);
}

int starting_solve_stages(starting *s) {
    assert(s->lowest <= 0);
    invo_context *context = s->c->system->context;
    size_t said = context->message_size;
    for (int k = s->lowest; k <= 0; k++)
        if (!solve_one(s, k)) {
            forget_notes(context, said);
            return 0;
        }
    return 1;
}

/* --- beside a pole --- */

/* Marks the leaves of f that may move and are at the lowest stage of all that are marked,
 * and takes the mark off others; returns that stage. */
static int mark_lowest(const starting *s, expr f, int lowest, char *is_marked) {
    graph *g = s->c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(s->c, expr_get(g, leaves.at[k]));
        int is_free = slot > 0 && !s->fixed[slot];
        int stage = is_free ? completion_stage(s->c, leaves.at[k]) : 0;
        if (stage < lowest) {
            memset(is_marked, 0, (size_t)s->slots);
            lowest = stage;
        }
        if (stage < 0 && stage == lowest)
            is_marked[slot] = 1;
    }
    expr_forget(g, leaves);
    return lowest;
}

/* Marks what the top equations that have no value at the point depend on; returns how
 * many slots that are. */
static int mark_poles(starting *s, char *is_marked) {
    completion *c = s->c;
    arena *scratch = arena_child(c->arena);
    expr *f = ARENA_ARRAY(scratch, expr, c->rows + 1);
    double *value = ARENA_ARRAY(scratch, double, c->rows + 1);
    int lowest = 0; /* the top unknowns are what is solved for */
    int count = 0;
    for (int i = 0; i < c->rows; i++)
        f[i] = completion_top(c, i);
    program all = program_new(s->w, c->rows, f);
    program_run(s->w, &all, s->failed_at, s->failed_at + c->coordinates, value);
    for (int i = 0; i < c->rows; i++)
        if (!isfinite(value[i]))
            lowest = mark_lowest(s, f[i], lowest, is_marked);
    for (int k = 0; k < s->slots; k++)
        count += is_marked[k];
    arena_free(scratch);
    return count;
}

static void note_pole(const starting *s, const double *guess, const char *is_marked,
                      int count) {
    const char *list = "";
    for (int k = 1, shown = 0; k < s->slots && shown < MOST_MOVED; k++)
        if (is_marked[k] && s->x[k] != guess[k]) {
            list = list_value(s, list, k);
            shown++;
        }
    diagnose(s->c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the equations have no finite value at the start values; moved %d of these, "
             "and started with %s%s",
             count, list, count > MOST_MOVED ? ", ..." : "");
}

/* Smaller systems are solved at once, which moves as little as possible. */
enum { LARGEST_AT_ONCE = 200 };

/* Positions may satisfy their own equations and be a pole of the others, as charges that
 * sit on each other: moves the guesses of those positions and solves the stages from
 * there. All stages at once would look for a way through the pole. */
static int solve_beside(starting *s) {
    invo_context *context = s->c->system->context;
    size_t said = context->message_size;
    conditions *failed = s->failed;
    if (s->left || !failed || s->slots <= LARGEST_AT_ONCE)
        return 0;
    char *is_marked = ARENA_ARRAY(s->c->arena, char, s->slots);
    int count = mark_poles(s, is_marked);
    if (!count)
        return 0;
    double *guess = ARENA_ARRAY(s->c->arena, double, s->slots);
    double *at = ARENA_ARRAY(s->c->arena, double, s->slots);
    starting_copy(s, guess, s->guess);
    starting_copy(s, at, s->failed_at);
    for (int k = 1; k < s->slots; k++)
        if (is_marked[k])
            s->guess[k] = conditions_nudged(s->w, k, guess[k]);
    starting_copy(s, s->x, s->guess);
    int solved = starting_solve_stages(s);
    starting_copy(s, s->guess, guess);
    if (solved) {
        note_pole(s, guess, is_marked, count);
        return 1;
    }
    forget_notes(context, said);
    s->failed = failed;
    starting_copy(s, s->failed_at, at);
    return 0;
}

int starting_solve(starting *s) {
    return starting_solve_stages(s) || solve_beside(s) || solve_all(s);
}

/* An initial equation for one value alone, linear in it, gives the guess of that value.
 * Returns whether it is one. */
static int initial_guess_from(starting *s, const condition *row) {
    completion *c = s->c;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, row->f);
    int only = -1;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        if (slot == 0)
            continue; /* time */
        if (slot < 0 || only > 0 ||
            completion_stage(c, expr_partial(g, row->f, leaves.at[k])) >= NO_STAGE)
            return 0;
        only = slot;
    }
    if (only < 0 || s->fixed[only])
        return 0;
    condition_set one = {1, row, 1, &only, s->guess, s->weight, NULL};
    if (!conditions_solve(conditions_new(s->w, &one), s->x))
        return 0;
    s->guess[only] = s->x[only];
    return 1;
}

/* From the guesses no point was found: the equations may have several roots, and the
 * initial equations decide which one is meant. */
static int solve_from_equations(starting *s) {
    conditions *failed = s->failed;
    double *at = ARENA_ARRAY(s->c->arena, double, s->slots);
    int any = 0;
    starting_copy(s, at, s->failed_at);
    starting_begin(s);
    for (int k = 0; k < s->equations; k++)
        any |= initial_guess_from(s, &s->initial.at[k]);
    starting_begin(s);
    if (any && starting_solve(s))
        return 1;
    s->failed = failed;
    s->failed_at = at;
    return 0;
}

/* --- points --- */

void point_copy(const completion *c, const double *u, const double *z, double *x) {
    assert(u && (z || c->unknowns == 0));
    memcpy(x, u, sizeof *x * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(x + c->coordinates, z, sizeof *x * (size_t)c->unknowns);
}

void point_read(const lowered *w, double *x) {
    point_copy(w->completion, w->start, w->top, x);
}

void point_write(lowered *w, const double *x) {
    const completion *c = w->completion;
    assert(w->start && (w->top || c->unknowns == 0));
    memcpy(w->start, x, sizeof *x * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(w->top, x + c->coordinates, sizeof *x * (size_t)c->unknowns);
}

double point_jet(const completion *c, const double *u, const double *z, int v,
                 int order) {
    assert(v >= 0 && v < c->system->variables.count && order >= 0);
    int j = c->alias[v].unknown;
    int l = c->alias[v].order + order;
    if (l > c->unknown[j].d)
        return NAN;
    return l < c->unknown[j].d ? u[c->unknown[j].first + l] : z[j];
}

void starting_keep(const starting *s) {
    assert(s->slots == completion_slots(s->c));
    point_write(s->w, s->x);
    lowered_keep_invariants(s->w, s->w->start);
}

void initial_point(lowered *w, double t) {
    assert(isfinite(t));
    arena *own = completion_borrow(w->completion);
    starting s = starting_new(w, NULL);
    read_guesses(&s, t);
    read_conditions(&s);
    if (!starting_solve(&s) && !solve_from_equations(&s))
        starting_fail(&s);
    starting_keep(&s);
    initial_note_choice(&s);
    completion_release(w->completion, own);
}
