/* SPDX-License-Identifier: BSD-3-Clause */
/* C functions with events: a pendulum that hits a wall. A trigger is a function of the
 * point, here the distance from the wall, and a handler that is called where it passes
 * zero. Between the events everything is as in from_callbacks.c.
 *
 *     cc with_events.c $(pkg-config --cflags --libs involute) -lm -o with_events */
#include <involute.h>
#include <stdio.h>

enum { T, X, Y, VX, VY, COORDINATES };

typedef struct pendulum {
    double length, gravity, wall, restitution;
    int impacts;
} pendulum;

static void constraint(void *self, const double *u, double *phi) {
    const pendulum *p = self;
    phi[0] = u[X] * u[X] + u[Y] * u[Y] - p->length * p->length;
    phi[1] = u[X] * u[VX] + u[Y] * u[VY];
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

/* Positive on the side where the pendulum swings. */
static double distance(void *self, const double *u) {
    const pendulum *p = self;
    return u[X] - p->wall;
}

/* The velocity is turned back and loses a part; the fifth impact ends the run. */
static int impact(void *self, double *u, int way) {
    pendulum *p = self;
    (void)way; /* -1, as only this one counts */
    u[VX] *= -p->restitution, u[VY] *= -p->restitution;
    return ++p->impacts == 5;
}

static void print_result(const invo_result *r) {
    invo_result_event_row event;
    for (long i = 0; invo_result_event(r, i, &event); i++)
        printf("t = %.10f: %s\n", event.t, event.name);
    printf("%s at t = %.10f, by %s\n", invo_result_status(r), invo_result_final(r)[T],
           invo_result_stopped_by(r));
}

int main(void) {
    pendulum self = {.length = 1, .gravity = 9.81, .wall = -0.5, .restitution = 0.9};
    static const double start[COORDINATES] = {[X] = 1};
    static const invo_trigger trigger[] = {
        {.name = "the wall", .direction = -1, .function = distance, .handler = impact}};

    invo_system system;
    invo_system_init(&system);
    system.coordinates = COORDINATES;
    system.start = start;
    system.constraints = 2;
    system.self = &self;
    system.constraint = constraint;
    system.direction = direction;
    system.triggers = 1;
    system.trigger = trigger;

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
        print_result(result);
    invo_result_free(result);
    invo_context_free(context);
    return status ? 1 : 0;
}
