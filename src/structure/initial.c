/* SPDX-License-Identifier: BSD-3-Clause */
/* Consistent initial values, stage by stage (DESIGN, section 2).
 *
 * Stage k = -K .. 0 solves F_i^(c_i + k) = 0 for y_j^(d_j + k); an initial equation
 * belongs to the highest stage among its jets. Where a stage has no solution, because
 * values are fixed at a higher level, all stages are solved at once. */
#include "initial.h"
#include <math.h>
#include <string.h>
#include "alias.h"
#include "linear_block.h"
#include "tune.h"

/* A start value that nobody gave is a weaker wish than one that somebody did. */
static const double WEAK_GUESS = 0.01;
/* And one of what follows from others anyway hardly any (completion.required). */
static const double WEAKEST_GUESS = 1e-7;

typedef struct starting {
    lowered *w;
    double *x, *guess, *weight; /* [coordinates + unknowns] */
    char *fixed, *given;        /* the same */
    int *giver;                 /* the same: the variable whose start value it is */
    conditions *failed; /* the first part that had no solution, and the point there */
    double *failed_at;
    int lowest;              /* first stage, <= 0 */
    LIST(condition) initial; /* initial equations and declared constraints */
    int equations;           /* how many of these are the former */
    const left_side *left;   /* NULL: this is the start of a run */
} starting;

static int initial_slot_of(const completion *c, int j, int order) {
    const jet_unknown *y = &c->unknown[j];
    return order < y->d ? y->first + order : c->coordinates + j;
}

static void initial_make_room(starting *s) {
    completion *c = s->w->completion;
    int slots = c->coordinates + c->unknowns;
    s->x = ARENA_ARRAY(c->arena, double, slots);
    s->guess = ARENA_ARRAY(c->arena, double, slots);
    s->weight = ARENA_ARRAY(c->arena, double, slots);
    s->fixed = ARENA_ARRAY(c->arena, char, slots);
    s->given = ARENA_ARRAY(c->arena, char, slots);
    s->giver = ARENA_ARRAY(c->arena, int, slots);
    s->failed_at = ARENA_ARRAY(c->arena, double, slots);
}

/* Weights by what is known, and the guess as first point. */
static void begin_at_guess(starting *s) {
    const completion *c = s->w->completion;
    int slots = c->coordinates + c->unknowns;
    for (int k = 0; k < slots; k++)
        s->weight[k] = (s->given[k] ? 1 : WEAK_GUESS) / s->w->nominal[k];
    for (int j = 0; j < c->unknowns; j++) {
        int slot = c->required[j] < 0 ? -1 : c->unknown[j].first + c->required[j];
        if (slot >= 0 && !s->given[slot])
            s->weight[slot] = WEAKEST_GUESS / s->w->nominal[slot];
    }
    memcpy(s->x, s->guess, sizeof *s->x * (size_t)slots);
}

/* Of two names of one derivative that both give a guess, the first in the alphabet
 * counts, wherever they are declared. */
static int initial_comes_first(const starting *s, int slot, int v) {
    const dae *d = s->w->completion->system;
    return strcmp(d->variables.at[v].name, d->variables.at[s->giver[slot]].name) < 0;
}

static void read_guesses(starting *s, double t) {
    completion *c = s->w->completion;
    dae *d = c->system;
    for (int v = 0; v < d->variables.count; v++) {
        const variable *named = &d->variables.at[v];
        int slot = initial_slot_of(c, c->alias[v].unknown, c->alias[v].order);
        if (named->start == NO_EXPR && !named->fixed)
            continue;
        double start = parameter_value(d, named->start, 0);
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
    begin_at_guess(s);
}

/* An equation too many may leave nothing but parameters and time, as y = x and y = x + 1
 * do: it holds or contradicts the others. */
static void check_rest(const starting *s, const extra *e) {
    completion *c = s->w->completion;
    program rest = program_new(s->w, 1, &e->f);
    double value, size;
    program_run_bound(s->w, &rest, s->x, s->x + c->coordinates, &value, &size);
    if (fabs(value) <= 1e-12 * size)
        return;
    equation_list list = {0};
    completion_reasons(c, e->equation, 0, &list);
    fail(c->system->context, INVO_E_INCONSISTENT,
         c->system->equations.at[e->equation].of->where,
         "%s contradict each other: together they say %.6g = 0",
         completion_labels(c, &list), value);
}

static void read_conditions(starting *s) {
    completion *c = s->w->completion;
    dae *d = c->system;
    for (int k = 0; k < d->equations.count; k++) {
        const equation *e = &d->equations.at[k];
        if (e->kind != EQUATION_INITIAL)
            continue;
        condition row = {alias_substitute(d, c->alias, e->residual), k, 0};
        if (completion_stage(c, row.f) < -100000) {
            if (is_tuning(d, e->residual))
                continue; /* has done its work */
            fail(d->context, INVO_E_MODEL, e->of->where,
                 "this initial equation contains no unknown: %s",
                 equation_text(d->arena, e));
        }
        LIST_PUSH(c->arena, s->initial, row);
    }
    s->equations = s->initial.count;
    for (int k = 0; k < c->extras.count - c->invariants; k++) {
        condition row = {c->extras.at[k].f, c->extras.at[k].equation, 0};
        if (completion_stage(c, row.f) < -100000)
            check_rest(s, &c->extras.at[k]);
        LIST_PUSH(c->arena, s->initial, row);
    }
    for (int j = 0; j < c->unknowns; j++)
        if (-c->unknown[j].d < s->lowest)
            s->lowest = -c->unknown[j].d;
}

typedef struct gathering {
    LIST(condition) row;
    LIST(int) column;
} gathering;

/* Rows and free columns at stage k of the unknowns at positions first..last-1 of the
 * block order. */
static void gather_part(starting *s, int k, int first, int last, gathering *to) {
    completion *c = s->w->completion;
    for (int p = first; p < last; p++) {
        int j = c->order[p];
        int order = c->unknown[j].d + k;
        const jet_row *r = &c->row[c->unknown[j].row];
        if (r->c + k >= 0) {
            condition f = {r->derivative[r->c + k], r->equation, r->c + k};
            LIST_PUSH(c->arena, to->row, f);
        }
        if (order >= 0 && !s->fixed[initial_slot_of(c, j, order)])
            LIST_PUSH(c->arena, to->column, initial_slot_of(c, j, order));
    }
}

/* At an event they are those of the last one, but for values that states are held at. */
static conditions *initial_gathered(starting *s, const gathering *g) {
    if (s->left && s->initial.count == 0)
        return conditions_kept(s->w, g->row.count, g->row.at, g->column.count,
                               g->column.at, s->guess, s->weight, s->given);
    return conditions_new_given(s->w, g->row.count, g->row.at, g->column.count,
                                g->column.at, s->guess, s->weight, s->given);
}

/* Everything at stages first..last, initial equations included; NULL if there is nothing.
 */
static conditions *gather_stages(starting *s, int first, int last) {
    completion *c = s->w->completion;
    gathering g = {0};
    for (int k = first; k <= last; k++)
        gather_part(s, k, 0, c->unknowns, &g);
    for (int k = 0; k < s->initial.count; k++) {
        int stage = completion_stage(c, s->initial.at[k].f);
        if (stage >= first && stage <= last)
            LIST_PUSH(c->arena, g.row, s->initial.at[k]);
    }
    return g.row.count ? initial_gathered(s, &g) : NULL;
}

/* "x = 1 (fixed), y = 0" for the jets of an expression. */
static const char *list_values(const starting *s, expr f) {
    completion *c = s->w->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    const char *list = "";
    for (int k = 0; k < leaves.count && k < 8; k++) {
        const expr_node *leaf = expr_get(g, leaves.at[k]);
        int slot = completion_slot(c, leaf);
        const char *name =
            leaf->op == OP_TIME
                ? "time"
                : completion_name(c, c->alias[leaf->variable].unknown, leaf->order);
        double value = isnan(s->x[slot]) ? NAN : s->x[slot]; /* never "-nan" */
        const char *how = s->fixed[slot] ? " (fixed)" : "";
        list = arena_print(c->arena, "%s%s%s = %.6g%s", list, *list ? ", " : "", name,
                           value, s->left ? "" : how);
    }
    return list;
}

enum { MOST_ROWS = 40 }; /* of a set that is searched for a smallest conflict */

/* Rows of a set without solution such that all but any one of them have one: leaves out a
 * row after the other and keeps out those that change nothing. The last `count` are in
 * `kept`. */
static int smallest_conflict(starting *s, const conditions *all, int *kept) {
    completion *c = s->w->completion;
    size_t size = sizeof(double) * (size_t)(c->coordinates + c->unknowns);
    double *x = arena_alloc(c->arena, size);
    int count = all->rows;
    for (int i = 0; i < count; i++)
        kept[i] = i;
    for (int out = 0; out < count && all->rows <= MOST_ROWS;) {
        condition *row = ARENA_ARRAY(c->arena, condition, count);
        for (int i = 0, m = 0; i < count; i++)
            if (i != out)
                row[m++] = all->row[kept[i]];
        conditions *rest = conditions_new(s->w, count - 1, row, all->columns, all->column,
                                          s->guess, s->weight);
        rest->is_quick = 1;
        memcpy(x, s->failed_at, size);
        if (conditions_solve(rest, x))
            out++;
        else
            memmove(kept + out, kept + out + 1, sizeof *kept * (size_t)(--count - out));
    }
    return count;
}

/* "a, b and c" of the equations in the conflict, and of those behind them. */
static const char *list_conflict(const starting *s, const conditions *all,
                                 const int *kept, int count, int *equations_named) {
    completion *c = s->w->completion;
    equation_list list = {0};
    for (int i = 0; i < count; i++)
        completion_reasons(c, all->row[kept[i]].equation, all->row[kept[i]].level, &list);
    *equations_named = list.count;
    return completion_labels(c, &list);
}

static const char *what_to_try(const starting *s) {
    int slots = s->w->completion->coordinates + s->w->completion->unknowns;
    int fixed = 0;
    if (s->left)
        return "set values that fit with reinit(...), or stop before it";
    for (int k = 0; k < slots; k++)
        fixed |= s->fixed[k];
    if (fixed)
        return "drop `fixed` from one of them, or give other values";
    if (s->initial.count)
        return "drop one of the conditions";
    return "give start values nearer to a solution, if there is one";
}

/* Do the rows in `kept` have a solution when the slots in `freed` may move, too? */
static int is_solvable(starting *s, const conditions *all, const int *kept, int count,
                       const char *freed) {
    completion *c = s->w->completion;
    int slots = c->coordinates + c->unknowns;
    int columns = all->columns;
    int *column = ARENA_ARRAY(c->arena, int, slots + columns);
    condition *row = ARENA_ARRAY(c->arena, condition, count);
    double *x = ARENA_ARRAY(c->arena, double, slots);
    if (columns)
        memcpy(column, all->column, sizeof *column * (size_t)columns);
    for (int k = 1; k < slots; k++)
        if (freed[k])
            column[columns++] = k;
    for (int i = 0; i < count; i++)
        row[i] = all->row[kept[i]];
    memcpy(x, s->failed_at, sizeof *x * (size_t)slots);
    conditions *part =
        conditions_new(s->w, count, row, columns, column, s->guess, s->weight);
    part->is_quick = 1;
    return conditions_solve(part, x);
}

static const char *name_slot(const starting *s, int slot) {
    completion *c = s->w->completion;
    if (slot < c->coordinates)
        return s->w->system.coordinate[slot].name;
    int j = slot - c->coordinates;
    return completion_name(c, j, c->unknown[j].d);
}

/* "x and y are fixed, but only 1 of them is free: " for a smallest set of fixed values
 * that the rows in `kept` contradict; "" where there is none. */
static const char *fixed_conflict(starting *s, const conditions *all, const int *kept,
                                  int count) {
    completion *c = s->w->completion;
    int slots = c->coordinates + c->unknowns;
    int left = 0;
    int shown = 0;
    char *freed = ARENA_ARRAY(c->arena, char, slots);
    for (int k = 1; k < slots && count <= MOST_ROWS; k++)
        freed[k] = s->fixed[k];
    if (count > MOST_ROWS || !is_solvable(s, all, kept, count, freed))
        return "";
    memset(freed, 0, (size_t)slots);
    for (int k = 1; k < slots; k++) {
        if (!s->fixed[k])
            continue;
        freed[k] = 1;
        if (is_solvable(s, all, kept, count, freed)) {
            freed[k] = 0;
            left++;
        }
    }
    const char *list = "";
    for (int k = 1; k < slots && left > 1; k++) {
        if (!s->fixed[k] || freed[k])
            continue;
        const char *name = name_slot(s, k);
        shown++;
        list = arena_print(c->arena, "%s%s%s", list,
                           shown == 1      ? ""
                           : shown == left ? " and "
                                           : ", ",
                           name);
    }
    return left < 2 ? ""
                    : arena_print(c->arena,
                                  "%s are fixed, but only %d of them %s free: ", list,
                                  left - 1, left == 2 ? "is" : "are");
}

/* Does f contain an unknown for which no value was found? Then a matrix was singular. */
static int has_undetermined(const starting *s, expr f) {
    const completion *c = s->w->completion;
    expr_leaves leaves = expr_depends(c->system->graph, f);
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(c->system->graph, leaves.at[k]));
        if (slot >= 0 && isnan(s->x[slot]))
            return 1;
    }
    return 0;
}

static _Noreturn void fail_conditions(starting *s) {
    completion *c = s->w->completion;
    dae *d = c->system;
    conditions *all = s->failed;
    double value = NAN;
    memcpy(s->x, s->failed_at, sizeof *s->x * (size_t)(c->coordinates + c->unknowns));
    int worst = conditions_worst(all, s->x, &value);
    int *kept = ARENA_ARRAY(c->arena, int, all->rows);
    const condition *row = &all->row[worst < 0 ? 0 : worst];
    place where = d->equations.at[row->equation].of->where;
    const char *label = equation_label(d, row->equation);
    const char *values = list_values(s, row->f);
    const char *when = "";
    if (s->left)
        when = arena_print(c->arena, "t = %.10g: after the event, ", s->left->t);
    if (!isfinite(value))
        fail(d->context,
             has_undetermined(s, row->f) ? INVO_E_SINGULAR : INVO_E_INCONSISTENT, where,
             "%s%s%s has no finite value%s, where %s; %s", when,
             completion_level_text(c, row->level), label, s->left ? "" : " at the start",
             values, s->left ? what_to_try(s) : "give other start values");
    int count = smallest_conflict(s, all, kept);
    int named;
    const char *conflict = list_conflict(s, all, kept, count, &named);
    const char *fixed = fixed_conflict(s, all, kept, count);
    if (named > 1)
        fail(d->context, INVO_E_INCONSISTENT, where,
             "%sno consistent %svalues found: %s%s contradict each other; nearest, "
             "%s%s leaves %.6g, where %s; %s",
             when, s->left ? "" : "initial ", fixed, conflict,
             completion_level_text(c, row->level), label, value, values, what_to_try(s));
    fail(d->context, INVO_E_INCONSISTENT, where,
         "%sno consistent %svalues found: %s%s%s leaves %.6g, where %s; %s", when,
         s->left ? "" : "initial ", fixed, completion_level_text(c, row->level), label,
         value, values, what_to_try(s));
}

/* Names the branch that was taken from a critical point: the values that moved, and the
 * other one, where one was met. */
static void note_nudge(const starting *s, const conditions *stage) {
    completion *c = s->w->completion;
    if (!stage->nudged)
        return;
    const char *list = "";
    const char *other = "";
    for (int k = 0, shown = 0; k < stage->columns && shown < 6; k++) {
        int slot = stage->column[k];
        if (s->x[slot] == s->guess[slot])
            continue;
        list = arena_print(c->arena, "%s%s%s = %.6g", list, shown++ ? ", " : "",
                           name_slot(s, slot), s->x[slot]);
    }
    /* In a mode, a branch may contradict the conditions that made it. */
    if (stage->branch_slot && !s->w->hybrid) {
        const char *name = name_slot(s, stage->branch_slot);
        other = arena_print(c->arena,
                            "; another branch has %s = %.6g: a start value of %s near "
                            "that chooses it",
                            name, stage->branch_value, name);
    }
    diagnose(c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "the start values are a critical point of the equations, or outside their "
             "domain; took "
             "the branch with %s%s",
             list, other);
}

/* Columns less rank of all stages: the degrees of freedom that are left. The rank is
 * taken at the start and a little beside it, where a fixed value that only touches a
 * constraint counts as well. */
static int count_free(starting *s) {
    completion *c = s->w->completion;
    conditions *all = gather_stages(s, s->lowest, 0);
    int slots = c->coordinates + c->unknowns;
    int rank = all ? conditions_rank(all, s->x) : 0;
    double *beside = ARENA_ARRAY(c->arena, double, slots);
    for (int k = 0; k < slots; k++)
        beside[k] = s->x[k] + (k ? 1e-3 * (1 + k % 7) * s->w->nominal[k] : 0);
    int other = all ? conditions_rank(all, beside) : 0;
    int columns = 0;
    for (int k = 1; k < slots; k++)
        columns += !s->fixed[k];
    return columns - (other > rank ? other : rank);
}

/* The same without fixed values and initial equations. */
static int count_all(const starting *s) {
    completion *c = s->w->completion;
    starting bare = *s;
    bare.fixed = ARENA_ARRAY(c->arena, char, c->coordinates + c->unknowns);
    memset(&bare.initial, 0, sizeof bare.initial);
    for (int k = 0; k < s->initial.count; k++)
        if (c->system->equations.at[s->initial.at[k].equation].kind != EQUATION_INITIAL)
            LIST_PUSH(c->arena, bare.initial, s->initial.at[k]);
    return count_free(&bare);
}

/* The rank of more columns takes longer than the note is worth. */
enum { LARGEST_COUNT = 600 };

/* What was free and how it was chosen. */
static void initial_note_choice(starting *s) {
    completion *c = s->w->completion;
    if (c->coordinates + c->unknowns > LARGEST_COUNT)
        return;
    int count = count_free(s);
    int shown = 0;
    int listed = 0;
    if (count <= 0)
        return;
    const char *list = "";
    for (int k = 1; k < c->coordinates; k++) {
        if (s->fixed[k])
            continue;
        if (listed++ >= 8)
            continue;
        list = arena_print(c->arena, "%s%s%s = %.6g", list, shown++ ? ", " : "",
                           s->w->system.coordinate[k].name, s->x[k]);
    }
    diagnose(c->system->context, SEVERITY_NOTE, INVO_OK, nowhere,
             "%d of %d degrees of freedom are not fixed by the model; started nearest to "
             "the guesses, "
             "with %s%s",
             count, count_all(s), list, listed > 8 ? ", ..." : "");
}

static int has_initial_equation(const starting *s, int stage) {
    for (int k = 0; k < s->initial.count; k++)
        if (completion_stage(s->w->completion, s->initial.at[k].f) == stage)
            return 1;
    return 0;
}

/* Keeps the first failure for the message; returns 0. */
static int note_failure(starting *s, conditions *part) {
    completion *c = s->w->completion;
    if (s->failed)
        return 0;
    s->failed = part;
    memcpy(s->failed_at, s->x, sizeof *s->x * (size_t)(c->coordinates + c->unknowns));
    return 0;
}

/* Block b at stage k, given the ones before. */
static int initial_solve_block(starting *s, int k, int b) {
    completion *c = s->w->completion;
    gathering g = {0};
    arena *own = completion_borrow(c);
    gather_part(s, k, c->block[b], c->block[b + 1], &g);
    if (g.row.count) {
        conditions *block = initial_gathered(s, &g);
        if (!conditions_solve(block, s->x)) { /* the message needs it */
            c->arena = own;
            return note_failure(s, block);
        }
        note_nudge(s, block);
    }
    completion_release(c, own);
    return 1;
}

/* Top unknowns that closed formulas give. Not where one of them is fixed. */
static int initial_run_formulas(starting *s, int number) {
    const invo_system *w = &s->w->system;
    int coordinates = s->w->completion->coordinates;
    const invo_block *run = &w->block[number];
    if (run->size)
        return 0;
    for (int k = 0; k < run->pattern.columns; k++)
        if (s->fixed[coordinates + run->unknown[k]])
            return 0;
    w->block_equations(w->self, number, s->x, s->x + coordinates, NULL, NULL);
    for (int k = 0; k < run->pattern.columns; k++)
        if (!isfinite(s->x[coordinates + run->unknown[k]]))
            return 0;
    return 1;
}

/* A large block of top equations. Not where one of its unknowns is fixed, or where it is
 * singular. */
static int solve_large(starting *s, int b) {
    completion *c = s->w->completion;
    int number = linear_block_find(s->w, b);
    int solved;
    if (number < 0)
        return 0;
    const invo_block *block = &s->w->system.block[number];
    for (int k = 0; k < block->size; k++)
        if (s->fixed[c->coordinates + block->unknown[k]])
            return 0;
    arena *scratch = arena_child(c->arena);
    double *z = ARENA_ARRAY(scratch, double, block->size);
    solved = linear_block_solve(s->w, number, s->x, z);
    for (int k = 0; k < block->size && solved; k++)
        s->x[c->coordinates + block->unknown[k]] = z[k];
    arena_free(scratch);
    return solved;
}

/* Stage k block by block. Returns whether all could be solved. At the top, runs of scalar
 * equations are taken at once. */
static int solve_blocks(starting *s, int k) {
    completion *c = s->w->completion;
    if (has_initial_equation(s, k))
        return 0;
    for (int b = 0, number = 0; b < c->blocks; number++) {
        const invo_block *block = k ? NULL : &s->w->system.block[number];
        int end = b + (block && block->size == 0 ? block->pattern.columns : 1);
        if (block && (initial_run_formulas(s, number) || solve_large(s, b)))
            b = end;
        for (; b < end; b++)
            if (!initial_solve_block(s, k, b))
                return 0;
    }
    return 1;
}

/* Stage k as a whole: values are fixed in one block that others must follow. */
static int solve_stage(starting *s, int k) {
    completion *c = s->w->completion;
    conditions *stage = gather_stages(s, k, k);
    if (!stage)
        return 1;
    for (int j = 0; j < c->unknowns; j++)
        if (c->unknown[j].d + k >= 0) {
            int slot = initial_slot_of(c, j, c->unknown[j].d + k);
            s->x[slot] = s->guess[slot];
        }
    if (!conditions_solve(stage, s->x))
        return note_failure(s, stage);
    note_nudge(s, stage);
    return 1;
}

static int solve_all(starting *s) {
    completion *c = s->w->completion;
    conditions *all = gather_stages(s, s->lowest, 0);
    memcpy(s->x, s->guess, sizeof *s->x * (size_t)(c->coordinates + c->unknowns));
    if (!conditions_solve(all, s->x))
        return 0;
    note_nudge(s, all);
    return 1;
}

/* Stage by stage, or all at once; 0 where there is no solution. */
static int solve_stages(starting *s) {
    for (int k = s->lowest; k <= 0; k++) {
        s->failed = NULL;
        if (!solve_blocks(s, k) && !solve_stage(s, k))
            return solve_all(s);
    }
    return 1;
}

/* An initial equation for one value alone, linear in it, gives the guess of that value.
 * Returns whether it is one. */
static int initial_guess_from(starting *s, const condition *row) {
    completion *c = s->w->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, row->f);
    int only = -1;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        if (slot == 0)
            continue; /* time */
        if (slot < 0 || only > 0 ||
            completion_stage(c, expr_partial(g, row->f, leaves.at[k])) >= -100000)
            return 0;
        only = slot;
    }
    if (only < 0 || s->fixed[only])
        return 0;
    if (!conditions_solve(conditions_new(s->w, 1, row, 1, &only, s->guess, s->weight),
                          s->x))
        return 0;
    s->guess[only] = s->x[only];
    return 1;
}

/* From the guesses no point was found: the equations may have several roots, and the
 * initial equations tell which one is meant. */
static int solve_from_equations(starting *s) {
    const completion *c = s->w->completion;
    const size_t size = sizeof *s->x * (size_t)(c->coordinates + c->unknowns);
    conditions *failed = s->failed;
    double *at = ARENA_ARRAY(c->arena, double, c->coordinates + c->unknowns);
    int any = 0;
    memcpy(at, s->failed_at, size);
    begin_at_guess(s);
    for (int k = 0; k < s->equations; k++)
        any |= initial_guess_from(s, &s->initial.at[k]);
    begin_at_guess(s);
    if (any && solve_stages(s))
        return 1;
    s->failed = failed;
    memcpy(s->failed_at, at, size);
    return 0;
}

void point_copy(const completion *c, const double *u, const double *z, double *x) {
    memcpy(x, u, sizeof *x * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(x + c->coordinates, z, sizeof *x * (size_t)c->unknowns);
}

void point_read(const lowered *w, double *x) {
    point_copy(w->completion, w->start, w->top, x);
}

void point_write(lowered *w, const double *x) {
    const completion *c = w->completion;
    memcpy(w->start, x, sizeof *x * (size_t)c->coordinates);
    if (c->unknowns)
        memcpy(w->top, x + c->coordinates, sizeof *x * (size_t)c->unknowns);
}

static void initial_keep(const starting *s) {
    point_write(s->w, s->x);
    lowered_keep_invariants(s->w, s->w->start);
}

static void initial_give(starting *s, int slot, double value) {
    s->guess[slot] = value;
    s->given[slot] = 1;
}

/* Written states keep their values, whatever they are names of in this mode. */
static void carry_states(starting *s, const left_side *left) {
    completion *c = s->w->completion;
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        double value;
        double offset = 0;
        if (b && b->variable < 0)
            continue; /* a constraint gives it: check_states */
        if (b && b->offset != EXPR_ZERO)
            offset = parameter_value(c->system, b->offset, 0);
        const alias *a = &c->alias[b ? b->variable : v];
        for (int l = 0; left->value(left->data, v, l, &value) == LEFT_CONTINUOUS; l++) {
            if (a->order + l > c->unknown[a->unknown].d)
                break;
            int slot = initial_slot_of(c, a->unknown, a->order + l);
            if (!b)
                initial_give(s, slot, value);
            else if (!s->given[slot])
                initial_give(s, slot, (value - (l ? 0 : offset)) / b->factor);
        }
    }
}

/* Are all unknowns of f given? */
static int is_given(const starting *s, expr f) {
    completion *c = s->w->completion;
    graph *g = c->system->graph;
    expr_leaves leaves = expr_depends(g, f);
    int all = 1;
    for (int k = 0; k < leaves.count; k++) {
        int slot = completion_slot(c, expr_get(g, leaves.at[k]));
        all &= slot >= 0 && s->given[slot];
    }
    expr_forget(g, leaves);
    return all;
}

/* A written state that this mode computes from others (x from der(y) = x + z, where y is
 * differentiated twice) is a condition on these. */
static void hold_bound_states(starting *s, const left_side *left) {
    completion *c = s->w->completion;
    graph *g = c->system->graph;
    for (int v = 0; v < c->written->variables.count; v++) {
        const binding *b = completion_binding(c, v);
        double value;
        if (!b || b->variable >= 0)
            continue;
        if (left->value(left->data, v, 0, &value) != LEFT_CONTINUOUS)
            continue;
        expr f = alias_substitute(c->system, c->alias, b->value);
        if (f == EXPR_ZERO || is_given(s, f))
            continue;
        condition row = {expr_sub(g, f, expr_number(g, value)), b->equation, 0};
        if (completion_stage(c, row.f) > -100000)
            LIST_PUSH(c->arena, s->initial, row);
    }
    s->equations = s->initial.count;
}

/* What the left side of an event gives: states stay, the rest is a guess. */
static void read_left(starting *s, const left_side *left) {
    completion *c = s->w->completion;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l <= c->unknown[j].d; l++) {
            double *guess = &s->guess[initial_slot_of(c, j, l)];
            left_kind kind = left->value(left->data, c->unknown[j].variable, l, guess);
            if (kind == LEFT_UNKNOWN)
                *guess = 0;
        }
    initial_give(s, 0, left->t);
    carry_states(s, left);
    hold_bound_states(s, left);
}

/* The variable that is set when an event sets v, which may be a multiple of it. */
static int set_through(completion *c, const left_side *left, int v, double *value) {
    const binding *b = completion_binding(c, v);
    if (!b || b->variable < 0 || left->set[b->variable].is_set)
        return v;
    double offset = b->offset == EXPR_ZERO ? 0 : parameter_value(c->system, b->offset, 0);
    *value = (*value - offset) / b->factor;
    return b->variable;
}

/* fixed: what an event sets, and with `all` whatever is continuous. */
static void fix_values(starting *s, const left_side *left, int all) {
    completion *c = s->w->completion;
    for (int k = 0; k < c->coordinates + c->unknowns; k++)
        s->fixed[k] = all && s->given[k];
    for (int v = 0; v < c->written->variables.count; v++) {
        if (!left->set[v].is_set)
            continue;
        double value = left->set[v].value;
        int at = set_through(c, left, v, &value);
        int slot = initial_slot_of(c, c->alias[at].unknown, c->alias[at].order);
        s->guess[slot] = value;
        s->given[slot] = s->fixed[slot] = 1;
    }
    begin_at_guess(s);
}

/* A continuous value that moves by more than this share was not consistent before. */
static const double LARGEST_JUMP = 1e-6;

static _Noreturn void fail_jump(const starting *s, const char *name, double from,
                                double to) {
    fail(s->w->completion->system->context, INVO_E_INCONSISTENT, nowhere,
         "t = %.10g: the constraints that hold after the event do not fit the state: %s "
         "would have to jump from %.6g to %.6g; say so with reinit(...)",
         s->left->t, name, from, to);
}

/* The written state that has moved; -1: none has. */
static int moved_state(const starting *s, double *before, double *after) {
    const completion *c = s->w->completion;
    for (int v = 0; v < c->written->variables.count; v++) {
        int slot = initial_slot_of(c, c->alias[v].unknown, c->alias[v].order);
        if (s->left->value(s->left->data, v, 0, before) != LEFT_CONTINUOUS)
            continue;
        double size = fmax(fabs(*before), s->w->nominal[slot]);
        *after = s->x[slot];
        if (fabs(*after - *before) > LARGEST_JUMP * size)
            return v;
    }
    return -1;
}

static void begin_restart(starting *s, const left_side *left) {
    const completion *c = s->w->completion;
    s->left = left;
    initial_make_room(s);
    read_left(s, left);
    for (int j = 0; j < c->unknowns; j++)
        if (-c->unknown[j].d < s->lowest)
            s->lowest = -c->unknown[j].d;
}

static int sets_values(const completion *c, const left_side *left) {
    int any = 0;
    for (int v = 0; v < c->written->variables.count; v++)
        any |= left->set[v].is_set;
    return any;
}

/* Solves with all states as they were; where that is impossible, near them. */
static int solve_restart(starting *s) {
    fix_values(s, s->left, 1);
    if (solve_stages(s))
        return 1;
    fix_values(s, s->left, 0);
    s->initial.count = 0;
    return solve_stages(s);
}

/* The point after an event; where there is none, or states would have to move that nobody
 * sets, throws or tells so. */
static restart_kind initial_restart_or(lowered *w, const left_side *left, int throws) {
    completion *c = w->completion;
    starting s = {.w = w};
    double before, after;
    arena *own = completion_borrow(c);
    begin_restart(&s, left);
    int found = solve_restart(&s);
    if (!found && throws)
        fail_conditions(&s);
    int moved = found && !sets_values(c, left) ? moved_state(&s, &before, &after) : -1;
    if (moved >= 0 && throws)
        fail_jump(&s, c->written->variables.at[moved].name, before, after);
    if (found && moved < 0)
        initial_keep(&s);
    completion_release(c, own);
    return !found ? RESTART_NOWHERE : moved >= 0 ? RESTART_JUMPS : RESTART_FOUND;
}

void initial_restart(lowered *w, const left_side *left) {
    initial_restart_or(w, left, 1);
}

restart_kind initial_try_restart(lowered *w, const left_side *left) {
    return initial_restart_or(w, left, 0);
}

/* --- beyond a singular point --- */

enum { MOST_ROUNDS_AHEAD = 20 };

/* Puts what is continuous `ahead` of time beyond base, by its rates in s->x, which are
 * zero where they are not known. Returns the largest move against the last place, as a
 * share of the way. */
static double move_ahead(starting *s, const double *base, double ahead) {
    const completion *c = s->w->completion;
    double most = 0;
    for (int j = 0; j < c->unknowns; j++)
        for (int l = 0; l < c->unknown[j].d; l++) {
            int slot = initial_slot_of(c, j, l);
            double rate = s->x[initial_slot_of(c, j, l + 1)];
            if (!s->given[slot] || !isfinite(rate))
                continue;
            double moved = base[slot] + ahead * rate;
            double size = fmax(fabs(moved), ahead * s->w->nominal[slot]);
            most = fmax(most, fabs(moved - s->guess[slot]) / size);
            s->guess[slot] = moved;
        }
    return most;
}

/* Rates that are the same to this share of the way are known. */
static const double SETTLED = 1e-10;

/* Solves at the guess; where constraints do not let the states be there, near it. */
static int solve_near_guess(starting *s) {
    begin_at_guess(s);
    if (solve_stages(s))
        return 1;
    fix_values(s, s->left, 0);
    s->initial.count = 0;
    return solve_stages(s);
}

int initial_ahead(lowered *w, const left_side *left, double ahead) {
    completion *c = w->completion;
    starting s = {.w = w};
    arena *own = completion_borrow(c);
    size_t size = sizeof(double) * (size_t)(c->coordinates + c->unknowns);
    begin_restart(&s, left);
    fix_values(&s, left, 1);
    double *base = arena_alloc(c->arena, size);
    memcpy(base, s.guess, size);
    s.guess[0] = left->t + ahead;
    ahead = s.guess[0] - left->t; /* as it is rounded */
    int settled = 0;
    for (int round = 0; round < MOST_ROUNDS_AHEAD && !settled; round++) {
        double moved = move_ahead(&s, base, ahead);
        if (!solve_near_guess(&s))
            break;
        settled = round > 0 && moved <= SETTLED;
    }
    if (settled)
        initial_keep(&s);
    completion_release(c, own);
    return settled && verify_regular(w);
}

void initial_point(lowered *w, double t) {
    starting s = {.w = w};
    arena *own = completion_borrow(w->completion);
    initial_make_room(&s);
    read_guesses(&s, t);
    read_conditions(&s);
    if (!solve_stages(&s) && !solve_from_equations(&s))
        fail_conditions(&s);
    initial_keep(&s);
    initial_note_choice(&s);
    completion_release(w->completion, own);
}
