/* SPDX-License-Identifier: BSD-3-Clause */
/* A run before its first step, and its engines: another one is made, takes its place, and
 * the old one is freed. */
#include "run.h"
#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

invo_status run_direction(run *v, const double *u, double *slope, int refine) {
    return engine_direction(v->engine, u, slope, refine);
}

/* Counts the arrays of the run, or takes them from the block once that is there: the
 * same calls in the same order. */
static void run_lay_out(run *v) {
    const invo_system *s = v->s;
    const size_t n = (size_t)v->n;
    pool *p = &v->pool;
    double **points[] = {&v->u,
                         &v->v,
                         &v->q,
                         &v->w,
                         &v->scale,
                         &v->error[0],
                         &v->error[1],
                         &v->point,
                         &v->slope,
                         &v->now.weight,
                         &v->arc.point,
                         &v->arc.slope,
                         &v->collapse.hidden,
                         &v->collapse.recent};
    /* those of an elementary control depend on the method, which may change */
    const int may_double =
        v->o.controller != CONTROLLER_PI && v->o.controller != CONTROLLER_PID;
    for (size_t k = 0; k < sizeof points / sizeof *points; k++)
        *points[k] = pool_doubles(p, n);
    v->halves.point = pool_doubles(p, may_double ? n : 0);
    v->halves.slope = pool_doubles(p, may_double ? n : 0);
    v->halves.coarse = pool_doubles(p, may_double ? n : 0);
    v->top = pool_doubles(p, (size_t)s->tops);
    v->top_before = pool_doubles(p, (size_t)s->tops);
    v->first_pivots = pool_doubles(p, (size_t)s->blocks.count);
    ledger_lay_out(&v->ledger, s, p);
    inspect_lay_out(&v->inspect, s, &v->o, p);
    record_lay_out(&v->rows, v->n, p);
    tangency_lay_out(&v->tangency, s, p);
    watch_lay_out(&v->watch, s, p);
    event_lay_out(&v->event, s, p);
    section_lay_out(&v->section, s, p);
    front_lay_out(&v->front, s, p);
    steady_lay_out(&v->steady, n, p);
    creep_lay_out(&v->creep, n, p);
    drag_lay_out(&v->drag, n, p);
    coast_lay_out(&v->coast, s, p);
}

/* Memory for the current system. */
static invo_status run_allocate(run *v) {
    v->pool = (pool){0};
    run_lay_out(v);
    if (!pool_open(&v->pool, memory_alloc(v->context, v->pool.used)))
        return INVO_E_MEMORY;
    run_lay_out(v);
    return INVO_OK;
}

static long output_rows(const plan *o) {
    double intervals = (double)o->points;
    if (o->steps || o->given.row)
        return 1000;
    if (!isnan(o->every))
        intervals = fabs(o->stop - o->start) / o->every;
    return intervals < 1e8 ? (long)intervals + 2 : 100000000;
}

static int has_range(const invo_system *s) {
    for (int k = 0; s->column && k < s->columns; k++)
        if (s->column[k].min > -INFINITY || s->column[k].max < INFINITY)
            return 1;
    return 0;
}

/* What is kept by column of the result through all systems. */
static invo_status allocate_lasting(run *v) {
    size_t columns = (size_t)v->result->columns;
    size_t row = v->s->sections.count ? columns + 1 : 0;
    size_t ranged = has_range(v->s) ? columns : 0;
    v->rows.lasting_size = (3 * (1 + columns) + row + 2 * ranged) * sizeof(double) +
                           3 * (columns + 1) * sizeof(int) + ranged;
    v->rows.lasting = memory_alloc(v->context, v->rows.lasting_size);
    if (!v->rows.lasting)
        return INVO_E_MEMORY;
    v->collapse.safe = v->rows.lasting;
    v->arc.kept = v->collapse.safe + 2 * (1 + columns);
    v->section.row = v->arc.kept + 1 + columns;
    v->rows.outside_time = v->section.row + row;
    v->rows.outside_value = v->rows.outside_time + ranged;
    v->rows.column_of = (int *)(v->rows.outside_value + ranged);
    v->rows.slot = v->rows.column_of + columns;
    v->rows.ranged = v->rows.slot + columns;
    if (ranged)
        v->rows.outside = (char *)(v->rows.ranged + columns);
    return INVO_OK;
}

/* Which column and which row of the ledger of a system is which of the result: found by
 * names, and kept for when the run comes back to it, where there are events. */
typedef struct system_map {
    const invo_system *s;
    struct system_map *next;
    int place[]; /* [columns of the result], then [rows of the ledger] */
} system_map;

/* Takes the map of the current system, if there is one. */
static int recall_map(run *v) {
    const size_t columns = (size_t)v->result->columns;
    system_map **from = &v->rows.maps;
    while (*from && (*from)->s != v->s)
        from = &(*from)->next;
    system_map *found = *from;
    if (!found)
        return 0;
    *from = found->next;
    found->next = v->rows.maps;
    v->rows.maps = found;
    memcpy(v->rows.column_of, found->place, sizeof(int) * columns);
    memcpy(v->ledger.of, found->place + columns,
           sizeof(int) * (size_t)manifold_rows(v->s));
    return 1;
}

static invo_status keep_map(run *v) {
    const size_t columns = (size_t)v->result->columns;
    const size_t rows = (size_t)manifold_rows(v->s);
    system_map *m = memory_alloc(v->context, sizeof *m + sizeof(int) * (columns + rows));
    if (!m)
        return INVO_E_MEMORY;
    m->s = v->s;
    m->next = v->rows.maps;
    v->rows.maps = m;
    memcpy(m->place, v->rows.column_of, sizeof(int) * columns);
    memcpy(m->place + columns, v->ledger.of, sizeof(int) * rows);
    return INVO_OK;
}

static void free_maps(system_map *m) {
    while (m) {
        system_map *next = m->next;
        free(m);
        m = next;
    }
}

/* The same, looked for. */
static invo_status find_map(run *v, int first) {
    const invo_system *s = v->s;
    char buffer[32];
    int next = 0; /* what follows the last one found: most come in the same order */
    for (int k = 0; k < v->result->columns; k++) {
        v->rows.column_of[k] = (s->column && !first) || k == v->arc.column ? -1 : k;
        if (k == v->arc.column)
            continue;
        for (int n = 0; n < s->columns && v->rows.column_of[k] < 0; n++) {
            int i = (next + n) % s->columns;
            if (strcmp(s->column[i].name, result_column(v->result, k)) == 0) {
                v->rows.column_of[k] = i;
                next = i + 1;
            }
        }
    }
    next = 0;
    for (int i = 0; i < manifold_rows(s); i++) {
        v->ledger.of[i] = i;
        if (first)
            continue;
        invo_row row = result_row_of(s, i, buffer, sizeof buffer);
        v->ledger.of[i] = result_ledger_row(v->context, v->result, &row, next);
        if (v->ledger.of[i] < 0)
            return INVO_E_MEMORY;
        next = v->ledger.of[i] + 1;
    }
    return v->s->process.happen ? keep_map(v) : INVO_OK;
}

static invo_status map_result(run *v, int first) {
    if (first || !recall_map(v))
        TRY(find_map(v, first));
    record_map(v);
    return INVO_OK;
}

/* Whether residuals are bounded, in all systems of the run so far. */
static void note_bound(run *v) {
    static const double ANY = 1 / DBL_EPSILON; /* units: as large as its own terms */
    if (!(v->o.constraint_bound < ANY))
        v->result->enforced = 0;
}

/* s, if the model has no column of that name. */
static const char *length_name(const invo_result *r) {
    for (int k = 0; k < r->columns; k++)
        if (strcmp(result_column(r, k), "s") == 0)
            return "arclength";
    return "s";
}

/* Hands out the columns, which may be refused before anything is computed. */
static invo_status announce_columns(const run *v) {
    const invo_options *o = &v->o.given;
    const invo_result *r = v->result;
    if (!o->columns)
        return INVO_OK;
    invo_status status = (invo_status)o->columns(o->row_data, r->columns, r->column_list);
    if (!status || v->context->errors)
        return status;
    return report(v->context, status, NAN, "the columns of the result were refused");
}

/* Makes a run in the order of needs: the plan is settled before the engine, and the
 * engine before the arrays and the result. */
invo_status run_new(invo_context *c, const invo_system *s, const plan *p, run *v) {
    assert(p->method != METHOD_AUTO);
    *v = (run){.context = c, .s = s, .o = *p, .n = s->coordinates};
    v->now.target = v->event.last = v->attempts.renewed = NAN;
    TRY(recall_check(c, s, p));
    TRY(equip_method(c, s, p));
    TRY(plan_settle(c, &v->o, s));
    TRY(inspect_check(c, s, &v->o));
    v->arc = (arc){.column = -1, .lost_row = -1, .kept_rows = -1, .gentlest = INFINITY};
    v->arc.sense = v->arc.side = v->o.stop < v->o.start ? -1 : 1;
    TRY(engine_new(c, s, &v->o, 0, &v->engine));
    if (v->engine->direction.schur)
        TRY(message_no_saddle(v));
    TRY(run_allocate(v));
    record_plan(v);
    run_connect(v);
    v->result = result_new(c, s, output_rows(&v->o));
    if (!v->result)
        return INVO_E_MEMORY;
    if (v->o.verify)
        TRY(result_verify(c, v->result));
    if (v->engine->by_length) {
        v->arc.column = v->result->columns;
        TRY(result_add_column(c, v->result, length_name(v->result)));
    }
    if (!result_list_columns(c, v->result))
        return INVO_E_MEMORY;
    TRY(allocate_lasting(v));
    TRY(map_result(v, 1));
    invo_options *settings = &v->result->settings;
    *settings = plan_words(&v->o);
    if (settings->start_point &&
        !(settings->start_point = result_keep(c, v->result, settings->start_point)))
        return INVO_E_MEMORY;
    note_bound(v);
    TRY(dense_check(v));
    if (v->o.given.dense) {
        v->dense = memory_alloc(c, sizeof *v->dense);
        if (!v->dense)
            return INVO_E_MEMORY;
        v->dense->folded = NAN;
    }
    chooser_begin(v);
    return announce_columns(v);
}

/* Puts another engine in the place of the current one. */
static void take_engine(run *v, engine *fresh) {
    assert(fresh && fresh != v->engine);
    engine_count(v->engine, &v->result->statistics);
    chooser_leave(v);
    engine_free(v->engine);
    v->engine = fresh;
    v->switches++;
    run_connect(v);
}

/* The current plan, settled for another system. */
static invo_status settle_for(const run *v, const invo_system *s, plan *o) {
    *o = v->o;
    o->retraction = RETRACTION_AUTO;
    TRY(equip_method(v->context, s, o));
    TRY(plan_settle_retraction(v->context, o, s));
    if (v->o.retraction != RETRACTION_STAGED)
        o->retraction = v->o.retraction;
    plan_settle_bound(o, s);
    return INVO_OK;
}

/* Takes the engine, the arrays and the map of the result for another system. The old
 * ones are freed last: a failure puts them back. */
invo_status run_switch(run *v, const invo_system *s) {
    const run old = *v;
    pool gone = v->pool;
    engine *fresh;
    plan o;
    TRY(settle_for(v, s, &o));
    TRY(engine_new(v->context, s, &o, v->arc.automatic, &fresh));
    v->o = o;
    v->s = s;
    v->n = s->coordinates;
    invo_status status = run_allocate(v);
    if (!status)
        status = map_result(v, 0);
    if (status) {
        engine_free(fresh);
        free(v->pool.block);
        *v = old;
        map_result(v, 0); /* whose rows are there */
        return status;
    }
    note_bound(v);
    free(gone.block);
    take_engine(v, fresh);
    return INVO_OK;
}

invo_status run_return(run *v, const invo_system *s, const plan *o) {
    const run old = *v;
    engine *fresh;
    plan own = *o;
    TRY(engine_new(v->context, s, &own, 0, &fresh));
    v->o = own;
    v->s = s;
    v->n = s->coordinates;
    invo_status status = run_allocate(v);
    if (!status)
        status = map_result(v, 0);
    if (status) {
        engine_free(fresh);
        free(v->pool.block);
        *v = old;
        map_result(v, 0); /* whose rows are there */
        return status;
    }
    engine_free(old.engine);
    free(old.pool.block);
    v->engine = fresh;
    run_connect(v);
    return INVO_OK;
}

void run_leave(run *v) {
    engine_count(v->engine, &v->result->statistics);
    chooser_leave(v);
    for (const system_map *m = v->rows.maps; m; m = m->next)
        if (m->s->shortcut.begin)
            m->s->shortcut.begin(m->s->self);
    if (v->s->shortcut.begin)
        v->s->shortcut.begin(v->s->self);
}

invo_status run_renew(run *v, const double *u) {
    const run old = *v;
    engine *fresh;
    plan o = v->o;
    TRY(engine_new(v->context, v->s, &o, 0, &fresh));
    v->o = o;
    v->n = v->s->coordinates;
    v->coast = (coast){0};
    v->inspect = (inspection){0};
    v->rows.maps = NULL;
    invo_status status = run_allocate(v);
    if (!status)
        status = map_result(v, 0);
    if (status) {
        engine_free(fresh);
        free(v->pool.block);
        free_maps(v->rows.maps);
        *v = old;
        return status;
    }
    copy(v->u, u, v->n);
    free_maps(old.rows.maps);
    free(old.pool.block);
    engine_free(old.engine);
    v->engine = fresh;
    v->switches++;
    run_connect(v);
    return INVO_OK;
}

/* After the point or the engine has changed. */
static void meet_point(run *v) {
    direction *d = &v->engine->direction;
    copy(d->z, v->top_before, v->s->tops);
    copy(d->smallest, v->first_pivots, v->s->blocks.count);
    metric_freeze(&v->engine->metric, v->s, v->u);
    metric_forget(&v->engine->metric, v->n, v->u);
    section_begin(v);
    watch_change(v);
    v->engine->stepper.kind->reset(&v->engine->stepper);
}

/* The same point with the engine of another plan. */
static invo_status run_rebuild(run *v, plan *o) {
    engine *fresh;
    TRY(engine_new(v->context, v->s, o, v->arc.automatic, &fresh));
    watch_leave(v);
    v->o = *o;
    note_bound(v);
    take_engine(v, fresh);
    meet_point(v);
    return INVO_OK;
}

invo_status run_remake(run *v) {
    plan o;
    TRY(settle_for(v, v->s, &o));
    return run_rebuild(v, &o);
}

invo_status run_change_parameter(run *v, int passing) {
    plan o = v->o;
    const int before = v->arc.automatic;
    v->arc.automatic = passing;
    invo_status status = run_rebuild(v, &o);
    if (status)
        v->arc.automatic = before;
    return status;
}

/* The plan with another method, settled for the current system. */
static invo_status settle_with(const run *v, choice_method m, plan *o) {
    assert(m != METHOD_AUTO);
    *o = plan_with_method(&v->o, m);
    o->start = v->s->start[0]; /* which an event may have moved */
    TRY(equip_method(v->context, v->s, o));
    TRY(plan_settle(v->context, o, v->s));
    o->start = v->o.start;
    return INVO_OK;
}

invo_status run_change_method(run *v, choice_method m) {
    plan o;
    TRY(settle_with(v, m, &o));
    return run_rebuild(v, &o);
}

/* Directions that differ for what a run has been through alone: both suit any system. */
static int is_by_blocks(choice_direction d) {
    return d == DIRECTION_EXPLICIT || d == DIRECTION_SQUARE;
}

invo_status run_take_plan(run *v, choice_method m, choice_retraction r,
                          choice_direction d) {
    plan o;
    if (m == v->o.method)
        TRY(settle_for(v, v->s, &o));
    else
        TRY(settle_with(v, m, &o));
    const int has_stayed = r == RETRACTION_NORMAL && o.retraction == RETRACTION_STAGED;
    if (has_stayed)
        o.retraction = r;
    if (is_by_blocks(d) && is_by_blocks(o.direction))
        o.direction = d;
    if (o.retraction != r || o.direction != d)
        return INVO_E_ARGUMENT;
    plan_settle_bound(&o, v->s);
    v->o = o;
    return INVO_OK;
}

/* What a current point consists of, one after the other. */
enum { POINT_PARTS = 6 };
typedef struct point_part {
    double *at;
    size_t count;
} point_part;

static void run_list_parts(const run *v, point_part part[POINT_PARTS]) {
    const size_t n = (size_t)v->n;
    part[0] = (point_part){v->u, n};
    part[1] = (point_part){v->v, n};
    part[2] = (point_part){v->top_before, (size_t)v->s->tops};
    part[3] = (point_part){v->first_pivots, (size_t)v->s->blocks.count};
    part[4] = (point_part){v->collapse.hidden, n};
    part[5] = (point_part){v->collapse.recent, n};
}

double *run_keep_point(const run *v) {
    point_part part[POINT_PARTS];
    size_t size = 0;
    run_list_parts(v, part);
    for (int k = 0; k < POINT_PARTS; k++)
        size += part[k].count;
    double *kept = memory_alloc(v->context, sizeof *kept * size);
    size = 0;
    for (int k = 0; kept && k < POINT_PARTS; k++) {
        memcpy(kept + size, part[k].at, sizeof *kept * part[k].count);
        size += part[k].count;
    }
    return kept;
}

void run_put_point(run *v, const double *kept) {
    assert(kept);
    point_part part[POINT_PARTS];
    run_list_parts(v, part);
    for (int k = 0; k < POINT_PARTS; k++) {
        memcpy(part[k].at, kept, sizeof *kept * part[k].count);
        kept += part[k].count;
    }
    meet_point(v);
}

void run_free(run *v) {
    engine_free(v->engine);
    free(v->pool.block);
    free(v->rows.lasting);
    free_maps(v->rows.maps);
}
