/* SPDX-License-Identifier: BSD-3-Clause */
/* Marks of the rows that are left out. */
#include "active_set.h"
#include <string.h>

void active_set_lay_out(active_set *a, const invo_system *s, pool *p) {
    *a = (active_set){.rows = s->constraints, .first = s->constraints - s->invariants};
    a->left_out = pool_take(p, a->rows, 1);
    a->omitted = pool_integers(p, a->rows);
}

void active_set_begin(active_set *a) {
    if (a->some)
        memset(a->omitted, 0, sizeof *a->omitted * a->rows);
    a->some = 0;
}

void active_set_fill(active_set *a, int with_invariants) {
    for (int i = 0; i < a->rows; i++)
        a->left_out[i] =
            (i >= a->first && !with_invariants) || (a->dropped && a->dropped[i]);
}

void active_set_note(active_set *a) {
    int is_one = 0;
    for (int i = 0; i < a->rows; i++)
        if (a->left_out[i] && !(a->dropped && a->dropped[i]))
            is_one = a->omitted[i] = 1;
    a->omissions += is_one;
    a->some |= is_one;
}
