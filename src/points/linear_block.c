/* SPDX-License-Identifier: BSD-3-Clause */
#include "linear_block.h"
#include <assert.h>
#include <math.h>
#include <string.h>
#include "../lowering/slopes.h"

enum { LARGE = 64 };
static const double REGULAR = 1e-11; /* smallest pivot of rows of size 1 */

int linear_block_find(const lowered *w, int b) {
    const completion *c = w->completion;
    assert(b >= 0 && b < c->blocks);
    if (c->block[b + 1] - c->block[b] < LARGE)
        return -1;
    for (int number = 0, first = 0; number < w->system.blocks.count; number++) {
        const invo_block *k = &w->system.blocks.at[number];
        if (first == b)
            return number;
        first += k->size ? 1 : k->pattern.columns; /* a run of scalar ones */
    }
    return -1;
}

static int linear_block_eliminate(lowered *w, int number, const double *x, double least,
                                  double *z) {
    assert(number >= 0 && number < w->system.blocks.count);
    const invo_block *block = &w->system.blocks.at[number];
    arena *scratch = arena_child(w->completion->arena);
    sparse_slopes *a = slopes_of(scratch, &block->pattern);
    int n = block->size;
    assert(n == block->pattern.rows && n == block->pattern.columns);
    int tops = w->completion->unknowns;
    int solved;
    double *b = ARENA_ARRAY(scratch, double, n + tops);
    double *top = b + n;
    memcpy(top, x + w->completion->coordinates, sizeof *top * (size_t)tops);
    w->system.blocks.equations(w->system.self, number, x, top, a->value, b);
    solved = slopes_solve_square(a, least, b, z) == n;
    for (int k = 0; k < n; k++) {
        z[k] = -z[k];
        solved &= isfinite(z[k]) != 0;
    }
    arena_free(scratch);
    return solved;
}

int linear_block_solve(lowered *w, int number, const double *x, double *z) {
    return linear_block_eliminate(w, number, x, REGULAR, z);
}

int linear_block_exceeds(lowered *w, int number, const double *x, double least) {
    arena *scratch = arena_child(w->completion->arena);
    double *z = ARENA_ARRAY(scratch, double, w->system.blocks.at[number].size);
    int exceeds = linear_block_eliminate(w, number, x, least, z);
    arena_free(scratch);
    return exceeds;
}
