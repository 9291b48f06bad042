/* SPDX-License-Identifier: BSD-3-Clause */
/* The other way in: C functions. Whoever has the constraints and the direction of the
 * solution as code fills in an invo_system by hand. Here a pendulum,
 *
 *     u = (t, x, y, vx, vy),   phi(u) = (x^2 + y^2 - L^2,  x vx + y vy) = 0,
 *
 * and the direction du/dt, in which the tension F keeps the second constraint's
 * derivative zero: x ax + y ay + vx^2 + vy^2 = 0 with (ax, ay) = (-F x, -F y - g).
 *
 *     cc from_callbacks.c $(pkg-config --cflags --libs involute) -lm -o from_callbacks */
#include <involute.h>
#include <stdio.h>

enum { T, X, Y, VX, VY, COORDINATES };
enum { ROD, VELOCITY, CONSTRAINTS };

typedef struct pendulum {
    double length, gravity;
} pendulum;

static void constraint(void *self, const double *u, double *phi) {
    const pendulum *p = self;
    phi[ROD] = u[X] * u[X] + u[Y] * u[Y] - p->length * p->length;
    phi[VELOCITY] = u[X] * u[VX] + u[Y] * u[VY];
}

/* d phi / d u row by row. It may be left out; then differences take its place. */
static void jacobian(void *self, const double *u, double *value) {
    (void)self;
    double rows[CONSTRAINTS][COORDINATES] = {
        [ROD] = {0, 2 * u[X], 2 * u[Y], 0, 0},
        [VELOCITY] = {0, u[VX], u[VY], u[X], u[Y]},
    };
    for (int i = 0; i < CONSTRAINTS * COORDINATES; i++)
        value[i] = rows[i / COORDINATES][i % COORDINATES];
}

static int direction(void *self, const double *u, double *v) {
    const pendulum *p = self;
    double square = u[X] * u[X] + u[Y] * u[Y];
    if (square == 0)
        return 1; /* not determined here */
    double F = (u[VX] * u[VX] + u[VY] * u[VY] - p->gravity * u[Y]) / square;
    v[T] = 1;
    v[X] = u[VX], v[Y] = u[VY];
    v[VX] = -F * u[X], v[VY] = -F * u[Y] - p->gravity;
    return 0;
}

static void print_result(const invo_result *r, const pendulum *p) {
    const double *u = invo_result_final(r); /* time, then the columns: here all others */
    double energy = (u[VX] * u[VX] + u[VY] * u[VY]) / 2 + p->gravity * u[Y];
    printf("t = %g: x = %.10f, y = %.10f after %ld steps\n", u[T], u[X], u[Y],
           invo_result_statistics(r)->steps);
    printf("energy, 0 at the start: %.1e\n", energy);

    invo_ledger_row row, worst = {.scaled_max = -1};
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (row.scaled_max > worst.scaled_max)
            worst = row;
    if (worst.scaled_max >= 0)
        printf("worst constraint: %s, at most %.1e, %.2g units of round-off\n",
               worst.row.equation, worst.max, worst.scaled_max);
}

int main(void) {
    pendulum self = {.length = 1, .gravity = 9.81};
    static const double start[COORDINATES] = {[X] = 1};
    static const invo_coordinate coordinate[COORDINATES] = {
        [T] = {.name = "time", .nominal = 1}, [X] = {.name = "x", .nominal = 1},
        [Y] = {.name = "y", .nominal = 1},    [VX] = {.name = "vx", .nominal = 1},
        [VY] = {.name = "vy", .nominal = 1},
    };
    static const invo_row row[CONSTRAINTS] = {
        [ROD] = {"x^2 + y^2 = L^2", "", 0, INVO_ROW_EXPLICIT, NULL},
        [VELOCITY] = {"x*vx + y*vy = 0", "", 1, INVO_ROW_HIDDEN, NULL},
    };

    invo_system system;
    invo_system_init(&system); /* everything 'not given' */
    system.name = "pendulum";
    system.coordinates = COORDINATES;
    system.coordinate = coordinate;
    system.start = start;
    system.constraints = CONSTRAINTS;
    system.rows = CONSTRAINTS;
    system.row = row;
    system.self = &self;
    system.constraint = constraint;
    system.jacobian = jacobian;
    system.direction = direction;

    invo_options options;
    invo_options_init(&options);
    options.method = "dop853", options.rtol = 1e-10, options.stop = 10;

    invo_context *context = invo_context_new();
    invo_result *result = NULL;
    if (!context)
        return 1;
    invo_status status = invo_system_run(context, &system, &options, &result);
    if (status)
        fputs(invo_context_message(context), stderr);
    else
        print_result(result, &self);
    invo_result_free(result);
    invo_context_free(context);
    return status ? 1 : 0;
}
