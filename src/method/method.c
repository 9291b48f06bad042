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
    {#name, about, pair, stability, s, &rk_explicit, &tableau_##name, NULL},
#include "tableau.def"
#undef TABLEAU
#define IMPLICIT(name, about, pair, stability, s, kind, ...)                             \
    {name, about, pair, stability, s, &kind, &(const irk_method){__VA_ARGS__}, NULL},
#include "implicit.def"
#undef IMPLICIT
    {"taylor2", "tangential Taylor method", "", "real axis to -2.00", 1,
     &taylor_geometric, &(const geometric_taylor){2, 0}, NULL},
    {"taylor3", "tangential Taylor method", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 0}, NULL},
    {"taylor3-normal", "Taylor method with a normal term", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 1}, NULL},
    {"taylor", "Taylor series, order by the tolerance", "last terms",
     "grows with the order", 1, &taylor, NULL, NULL},
    {"gps", "Lorentz group preserving scheme of Liu", "", "", 1, &group_preserving, NULL, NULL},
    {"mgps", "gps, lengths of blocks solved for: the modified GPS of Liu", "", "", 1,
     &group_preserving, NULL, "radial"},
    {"mrk4", "rk4, lengths of blocks solved for: the modified RK4 of Liu", "",
     "real axis to -2.78", 4, &rk_explicit, &tableau_rk4, "radial"},
    {"hmgps", "the modified GPS of Liu in the gradient of a convex invariant", "", "", 1,
     &hamiltonian_group, NULL, NULL},
    {"kahan", "Kahan's linearly implicit scheme for quadratic systems", "", "A-stable", 1,
     &kahan, NULL, NULL},
    {"forest-ruth", "symplectic, for separable Hamiltonians", "", "", 3, &forest_ruth, NULL, NULL},
};
// clang-format on

const method *method_at(int i) {
    const int count = sizeof methods / sizeof *methods;
    return i >= 0 && i < count ? &methods[i] : NULL;
}

/* The order that takes the least work for a tolerance (DESIGN, section 4). */
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

int method_is_implicit(const char *name) {
    const method *m = method_find(name);
    return m && (m->kind->needs & NEEDS_JACOBIAN);
}
