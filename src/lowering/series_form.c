/* SPDX-License-Identifier: BSD-3-Clause */
/* Series straight from the offsets ([Pryce01]): equation i as written is expanded c_i
 * orders ahead of the top equations, for coefficient c_i + k of it is, up to a factor,
 * coefficient k of its c_i-th derivative. Nothing that prolongation has made is used, and
 * the matrix is the system Jacobian at every order. */
#include <assert.h>
#include "series_form.h"
#include "../evaluate/series.h"

typedef struct series_input {
    int unknown, order; /* a derivative; unknown -1: time, or what never changes */
} series_input;

typedef struct series_form {
    program value; /* the equations as written: its tape, and values of parameters */
    program matrix;
    invo_pattern pattern; /* of the matrix */
    series *series;
    int inputs, variables; /* of `value`; those that vary come first */
    series_input *input;   /* [inputs] */
    int deepest;           /* how far a jet runs ahead at most: the largest d */
    double h;
    double *share; /* [deepest + 1]: h^l k! / (k + l)! in pass k */
    double *out;   /* [rows] */
} series_form;

/* The jet of every coordinate and top unknown. */
static series_input *list_jets(const completion *c) {
    series_input *jet = ARENA_ARRAY(c->arena, series_input, c->coordinates + c->unknowns);
    jet[0] = (series_input){-1, 0};
    for (int j = 0; j < c->unknowns; j++) {
        const jet_unknown *y = &c->unknown[j];
        for (int l = 0; l <= y->d; l++)
            jet[completion_jet_slot(c, j, l)] = (series_input){j, l};
    }
    return jet;
}

/* What is known at the point: coefficients of jets below the top ones and of these. */
static void load_point(const lowered *w, const double *u, const double *z) {
    const completion *c = w->completion;
    const series_form *f = w->series;
    for (int k = 0; k < f->inputs; k++) {
        double *x = series_of(f->series, k);
        double power = 1;
        int j = f->input[k].unknown;
        int l = f->input[k].order;
        if (j < 0) {
            int is_time = k < f->variables;
            x[0] = is_time ? u[0] : f->value.slot[k];
            if (is_time && f->series->most)
                x[1] = f->h;
            continue;
        }
        for (int m = 0; l + m <= c->unknown[j].d; m++, power *= f->h / m)
            x[m] = power * invo_slot_value(c->coordinates, u, z,
                                           completion_jet_slot(c, j, l + m));
    }
}

static void series_form_begin(void *self, const double *u, const double *z, double h,
                              double *matrix) {
    const lowered *w = self;
    series_form *f = w->series;
    f->h = h;
    f->share[0] = 1;
    for (int l = 1; l <= f->deepest; l++)
        f->share[l] = h / l * f->share[l - 1];
    load_point(w, u, z);
    for (int k = -f->series->deepest; k <= 0; k++) {
        series_tails(f->series, k);
        series_finish(f->series, k, NULL);
    }
    program_run(w, &f->matrix, u, z, matrix);
}

/* Coefficient k of unknown j's top derivative, as one of each of its jets. */
static void set_top(const lowered *w, int k, const double *z) {
    const completion *c = w->completion;
    const series_form *f = w->series;
    for (int i = 0; i < f->inputs; i++) {
        int j = f->input[i].unknown;
        if (j < 0)
            continue;
        int below = c->unknown[j].d - f->input[i].order;
        series_of(f->series, i)[below + k] = z ? z[j] * f->share[below] : 0;
    }
}

static void series_form_residual(void *self, int k, double *r) {
    const lowered *w = self;
    const completion *c = w->completion;
    series_form *f = w->series;
    for (int l = 0; l <= f->deepest; l++)
        f->share[l] *= (double)k / (k + l);
    set_top(w, k, NULL);
    series_tails(f->series, k);
    series_finish(f->series, k, f->out);
    for (int i = 0; i < c->rows; i++)
        r[i] = f->out[i] / f->share[c->row[i].c];
}

static void series_form_go_on(void *self, int k, const double *z) {
    const lowered *w = self;
    set_top(w, k, z);
    series_settle(w->series->series, k, NULL);
}

/* The rows that the direction needs. */
static char *find_needed(const completion *c) {
    const char *needed = completion_needed(c);
    char *row = ARENA_ARRAY(c->arena, char, c->rows + 1);
    for (int j = 0; j < c->unknowns; j++)
        row[c->unknown[j].row] = needed[j];
    return row;
}

/* The system Jacobian, all blocks; rows that nothing needs are empty. */
static void series_form_lower_matrix(lowered *w, series_form *f, const char *needed) {
    completion *c = w->completion;
    arena *scratch = arena_child(c->arena);
    map_slopes s = map_begin(c, scratch);
    for (int i = 0; i < c->rows; i++)
        if (needed[i])
            map_add_system_row(&s, i, NULL);
        else
            map_end_row(&s);
    f->pattern = map_pattern(&s, c->unknowns);
    f->matrix = program_new(w, s.entry.count, s.entry.at);
    arena_free(scratch);
    w->system.series.pattern = &f->pattern;
}

/* Lowers the equations as written in one part, and plans how far ahead of the top ones
 * each input and each row is expanded. Returns 0 where a loop among them has no series.
 */
static int lower_equations(lowered *w, series_form *f, int order, const char *needed) {
    completion *c = w->completion;
    expr *root = ARENA_ARRAY(c->arena, expr, c->rows + 1);
    int *ahead = ARENA_ARRAY(c->arena, int, c->rows + 1);
    for (int i = 0; i < c->rows; i++)
        if (needed[i]) {
            root[i] = c->row[i].derivative[0];
            ahead[i] = c->row[i].c;
        } else {
            root[i] = EXPR_ZERO;
        }
    for (int j = 0; j < c->unknowns; j++)
        if (c->unknown[j].d > f->deepest)
            f->deepest = c->unknown[j].d;
    f->value = program_new_whole(w, c->rows, root);
    const routine_output *const *loop = f->value.part->tape->routine;
    if (loop) {
        w->system.series.missing = (*loop)->of->name;
        return 0;
    }
    f->inputs = f->value.part->tape->inputs;
    f->variables = f->value.part->variables;
    f->input = ARENA_ARRAY(c->arena, series_input, f->inputs + 1);
    f->share = ARENA_ARRAY(c->arena, double, f->deepest + 1);
    const series_input *jet = list_jets(c);
    const series_input none = {-1, 0};
    int *lead = ARENA_ARRAY(c->arena, int, f->inputs + 1);
    for (int k = 0; k < f->inputs; k++) {
        int varies = k < f->variables;
        f->input[k] = varies ? jet[f->value.part->source[k]] : none;
        int unknown = f->input[k].unknown;
        if (!varies)
            lead[k] = SERIES_CONSTANT;
        else if (unknown < 0)
            lead[k] = SERIES_GIVEN;
        else
            lead[k] = c->unknown[unknown].d - f->input[k].order;
    }
    f->series =
        series_new(c->arena, f->value.part->tape, lead, ahead, order + f->deepest);
    return 1;
}

/* Block b has as many equations as unknowns s orders below the top. */
static int is_square(const completion *c, int b, int s) {
    int surplus = 0;
    for (int k = c->block[b]; k < c->block[b + 1]; k++) {
        const jet_unknown *y = &c->unknown[c->order[k]];
        surplus += (y->d >= s) - (c->row[y->row].c >= s);
    }
    return surplus == 0;
}

static void mark_determined(lowered *w) {
    completion *c = w->completion;
    char *mark = ARENA_ARRAY(c->arena, char, c->coordinates + 1);
    for (int b = 0; b < c->blocks; b++)
        for (int s = 1, any = 1; any; s++) {
            any = 0;
            for (int k = c->block[b]; k < c->block[b + 1]; k++) {
                const jet_unknown *y = &c->unknown[c->order[k]];
                if (y->d < s)
                    continue;
                any = 1;
                mark[y->first + y->d - s] = (char)is_square(c, b, s);
            }
        }
    w->system.series.determined = mark;
}

void lowered_add_series(lowered *w, int order) {
    assert(order > 0);
    completion *c = w->completion;
    series_form *f = arena_alloc(c->arena, sizeof *f);
    const char *needed = find_needed(c);
    if (!lower_equations(w, f, order, needed))
        return;
    w->series = f;
    f->out = ARENA_ARRAY(c->arena, double, c->rows + 1);
    series_form_lower_matrix(w, f, needed);
    mark_determined(w);
    w->system.series.order = order;
    w->system.series.begin = series_form_begin;
    w->system.series.residual = series_form_residual;
    w->system.series.advance = series_form_go_on;
}

void lowered_load_series(const lowered *w) {
    assert(w->series);
    program_load(w, &w->series->value);
    program_load(w, &w->series->matrix);
}
