/* SPDX-License-Identifier: BSD-3-Clause */
/* C functions that fail: a pendulum with a wall by hand, whose functions return NaN,
 * infinities, huge numbers, zeros or an error from some call on, once or for ever, under
 * any method and retraction. A run ends with a status and a reason; one that is done has
 * rows on the constraints. */
#include <math.h>
#include "choices.h"
#include "involute.h"
#include "scratch.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { T, X, Y, VX, VY, COORDINATES };
enum { ROD, VELOCITY, CONSTRAINTS };
enum { CONSTRAINT, JACOBIAN, DIRECTION, DISTANCE, IMPACT, FUNCTIONS };
enum { NONE, NOT_A_NUMBER, INFINITE, MINUS_INFINITE, HUGE_NUMBER, TINY, ZERO, REFUSED };

typedef struct fault {
    int kind;
    long from;  /* the call that fails first */
    long count; /* so many calls fail */
    int place;  /* which of the numbers that a function writes */
} fault;

typedef struct faulty {
    fault of[FUNCTIONS];
    long calls[FUNCTIONS];
    int was_wrong; /* some call has failed */
} faulty;

static double wrong_number(int kind, double right) {
    switch (kind) {
    case NOT_A_NUMBER:
        return NAN;
    case INFINITE:
        return INFINITY;
    case MINUS_INFINITE:
        return -INFINITY;
    case HUGE_NUMBER:
        return right < 0 ? -1e308 : 1e308;
    case TINY:
        return 4.9e-324;
    case ZERO:
        return 0;
    default:
        return right;
    }
}

/* Spoils one of the numbers if this call is to fail; returns whether it is refused. */
static int spoil(faulty *p, int function, double *numbers, int count) {
    const fault *f = &p->of[function];
    const long call = p->calls[function]++;
    if (f->kind == NONE || call < f->from || call >= f->from + f->count)
        return 0;
    p->was_wrong = 1;
    numbers[f->place % count] = wrong_number(f->kind, numbers[f->place % count]);
    return f->kind == REFUSED;
}

static void constraint(void *self, const double *u, double *phi) {
    phi[ROD] = u[X] * u[X] + u[Y] * u[Y] - 1;
    phi[VELOCITY] = u[X] * u[VX] + u[Y] * u[VY];
    spoil(self, CONSTRAINT, phi, CONSTRAINTS);
}

static void jacobian(void *self, const double *u, double *value) {
    const double rows[CONSTRAINTS][COORDINATES] = {
        [ROD] = {0, 2 * u[X], 2 * u[Y], 0, 0},
        [VELOCITY] = {0, u[VX], u[VY], u[X], u[Y]},
    };
    memcpy(value, rows, sizeof rows);
    spoil(self, JACOBIAN, value, CONSTRAINTS * COORDINATES);
}

static int direction(void *self, const double *u, double *v) {
    const double square = u[X] * u[X] + u[Y] * u[Y];
    const double F = (u[VX] * u[VX] + u[VY] * u[VY] - 9.81 * u[Y]) / square;
    v[T] = 1;
    v[X] = u[VX];
    v[Y] = u[VY];
    v[VX] = -F * u[X];
    v[VY] = -F * u[Y] - 9.81;
    return spoil(self, DIRECTION, v, COORDINATES);
}

static double distance(void *self, const double *u) {
    double d = u[X] + 0.5;
    spoil(self, DISTANCE, &d, 1);
    return d;
}

static int impact(void *self, double *u, int way) {
    (void)way;
    u[VX] *= -0.9;
    u[VY] *= -0.9;
    return spoil(self, IMPACT, u + X, COORDINATES - X);
}

static const invo_trigger wall = {
    .name = "the wall", .direction = -1, .function = distance, .handler = impact};

static void describe(invo_system *s, faulty *p, choices *c) {
    static const double start[COORDINATES] = {[X] = 1};
    invo_system_init(s);
    s->coordinates = COORDINATES;
    s->start = start;
    s->constraints = CONSTRAINTS;
    s->self = p;
    s->constraint = constraint;
    s->jacobian = choose(c, 2) ? jacobian : NULL;
    s->direction = direction;
    s->triggers = choose(c, 2);
    s->trigger = &wall;
}

/* The word with this number, of words separated by blanks. */
static const char *word_of(const char *words, int number, char word[64]) {
    for (; number > 0 && strchr(words, ' '); number--)
        words = strchr(words, ' ') + 1;
    snprintf(word, 64, "%.*s", (int)strcspn(words, " "), words);
    return word;
}

/* One of the words that an option can be. */
static void choose_option(invo_context *k, invo_options *o, const char *name, choices *c,
                          char word[64]) {
    invo_option_info info;
    const int number = choose(c, 64);
    for (int i = 0; invo_option_describe(i, &info); i++)
        if (strcmp(info.name, name) == 0)
            invo_options_set(k, o, name, word_of(info.argument, number, word));
}

static void choose_options(invo_context *k, invo_options *o, choices *c) {
    static char method[64], retraction[64], by[64];
    invo_options_init(o);
    choose_option(k, o, "method", c, method);
    choose_option(k, o, "retraction", c, retraction);
    choose_option(k, o, "by", c, by);
    o->rtol = pow(10, -1 - choose(c, 12));
    o->points = 1 + choose(c, 20);
    o->stop = 1;
    o->max_steps = 300;
    o->dense = choose(c, 2);
}

static void choose_faults(faulty *p, choices *c) {
    for (int i = 0; i < FUNCTIONS; i++) {
        p->of[i].kind = choose(c, REFUSED + 1);
        p->of[i].from = choose(c, 256);
        p->of[i].count = choose(c, 2) ? 1 + choose(c, 8) : 1000000000;
        p->of[i].place = choose(c, 16);
    }
}

static void stop_with(const char *what, invo_status status, const invo_context *k) {
    fprintf(stderr, "%s: status %d: %s\n", what, (int)status, invo_context_message(k));
    abort();
}

/* Rows are points of the constraints, whatever was wrong on the way. */
static void check_rows(const invo_result *r, const invo_context *k) {
    for (long i = 0; i < invo_result_rows(r); i++) {
        const double *u = invo_result_row(r, i);
        for (int j = 0; j < COORDINATES; j++)
            if (!isfinite(u[j]))
                stop_with("a row that is not finite", INVO_OK, k);
        if (!(fabs(u[X] * u[X] + u[Y] * u[Y] - 1) < 1e-12))
            stop_with("a row off the rod", INVO_OK, k);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    choices c = {data, data + size};
    faulty p = {0};
    invo_system s;
    invo_options o;
    invo_result *r = NULL;
    invo_context *k = invo_context_new();
    if (!k)
        return 0;
    describe(&s, &p, &c);
    choose_options(k, &o, &c);
    choose_faults(&p, &c);
    const invo_status status = invo_system_run(k, &s, &o, &r);
    /* no residual is seen, or any is round-off of what changes it so much */
    const int lies = p.of[CONSTRAINT].kind == ZERO || p.of[CONSTRAINT].kind == TINY ||
                     (s.jacobian && p.of[JACOBIAN].kind == HUGE_NUMBER);
    const int keeps = !o.retraction || strcmp(o.retraction, "none") != 0;
    if (status && !*invo_context_message(k))
        stop_with("no reason", status, k);
    if (!status && !lies && keeps)
        check_rows(r, k);
    if (r && o.dense) {
        double row[COORDINATES];
        invo_result_at(r, 0.4, row);
    }
    invo_result_free(r);
    invo_context_free(k);
    return 0;
}
