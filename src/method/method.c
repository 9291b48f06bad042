/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of methods. */
#include <math.h>
#include <string.h>
#include "irk.h"
#include "stepper.h"
#include "taylor.h"
#include "tableau.h"

// clang-format off
#define TABLEAU(name, about, pair, stability, s, ...)                                    \
    static const tableau tableau_##name = {.stages = s, __VA_ARGS__};
#include "tableau.def"
#undef TABLEAU

static const method methods[] = {
#define TABLEAU(name, about, pair, stability, s, ...)                                    \
    {#name, about, pair, stability, s, &rk_explicit, &tableau_##name, RETRACTION_AUTO},
#include "tableau.def"
#undef TABLEAU
#define IMPLICIT(name, about, pair, stability, s, kind, ...)                             \
    {name, about, pair, stability, s, &kind, &(const irk_method){__VA_ARGS__}, RETRACTION_AUTO},
#include "implicit.def"
#undef IMPLICIT
    {"taylor2", "tangential Taylor method", "", "real axis to -2.00", 1,
     &taylor_geometric, &(const geometric_taylor){2, 0}, RETRACTION_AUTO},
    {"taylor3", "tangential Taylor method", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 0}, RETRACTION_AUTO},
    {"taylor3-normal", "Taylor method with a normal term", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 1}, RETRACTION_AUTO},
    {"taylor", "Taylor series, order by the tolerance", "last terms",
     "grows with the order", 1, &taylor, NULL, RETRACTION_AUTO},
    {"gps", "Lorentz group preserving scheme of Liu", "", "", 1, &group_preserving, NULL, RETRACTION_AUTO},
    {"mgps", "gps, lengths of blocks solved for: the modified GPS of Liu", "", "", 1,
     &group_preserving, NULL, RETRACTION_RADIAL},
    {"mrk4", "rk4, lengths of blocks solved for: the modified RK4 of Liu", "",
     "real axis to -2.78", 4, &rk_explicit, &tableau_rk4, RETRACTION_RADIAL},
    {"hmgps", "the modified GPS of Liu in the gradient of a convex invariant", "", "", 1,
     &hamiltonian_group, NULL, RETRACTION_AUTO},
    {"kahan", "Kahan's linearly implicit scheme for quadratic systems", "", "A-stable", 1,
     &kahan, NULL, RETRACTION_AUTO},
    {"forest-ruth", "symplectic, for separable Hamiltonians", "", "", 3, &forest_ruth, NULL, RETRACTION_AUTO},
};
// clang-format on

const method *method_at(int i) {
    const int count = sizeof methods / sizeof *methods;
    return i >= 0 && i < count ? &methods[i] : NULL;
}

/* The order that takes the least work for a tolerance (docs/design.md, 4). */
int taylor_order(double rtol) {
    const double tolerance = fmax(rtol, 1e-16);
    const int order = (int)ceil(0.75 * -log(tolerance) + 2);
    return order < TAYLOR_LEAST ? TAYLOR_LEAST : order;
}

int method_series_order(const method *m, double rtol) {
    if (!(m->kind->needs & NEEDS_TAYLOR))
        return 0;
    return m->kind == &taylor ? taylor_order(rtol) : 3;
}

const method *method_find(const char *name) {
    const method *m;
    for (int i = 0; (m = method_at(i)); i++)
        if (!strcmp(m->name, name))
            return m;
    return NULL;
}

const method *method_chosen(choice_method m) {
    return method_at((int)m - 1);
}

int method_is_implicit(const method *m) {
    return (m->kind->needs & NEEDS_JACOBIAN) != 0;
}
