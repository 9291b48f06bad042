/* SPDX-License-Identifier: BSD-3-Clause */
/* The tables of collocation methods, and Lagrange interpolation at their nodes. */
#include "collocation.h"
#include <stddef.h>

// clang-format off
#define COLLOCATION(name, ...) const collocation name = {__VA_ARGS__};
// clang-format on
#include "collocation.def"
#undef COLLOCATION

void collocation_weights(int count, const double *node, double x, double *weight) {
    for (int i = 0; i < count; i++) {
        double above = 1;
        double below = 1;
        for (int j = 0; j < count; j++) {
            above *= j == i ? 1 : x - node[j];
            below *= j == i ? 1 : node[i] - node[j];
        }
        weight[i] = above / below;
    }
}
