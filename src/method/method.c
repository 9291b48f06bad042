/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of methods. */
#include <string.h>
#include "irk.h"
#include "stepper.h"
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
};

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

int method_is_implicit(const char *name) {
    const method *m = method_find(name);
    return m && (m->kind->needs & NEEDS_JACOBIAN);
}
