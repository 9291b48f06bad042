/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of methods. */
#include <string.h>
#include "stepper.h"
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
    {"mrk4", "rk4, lengths of blocks solved for: the modified RK4 of Liu", "",
     "real axis to -2.78", 4, &rk_explicit, &tableau_rk4, "radial"},
    {"gps", "Lorentz group preserving scheme of Liu", "", "", 1, &group_preserving, NULL, NULL},
    {"mgps", "gps, lengths of blocks solved for: the modified GPS of Liu", "", "", 1,
     &group_preserving, NULL, "radial"},
    {"hmgps", "the modified GPS of Liu in the gradient of a convex invariant", "", "", 1,
     &hamiltonian_group, NULL, NULL},
    {"kahan", "Kahan's linearly implicit scheme for quadratic systems", "", "A-stable", 1,
     &kahan, NULL, NULL},
    {"forest-ruth", "symplectic, for separable Hamiltonians", "", "", 3, &forest_ruth, NULL, NULL},
    {"midpoint", "implicit midpoint rule, symplectic, by fixed-point iteration", "",
     "|h df/dy| < 2", 1, &implicit_midpoint, NULL, NULL},
};
// clang-format on

const method *method_at(int i) {
    const int count = sizeof methods / sizeof *methods;
    return i >= 0 && i < count ? &methods[i] : NULL;
}

const method *method_find(const char *name) {
    const method *m;
    for (int i = 0; (m = method_at(i)); i++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}
