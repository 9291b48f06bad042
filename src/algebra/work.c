/* SPDX-License-Identifier: BSD-3-Clause */
#include "work.h"
#include <assert.h>

enum { CALLS_PER_CLOCK = 2000 };

algebra_work *algebra_work_new(arena *a, double operations, double seconds_allowed) {
    assert(operations > 0);
    algebra_work *w = arena_alloc(a, sizeof *w);
    w->context = arena_context(a);
    w->scratch[0] = arena_child(a);
    w->scratch[1] = arena_child(a);
    w->left = operations;
    w->deadline = seconds() + seconds_allowed;
    w->doing = "read the constraints";
    w->random = 88172645463325252u;
    return w;
}

_Noreturn void algebra_give_up(algebra_work *w, const char *why) {
    fail(w->context, INVO_E_LIMIT, nowhere,
         "the constraints were not split: %s while trying to %s. Try a larger --timeout, "
         "the program Singular (--engine singular), or a part of the model",
         why, w->doing);
}

void algebra_spend(algebra_work *w, double operations) {
    assert(operations >= 0);
    w->left -= operations;
    if (w->left < 0)
        algebra_give_up(w, "the limit of operations was reached");
    if (w->until_clock-- > 0)
        return;
    w->until_clock = CALLS_PER_CLOCK;
    if (seconds() > w->deadline)
        algebra_give_up(w, "the time limit was reached");
}

int algebra_draw(algebra_work *w, int size) {
    assert(size > 0);
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return (int)((w->random >> 20) % (uint64_t)(2 * size + 1)) - size;
}
