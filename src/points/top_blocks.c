/* SPDX-License-Identifier: BSD-3-Clause */
#include "top_blocks.h"
#include <assert.h>
#include <math.h>
#include "../linalg/factor.h"

/* Smallest pivot of rows of size 1. */
static const double REGULAR = 1e-11;
/* Values that are larger than so many nominal ones may come from a slope that is zero but
 * for its round-off. */
static const double DOUBTFUL = 1e8;

struct top_blocks {
    int count;
    matrix_factor **factor; /* [count]: of blocks of more than one equation, else NULL */
    double *value, *b;      /* of the largest block */
};

static void top_blocks_free(void *data) {
    const struct top_blocks *t = data;
    for (int k = 0; k < t->count; k++)
        factor_free(t->factor[k]);
}

/* Analyses the blocks; the factors live as long as the system. */
static struct top_blocks *top_blocks_new(const lowered *w) {
    const invo_blocks *blocks = &w->system.blocks;
    arena *a = w->arena;
    struct top_blocks *t = arena_alloc(a, sizeof *t);
    int size = 0;
    int entries = 0;
    t->factor = ARENA_ARRAY(a, matrix_factor *, blocks->count + 1);
    t->count = blocks->count;
    arena_at_end(a, top_blocks_free, t);
    for (int k = 0; k < blocks->count; k++) {
        const invo_block *block = &blocks->at[k];
        if (block->size == 0)
            continue;
        size = block->size > size ? block->size : size;
        if (block->pattern.start[block->size] > entries)
            entries = block->pattern.start[block->size];
        if (block->size == 1)
            continue;
        t->factor[k] = factor_new(&block->pattern, FACTOR_POINT, FACTOR_BY_ITSELF);
        if (!t->factor[k])
            fail(arena_context(a), INVO_E_MEMORY, nowhere, "out of memory");
    }
    t->value = ARENA_ARRAY(a, double, entries + 1);
    t->b = ARENA_ARRAY(a, double, size + 1);
    return t;
}

static int top_blocks_solve_scalar(const struct top_blocks *t, const invo_block *block) {
    double slope = block->pattern.start[1] ? t->value[0] : 0;
    if (!(fabs(slope) > 0))
        return 0;
    t->b[0] /= slope;
    return 1;
}

static int top_blocks_solve_factored(const lowered *w, matrix_factor *f, double *b) {
    int bad = factor_update(f, w->blocks_kept->value);
    if (!bad && !(factor_smallest(f) > REGULAR))
        return 0;
    if (!bad)
        bad = factor_solve(f, b, 1);
    if (bad == SPARSE_NO_MEMORY)
        fail(arena_context(w->arena), INVO_E_MEMORY, nowhere, "out of memory");
    return !bad;
}

/* Solves block k; the unknowns of those before it are known. */
static int top_blocks_solve_one(lowered *w, int k, const double *x, double *z) {
    const struct top_blocks *t = w->blocks_kept;
    const invo_system *s = &w->system;
    const invo_block *block = &s->blocks.at[k];
    if (block->size == 0) {
        s->blocks.equations(s->self, k, x, z, NULL, NULL);
        return 1;
    }
    s->blocks.equations(s->self, k, x, z, t->value, t->b);
    int is_solved = block->size == 1 ? top_blocks_solve_scalar(t, block)
                                     : top_blocks_solve_factored(w, t->factor[k], t->b);
    for (int i = 0; i < block->size && is_solved; i++)
        z[block->unknown[i]] = -t->b[i];
    return is_solved;
}

int top_blocks_doubt(const lowered *w, const double *x) {
    const completion *c = w->completion;
    for (int k = c->coordinates; k < completion_slots(c); k++)
        if (!(fabs(x[k]) <= DOUBTFUL * w->nominal[k]))
            return 1;
    return 0;
}

int top_blocks_solve(lowered *w, double *x) {
    const completion *c = w->completion;
    double *z = x + c->coordinates;
    assert(w->nominal && w->system.tops == c->unknowns);
    if (!w->blocks_kept)
        w->blocks_kept = top_blocks_new(w);
    for (int k = 0; k < w->system.blocks.count; k++)
        if (!top_blocks_solve_one(w, k, x, z))
            return 0;
    return !top_blocks_doubt(w, x);
}
