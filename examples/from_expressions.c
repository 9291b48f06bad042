/* SPDX-License-Identifier: BSD-3-Clause */
/* A model from expressions: four bars that form a closed loop, of index 3. The program
 * writes down positions, Newton's equations and the lengths of the bars; the library
 * finds the hidden constraints, consistent velocities and the forces in the bars.
 *
 *     cc from_expressions.c $(pkg-config --cflags --libs involute) -o from_expressions */
#include <involute_build.h>
#include <stdio.h>

enum { JOINTS = 2 };

typedef struct joint {
    invo_expr x, y;
} joint;

static joint joint_new(invo_builder *b, int number, double x, double y) {
    char name[2][20];
    joint j;
    snprintf(name[0], sizeof name[0], "x[%d]", number);
    snprintf(name[1], sizeof name[1], "y[%d]", number);
    j.x = invo_build_variable(b, name[0]);
    j.y = invo_build_variable(b, name[1]);
    invo_build_start(b, j.x, x); /* a guess: the lengths decide */
    invo_build_start(b, j.y, y);
    return j;
}

/* (p.x - q.x)^2 + (p.y - q.y)^2 = length^2 */
static void bar_between(invo_builder *b, joint p, joint q, double length,
                        const char *name) {
    invo_expr dx = invo_power(invo_sub(p.x, q.x), 2);
    invo_expr dy = invo_power(invo_sub(p.y, q.y), 2);
    invo_build_equation(b, invo_add(dx, dy), invo_number(b, length * length), name);
}

/* m x'' = the forces of two bars along them, and gravity. */
static void motion_of(invo_builder *b, joint j, joint left, invo_expr to_left,
                      joint right, invo_expr to_right, invo_expr mass, invo_expr g) {
    invo_expr fx = invo_add(invo_mul(to_left, invo_sub(left.x, j.x)),
                            invo_mul(to_right, invo_sub(right.x, j.x)));
    invo_expr fy = invo_add(invo_mul(to_left, invo_sub(left.y, j.y)),
                            invo_mul(to_right, invo_sub(right.y, j.y)));
    invo_build_equation(b, invo_mul(mass, invo_der(invo_der(j.x))), fx, NULL);
    invo_build_equation(b, invo_mul(mass, invo_der(invo_der(j.y))),
                        invo_sub(fy, invo_mul(mass, g)), NULL);
}

static void describe(invo_builder *b) {
    invo_expr g = invo_build_parameter(b, "g", 9.81);
    invo_expr mass = invo_build_parameter(b, "m", 1);
    joint A = {invo_number(b, 0), invo_number(b, 0)};
    joint D = {invo_number(b, 2), invo_number(b, 0)};
    joint B = joint_new(b, 1, 0, 1);
    joint C = joint_new(b, 2, 2, 1.5);
    invo_expr force[3];
    force[0] = invo_build_variable(b, "force[1]");
    force[1] = invo_build_variable(b, "force[2]");
    force[2] = invo_build_variable(b, "force[3]");
    invo_build_fixed(b, B.x, 0.3);
    invo_build_fixed(b, invo_der(B.x), 0);
    motion_of(b, B, A, force[0], C, force[1], mass, g);
    motion_of(b, C, B, force[1], D, force[2], mass, g);
    bar_between(b, A, B, 1, "crank");
    bar_between(b, B, C, 2.1, "coupler");
    bar_between(b, C, D, 1.5, "rocker");
    invo_build_section(b, B.y, 0, "crank level");
}

static void print_result(const invo_model *m, const invo_result *r) {
    invo_hidden h;
    invo_ledger_row row;
    const invo_structure *s = invo_model_structure(m);
    printf("index %d, %d values are free at the start\n", s->index, s->dof);
    for (int i = 0; invo_model_hidden(m, i, &h) && i < 3; i++)
        printf("hidden, from %s: %s\n", h.where, h.text);
    for (int i = 0; invo_result_ledger(r, i, &row); i++)
        if (row.row.kind == INVO_ROW_EXPLICIT)
            printf("%-14s residual %.1e, %.2f units of round-off\n", row.row.where,
                   row.max, row.scaled_max);
}

int main(void) {
    invo_context *c = invo_context_new();
    invo_builder *b = NULL;
    invo_model *m = NULL;
    invo_result *r = NULL;
    invo_options o;
    if (!c || invo_builder_new(c, "FourBar", &b))
        return 1;
    describe(b); /* nothing to check: the first mistake is reported below */
    invo_options_init(&o);
    o.stop = 5;
    invo_status status = invo_builder_model(b, &m);
    invo_builder_free(b);
    if (!status)
        status = invo_model_run(m, &o, &r);
    fputs(invo_context_message(c), stderr);
    if (!status)
        print_result(m, r);
    invo_result_free(r);
    invo_model_free(m);
    invo_context_free(c);
    return status != INVO_OK;
}
