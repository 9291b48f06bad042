/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of methods. */
#include <math.h>
#include <string.h>
#include "irk.h"
#include "stepper.h"
#include "taylor.h"
#include "tableau.h"

static const method methods[] = {
// clang-format off
#define TABLEAU(name, about, pair, stability, s, ...)                                    \
    {#name, about, pair, stability, s, &rk_explicit,                                     \
     &(const tableau){.stages = s, __VA_ARGS__}},
// clang-format on
#include "tableau.def"
#undef TABLEAU
// clang-format off
#define IMPLICIT(name, about, pair, stability, s, kind, ...)                             \
    {name, about, pair, stability, s, &kind, &(const irk_method){__VA_ARGS__}},
// clang-format on
#include "implicit.def"
#undef IMPLICIT
    {"taylor2", "tangential Taylor method", "", "real axis to -2.00", 1,
     &taylor_geometric, &(const geometric_taylor){2, 0}},
    {"taylor3", "tangential Taylor method", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 0}},
    {"taylor3-normal", "Taylor method with a normal term", "", "real axis to -2.51", 1,
     &taylor_geometric, &(const geometric_taylor){3, 1}},
    {"taylor", "Taylor series, order by the tolerance", "last terms",
     "grows with the order", 1, &taylor, NULL},
};

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
    if (!(m->kind->needs & NEEDS_TAYLOR)) return 0;
    return m->kind == &taylor ? taylor_order(rtol) : 3;
}

const method *method_find(const char *name) {
    const method *m;
    for (int i = 0; (m = method_at(i)); i++)
        if (!strcmp(m->name, name)) return m;
    return NULL;
}

int method_is_implicit(const char *name) {
    const method *m = method_find(name);
    return m && (m->kind->needs & NEEDS_JACOBIAN);
}
